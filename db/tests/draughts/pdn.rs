//! PDN: what is written is read as the same, whatever it is.

use proptest::prelude::*;
use retrograde_db::draughts::pdn::{
    Comment, Game, GameResult, Line, LineError, Nag, Strength, Tag, TagError, read_games, write_games,
};
use retrograde_db::draughts::{Position, Rules, Side};

use crate::random::positions;

const RULES: &Rules = &Rules::ENGLISH;

/// What is done to a line next; numbers choose among the legal moves.
#[derive(Clone, Debug)]
enum Step {
    Play(usize),
    Mark(&'static str),
    Comment(String),
    Nag(u8),
    SetUp(Position),
    Variation(Vec<Step>),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => any::<usize>().prop_map(Step::Play),
        1 => prop::sample::select(vec!["!", "?", "!?", "(!)", "(??)"]).prop_map(Step::Mark),
        1 => "\\PC{0,20}|[a-z {}%\n\\[\\]\"*]{0,90}".prop_map(Step::Comment),
        1 => any::<u8>().prop_map(Step::Nag),
        1 => positions().prop_map(Step::SetUp),
    ];
    let line = prop::collection::vec(step, 0..20);
    line.prop_recursive(3, 60, 4, |inner| {
        let step = prop_oneof![
            3 => any::<usize>().prop_map(Step::Play),
            1 => inner.prop_map(Step::Variation),
        ];
        prop::collection::vec(step, 0..10)
    })
}

fn follow(line: &mut Line, steps: &[Step]) {
    for step in steps {
        match step {
            Step::Play(choice) => {
                let legal = line.position().legal_moves(RULES);
                if let Some(mv) = legal.get(choice % legal.len().max(1)) {
                    line.play(*mv).unwrap();
                }
            }
            Step::Mark(marks) => {
                line.mark(Strength::from_marks(marks).unwrap());
            }
            Step::Comment(text) => line.comment(Comment::new(text)),
            Step::Nag(number) => line.nag(Nag(*number)),
            Step::SetUp(position) => line.set_up(*position),
            Step::Variation(steps) => {
                let mut variation = Line::new(line.before_last_move());
                follow(&mut variation, steps);
                if !variation.items().is_empty() {
                    line.variation(variation).unwrap();
                }
            }
        }
    }
}

fn results() -> impl Strategy<Value = GameResult> {
    prop_oneof![
        Just(GameResult::Win(Side::Black)),
        Just(GameResult::Win(Side::White)),
        Just(GameResult::Draw),
        Just(GameResult::BothLose),
        Just(GameResult::Unknown),
        "[A-Z][a-z\"\\\\ ]{0,10}[a-z]".prop_map(GameResult::Other),
    ]
}

fn games() -> impl Strategy<Value = Game> {
    let start = prop_oneof![Just(Position::start()), positions()];
    let values = prop::collection::vec("\\PC{0,12}|[\\\\\"\\] a]{0,8}", 0..4);
    (start, steps(), values, results()).prop_map(|(start, steps, values, result)| {
        let mut game = Game::new(start);
        follow(&mut game.line, &steps);
        let names = ["Event", "Site", "White_2", "black"];
        game.tags = names.iter().zip(&values).map(|(name, value)| Tag::new(name, value).unwrap()).collect();
        game.result = result;
        game
    })
}

/// The text of games, as a file has it.
fn file(games: &[Game]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_games(&mut bytes, games).unwrap();
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn reading_undoes_writing(games in prop::collection::vec(games(), 0..4)) {
        let read: Result<Vec<Game>, _> = read_games(&file(&games)).into_iter().collect();
        prop_assert_eq!(read, Ok(games));
    }

    #[test]
    fn what_is_read_is_written_and_read_as_the_same(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "11-15", "22-18", "15x22", "26x17", "9-13", "23-19", "16x23", "31x31", "18x2", "1.", "...",
                "1-0", "0-1", "1-1", "1/2-1/2", "0-0", "*", "BW", "!", "(?)", "?!", "$7", "$300", "{a [b]}",
                "{", "}", "(", ")", "%", ";", "\n", "\n\n", "\n[Event \"a\"]\n", "\n[Event \"b\\\"]\"]\n",
                "\n[FEN \"W:WK31:B18,19,26,27\"]\n", "\n[Result \"1-0\"]\n", "\n[Result \"x\"]\n",
                "/FEN \"W:W18:B6,7,14,15\"/", "/", "[", "\n[SetUp \"1\"]\n", "\u{e7}",
            ]),
            0..30,
        ),
        glue in prop::sample::select(vec![" ", "", "\r\n"]),
    ) {
        let games: Vec<Game> = read_games(words.join(glue).as_bytes()).into_iter().filter_map(Result::ok).collect();
        let again: Result<Vec<Game>, _> = read_games(&file(&games)).into_iter().collect();
        prop_assert_eq!(again, Ok(games));
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for error in read_games(&bytes).into_iter().filter_map(Result::err) {
            prop_assert!(error.line <= 1 + bytes.len());
            prop_assert!(!error.to_string().is_empty());
        }
    }
}

#[test]
fn lines_of_text_are_short() {
    let mut line = Line::new(Position::start());
    for _ in 0..60 {
        let Some(mv) = line.position().legal_moves(RULES).first().copied() else { break };
        line.play(mv).unwrap();
    }
    let game = Game { tags: Vec::new(), line, result: GameResult::Unknown };
    let text = game.to_string();
    assert!(text.lines().all(|line| line.len() <= 79), "{text}");
    assert!(text.lines().skip(3).any(|line| line.len() > 60), "{text}");
}

#[test]
fn a_line_takes_only_what_fits() {
    let start = Position::start();
    let mut line = Line::new(start);
    let mv = start.read_move(RULES, "11-15").unwrap();
    line.play(mv).unwrap();
    let position = line.position();
    assert_eq!(line.play(mv), Err(LineError::Illegal { mv, position }));
    let elsewhere = Line::new(position);
    let error = LineError::VariationStart { expected: start, found: position };
    assert_eq!(line.variation(elsewhere), Err(error));
    assert_eq!(line.variation(Line::new(start)), Err(LineError::EmptyVariation));
    let mut deep = Line::new(start);
    deep.comment(Comment::new("the innermost"));
    for depth in 1..=Line::MAX_DEPTH + 1 {
        let mut outer = Line::new(start);
        let expected = if depth <= Line::MAX_DEPTH { Ok(()) } else { Err(LineError::TooDeep) };
        assert_eq!(outer.variation(deep), expected, "{depth}");
        deep = outer;
    }
    assert!(line.mark(Strength::from_marks("!").unwrap()));
    assert!(!line.mark(Strength::from_marks("?").unwrap()), "it has a strength already");
}

#[test]
fn tags_and_marks_are_checked() {
    for name in ["", "1st", "A b", "\u{c9}v", "A\"", "a-b"] {
        assert_eq!(Tag::new(name, ""), Err(TagError::Name { name: name.to_owned() }));
    }
    for name in ["GameType", "Result", "SetUp", "FEN"] {
        assert_eq!(Tag::new(name, "1"), Err(TagError::Own { name: name.to_owned() }));
    }
    assert_eq!(Tag::new("Event", "a\nb").unwrap().value(), "a b");
    for marks in ["", "()", "(", "!)", "(!", "((!))", "!x", "*"] {
        assert_eq!(Strength::from_marks(marks), None, "{marks:?}");
    }
}
