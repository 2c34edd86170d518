//! Tests of static values.

use super::combination_weights::COMBINATION_WEIGHTS;
use super::combinations::{COMBINATIONS, combination};
use super::weights::{COUNT_WEIGHTS, COUNTS, PAIR_WEIGHTS, TEMPO};
use super::{PatternBoard, kind, shape};
use crate::game::zobrist::mix;
use crate::game::{Game, Position, Preset, Status};

/// The static value, summed up cell by cell from the shapes and kinds of both sides.
fn sum_of_weights(board: &PatternBoard) -> i32 {
    let me = board.turn();
    let mut value = TEMPO;
    for (side, player) in [(0, me), (1, me ^ 1)] {
        let mut sum = 0;
        let mut counts = [0; kind::COUNT];
        for cell in board.empty_cells() {
            let kind = usize::from(board.kind(player, cell));
            counts[kind] += 1;
            let shapes = [0, 1, 2, 3].map(|direction| usize::from(board.shape(player, cell, direction)));
            sum += i32::from(COMBINATION_WEIGHTS[combination(shapes)][side]);
        }
        let of_counts = counts.iter().zip(&COUNT_WEIGHTS[side]);
        sum += of_counts.map(|(&count, weights)| i32::from(weights[count.min(COUNTS - 1)])).sum::<i32>();
        value += if side == 0 { sum } else { -sum };
    }
    let pair = |cell| i32::from(PAIR_WEIGHTS[usize::from(board.kind(me, cell))][usize::from(board.kind(me ^ 1, cell))]);
    value + board.empty_cells().map(pair).sum::<i32>()
}

#[test]
fn combinations_are_numbered_in_ascending_order_of_the_last_shape() {
    let mut index = 0;
    for last in 0..shape::COUNT {
        for third in 0..=last {
            for second in 0..=third {
                for first in 0..=second {
                    assert_eq!(combination([last, first, third, second]), index, "in any order");
                    index += 1;
                }
            }
        }
    }
    assert_eq!(index, COMBINATIONS);
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
