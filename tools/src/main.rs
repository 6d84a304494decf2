//! The binary `retrograde`: see the library of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    retrograde_tools::run(std::env::args_os())
}
