//! Tests of static values.

use super::combination_weights::COMBINATION_WEIGHTS;
use super::combinations::{COMBINATIONS, combination};
use super::network_weights::{BIASES, COUNT_WEIGHTS, OUTPUT_WEIGHTS, STONE_WEIGHTS, SUM_WEIGHTS};
use super::network_weights::{COUNTS, STONE_STEPS, SUMS, UNITS};
use super::weights::{PAIR_WEIGHTS, TEMPO, WEIGHT_SHIFT};
use super::{PatternBoard, kind, shape};
use crate::game::zobrist::mix;
use crate::game::{Game, Position, Preset, Status};

/// The static value from the definition: sums of weights, cell by cell from the shapes and kinds of both sides, and the network.
fn value_by_definition(board: &PatternBoard) -> i32 {
    let me = board.turn();
    let mut sums = [0; SUMS];
    let mut counts = [[0; kind::COUNT]; 2];
    for cell in board.empty_cells() {
        for (side, player) in [(0, me), (1, me ^ 1)] {
            counts[side][usize::from(board.kind(player, cell))] += 1;
            let shapes = [0, 1, 2, 3].map(|direction| usize::from(board.shape(player, cell, direction)));
            sums[side] += [1, -1][side] * i32::from(COMBINATION_WEIGHTS[combination(shapes)][side]);
        }
        sums[2] += i32::from(PAIR_WEIGHTS[usize::from(board.kind(me, cell))][usize::from(board.kind(me ^ 1, cell))]);
    }
    let stones = 15 * 15 - board.empties();
    let unit = |at: usize| {
        let mut sum = i32::from(BIASES[at]) + i32::from(STONE_WEIGHTS[(stones / 4).min(STONE_STEPS - 1)][at]);
        for (counts, weights) in counts.iter().zip(&COUNT_WEIGHTS) {
            sum += (0..kind::COUNT).map(|kind| i32::from(weights[kind][counts[kind].min(COUNTS - 1)][at])).sum::<i32>();
        }
        sum + (0..SUMS).map(|of| (sums[of] * i32::from(SUM_WEIGHTS[of][at])) >> 16).sum::<i32>()
    };
    let output: i32 = (1..UNITS).map(|at| unit(at).max(0) * i32::from(OUTPUT_WEIGHTS[at])).sum();
    TEMPO + (sums.iter().sum::<i32>() >> WEIGHT_SHIFT) + unit(0) + (output >> 12)
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
fn the_static_value_follows_from_its_definition() {
    let mut seen = [0_u32; kind::COUNT];
    for seed in 0..40 {
        let mut position = Position::new(Game::shared(Preset::Gomoku.rules()));
        for ply in 0..40 {
            // Near the middle, where stones meet.
            let draw = mix(seed << 8 | ply) as usize;
            let cell = (4 + draw % 7) * 15 + 4 + draw / 7 % 7;
            if position.play(cell).is_err() || position.status() != Status::Ongoing {
                break;
            }
            let board = PatternBoard::new(&position);
            assert_eq!(board.value(), value_by_definition(&board), "{}", position.board());
            for cell in board.empty_cells() {
                seen[usize::from(board.kind(board.turn(), cell))] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}
