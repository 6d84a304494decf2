//! Sharing out work.

/// Does some work for each of some things, on as many threads as there are things, or one after the
/// other on this one.
pub(super) fn for_each<T: Send, R: Send>(
    threads: usize,
    things: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    if threads == 1 {
        return things.into_iter().map(work).collect();
    }
    std::thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> = things.into_iter().map(|thing| scope.spawn(move || work(thing))).collect();
        let done = running.into_iter().map(|thread| thread.join());
        done.map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}
