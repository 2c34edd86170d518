//! Tests of static values.

use super::weights::{COUNT_WEIGHTS, COUNTS, KIND_WEIGHTS, SHAPE_WEIGHTS, TEMPO};
use super::{PatternBoard, kind};
use crate::game::zobrist::mix;
use crate::game::{Game, Position, Preset, Status};

/// The static value, summed up cell by cell from shapes and kinds.
fn sum_of_weights(board: &PatternBoard) -> i32 {
    let me = board.turn();
    let mut value = TEMPO;
    for (side, player) in [(0, me), (1, me ^ 1)] {
        let mut sum = 0;
        let mut counts = [0; kind::COUNT];
        for cell in board.empty_cells() {
            let kind = usize::from(board.kind(player, cell));
            counts[kind] += 1;
            sum += i32::from(KIND_WEIGHTS[kind][side]);
            let shapes = [0, 1, 2, 3].map(|direction| usize::from(board.shape(player, cell, direction)));
            sum += shapes.iter().map(|&shape| i32::from(SHAPE_WEIGHTS[shape][side])).sum::<i32>();
        }
        let of_counts = counts.iter().zip(&COUNT_WEIGHTS[side]);
        sum += of_counts.map(|(&count, weights)| i32::from(weights[count.min(COUNTS - 1)])).sum::<i32>();
        value += if side == 0 { sum } else { -sum };
    }
    value
}

#[test]
fn the_static_value_is_the_sum_of_the_weights() {
    let mut seen = [0_u32; kind::COUNT];
    for seed in 0..40 {
        let mut position = Position::new(Game::shared(Preset::Gomoku.rules()));
        assert_eq!(PatternBoard::new(&position).value(), TEMPO, "nothing on an empty board");
        for ply in 0..40 {
            // Near the middle, where stones meet.
            let draw = mix(seed << 8 | ply) as usize;
            let cell = (4 + draw % 7) * 15 + 4 + draw / 7 % 7;
            if position.play(cell).is_err() || position.status() != Status::Ongoing {
                break;
            }
            let board = PatternBoard::new(&position);
            assert_eq!(board.value(), sum_of_weights(&board), "{}", position.board());
            for cell in board.empty_cells() {
                seen[usize::from(board.kind(board.turn(), cell))] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}
