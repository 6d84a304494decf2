//! What the files of Go tables say of themselves.
//!
//! A table says what no rule changes that it does not name (FORMAT.md, section 5). Bounds hold under every rule
//! of repetition, so their tables are told apart by size and suicide only; exact values need the rule too.
//! Komi and counting are left to who asks, see [`Komi`](super::Komi). A board and the same board on its side
//! have the same values, so tables are for boards that lie.
//!
//! Files hold codes, numbers from 0: a score and one more than the points of the board. On four points scores
//! are -4 to 4, with -5 and 5 for a player who forces no end, and codes 0 to 10:
//!
//! ```
//! use retrograde_db::file::BoundCodes;
//! use retrograde_db::go::{BoardSize, Bounds, Score};
//!
//! let size: BoardSize = "2x2".parse().unwrap();
//! let bounds = Bounds { low: Score(1), high: Score(5) };
//! assert_eq!(bounds.codes(size), BoundCodes { low: 6, high: 10 });
//! assert_eq!(Bounds::from_codes(BoundCodes { low: 6, high: 10 }, size), Some(bounds));
//! // A code that no score of this board has is damage, not a score.
//! assert_eq!(Bounds::from_codes(BoundCodes { low: 6, high: 11 }, size), None);
//! ```

use super::{BoardIndex, BoardSize, Bounds, Repetition, Score, Suicide};
use crate::ValueCounts;
use crate::file::{
    BOUNDS_PER_BLOCK, BoundCodes, Game, IndexScheme, MAX_BOUND_CODE, Rows, RulesId, TableHeader, TableKind,
};

/// The numbering of [`BoardIndex`], as files name it.
pub const INDEX_SCHEME: IndexScheme = IndexScheme(1);

/// Ending of the names of files with bounds.
const BOUNDS: &str = "bounds";
/// Endings of the names of files with exact values.
const POSITIONAL: &str = "positional";
const SITUATIONAL: &str = "situational";
/// What stands before it where suicide is forbidden.
const NO_SUICIDE: &str = "no-suicide";

/// Which table: the board, lying down, whether suicide is allowed, and for exact values what may not
/// be repeated. No other rule makes a difference.
///
/// ```
/// use retrograde_db::go::{Repetition, Suicide, TableName};
///
/// let name = TableName::new("3x2".parse().unwrap(), Suicide::Forbidden);
/// assert_eq!(name.file_name(), "2x3.no-suicide.bounds");
/// assert_eq!(TableName::of_file_name("2x3.no-suicide.bounds"), Some(name));
/// assert_eq!(TableName::of_file_name("3x2.bounds"), None);
/// let exact = TableName::exact("3x3".parse().unwrap(), Suicide::Allowed, Repetition::Positional);
/// assert_eq!(exact.file_name(), "3x3.positional");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableName {
    size: BoardSize,
    suicide: Suicide,
    repetition: Option<Repetition>,
}

impl TableName {
    /// The table with bounds of the positions of a board.
    #[must_use]
    pub fn new(size: BoardSize, suicide: Suicide) -> TableName {
        TableName { size: size.lying(), suicide, repetition: None }
    }

    /// The table with exact values of the positions of a board.
    #[must_use]
    pub fn exact(size: BoardSize, suicide: Suicide, repetition: Repetition) -> TableName {
        TableName { repetition: Some(repetition), ..TableName::new(size, suicide) }
    }

    /// The size of its boards, lying down.
    #[must_use]
    pub const fn size(self) -> BoardSize {
        self.size
    }

    /// Whether suicide is allowed.
    #[must_use]
    pub const fn suicide(self) -> Suicide {
        self.suicide
    }

    /// What may not be repeated, where it holds exact values; `None` for bounds, which hold under any
    /// such rule.
    #[must_use]
    pub const fn repetition(self) -> Option<Repetition> {
        self.repetition
    }

    /// The number of these choices in files. A table is for all rule sets that choose the same.
    #[must_use]
    pub const fn rules_id(self) -> RulesId {
        match (self.repetition, self.suicide) {
            (None, Suicide::Allowed) => RulesId(1),
            (None, Suicide::Forbidden) => RulesId(2),
            (Some(Repetition::Positional), Suicide::Allowed) => RulesId(3),
            (Some(Repetition::Positional), Suicide::Forbidden) => RulesId(4),
            (Some(Repetition::Situational), Suicide::Allowed) => RulesId(5),
            (Some(Repetition::Situational), Suicide::Forbidden) => RulesId(6),
        }
    }

    /// What a number in files stands for, in words; `None` for numbers that no table has.
    #[must_use]
    pub const fn rules_in_words(rules: RulesId) -> Option<&'static str> {
        Some(match rules.0 {
            1 => "any superko, suicide allowed",
            2 => "any superko, suicide forbidden",
            3 => "positional superko, suicide allowed",
            4 => "positional superko, suicide forbidden",
            5 => "situational superko, suicide allowed",
            6 => "situational superko, suicide forbidden",
            _ => return None,
        })
    }

    /// The name of its file, such as `3x4.bounds`.
    #[must_use]
    pub fn file_name(self) -> String {
        let extension = match self.repetition {
            None => BOUNDS,
            Some(Repetition::Positional) => POSITIONAL,
            Some(Repetition::Situational) => SITUATIONAL,
        };
        match self.suicide {
            Suicide::Allowed => format!("{}.{extension}", self.size),
            Suicide::Forbidden => format!("{}.{NO_SUICIDE}.{extension}", self.size),
        }
    }

    /// The table that a file of this name holds; `None` for other names.
    #[must_use]
    pub fn of_file_name(name: &str) -> Option<TableName> {
        let (stem, extension) = name.rsplit_once('.')?;
        let repetition = match extension {
            BOUNDS => None,
            POSITIONAL => Some(Repetition::Positional),
            SITUATIONAL => Some(Repetition::Situational),
            _ => return None,
        };
        let (size, suicide) = match stem.strip_suffix(NO_SUICIDE).and_then(|stem| stem.strip_suffix('.')) {
            Some(size) => (size, Suicide::Forbidden),
            None => (stem, Suicide::Allowed),
        };
        let found = TableName { repetition, ..TableName::new(size.parse().ok()?, suicide) };
        // One table has one name: lying down, without zeros before a number.
        (found.file_name() == name).then_some(found)
    }
}

impl TableHeader {
    /// The header of a table of Go. The index is that of its size.
    #[must_use]
    pub fn of_go(name: TableName, index: &BoardIndex) -> TableHeader {
        TableHeader {
            game: Game::Go,
            rules: name.rules_id(),
            kind: TableKind::Bounds,
            index_scheme: INDEX_SCHEME,
            subject: name.size.to_string(),
            positions: index.boards(),
            positions_per_block: BOUNDS_PER_BLOCK,
            rows: Rows::NONE,
        }
    }
}

impl Bounds {
    /// The codes that files store: scores with one more than the points of the board added.
    #[must_use]
    pub fn codes(self, size: BoardSize) -> BoundCodes {
        let raised = |score: Score| (score.0 + size.points() as i8 + 1).unsigned_abs();
        BoundCodes { low: raised(self.low), high: raised(self.high) }
    }

    /// The bounds with these codes; `None` where a board of this size has no such scores.
    #[must_use]
    pub fn from_codes(codes: BoundCodes, size: BoardSize) -> Option<Bounds> {
        let most = (2 * size.points() + 2).min(MAX_BOUND_CODE);
        let lowered = |code: u8| Score(code as i8 - size.points() as i8 - 1);
        let BoundCodes { low, high } = codes;
        (low <= high && high <= most).then(|| Bounds { low: lowered(low), high: lowered(high) })
    }
}

/// Boards of a table by what is known of the position with Black to move that does not follow a pass.
/// The trailers of files have three counts: they keep the exact ones, the others, and 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoundCounts {
    /// Both bounds are equal once they are put on the board.
    pub exact: u64,
    /// They are not.
    pub open: u64,
}

impl From<BoundCounts> for ValueCounts {
    fn from(counts: BoundCounts) -> ValueCounts {
        ValueCounts { win: counts.exact, draw: counts.open, loss: 0 }
    }
}

impl From<ValueCounts> for BoundCounts {
    fn from(counts: ValueCounts) -> BoundCounts {
        BoundCounts { exact: counts.win, open: counts.draw }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_of_rules_agree() {
        for suicide in Suicide::BOTH {
            for repetition in [None, Some(Repetition::Positional), Some(Repetition::Situational)] {
                let name = TableName { repetition, ..TableName::new("2x2".parse().unwrap(), suicide) };
                let kind = repetition.map_or("any".to_owned(), |kind| format!("{kind:?}").to_lowercase());
                let suicide = format!("{suicide:?}").to_lowercase();
                let words = format!("{kind} superko, suicide {suicide}");
                assert_eq!(TableName::rules_in_words(name.rules_id()), Some(&*words));
            }
        }
        assert_eq!(TableName::rules_in_words(RulesId(7)), None);
    }
}
