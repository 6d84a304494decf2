//! One set of tables, many threads.

mod support;

use std::sync::Barrier;

use retrograde_db::draughts::{Position, Side};
use retrograde_probe::draughts::{ProbeError, Tables};
use retrograde_probe::{FileError, OpenError, Options};
use support::{SOLVED, files};

/// Sets and errors go from thread to thread: this is checked by the compiler.
const fn shared_by_threads<T: Send + Sync + 'static>() {}
const _: () = {
    shared_by_threads::<Tables>();
    shared_by_threads::<ProbeError>();
    shared_by_threads::<FileError>();
    shared_by_threads::<OpenError>();
};

#[test]
fn threads_that_open_and_probe_at_once_get_the_same_values() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files(2).into_iter().chain(files(3)) {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    // Room for a few hundred of the small blocks, so that threads also drop blocks at the same time.
    for cache_bytes in [40_000, 1 << 25] {
        let tables = Tables::open(folder.path(), Options { cache_bytes, ..Options::default() }).unwrap();
        let start = Barrier::new(4);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (tables, start) = (&tables, &start);
                scope.spawn(move || {
                    start.wait();
                    for solved in SOLVED.values() {
                        for (view, value) in solved.positions().skip(thread * 31).step_by(101) {
                            let position = Position::from_view(view, Side::Black);
                            assert_eq!(tables.probe(position).unwrap(), value, "{position}");
                        }
                    }
                });
            }
        });
    }
}
