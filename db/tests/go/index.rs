//! The index: as many boards as published, numbered without gaps, images together.

use retrograde_db::go::{Board, BoardIndex, BoardSize, Colour};

use crate::naive::Grid;

const ROWS: &str = include_str!("../data/go-counts.csv");
/// Boards up to which every one is looked at.
const SMALL: u64 = 400_000;

/// A row of the published figures; `None` where a figure is not there.
struct Row {
    size: BoardSize,
    legal: u64,
    orbits: Option<u64>,
    plays: [Option<u64>; 2],
}

fn rows() -> impl Iterator<Item = Row> {
    ROWS.lines().filter(|row| !row.starts_with('#')).map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        let number = |place: usize| {
            Some(fields[place]).filter(|text| !text.is_empty()).map(|text| text.parse().unwrap())
        };
        let (size, legal) = (fields[0].parse().unwrap(), number(1).unwrap());
        Row { size, legal, orbits: number(2), plays: [number(3), number(4)] }
    })
}

#[test]
fn legal_boards_are_as_many_as_published() {
    let mut checked = 0;
    for row in rows() {
        let index = BoardIndex::new(row.size);
        assert_eq!(index.boards(), row.legal, "{}", row.size);
        let standing = BoardSize::new(row.size.columns(), row.size.rows()).unwrap();
        assert_eq!(BoardIndex::new(standing).boards(), row.legal, "{standing}");
        checked += 1;
    }
    assert_eq!(checked, 31);
}

/// All colourings of a board, legal or not, in no order.
fn colourings(rows: usize, columns: usize) -> impl Iterator<Item = Grid> {
    let points = rows * columns;
    (0..3usize.pow(points as u32)).map(move |mut code| {
        let mut grid = Grid::empty(rows, columns);
        for stone in &mut grid.stones {
            *stone = [None, Some(Colour::Black), Some(Colour::White)][code % 3];
            code /= 3;
        }
        grid
    })
}

#[test]
fn every_legal_colouring_has_a_number_of_its_own() {
    for text in ["1x1", "1x7", "7x1", "2x2", "2x4", "4x2", "3x3"] {
        let size: BoardSize = text.parse().unwrap();
        let index = BoardIndex::new(size);
        let mut seen = vec![false; index.boards() as usize];
        for grid in colourings(size.rows().into(), size.columns().into()) {
            let board = grid.text().parse::<Board>();
            assert_eq!(board.is_ok(), grid.is_legal(), "{}", grid.text());
            let Ok(board) = board else { continue };
            let number = index.number(board);
            assert!(!std::mem::replace(&mut seen[number as usize], true), "{board} is not the only {number}");
            assert_eq!(index.board(number), Some(board));
        }
        assert!(seen.into_iter().all(|seen| seen), "{text} has gaps");
        assert_eq!(index.board(index.boards()), None);
        assert_eq!(index.board(u64::MAX), None);
    }
}

/// The order of FORMAT.md: by stones, then by what stands on the points, read column by column.
#[test]
fn boards_are_in_the_documented_order() {
    for (rows, columns) in [(1, 5), (2, 3), (2, 4), (3, 3)] {
        let index = BoardIndex::new(BoardSize::new(rows as u8, columns as u8).unwrap());
        let key = |grid: &Grid| {
            let places = (0..columns).flat_map(|column| (0..rows).map(move |row| row * columns + column));
            let digit = |place: usize| match grid.stones[place] {
                None => 0,
                Some(Colour::Black) => 1,
                Some(Colour::White) => 2,
            };
            let code: Vec<u8> = places.map(digit).collect();
            (code.iter().filter(|&&digit| digit > 0).count(), code)
        };
        let mut legal: Vec<Grid> = colourings(rows, columns).filter(Grid::is_legal).collect();
        legal.sort_by_key(key);
        for (number, grid) in (0..).zip(&legal) {
            assert_eq!(index.board(number).unwrap().to_string(), grid.text());
        }
    }
}

#[test]
fn numbers_and_boards_are_inverse_on_large_boards() {
    for row in rows().filter(|row| row.legal > SMALL) {
        let index = BoardIndex::new(row.size);
        let mut last = None;
        for step in 0..2_000 {
            let number = (row.legal - 1) / 1_999 * step;
            let board = index.board(number).unwrap();
            assert_eq!(index.number(board), number, "{board}");
            let stones = board.occupied().len();
            assert!(
                last.is_none_or(|last| last <= stones) && index.boards_with(stones as u8).contains(&number)
            );
            last = Some(stones);
            assert!(Board::new(row.size, board.stones(Colour::Black), board.stones(Colour::White)).is_ok());
        }
    }
}

/// The images of a board under the symmetries, by moving its rows and columns as text.
fn images(board: Board) -> Vec<Board> {
    let mut images = Vec::new();
    let mut rows: Vec<Vec<char>> = board.to_string().split('/').map(|row| row.chars().collect()).collect();
    for _ in 0..2 {
        for _ in 0..2 {
            for _ in 0..2 {
                let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
                images.push(text.join("/").parse().unwrap());
                rows.reverse();
            }
            rows.iter_mut().for_each(|row| row.reverse());
        }
        if rows.len() == rows[0].len() {
            rows = (0..rows.len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
        }
    }
    images.sort();
    images.dedup();
    images
}

fn check_images(index: &BoardIndex) -> u64 {
    let mut orbits = 0;
    for number in 0..index.boards() {
        let board = index.board(number).unwrap();
        let images = images(board);
        let standard = index.standard(board);
        assert_eq!(usize::from(standard.images), images.len(), "{board}");
        let numbers: Vec<u64> = images.iter().map(|&image| index.number(image)).collect();
        assert_eq!(Some(standard.number), numbers.into_iter().min(), "{board}");
        assert_eq!(index.is_standard(board), standard.number == number);
        orbits += u64::from(standard.number == number);
    }
    orbits
}

#[test]
fn images_are_together() {
    let mut checked = 0;
    for row in rows().filter(|row| row.legal < 50_000) {
        let orbits = check_images(&BoardIndex::new(row.size));
        assert!(row.orbits.is_none_or(|expected| expected == orbits), "{}: {orbits} orbits", row.size);
        checked += u32::from(row.orbits.is_some());
    }
    assert_eq!(checked, 5);
}

/// Orbits and plays, without the naive images.
fn count_orbits(index: &BoardIndex) -> u64 {
    (0..index.boards()).filter(|&number| index.is_standard(index.board(number).unwrap())).count() as u64
}

#[test]
fn orbits_and_plays_are_as_many_as_published() {
    for row in rows().filter(|row| row.legal <= SMALL && row.plays[0].is_some()) {
        let index = BoardIndex::new(row.size);
        assert_eq!(Some(count_orbits(&index)), row.orbits);
        let mut plays = [0, 0];
        for board in (0..row.legal).map(|number| index.board(number).unwrap()) {
            for (colour, point) in Colour::BOTH
                .iter()
                .flat_map(|&colour| board.vacant().iter().map(move |point| (colour, point)))
            {
                let played = board.play(colour, point).unwrap();
                plays[0] += u64::from(played.board != board);
                plays[1] += u64::from(played.suicide.is_empty());
            }
        }
        assert_eq!(plays.map(Some), row.plays, "{}", row.size);
    }
}

#[test]
#[ignore = "some tens of seconds"]
fn orbits_of_larger_boards_are_as_many_as_published() {
    for row in rows().filter(|row| row.legal > SMALL && row.orbits.is_some()) {
        assert_eq!(Some(count_orbits(&BoardIndex::new(row.size))), row.orbits, "{}", row.size);
    }
}
