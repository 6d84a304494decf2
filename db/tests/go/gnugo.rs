//! Positions of random games against GNU Go, where it is installed (Debian package `gnugo`).
//!
//! GNU Go is told each move and asked for all that are legal. It plays on square boards only. On two
//! kinds of plays the two may differ, and both are counted. GNU Go does not count the empty board before
//! the first move as visited, so it allows a play that brings that back. And it does not see a suicide of
//! two or more stones that brings an earlier board back: one player puts a stone into a corner, the
//! other passes, the first adds a stone and loses both. Positional superko has no exception for that, and
//! the naive board of these tests agrees.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use retrograde_db::go::{Colour, Game, IllegalPlay, Move, Point, PointSet, Rules, Suicide};

use crate::naive::Random;

/// GNU Go over its text protocol.
struct GnuGo {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    /// Starts it; `None` where it is not installed.
    fn start(options: &[&str]) -> Option<GnuGo> {
        let names = ["gnugo", "/usr/games/gnugo"];
        let mut child = names.iter().find_map(|name| {
            let mut command = Command::new(name);
            command.args(["--mode", "gtp"]).args(options);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()
        })?;
        let input = child.stdin.take()?;
        let output = BufReader::new(child.stdout.take()?);
        Some(GnuGo { child, input, output })
    }

    /// What it answers to a command.
    fn ask(&mut self, command: &str) -> Result<String, String> {
        writeln!(self.input, "{command}").unwrap();
        self.input.flush().unwrap();
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "it ended at {command}");
            if line.trim().is_empty() && !answer.is_empty() {
                break;
            }
            answer.push_str(line.trim_end());
            answer.push(' ');
        }
        match answer.trim().strip_prefix('=') {
            Some(text) => Ok(text.trim().to_owned()),
            None => Err(answer),
        }
    }

    /// The plays that it says are legal.
    fn legal_plays(&mut self, game: &Game) -> PointSet {
        let player = if game.to_move() == Colour::Black { "black" } else { "white" };
        let answer = self.ask(&format!("all_legal {player}")).unwrap();
        let size = game.board().size();
        let point = |text: &str| match Move::read(text, size) {
            Ok(Move::Play(point)) => point,
            other => panic!("{text}: {other:?}"),
        };
        answer.split_whitespace().map(point).collect()
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

/// Whether a play takes off stones of the player.
fn is_suicide(game: &Game, point: Point) -> bool {
    let played = game.board().play(game.to_move(), point);
    played.is_some_and(|played| !played.suicide.is_empty())
}

/// Plays games, and gives how many positions were compared, and how many plays GNU Go takes for legal
/// for one of the two reasons above.
fn compare(rules: &'static Rules, options: &[&str], games: u64) -> Option<(u32, u32)> {
    let mut gnugo = GnuGo::start(options)?;
    let (mut positions, mut excused_plays) = (0, 0);
    for seed in 0..games {
        let mut random = Random::new(seed + 5);
        let side = 2 + random.below(4);
        let size = format!("{side}x{side}").parse().unwrap();
        gnugo.ask(&format!("boardsize {side}")).unwrap();
        gnugo.ask("clear_board").unwrap();
        let mut game = Game::new(rules, size);
        for _ in 0..60 {
            let (found, plays) = (gnugo.legal_plays(&game), game.legal_plays());
            let overlooked = |&point: &Point| match game.check(point) {
                Err(IllegalPlay::Superko { turn, .. }) => turn == 0 || is_suicide(&game, point),
                _ => false,
            };
            let excused: PointSet = game.board().vacant().iter().filter(overlooked).collect();
            assert_eq!(found - excused, plays, "{}, {}", rules.name, game.position());
            excused_plays += (found & excused).len();
            positions += 1;
            let points: Vec<Point> = plays.iter().collect();
            // Two passes would end the game, so there is one at most.
            let passed = game.position().passed;
            let mv = match points.len() {
                0 if passed => break,
                0 => Move::Pass,
                _ if !passed && random.below(10) == 0 => Move::Pass,
                many => Move::Play(points[random.below(many)]),
            };
            let player = if game.to_move() == Colour::Black { "black" } else { "white" };
            gnugo.ask(&format!("play {player} {}", mv.on(size))).unwrap();
            game.make(mv).unwrap();
        }
    }
    Some((positions, excused_plays))
}

#[test]
#[ignore = "needs gnugo, which .ci/run installs"]
fn gnu_go_agrees() {
    for rules in
        [&Rules::TROMP_TAYLOR, &Rules::SIMPLIFIED_ING, &Rules::AGA, &Rules::NEW_ZEALAND, &Rules::CHINESE]
    {
        let superko = match rules.repetition {
            retrograde_db::go::Repetition::Positional => "--positional-superko",
            retrograde_db::go::Repetition::Situational => "--situational-superko",
        };
        let suicide = match rules.suicide {
            Suicide::Allowed => "--allow-suicide",
            Suicide::Forbidden => "--forbid-suicide",
        };
        let Some((positions, excused_plays)) = compare(rules, &[superko, suicide], 60) else {
            // The name says so: where it is wanted and not there, the run that wants it fails.
            assert!(std::env::var_os("RETROGRADE_GNUGO").is_none(), "gnugo is not installed");
            eprintln!("gnugo is not installed: nothing was compared");
            return;
        };
        eprintln!(
            "{}: {positions} positions, {excused_plays} plays that only GNU Go takes for legal",
            rules.name
        );
        assert!(positions > 500);
    }
}
