//! Positions, histories and SGF: read, written, and refused.

use proptest::prelude::*;
use retrograde_db::go::{
    BoardIndex, BoardSize, Colour, History, Komi, Move, Point, Position, Rules, Sgf, SgfError, SgfPoint,
};

const SIZES: [&str; 8] = ["1x1", "1x25", "25x1", "2x3", "3x2", "4x4", "5x5", "2x12"];

fn any_position() -> impl Strategy<Value = Position> {
    (0..SIZES.len(), any::<u64>(), any::<bool>(), any::<bool>()).prop_map(|(size, number, black, passed)| {
        let index = BoardIndex::new(SIZES[size].parse().unwrap());
        let board = index.board(number % index.boards()).unwrap();
        Position { board, to_move: if black { Colour::Black } else { Colour::White }, passed }
    })
}

fn any_history() -> impl Strategy<Value = History> {
    (any_position(), prop::collection::vec(0..26u8, 0..9)).prop_map(|(start, numbers)| {
        let points = start.board.size().points();
        let mv = |number: u8| match Point::new(number) {
            Some(point) if number < points => Move::Play(point),
            _ => Move::Pass,
        };
        History { start, moves: numbers.into_iter().map(mv).collect() }
    })
}

fn any_sgf() -> impl Strategy<Value = Sgf> {
    let point = || (0..52u8, 0..52u8);
    let list = || prop::collection::vec(point(), 0..5);
    let facts = (1..=52u8, 1..=52u8, prop::option::of(-99..99i32), prop::option::of("\\PC{1,12}"));
    let rest = (prop::option::of(0..9u8), list(), list(), prop::option::of(any::<bool>()));
    let moves = prop::collection::vec((any::<bool>(), prop::option::of(point())), 0..9);
    (facts, rest, moves).prop_map(
        |((columns, rows, komi, rules), (handicap, black, white, player), moves)| {
            let at = |(column, row): (u8, u8)| SgfPoint { column: column % columns, row: row % rows };
            let colour = |black: bool| if black { Colour::Black } else { Colour::White };
            Sgf {
                columns,
                rows,
                komi: komi.map(Komi),
                rules,
                handicap,
                setup: [black, white].map(|list: Vec<(u8, u8)>| list.into_iter().map(at).collect()),
                player: player.map(colour),
                moves: moves.into_iter().map(|(black, point)| (colour(black), point.map(at))).collect(),
            }
        },
    )
}

proptest! {
    #[test]
    fn positions_are_read_as_they_were_written(position in any_position()) {
        let text = position.to_string();
        prop_assert_eq!(text.parse::<Position>(), Ok(position));
        let size: BoardSize = position.board.size().to_string().parse().unwrap();
        prop_assert_eq!(size, position.board.size());
    }

    #[test]
    fn histories_are_read_as_they_were_written(history in any_history()) {
        prop_assert_eq!(history.to_string().parse::<History>(), Ok(history.clone()));
    }

    #[test]
    fn histories_survive_sgf(history in any_history()) {
        let mut history = history;
        history.start.passed = false;
        let sgf = Sgf::of_history(&history);
        prop_assert_eq!(sgf.history(), Ok(history.clone()));
        prop_assert_eq!(sgf.to_string().parse::<Sgf>(), Ok(sgf.clone()));
    }

    #[test]
    fn sgf_is_read_as_it_was_written(sgf in any_sgf()) {
        prop_assert_eq!(sgf.to_string().parse::<Sgf>(), Ok(sgf.clone()));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[(;)\\[\\]\\\\BWASZ5:a-c /XO.xpas1\n]{0,40}") {
        let _ = text.parse::<Sgf>();
        let _ = text.parse::<History>();
        let _ = text.parse::<Position>();
        let _ = text.parse::<BoardSize>();
        let _ = text.parse::<Komi>();
        for size in SIZES {
            if let Ok(mv) = Move::read(&text, size.parse().unwrap()) {
                let size = size.parse().unwrap();
                prop_assert_eq!(Move::read(&mv.on(size).to_string(), size), Ok(mv));
            }
        }
    }
}

#[test]
fn vertices_have_no_i_and_count_from_the_bottom() {
    let size: BoardSize = "2x12".parse().unwrap();
    let texts: Vec<String> = size.all().iter().map(|point| point.vertex(size).to_string()).collect();
    assert_eq!(texts[..12], ["A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2", "J2", "K2", "L2", "M2"]);
    assert_eq!(texts[12], "A1");
    for text in ["I1", "A0", "A3", "N1", "", "A", "1", "A+1", "Ä1", "A1 "] {
        assert!(Move::read(text, size).is_err(), "{text:?}");
    }
}

#[test]
fn what_is_wrong_with_a_position_is_said() {
    for (text, expected) in [
        ("", "position \"\": a board of 1 rows and 0 columns: expected 1 to 25 points"),
        ("XX./.. O", "position \"XX./.. O\", row 2: 2 points, expected 3 as in the top row"),
        ("XA. O", "position \"XA. O\", row 1: 'A' is no point: expected X, O or a dot"),
        ("XX.", "position \"XX.\", player to move: expected X or O behind the board, found \"\""),
        ("XX. B", "position \"XX. B\", player to move: expected X or O behind the board, found \"B\""),
        ("XX. O now", "position \"XX. O now\": expected pass or nothing behind the player, found \"now\""),
        ("XO. O", "position \"XO. O\": the Black chain on A1 has no liberty: it could not be on the board"),
        ("XX. O after", "position \"XX. O after\": expected turns behind after, such as A1 or pass"),
        (
            "XX. O after D1",
            "position \"XX. O after D1\", turn 1: \"D1\" is no move on a board of 1x3: expected pass, or a \
             point from A1 to C1",
        ),
    ] {
        assert_eq!(text.parse::<History>().unwrap_err().to_string(), expected);
    }
    assert!("......../......../......../........ X".parse::<Position>().is_err());
}

#[test]
fn sgf_sizes_and_passes() {
    let sgf = |text: &str| text.parse::<Sgf>();
    let size = |text: &str| sgf(&format!("(;SZ[{text}])")).map(|sgf| (sgf.columns, sgf.rows));
    assert_eq!(size("5:3"), Ok((5, 3)));
    assert_eq!(size("5"), Ok((5, 5)));
    assert_eq!(sgf("(;B[aa])").map(|sgf| (sgf.columns, sgf.rows)), Ok((19, 19)));
    for text in ["0", "x", "", "53", "5:0", "5:", ":3", "+5", "5:3:2", "-1"] {
        assert_eq!(size(text), Err(SgfError::Size { found: text.to_owned() }));
    }
    let first = |text: &str| sgf(text).unwrap().moves[0].1;
    assert_eq!(first("(;SZ[5];B[])"), None);
    assert_eq!(first("(;SZ[5];B[tt])"), None);
    assert_eq!(first("(;SZ[19];B[tt])"), None);
    // The twentieth column and row, counted from 1.
    assert_eq!(first("(;SZ[21];B[tt])"), Some(SgfPoint { column: 19, row: 19 }));
    assert_eq!(first("(;SZ[21];B[])"), None);
    assert!(matches!(sgf("(;SZ[5];B[ff])"), Err(SgfError::Point { .. })));
    assert!(matches!(sgf("(;SZ[21];B[])").unwrap().history(), Err(SgfError::TooLarge(_))));
}

#[test]
fn sgf_with_all_that_is_allowed() {
    let text = "junk ( before (;\r\nFF[4] GM [1]SiZe[4:2]KM[-0.5]RU[Tromp\\]-\\\\Tay\\\nlor]C[a (;) \\] b]\nAB[aa:ba][dd]\
                ;W[da](;B[ca];W[cb])(;B[bb](;W[])(;W[cb])))(;SZ[19])";
    assert!(matches!(text.parse::<Sgf>(), Err(SgfError::Point { property, .. }) if property == "AB"));
    let sgf: Sgf = text.replace("[dd]", "[ab]").parse().unwrap();
    assert_eq!(sgf.rules.as_deref(), Some("Tromp]-\\Taylor"));
    assert_eq!(sgf.komi, Some(Komi(-1)));
    assert_eq!(sgf.moves.len(), 3);
    // With black stones only, White begins.
    assert_eq!(sgf.history().unwrap().to_string(), "XX../X... O after D2 C2 C1");
}

#[test]
fn sgf_that_is_refused() {
    for (text, expected) in [
        ("", "SGF, line 1: expected a game that begins with (;, found the end"),
        ("(;SZ[5]", "SGF, line 1: expected a node, a variation, or ) at the end, found the end"),
        ("(;SZ[5\n", "SGF, line 2: expected ] at the end of a value, found the end"),
        ("(;SZ)", "SGF, line 1: expected a property of capital letters, and [ behind it, found ')'"),
        ("(;GM[6])", "SGF, GM[6]: expected 1, which is Go"),
        ("(;SZ[5]PL[X])", "SGF, PL[X]: expected B or W"),
        ("(;SZ[5];AB[aa])", "SGF, node 2: AB behind the first node: only the beginning can be set up"),
        ("(;SZ[5];B[aa]W[bb])", "SGF, node 2: both B and W in one node"),
        ("(;SZ[5]KM[x])", "SGF, KM: \"x\" is no komi: expected whole or half points up to 1000, as in 7.5"),
    ] {
        assert_eq!(text.parse::<Sgf>().unwrap_err().to_string(), expected, "{text}");
    }
    let twice: Sgf = "(;SZ[5];B[aa];B[bb])".parse().unwrap();
    assert_eq!(
        twice.history().unwrap_err().to_string(),
        "SGF, move 2: Black moves twice in a row; write a pass between"
    );
}

#[test]
fn rules_that_sgf_names() {
    let rules = |text: &str| format!("(;SZ[5]RU[{text}])").parse::<Sgf>().unwrap().known_rules();
    assert_eq!(rules("AGA"), Some(&Rules::AGA));
    assert_eq!(rules("GOE"), Some(&Rules::SIMPLIFIED_ING));
    assert_eq!(rules("Tromp/Taylor"), Some(&Rules::TROMP_TAYLOR));
    assert_eq!(rules("tromp-taylor-agreement"), Some(&Rules::TROMP_TAYLOR_AGREEMENT));
    assert_eq!(rules("Japanese"), None);
}

#[test]
fn komi_is_in_half_points() {
    for (text, halves) in
        [("7.5", 15), ("7", 14), ("-0.5", -1), ("7.50", 15), ("0", 0), ("+3", 6), ("0.0", 0)]
    {
        assert_eq!(text.parse(), Ok(Komi(halves)), "{text}");
    }
    for text in ["", ".5", "5.", "7.25", "x", "--1", "1e3", "99999999999", "1001"] {
        assert!(text.parse::<Komi>().is_err(), "{text:?}");
    }
    for halves in -9..9 {
        assert_eq!(Komi(halves).to_string().parse(), Ok(Komi(halves)));
    }
}
