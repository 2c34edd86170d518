//! The solver against plain minimax.

use std::collections::HashMap;

use inarow_engine::search::Limits;
use inarow_engine::solve::Session;
use inarow_engine::solve::gravity::{Cell, Position, Solver};

use crate::TABLE_BYTES;
use crate::common::Seeded;
use crate::plain::{Plain, random_board};

fn agrees_with_minimax(width: usize, height: usize, k: usize, stones: std::ops::Range<usize>, samples: usize) {
    let mut random = Seeded::new((width * 100 + height * 10 + k) as u64);
    let mut known = HashMap::new();
    let mut solver = Solver::new(TABLE_BYTES);
    let mut checked = 0;
    while checked < samples {
        let count = stones.start + random.below(stones.len());
        let board = random_board(width, height, k, count, &mut random);
        let Some(position) = board.position() else {
            assert!(board.has_line(), "{width}x{height} k{k} refused: {:?}", board.cells);
            continue;
        };
        checked += 1;
        let expected = board.score(&mut known);
        let at = || format!("{width}x{height} k{k} {:?}", board.cells);
        assert_eq!(solver.solve(&position), expected, "{}", at());
        if board.empty() > 0 {
            check_moves(&board, &position, &mut solver, &mut known);
        }
    }
}

/// Every move has its score, and best play from the best move ends when the score says.
fn check_moves(board: &Plain, position: &Position, solver: &mut Solver, known: &mut HashMap<Plain, i8>) {
    let at = || format!("{}x{} k{} {:?}", board.width, board.height, board.k, board.cells);
    let expected = board.scores(known);
    let mut session = Session::new(solver, Limits::default());
    for (column, expected) in expected.iter().enumerate() {
        assert_eq!(position.is_playable(column), expected.is_some(), "{}", at());
        if let Some(expected) = *expected {
            assert_eq!(session.move_score(position, column), Ok(expected), "{} column {column}", at());
            for bound in expected - 1..=expected + 1 {
                let reaches = session.move_reaches(position, column, bound);
                assert_eq!(reaches, Ok(expected >= bound), "{} column {column} bound {bound}", at());
            }
        }
    }
    let best = expected.iter().flatten().max().copied().expect("a cell is empty");
    let first = position.columns_by_cell().find(|&column| expected[column] == Some(best)).expect("the best");
    let mut variation = vec![first];
    session.extend_variation(position, best, &mut variation).expect("no limits");
    let (mut board, mut won) = (board.clone(), false);
    for &column in &variation {
        assert!(!won, "{} goes on after the win: {variation:?}", at());
        let cell = board.landing(column).unwrap_or_else(|| panic!("{} column {column} is full: {variation:?}", at()));
        won = board.completes(cell, Cell::Mover);
        board = board.play(cell);
    }
    assert_eq!(won, best != 0, "{} {variation:?}", at());
    if won {
        assert_eq!(variation.len() as u32, position.plies_to_end(best), "{} {variation:?}", at());
    }
}

#[test]
fn small_boards_agree_with_minimax() {
    for (width, height, k) in
        [(4, 4, 4), (5, 4, 4), (4, 5, 4), (4, 4, 3), (5, 3, 3), (3, 5, 3), (3, 3, 2), (5, 2, 3), (1, 9, 4), (9, 1, 4)]
    {
        let cells = width * height;
        agrees_with_minimax(width, height, k, cells.saturating_sub(11)..cells + 1, 60);
    }
}

#[test]
fn larger_boards_agree_with_minimax_near_the_end() {
    for (width, height, k) in
        [(7, 6, 4), (6, 7, 4), (8, 7, 4), (7, 8, 4), (7, 7, 5), (9, 6, 4), (8, 5, 4), (5, 6, 4), (12, 4, 4)]
    {
        let cells = width * height;
        agrees_with_minimax(width, height, k, cells - 4..cells + 14, 30);
    }
}

#[test]
fn played_positions_agree_with_minimax() {
    let mut random = Seeded::new(99);
    let mut solver = Solver::new(TABLE_BYTES);
    let mut known = HashMap::new();
    for (width, height, samples) in [(5, 4, 20), (4, 5, 20), (7, 6, 60)] {
        let mut checked = 0;
        while checked < samples {
            let mut board = random_board(width, height, 4, 0, &mut random);
            let stones = if width == 7 { 30 + random.below(12) } else { 8 + random.below(12) };
            for _ in 0..stones {
                let column = random.below(width);
                match board.landing(column) {
                    Some(at) if !board.completes(at, Cell::Mover) => board = board.play(at),
                    _ => {}
                }
            }
            if width == 7 && board.empty() > 11 {
                continue;
            }
            checked += 1;
            let position = board.position().expect("nobody has won");
            assert_eq!(solver.solve(&position), board.score(&mut known), "{:?}", board.cells);
        }
    }
}
