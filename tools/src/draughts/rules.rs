//! `--rules`: which rule set a command plays by.

use clap::Args;
use retrograde_db::draughts::{CaptureDuty, Rules};

use crate::error::CommandError;

/// The option `--rules`.
#[derive(Debug, Args)]
pub(crate) struct RulesOption {
    /// Rules to play by: english, huffing, kings-first or crowning-goes-on.
    #[arg(long = "rules", value_name = "RULES", default_value = Rules::ENGLISH.name, value_parser = read)]
    pub(crate) rules: &'static Rules,
}

/// Reads the name of a rule set.
fn read(name: &str) -> Result<&'static Rules, String> {
    Rules::with_name(name).ok_or_else(|| {
        let names: Vec<&str> = Rules::ALL.iter().map(|rules| rules.name).collect();
        format!("no such rules; there are {}", names.join(", "))
    })
}

impl RulesOption {
    /// Refuses rules that there are no tables of.
    pub(crate) fn check_tables(&self) -> Result<(), CommandError> {
        if self.rules.have_tables() {
            return Ok(());
        }
        let why = match self.rules.capture_duty {
            CaptureDuty::Huffing => "what a position is worth depends on what may be huffed in it",
            CaptureDuty::Compulsory | CaptureDuty::Optional => "a capture may be left",
        };
        Err(CommandError::NoTablesOfRules { rules: self.rules.name, why })
    }
}
