//! How fast exact values under superko are found, with the values asserted.
//!
//! `cargo bench -p retrograde-solver --bench exact` takes some minutes and up to 4 GB of memory;
//! `-- quick` leaves out the boards above 2x6 and takes seconds. Values are those of
//! db/tests/data/go-exact.txt. For 3x5 and 2x8 they are what players agree on; 2 for 4x4 is what players
//! believed and this solver found first, and 1 for 1x10 is its own too: proofs of both are accepted by
//! `check_proof`.

#[path = "../../db/benches/harness/mod.rs"]
mod harness;

use harness::{arguments, cpu_time, measuring};
use retrograde_db::go::{Game, Rules, Score};
use retrograde_solver::Silent;
use retrograde_solver::go::{ExactLimits, ExactSolver};

/// Boards, their values, and whether they are quick.
const BOARDS: [(&str, i8, bool); 12] = [
    ("1x8", 3, true),
    ("1x9", 0, true),
    ("1x10", 1, true),
    ("2x3", 0, true),
    ("2x5", 10, true),
    ("3x3", 9, true),
    ("3x4", 4, true),
    ("2x6", 12, true),
    ("2x7", 14, false),
    ("3x5", 15, false),
    ("2x8", 16, false),
    ("4x4", 2, false),
];
fn main() {
    let quick = arguments().any(|word| word == "quick") || !measuring();
    println!("exact values, positional superko with suicide, one thread");
    println!("{:<18} {:>6} {:>10} {:>9}", "board", "value", "nodes", "CPU s");
    for (size, value, _) in BOARDS.into_iter().filter(|board| board.2 || !quick) {
        let rules = &Rules::TROMP_TAYLOR;
        let begin = cpu_time();
        let size = size.parse().expect("a size");
        let mut solver = ExactSolver::new(size, rules, ExactLimits::default()).expect("memory for the board");
        let answer = solver.solve(&Game::new(rules, size)).expect("the same board and rules");
        assert_eq!(answer.exact(), Some(Score(value)), "{size}");
        row(&size.to_string(), &value.to_string(), answer.nodes, begin);
    }
    let begin = cpu_time();
    let size = "3x3".parse().expect("a size");
    let solver = ExactSolver::new(size, &Rules::TROMP_TAYLOR, ExactLimits::default());
    let values = solver.expect("memory for the board").values(&Silent).expect("nobody stops it");
    assert_eq!(values.value(".../.../... X".parse().expect("a position")), Some(Score(9)));
    row("3x3, all states", "", 0, begin);
}

fn row(name: &str, value: &str, nodes: u64, begin: std::time::Duration) {
    let seconds = (cpu_time() - begin).as_secs_f64();
    println!("{name:<18} {value:>6} {nodes:>10} {seconds:>9.3}");
}
