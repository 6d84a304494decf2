//! A game with its whole history, from the start to its result.
//!
//! ```
//! use retrograde_db::go::{Game, GameState, IllegalPlay, Move, Rules};
//!
//! let size = "1x2".parse().unwrap();
//! let mut game = Game::new(&Rules::TROMP_TAYLOR, size);
//! for text in ["A1", "B1"] {
//!     game.make(Move::read(text, size).unwrap()).unwrap();
//! }
//! // White's stone has taken Black's. Taking it back would repeat the board after turn 1.
//! let corner = size.point(0, 0).unwrap();
//! assert_eq!(game.check(corner), Err(IllegalPlay::Superko { turn: 1, same_player: false }));
//! game.make(Move::Pass).unwrap();
//! game.make(Move::Pass).unwrap();
//! let GameState::Over(outcome) = game.state() else { panic!("two passes end it") };
//! assert_eq!(outcome.to_string(), "White by 2: two passes");
//! ```

use super::legality::check_play;
use super::{
    Board, BoardSize, Colour, Count, EndReason, Ending, GameState, IllegalPlay, Komi, Move, MoveError,
    MoveFault, Outcome, Played, Point, PointSet, Position, Rules, Score, Situation,
};

/// A game: rules, komi, and all that has happened.
#[derive(Clone, Debug)]
pub struct Game {
    rules: &'static Rules,
    komi: Komi,
    handicap: u8,
    /// From the start to the present, one more than there were turns.
    history: Vec<Situation>,
    /// Stones of Black and of White that the opponent holds.
    lost: [u32; 2],
    /// Passes since the last play, or since play was resumed where that begins a new count.
    passes: u8,
    /// What the last pass proposed.
    proposal: Option<Score>,
    /// How often play has stopped.
    stops: u8,
    state: GameState,
}

impl Game {
    /// An even game from the empty board, with the komi of the rules.
    #[must_use]
    pub fn new(rules: &'static Rules, size: BoardSize) -> Game {
        Game::from_position(rules, Position::start(size))
    }

    /// A game that goes on from a position, of which nothing earlier is known.
    #[must_use]
    pub fn from_position(rules: &'static Rules, position: Position) -> Game {
        let Position { board, to_move, passed } = position;
        Game {
            rules,
            komi: rules.komi_for(0),
            handicap: 0,
            history: vec![Situation { board, to_move }],
            lost: [0; 2],
            passes: passed.into(),
            proposal: passed.then(|| board.score()),
            stops: 0,
            state: GameState::Playing,
        }
    }

    /// A game in which Black has put handicap stones on these points, and White begins; with the
    /// handicap komi of the rules. `None` where a point is not on the board or none is left for
    /// liberties.
    #[must_use]
    pub fn with_handicap(rules: &'static Rules, size: BoardSize, stones: PointSet) -> Option<Game> {
        let board = Board::new(size, stones, PointSet::EMPTY).ok()?;
        let to_move = if stones.is_empty() { Colour::Black } else { Colour::White };
        let game = Game::from_position(rules, Position { board, to_move, passed: false });
        Some(game.with_handicap_stones(stones.len() as u8))
    }

    /// The same game, of whose stones at the start so many are Black's handicap; with the komi that the
    /// rules have for that.
    #[must_use]
    pub fn with_handicap_stones(self, handicap: u8) -> Game {
        Game { handicap, komi: self.rules.komi_for(handicap), ..self }
    }

    /// The same game with another komi.
    #[must_use]
    pub fn with_komi(self, komi: Komi) -> Game {
        Game { komi, ..self }
    }

    /// Its rules.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Its komi.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// Whether turns can be made, an agreement is waited for, or the game is over.
    #[must_use]
    pub const fn state(&self) -> GameState {
        self.state
    }

    /// All situations from the start to the present, one more than there were turns.
    #[must_use]
    pub fn history(&self) -> &[Situation] {
        &self.history
    }

    /// The present board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.now().board
    }

    /// Whose turn it is, or would be.
    #[must_use]
    pub fn to_move(&self) -> Colour {
        self.now().to_move
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> Position {
        let Situation { board, to_move } = self.now();
        Position { board, to_move, passed: self.passes % 2 == 1 }
    }

    /// Stones of a colour that the opponent holds: taken, or handed over with a pass.
    #[must_use]
    pub const fn lost_stones(&self, colour: Colour) -> u32 {
        self.lost[colour as usize]
    }

    fn now(&self) -> Situation {
        *self.history.last().expect("a history holds the start")
    }

    /// What a play on a point would do.
    ///
    /// # Errors
    /// Why it is not allowed.
    pub fn check(&self, point: Point) -> Result<Played, IllegalPlay> {
        check_play(self.rules, &self.history, point)
    }

    /// The points on which the player to move may play.
    #[must_use]
    pub fn legal_plays(&self) -> PointSet {
        self.board().vacant().iter().filter(|&point| self.check(point).is_ok()).collect()
    }

    /// Makes a turn. A pass where passes carry a score proposes that of the board.
    ///
    /// # Errors
    /// Where it is not allowed, or no turn can be made now. The game is as before then.
    pub fn make(&mut self, mv: Move) -> Result<(), MoveError> {
        match mv {
            Move::Play(point) => self.play(point),
            Move::Pass => self.pass_proposing(self.board().score()),
        }
    }

    fn error(&self, mv: Move, fault: MoveFault) -> MoveError {
        let Situation { board, to_move } = self.now();
        MoveError { turn: self.history.len(), player: to_move, mv, size: board.size(), fault }
    }

    fn check_playing(&self, mv: Move) -> Result<(), MoveError> {
        match self.state {
            GameState::Playing => Ok(()),
            GameState::Stopped => Err(self.error(mv, MoveFault::Stopped)),
            GameState::Over(_) => Err(self.error(mv, MoveFault::Over)),
        }
    }

    fn play(&mut self, point: Point) -> Result<(), MoveError> {
        let mv = Move::Play(point);
        self.check_playing(mv)?;
        let played = self.check(point).map_err(|fault| self.error(mv, MoveFault::Illegal(fault)))?;
        let to_move = self.to_move();
        self.lost[to_move.opponent() as usize] += played.captured.len();
        self.lost[to_move as usize] += played.suicide.len();
        self.history.push(Situation { board: played.board, to_move: to_move.opponent() });
        (self.passes, self.proposal) = (0, None);
        Ok(())
    }

    /// Passes, and proposes a score, which counts only in rules where passes do that.
    ///
    /// # Errors
    /// Where no turn can be made now.
    pub fn pass_proposing(&mut self, score: Score) -> Result<(), MoveError> {
        self.check_playing(Move::Pass)?;
        let Situation { board, to_move } = self.now();
        self.lost[to_move as usize] += 1;
        self.history.push(Situation { board, to_move: to_move.opponent() });
        self.passes += 1;
        let agreed = self.proposal.replace(score) == Some(score);
        let all_alive = |reason| Some((PointSet::EMPTY, reason));
        let end = match self.rules.ending {
            Ending::TwoPasses if self.passes >= 2 => all_alive(EndReason::TwoPasses),
            // Four passes come first: the fourth one can't settle another score.
            Ending::EqualProposals if self.passes >= 4 => all_alive(EndReason::FourPasses),
            Ending::EqualProposals if self.passes >= 2 && agreed => {
                let outcome = self.outcome(score, EndReason::EqualProposals { score });
                self.state = GameState::Over(outcome);
                None
            }
            Ending::AgreeOrResume if self.passes >= 4 => all_alive(EndReason::FourPasses),
            Ending::AgreeOrResumeOnce if self.passes >= 2 && self.stops >= 1 => {
                all_alive(EndReason::SecondStop)
            }
            Ending::AgreeOrResume | Ending::AgreeOrResumeOnce if self.passes == 2 => {
                self.stops += 1;
                self.state = GameState::Stopped;
                None
            }
            _ => None,
        };
        if let Some((dead, reason)) = end {
            self.finish(dead, reason);
        }
        Ok(())
    }

    /// Both players agree that these stones, whole chains, are dead and all others alive. That ends
    /// the game. Gives whether play had stopped and the stones are whole chains; where not, nothing
    /// is changed.
    #[must_use]
    pub fn agree(&mut self, dead: PointSet) -> bool {
        let board = self.board();
        let whole = dead.iter().all(|point| {
            board.at(point).is_some_and(|colour| (board.chain(colour, point) - dead).is_empty())
        });
        if self.state != GameState::Stopped || !whole {
            return false;
        }
        self.finish(dead, EndReason::Agreement { dead });
        true
    }

    /// The players do not agree: play goes on, with the opponent of who passed last. Gives whether it
    /// had stopped.
    #[must_use]
    pub fn resume(&mut self) -> bool {
        if self.state != GameState::Stopped {
            return false;
        }
        if self.rules.ending == Ending::AgreeOrResumeOnce {
            self.passes = 0;
        }
        self.state = GameState::Playing;
        true
    }

    /// This player is to move now, whoever it was, and play goes on where it had ended or stopped:
    /// protocols such as GTP allow both. Nothing changes where the player could move anyway.
    ///
    /// To hand the turn over is not a pass: the count of passes begins anew, and no stone changes
    /// hands. The board with this player to move counts as visited.
    ///
    /// ```
    /// use retrograde_db::go::{Colour, Game, GameState, Move, Rules};
    ///
    /// let mut game = Game::new(&Rules::TROMP_TAYLOR, "1x2".parse().unwrap());
    /// game.make(Move::Pass).unwrap();
    /// game.turn_to(Colour::Black);
    /// assert_eq!(game.position().to_string(), ".. X");
    /// game.make(Move::Pass).unwrap();
    /// assert_eq!(game.state(), GameState::Playing);
    /// ```
    pub fn turn_to(&mut self, player: Colour) {
        let Situation { board, to_move } = self.now();
        if self.state == GameState::Playing && to_move == player {
            return;
        }
        if to_move != player {
            self.history.push(Situation { board, to_move: player });
        }
        (self.passes, self.proposal, self.state) = (0, None, GameState::Playing);
    }

    fn finish(&mut self, dead: PointSet, reason: EndReason) {
        let board = self.board();
        for colour in Colour::BOTH {
            self.lost[colour as usize] += (board.stones(colour) & dead).len();
        }
        // White makes the last move: where Black has passed last, White hands over one more stone.
        if self.rules.counting == super::Counting::PassStones && self.to_move() == Colour::White {
            self.lost[Colour::White as usize] += 1;
        }
        let board = board.without(dead);
        self.state = GameState::Over(self.outcome(Count::of(board).area(), reason));
    }

    fn outcome(&self, score: Score, reason: EndReason) -> Outcome {
        // See `Count`: what area counting owes White for handicap stones where others count territory.
        let owed = match self.rules.counting {
            super::Counting::PassStones => Komi(2 * i32::from(self.handicap.saturating_sub(1))),
            _ => Komi(0),
        };
        Outcome { score, compensation: owed, margin: score.margin(self.komi + owed), reason }
    }

    /// What the other ways of counting give once the game is over: territory with prisoners for rules
    /// with pass stones, else the same as area. `None` before.
    ///
    /// It is the same as [`Outcome::score`] less the compensation in games from the empty board or
    /// from handicap stones; turns before another start are not known here, and may be missing.
    #[must_use]
    pub fn territory(&self) -> Option<i32> {
        let GameState::Over(outcome) = self.state else { return None };
        let dead = match outcome.reason {
            EndReason::Agreement { dead } => dead,
            _ => PointSet::EMPTY,
        };
        Some(Count::of(self.board().without(dead)).territory(self.lost))
    }
}
