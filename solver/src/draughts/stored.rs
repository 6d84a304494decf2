//! The tables of a store, opened for probing.

use retrograde_db::draughts::Rules;
use retrograde_probe::draughts::Tables;
use retrograde_probe::{OpenError, Options};

use crate::store::{Location, TableStore};

/// The tables that a store has so far, as those of a game played by these rules.
pub(crate) fn stored_tables(
    store: &impl TableStore,
    rules: &'static Rules,
    options: Options,
) -> Result<Tables, OpenError> {
    match store.location() {
        Location::Folder(folder) => Tables::open_under(rules, folder, options),
        Location::Memory(tables) => Tables::from_memory_under(rules, tables.clone()),
    }
}
