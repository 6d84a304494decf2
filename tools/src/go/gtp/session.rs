//! A game that commands act on, and the commands.
//!
//! The protocol lets anyone move at any time. Where a player moves out of turn the turn is handed over
//! first (`Game::turn_to`), as it is after two passes: that is not a pass, so the next one does not
//! end the game; and under situational superko the board with that player to move counts as visited.

use std::fs;

use retrograde_db::go::{BoardSize, Colour, Game, Komi, Move, MoveError, Point, Position, Rules, Sgf};

use super::super::adviser::Adviser;
use super::super::show::draw;
use super::katago;
use super::line::Line;

/// The text of an answer, or of a failure.
type Answer = Result<String, String>;
/// What does a command.
type Action = fn(&mut Session, &[&str]) -> Answer;

/// All commands, in the order in which they are listed.
const COMMANDS: [(&str, Action); 23] = [
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("Retrograde".to_owned())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, arguments| {
        Ok(COMMANDS.iter().any(|(name, _)| arguments.first() == Some(name)).to_string())
    }),
    ("list_commands", |_, _| Ok(COMMANDS.map(|(name, _)| name).join("\n"))),
    ("quit", Session::quit),
    ("boardsize", Session::boardsize),
    ("rectangular_boardsize", Session::boardsize),
    ("clear_board", |session, _| session.clear(session.start.board.size())),
    ("komi", Session::set_komi),
    ("play", Session::play),
    ("genmove", |session, arguments| session.generate(arguments, true)),
    ("reg_genmove", |session, arguments| session.generate(arguments, false)),
    ("undo", Session::undo),
    ("final_score", Session::final_score),
    ("final_status_list", Session::final_status_list),
    ("showboard", |session, _| Ok(format!("\n{}", draw(&session.game)))),
    ("time_settings", |_, arguments| numbers(arguments, 3)),
    ("time_left", |_, arguments| {
        let (player, times) = arguments.split_first().ok_or_else(syntax_error)?;
        colour(player)?;
        numbers(times, 2)
    }),
    ("kata-get-rules", |session, _| Ok(katago::describe(session.rules))),
    ("kata-set-rules", Session::set_rules),
    ("gogui-play_sequence", Session::play_sequence),
    ("loadsgf", Session::load_sgf),
];

/// The game, and whom to ask about it.
pub(super) struct Session {
    adviser: Box<dyn Adviser>,
    /// Whether moves are generated where the value is open.
    play_on: bool,
    rules: &'static Rules,
    komi: Komi,
    start: Position,
    turns: Vec<(Colour, Move)>,
    /// What the turns lead to from the start.
    game: Game,
    over: bool,
}

fn syntax_error() -> String {
    "syntax error".to_owned()
}

/// Reads the name of a colour.
fn colour(text: &str) -> Result<Colour, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Colour::Black),
        "w" | "white" => Ok(Colour::White),
        _ => Err(syntax_error()),
    }
}

/// Takes so many whole numbers, of which nothing is made: a move takes as long as it takes.
fn numbers(words: &[&str], count: usize) -> Answer {
    let whole = words.iter().all(|word| word.parse::<u32>().is_ok());
    if whole && words.len() == count { Ok(String::new()) } else { Err(syntax_error()) }
}

/// Whether a text has the form of a vertex: on some board, if not on this one.
fn is_vertex(text: &str) -> bool {
    let digits =
        text.strip_prefix(|letter: char| letter.is_ascii_alphabetic() && !letter.eq_ignore_ascii_case(&'i'));
    digits.and_then(|digits| digits.parse::<u8>().ok()).is_some_and(|row| (1..=25).contains(&row))
}

/// The game of these turns.
fn replay(rules: &'static Rules, start: Position, turns: &[(Colour, Move)]) -> Result<Game, MoveError> {
    let mut game = Game::from_position(rules, start);
    for &(player, mv) in turns {
        game.turn_to(player);
        game.make(mv)?;
    }
    Ok(game)
}

impl Session {
    /// A session that begins with an empty board.
    pub(super) fn new(
        adviser: Box<dyn Adviser>,
        rules: &'static Rules,
        size: BoardSize,
        komi: Komi,
        play_on: bool,
    ) -> Session {
        let (start, game) = (Position::start(size), Game::new(rules, size));
        Session { adviser, play_on, rules, komi, start, turns: Vec::new(), game, over: false }
    }

    /// Whether the last command has been answered.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// The answer to a line, as it is to be written; `None` where it holds no command.
    pub(super) fn answer(&mut self, line: &[u8]) -> Option<String> {
        let line = Line::read(line)?;
        let arguments: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
        let answer = match COMMANDS.iter().find(|(name, _)| *name == line.name) {
            Some((_, action)) => action(self, &arguments),
            None => Err("unknown command".to_owned()),
        };
        Some(line.answer(&answer))
    }

    fn quit(&mut self, _: &[&str]) -> Answer {
        self.over = true;
        Ok(String::new())
    }

    /// A square board, or columns and rows.
    fn boardsize(&mut self, arguments: &[&str]) -> Answer {
        let sides: Option<Vec<u32>> = arguments.iter().map(|side| side.parse().ok()).collect();
        let (columns, rows) = match sides.as_deref() {
            Some(&[side]) => (side, side),
            Some(&[columns, rows]) => (columns, rows),
            _ => return Err(syntax_error()),
        };
        let side = |side: u32| u8::try_from(side).unwrap_or(u8::MAX);
        let size = BoardSize::new(side(rows), side(columns));
        self.clear(size.map_err(|_| "unacceptable size".to_owned())?)
    }

    fn clear(&mut self, size: BoardSize) -> Answer {
        self.start = Position::start(size);
        self.turns.clear();
        self.game = Game::from_position(self.rules, self.start);
        Ok(String::new())
    }

    fn set_komi(&mut self, arguments: &[&str]) -> Answer {
        let &[komi] = arguments else { return Err(syntax_error()) };
        if komi.parse::<f64>().is_err() {
            return Err(syntax_error());
        }
        self.komi = komi.parse().map_err(|error| format!("unacceptable komi: {error}"))?;
        Ok(String::new())
    }

    fn play(&mut self, arguments: &[&str]) -> Answer {
        self.play_sequence(arguments.get(..2).filter(|_| arguments.len() == 2).ok_or_else(syntax_error)?)
    }

    /// Several moves, `COLOUR MOVE COLOUR MOVE ...`; all of them or none.
    fn play_sequence(&mut self, arguments: &[&str]) -> Answer {
        let size = self.start.board.size();
        let mut game = self.game.clone();
        let mut turns = Vec::new();
        for pair in arguments.chunks(2) {
            let &[player, text] = pair else { return Err(syntax_error()) };
            let player = colour(player)?;
            let mv = match Move::read(text, size) {
                Ok(mv) => mv,
                Err(_) if is_vertex(text) => return Err("illegal move".to_owned()),
                Err(_) => return Err(syntax_error()),
            };
            game.turn_to(player);
            game.make(mv).map_err(|_| "illegal move".to_owned())?;
            turns.push((player, mv));
        }
        self.game = game;
        self.turns.extend(turns);
        Ok(String::new())
    }

    /// A perfect move, which is made or not.
    fn generate(&mut self, arguments: &[&str], make: bool) -> Answer {
        let &[player] = arguments else { return Err(syntax_error()) };
        let player = colour(player)?;
        let mut game = self.game.clone();
        game.turn_to(player);
        let found = match self.play_on {
            false => self.adviser.best(&game).map(|(mv, _)| mv),
            true => self.adviser.advise(&game).map(|advice| advice.mv),
        };
        let mv = found.map_err(|no_advice| no_advice.reason())?;
        let text = mv.on(self.start.board.size()).to_string();
        game.make(mv).map_err(|error| error.to_string())?;
        if make {
            self.game = game;
            self.turns.push((player, mv));
        }
        Ok(text)
    }

    fn undo(&mut self, _: &[&str]) -> Answer {
        let fewer = self.turns.len().checked_sub(1).ok_or("cannot undo")?;
        self.game =
            replay(self.rules, self.start, &self.turns[..fewer]).map_err(|error| error.to_string())?;
        self.turns.truncate(fewer);
        Ok(String::new())
    }

    /// The result of the board as it is, all stones alive.
    fn final_score(&mut self, _: &[&str]) -> Answer {
        let margin = self.game.board().score().margin(self.komi);
        let points = Komi(margin.0.abs());
        Ok(margin.winner().map_or("0".to_owned(), |winner| match winner {
            Colour::Black => format!("B+{points}"),
            Colour::White => format!("W+{points}"),
        }))
    }

    /// All stones are alive, chain by chain.
    fn final_status_list(&mut self, arguments: &[&str]) -> Answer {
        let board = self.game.board();
        match arguments {
            ["alive"] => {
                let mut lines = Vec::new();
                let mut rest = board.occupied();
                while let Some(point) = rest.first() {
                    let Some(colour) = board.at(point) else { break };
                    let chain = board.chain(colour, point);
                    let name = |point: Point| point.vertex(board.size()).to_string();
                    lines.push(chain.iter().map(name).collect::<Vec<_>>().join(" "));
                    rest = rest - chain;
                }
                Ok(lines.join("\n"))
            }
            ["dead" | "seki"] => Ok(String::new()),
            _ => Err(syntax_error()),
        }
    }

    /// Other rules for the same turns, which all have to be allowed. Komi stays.
    fn set_rules(&mut self, arguments: &[&str]) -> Answer {
        if arguments.is_empty() {
            return Err(syntax_error());
        }
        let rules = katago::read(&arguments.join(" "))?;
        let game = replay(rules, self.start, &self.turns);
        self.game = game.map_err(|error| format!("not allowed under these rules: {error}"))?;
        self.rules = rules;
        Ok(String::new())
    }

    /// `FILE [NUMBER]`: the game of a file, before the move of that number. Its komi is taken over.
    fn load_sgf(&mut self, arguments: &[&str]) -> Answer {
        let (file, number) = match *arguments {
            [file] => (file, None),
            [file, number] => (file, Some(number.parse::<usize>().map_err(|_| syntax_error())?)),
            _ => return Err(syntax_error()),
        };
        let fail = |reason: String| format!("cannot load file: {file}: {}", reason.replace('\n', " "));
        let bytes = fs::read(file).map_err(|error| fail(error.to_string()))?;
        let sgf: Result<Sgf, _> = String::from_utf8_lossy(&bytes).parse();
        let sgf = sgf.map_err(|error| fail(error.to_string()))?;
        let history = sgf.history().map_err(|error| fail(error.to_string()))?;
        let mut moves = history.moves;
        moves.truncate(number.map_or(usize::MAX, |number| number.saturating_sub(1)));
        let first = history.start.to_move;
        let players = [first, first.opponent()].into_iter().cycle();
        let turns: Vec<(Colour, Move)> = players.zip(moves).collect();
        let game = replay(self.rules, history.start, &turns).map_err(|error| fail(error.to_string()))?;
        (self.start, self.turns, self.game) = (history.start, turns, game);
        self.komi = sgf.komi.unwrap_or(self.komi);
        Ok(String::new())
    }
}
