//! `retrograde completions SHELL`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::error::CommandError;
use crate::output::Output;

/// Write a completion script for a shell.
///
/// For bash: retrograde completions bash > ~/.local/share/bash-completion/completions/retrograde
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell to write it for.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Writes the script. It is a program, not a list of facts, so `--json` makes no difference.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "retrograde", &mut script);
        output.bytes(&script)
    }
}
