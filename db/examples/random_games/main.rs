//! Writes games of random moves as PDN, the same ones always.
//!
//! ```text
//! $ cargo run --release -p retrograde-db --example random_games -- 700 > games.pdn
//! ```
//!
//! They begin with the accepted three-move openings, one after the other, and go on until a side has no
//! move, or for 300 plies. Files of any size for whatever reads games; nobody plays like that.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use retrograde_db::draughts::pdn::write_games;

mod games;

fn main() -> ExitCode {
    let Some(count) = std::env::args().nth(1).and_then(|word| word.parse().ok()) else {
        eprintln!("usage: random_games NUMBER");
        return ExitCode::from(2);
    };
    let mut out = BufWriter::new(io::stdout().lock());
    match write_games(&mut out, &games::games(count)).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
