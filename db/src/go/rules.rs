//! Rules as data: one value of [`Rules`] a rule set, one field a choice.
//!
//! What all of them have in common is not a field: players alternate, a play puts a stone on a vacant
//! point and takes off the opponent's chains without liberty, then the player's own; a pass is always
//! allowed; the board before the first move counts as visited.
//!
//! A single stone that would be taken off at once leaves the board as it was. Under positional superko
//! that repeats the board; under situational superko it would be a pass in disguise. It is illegal in
//! every rule set here.
//!
//! Sources: *Tromp-Taylor rules* (<https://tromp.github.io/go.html>), by number; the *AGA Rules of Go*
//! (American Go Association, concise rules of 1991), by number; *Simplified Ing rules* (SST rules of
//! the Ing foundation as shortened for play, with superko).
//!
//! ```
//! use retrograde_db::go::{Repetition, Rules, Suicide};
//!
//! let rules = Rules::named("aga").unwrap();
//! assert_eq!(*rules, Rules::AGA);
//! assert_eq!((rules.repetition, rules.suicide), (Repetition::Situational, Suicide::Forbidden));
//! ```

use super::Komi;

/// How a game is played and counted.
///
/// Other crates read the fields, but can't write a new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// Its name, as it is typed.
    pub name: &'static str,
    /// What a play may not repeat.
    pub repetition: Repetition,
    /// Whether a player may take off chains of its own.
    pub suicide: Suicide,
    /// How a game ends.
    pub ending: Ending,
    /// How it is counted.
    pub counting: Counting,
    /// What White gets in an even game, unless something else is agreed.
    pub komi: Komi,
    /// The same where Black has handicap stones.
    pub handicap_komi: Komi,
}

/// What a play may not repeat. Passes repeat the board, and are always allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repetition {
    /// An earlier board, whoever was to move.
    Positional,
    /// An earlier board with the same player to move.
    Situational,
}

/// Whether a player may take off chains of two or more stones of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suicide {
    /// It may.
    Allowed,
    /// It may not.
    Forbidden,
}

impl Suicide {
    /// Both choices.
    pub const BOTH: [Suicide; 2] = [Suicide::Allowed, Suicide::Forbidden];
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Two passes in a row end it, with the board as it is.
    TwoPasses,
    /// Every pass proposes a score. Two passes in a row with the same proposal end the game with that
    /// score; four passes in a row end it with the score of the board, whatever was proposed.
    EqualProposals,
    /// Two passes in a row stop play. The players agree which stones are dead, and count; or play
    /// goes on with the opponent of who passed last. Four passes in a row end the game, all stones
    /// alive.
    ///
    /// The four passes are those of the AGA; other rules that leave a dispute to further play get them
    /// too, so that every game ends.
    AgreeOrResume,
    /// The same, but the second stop ends the game, all stones alive.
    AgreeOrResumeOnce,
}

/// How a game is counted. All ways give the same difference; see [`super::Count`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Stones on the board and what they surround.
    Area,
    /// Vacant points and prisoners, where each pass hands a stone over to the opponent and White
    /// makes the last move; or area, with compensation for handicap stones.
    PassStones,
    /// Area, counted by filling in: both have the same number of stones, and fill their territory.
    FillIn,
}

impl Rules {
    /// The rules of John Tromp and Bill Taylor.
    pub const TROMP_TAYLOR: Rules = Rules {
        name: "tromp-taylor",
        // 6: a turn is a pass or a move "that doesn't repeat an earlier grid coloring".
        repetition: Repetition::Positional,
        // 7: a move clears the opponent's colour, then one's own.
        suicide: Suicide::Allowed,
        // 8: the game ends after two consecutive passes.
        ending: Ending::TwoPasses,
        // 9: "a player's score is the number of points of her color, plus the number of empty points
        // that reach only her color".
        counting: Counting::Area,
        // 10: the higher score wins, equal scores are a tie.
        komi: Komi(0),
        handicap_komi: Komi(0),
    };

    /// The same with agreement on the score, as discussed in July 2001.
    pub const TROMP_TAYLOR_AGREEMENT: Rules =
        Rules { name: "tromp-taylor-agreement", ending: Ending::EqualProposals, ..Rules::TROMP_TAYLOR };

    /// The rules of the American Go Association.
    pub const AGA: Rules = Rules {
        name: "aga",
        // 6: it is illegal to recreate a previous position "with the same player to play".
        repetition: Repetition::Situational,
        // 5: it is illegal to move so that one's own chain is left without liberty.
        suicide: Suicide::Forbidden,
        // 9, 10: two passes, agreement on dead stones or resumption by the opponent of who passed
        // last; four passes end the game.
        ending: Ending::AgreeOrResume,
        // 7, 11, 12: a pass stone is handed over; White makes the last move; territory or area.
        counting: Counting::PassStones,
        // 3: 7.5 points in even games (since 2004), half a point with handicap.
        komi: Komi(15),
        handicap_komi: Komi(1),
    };

    /// The simplified rules of Ing Chang-Ki.
    pub const SIMPLIFIED_ING: Rules = Rules {
        name: "simplified-ing",
        // Superko in place of the ko rules of the full text.
        repetition: Repetition::Positional,
        // Stones without liberty are taken off, one's own too.
        suicide: Suicide::Allowed,
        // Two passes stop play; play can be resumed once.
        ending: Ending::AgreeOrResumeOnce,
        // Fill-in counting, which is area counting. Equal scores are a draw.
        counting: Counting::FillIn,
        // Set by the tournament.
        komi: Komi(0),
        handicap_komi: Komi(0),
    };

    /// The rules of the New Zealand Go Society.
    pub const NEW_ZEALAND: Rules = Rules {
        name: "new-zealand",
        // A move may not repeat the whole board position "as it was after any of that player's previous
        // moves".
        repetition: Repetition::Situational,
        // A play removes the opponent's stones without liberties, then "that player's own stones".
        suicide: Suicide::Allowed,
        // Players agree that the game is finished and which stones are dead, or play on; "if they cannot
        // then agree who shall move next", all stones are alive.
        ending: Ending::AgreeOrResume,
        // Stones, and unoccupied points adjacent to them or to such points.
        counting: Counting::Area,
        // 7 points in even games, none with handicap.
        komi: Komi(14),
        handicap_komi: Komi(0),
    };

    /// The rules of the Chinese Weiqi Association (2002), as they are written: their articles on triple ko
    /// and the like, which leave a game without result, are for referees.
    pub const CHINESE: Rules = Rules {
        name: "chinese",
        // 6, 20: no whole-board position may come back.
        repetition: Repetition::Positional,
        // 5: a stone may not be put where it and its chain have no liberty.
        suicide: Suicide::Forbidden,
        // 8, 9: two passes end the game; a dispute over dead stones is played out.
        ending: Ending::AgreeOrResume,
        // 10: living stones and the points that they surround.
        counting: Counting::Area,
        // 3 3/4 stones, that is 7.5 points; no word on handicaps.
        komi: Komi(15),
        handicap_komi: Komi(0),
    };

    /// Every rule set there is.
    pub const ALL: &'static [Rules] = &[
        Rules::TROMP_TAYLOR,
        Rules::TROMP_TAYLOR_AGREEMENT,
        Rules::AGA,
        Rules::SIMPLIFIED_ING,
        Rules::NEW_ZEALAND,
        Rules::CHINESE,
    ];

    /// The rule set of this name, `None` where there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Rules> {
        Rules::ALL.iter().find(|rules| rules.name == name)
    }

    /// What White gets in a game with so many handicap stones.
    #[must_use]
    pub const fn komi_for(&self, handicap: u8) -> Komi {
        if handicap == 0 { self.komi } else { self.handicap_komi }
    }
}
