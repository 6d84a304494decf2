//! The naive mover, checked by itself before anything is checked against it.

use std::collections::HashSet;

use retrograde_db::draughts::Position;

use crate::naive;
use crate::perft::published;

fn paths(fen: &str) -> Vec<Vec<u8>> {
    let position: Position = fen.parse().unwrap();
    let mut paths: Vec<Vec<u8>> = naive::moves(position).into_iter().map(|mv| mv.path).collect();
    paths.sort();
    paths
}

#[test]
fn known_positions_have_their_moves() {
    // The seven first moves of the game.
    let first = [[9, 13], [9, 14], [10, 14], [10, 15], [11, 15], [11, 16], [12, 16]];
    assert_eq!(paths("B:W21-32:B1-12"), first);
    // Kings go one step in four directions, at the edge in fewer.
    assert_eq!(paths("W:WK18:B"), [[18, 14], [18, 15], [18, 22], [18, 23]]);
    assert_eq!(paths("W:WK29:B"), [[29, 25]]);
    assert_eq!(paths("W:W18:B"), [[18, 14], [18, 15]]);
    // A capture goes before a quiet move, and a man does not capture backwards.
    assert_eq!(paths("W:W18,32:B15"), [[18, 11]]);
    assert_eq!(paths("W:W18:B22"), [[18, 14], [18, 15]]);
    // Any capture may be chosen, whatever it takes; it is carried through.
    assert_eq!(paths("W:W18:B6,14,15"), [vec![18, 9, 2], vec![18, 11]]);
}

#[test]
fn known_captures_lead_where_they_should() {
    let position: Position = "B:W26,27:B22".parse().unwrap();
    let moves = naive::moves(position);
    assert_eq!(moves.len(), 1);
    assert_eq!((&moves[0].path[..], &moves[0].captured[..]), (&[22, 31][..], &[26][..]));
    assert_eq!(moves[0].after, "W:W27:BK31".parse().unwrap());

    let circle: Position = "W:WK31:B18,19,26,27".parse().unwrap();
    let moves = naive::moves(circle);
    assert_eq!(moves.len(), 2);
    for mv in moves {
        assert_eq!((mv.path[0], mv.path[4], mv.captured.len()), (31, 31, 4));
        assert_eq!(mv.after, "B:WK31:B".parse().unwrap());
    }
}

#[test]
fn perft_is_the_published_one_to_depth_7() {
    fn perft(position: Position, depth: u8) -> u64 {
        match depth {
            0 => 1,
            1 => naive::moves(position).len() as u64,
            _ => naive::moves(position).iter().map(|mv| perft(mv.after, depth - 1)).sum(),
        }
    }
    for line in published().into_iter().filter(|line| line.depth <= 7) {
        assert_eq!(perft(Position::start(), line.depth), line.every_route, "depth {}", line.depth);
    }
}

#[test]
fn distinct_positions_are_the_published_numbers() {
    let mut positions = HashSet::from([Position::start()]);
    for published in [7, 49, 216, 805, 2733, 9105] {
        positions = positions.into_iter().flat_map(naive::moves).map(|mv| mv.after).collect();
        assert_eq!(positions.len(), published);
    }
}
