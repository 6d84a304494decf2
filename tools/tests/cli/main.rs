//! The command line as people use it: the binary is started, and what it writes is looked at.
//!
//! One module a theme. Those that need tables of five pieces build them, and are ignored unless asked
//! for: `cargo test -p retrograde-tools -- --ignored`.

mod annotate;
mod bad_input;
mod build;
mod cases;
mod commands;
mod compact;
mod counts;
mod damaged;
mod distances;
mod filters;
mod go;
mod gtp;
mod gtp_client;
mod interruption;
mod openings;
mod readme;
mod rules;
mod support;
mod values;
