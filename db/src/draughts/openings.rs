//! Openings: how a match decides the first moves of a game.
//!
//! Left to themselves strong players repeat the same drawn games, so most play is *restricted*: the
//! first two or three moves are drawn by ballot, and each player has both sides of them. Nothing
//! in this file is a list: every sequence comes from the move generator, and the two filters of a [`Deck`]
//! are rules that can be read.
//!
//! 1. [`Deck::every_sequence`]: 49 sequences of two moves, 302 of three.
//! 2. [`Deck::without_transpositions`]: of those that lead to one position the first is kept. 49 and
//!    216 are left.
//! 3. [`Deck::without_material_losses`]: those go in which a side loses a man by force at once, see
//!    [`Opening::loses_material`]. 47 and 174 are left, which are the published sizes of the
//!    two-move deck and of all playable three-move openings.
//!
//! That 174 comes out is found, not published: the sources give the number and not the criterion.
//! The count is 174 for every depth of search from four plies to ten.
//!
//! Which of the 174 are accepted for play does not follow from the rules; that is a list, see
//! [`Deck::accepted`]. What is not here: the 43 two-move openings that are accepted.
//!
//! ```
//! use retrograde_db::draughts::{BallotSeed, Deck, Restriction, Rules};
//!
//! let rules = &Rules::ENGLISH;
//! let deck = Deck::playable(rules, Restriction::ThreeMove);
//! assert_eq!(deck.openings().len(), 174);
//! let opening = deck.draw(BallotSeed(1992)).unwrap();
//! assert_eq!(opening.moves().len(), 3);
//! assert_eq!(deck.draw(BallotSeed(1992)), Some(opening));
//! ```

use std::collections::HashSet;
use std::fmt;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{Move, Position, Rules, Side};

/// How many of the first moves are drawn by ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Restriction {
    /// None: the players begin at the start of the game.
    GoAsYouPlease,
    /// One move of each side.
    TwoMove,
    /// Two moves of Black, and White's between them.
    ThreeMove,
}

impl Restriction {
    /// All three, the freest first.
    pub const ALL: [Restriction; 3] =
        [Restriction::GoAsYouPlease, Restriction::TwoMove, Restriction::ThreeMove];

    /// How many moves are drawn, 0 to 3, both sides counted.
    #[must_use]
    pub const fn plies(self) -> usize {
        match self {
            Restriction::GoAsYouPlease => 0,
            Restriction::TwoMove => 2,
            Restriction::ThreeMove => 3,
        }
    }
}

/// The first moves of a game, and where they lead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    moves: Vec<Move>,
    position: Position,
}

/// How deep to look for a loss of material. A man that is left to itself is lost in two or three
/// plies, one that is won by a shot in four; see the module for what other depths give.
const PLIES_OF_PLAY: u32 = 4;

impl Opening {
    /// An opening whose moves lead to this position.
    pub(super) const fn new(moves: Vec<Move>, position: Position) -> Opening {
        Opening { moves, position }
    }

    /// The moves, Black's first.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position behind them.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// Whether one side is a piece or more ahead once both have played for pieces alone: four plies
    /// of any moves, and then for as long as captures are to be made.
    #[must_use]
    pub fn loses_material(&self, rules: &Rules) -> bool {
        let all = Material(i32::MAX);
        pieces_ahead(rules, self.position, PLIES_OF_PLAY, Material(-all.0), all) != Material(0)
    }
}

/// The moves with blanks between them: `9-14 22-18 5-9`.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().enumerate().try_for_each(|(place, mv)| {
            let blank = if place > 0 { " " } else { "" };
            write!(f, "{blank}{mv}")
        })
    }
}

/// How many pieces one side has more than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Material(i32);

/// How far the side to move is ahead if both play for pieces, found by alpha-beta search: exact
/// between `low` and `high`.
fn pieces_ahead(rules: &Rules, position: Position, plies: u32, low: Material, high: Material) -> Material {
    let moves = position.legal_moves(rules);
    let capturing = moves.first().is_some_and(Move::is_capture);
    // A blocked side counts by its pieces too: nothing of this is about winning the game.
    if moves.is_empty() || plies == 0 && !capturing {
        return balance(position);
    }
    let mut best = low;
    for mv in &moves {
        let next = position.play(rules, mv);
        let reply = pieces_ahead(rules, next, plies.saturating_sub(1), Material(-high.0), Material(-best.0));
        best = best.max(Material(-reply.0));
        if best >= high {
            break;
        }
    }
    best
}

/// How many pieces the side to move has more than its opponent.
fn balance(position: Position) -> Material {
    let pieces = |side: Side| position.pieces(side).all().len() as i32;
    let side = position.side_to_move();
    Material(pieces(side) - pieces(side.opponent()))
}

/// What a ballot is drawn with: the same seed draws the same opening from the same deck, on any
/// machine and in any release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BallotSeed(pub u64);

/// Openings to draw from, ordered by their moves or as a federation numbers them.
///
/// ```
/// use retrograde_db::draughts::{Deck, Restriction, Rules};
///
/// let rules = &Rules::ENGLISH;
/// let every = Deck::every_sequence(rules, Restriction::ThreeMove);
/// assert_eq!(every.openings().len(), 302);
/// assert_eq!(every.openings()[0].to_string(), "9-13 21-17 5-9");
/// assert_eq!(every.without_transpositions().openings().len(), 216);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    openings: Vec<Opening>,
}

impl Deck {
    /// A deck of these openings.
    pub(super) const fn of(openings: Vec<Opening>) -> Deck {
        Deck { openings }
    }

    /// Every sequence of legal moves from the start of the game.
    #[must_use]
    pub fn every_sequence(rules: &Rules, restriction: Restriction) -> Deck {
        let mut openings = vec![Opening { moves: Vec::new(), position: Position::start() }];
        for _ in 0..restriction.plies() {
            openings = openings.iter().flat_map(|opening| one_move_longer(rules, opening)).collect();
        }
        Deck { openings }
    }

    /// The sequences that people play from: no two with one position, none that loses material.
    #[must_use]
    pub fn playable(rules: &Rules, restriction: Restriction) -> Deck {
        Deck::every_sequence(rules, restriction).without_transpositions().without_material_losses(rules)
    }

    /// Of the sequences that lead to one position, the first.
    #[must_use]
    pub fn without_transpositions(mut self) -> Deck {
        let mut seen = HashSet::new();
        self.openings.retain(|opening| seen.insert(opening.position));
        self
    }

    /// Those in which neither side [loses material](Opening::loses_material).
    #[must_use]
    pub fn without_material_losses(mut self, rules: &Rules) -> Deck {
        self.openings.retain(|opening| !opening.loses_material(rules));
        self
    }

    /// The openings.
    #[must_use]
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// One of them, each as likely as any other over all seeds; `None` where there is none.
    #[must_use]
    pub fn draw(&self, seed: BallotSeed) -> Option<&Opening> {
        // The hash is even over 64 bits; the upper half of the product is even over the deck, up to
        // one part in 2^55.
        let random = u128::from(xxh3_64_with_seed(b"ballot", seed.0));
        let place = (random * self.openings.len() as u128) >> 64;
        self.openings.get(place as usize)
    }
}

/// Every opening that goes on with one more move.
fn one_move_longer(rules: &Rules, opening: &Opening) -> Vec<Opening> {
    let extend = |mv: &Move| {
        let moves = opening.moves.iter().chain([mv]).copied().collect();
        Opening { moves, position: opening.position.play(rules, mv) }
    };
    opening.position.legal_moves(rules).iter().map(extend).collect()
}
