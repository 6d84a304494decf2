//! PDN: games and problems in text files, after the *PDN 3.0* standard (<http://pdn.fmjd.org>) for
//! its game type 21, English draughts.
//!
//! ```text
//! [Event "Glasgow"]                    tags: what is said of the game
//! [GameType "21"]
//! [Result "1-0"]                       Black, who moves first, has won
//!
//! 1. 11-15 23-19 2. 8-11! {sound} (2. 9-14 $6 22-17) 1-0
//! ```
//!
//! [`read_games`] reads a file, [`write_games`] writes one; a [`Game`] is its [`Tag`]s, its [`Line`]
//! and its [`GameResult`]. A line knows every position and takes legal moves only, so whoever has a
//! game can replay it. What was read is written, and read again as the same.
//!
//! The reader takes more than the writer gives, because files are not what standards say:
//!
//! 1. UTF-8 with a byte order mark or without, Latin-1, and files with lines of both; any ends of
//!    lines; blanks anywhere between words.
//! 2. Moves in all the ways of [`Position::read_move`](super::Position::read_move): short or with the
//!    whole route, `x`, `:` or `-` for either kind. A dash does for a hyphen.
//! 3. Move numbers right, wrong or missing, glued to moves or not. They are not checked.
//! 4. Marks of strength glued or behind a blank. A star glued to a move is the glyph `$7`, forced; a
//!    star by itself ends the game.
//! 5. `%` up to the end of the line is nothing, `;` up to the end of the line a comment.
//! 6. Results as [`GameResult::from_text`] has them. `BW`, `RW` and `WW` end a game too.
//! 7. Games without tags, without moves, or without a result at the end. A tag behind moves begins a
//!    game; so does a tag behind an empty line if the game has one of that name.
//! 8. Quotation marks in the value of a tag.
//!
//! What it does not take: other game types, squares such as `e3`, jumps of one capture as moves of
//! their own. A game with a fault is a [`PdnError`] with the line where it is, never part of a game;
//! the next one is read.
//!
//! ```
//! use retrograde_db::draughts::Side;
//! use retrograde_db::draughts::pdn::{GameResult, read_games};
//!
//! let file = b"[Event \"One\"]\n1. 11-15 23-19 2. 9-15 1-0\n\n[Event \"Two\"]\n1. 11-15! 1-0\n";
//! let [Err(broken), Ok(game)] = &read_games(file)[..] else { panic!("one of two is broken") };
//! assert!(broken.to_string().starts_with("game 1, line 2: move \"9-15\" is not legal in B:"));
//! assert_eq!(game.tag("Event"), Some("Two"));
//! assert_eq!(game.result, GameResult::Win(Side::Black));
//! assert!(game.to_string().ends_with("\n\n1. 11-15! 1-0\n"));
//! ```

mod comment;
mod cursor;
mod decode;
mod error;
mod game;
mod header;
mod line;
mod reader;
mod result;
mod tag;
mod token;
mod writer;

pub use comment::{Comment, Nag, Strength};
pub use error::{PdnError, PdnFault};
pub use game::Game;
pub use line::{Item, Line, LineError, PlayedMove};
pub use reader::read_games;
pub use result::GameResult;
pub use tag::{Tag, TagError};
pub use writer::write_games;
