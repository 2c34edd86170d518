//! Tests of static values.

use super::combination_weights::COMBINATION_WEIGHTS;
use super::combinations::{COMBINATIONS, combination};
use super::network_weights::{BIASES, COUNT_WEIGHTS, OUTPUT_WEIGHTS, STONE_WEIGHTS, SUM_WEIGHTS};
use super::network_weights::{COUNTS, STONE_STEPS, SUMS, UNITS};
use super::place_weights as place;
use super::weights::{PAIR_WEIGHTS, TEMPO, WEIGHT_SHIFT};
use super::{PatternBoard, kind, shape};
use crate::game::zobrist::mix;
use crate::game::{Cell, Game, Overline, Position, Preset, Rules, RulesSpec, Status};

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

/// The correction by the network that knows place, from the definition: cell by cell, window by window, in wide numbers.
fn placed_by_definition(board: &PatternBoard, width: usize, height: usize) -> i64 {
    let [me, them] = [board.turn(), board.turn() ^ 1];
    let blocks = [height.div_ceil(2), width.div_ceil(2)];
    let mut units = vec![[0_i64; 2 * place::UNITS]; blocks[0] * blocks[1]];
    for cell in board.empty_cells() {
        let sums = &mut units[cell / width / 2 * blocks[1] + cell % width / 2];
        for (side, [own, other]) in [[me, them], [them, me]].into_iter().enumerate() {
            let kinds = [own, other].map(|player| usize::from(board.kind(player, cell)));
            let mut rows = vec![&place::KIND_WEIGHTS[kinds[0] * kind::COUNT + kinds[1]]];
            for direction in 0..4 {
                let loud = |shape: u8| if shape > shape::OPEN_ONE { usize::from(shape) } else { 0 };
                let shapes = [own, other].map(|player| loud(board.shape(player, cell, direction)));
                rows.push(&place::SHAPE_WEIGHTS[shapes[0] * shape::COUNT + shapes[1]]);
            }
            for (unit, weight) in rows.into_iter().flat_map(|row| row.iter().enumerate()) {
                sums[side * place::UNITS + unit] += i64::from(*weight);
            }
        }
    }
    // Windows that a board of 15 columns and rows has more are empty.
    let missing = 49 - (blocks[0] as i64 - 1) * (blocks[1] as i64 - 1);
    let biases = |unit: usize| i64::from(place::WINDOW_BIASES[unit % place::UNITS]);
    let mut totals: [i64; 2 * place::UNITS] = std::array::from_fn(|unit| biases(unit).max(0) * missing);
    for first in (0..units.len()).filter(|at| at % blocks[1] + 1 < blocks[1] && at / blocks[1] + 1 < blocks[0]) {
        for (unit, total) in totals.iter_mut().enumerate() {
            let window = [0, 1, blocks[1], blocks[1] + 1].iter().map(|more| units[first + more][unit]).sum::<i64>();
            *total += (window + biases(unit)).max(0);
        }
    }
    let stones = (width * height - board.empties()) as i64;
    let base = i64::from(board.value()).clamp(-1_500, 1_500);
    let hidden = |at: usize| {
        let weights = place::HIDDEN_WEIGHTS[at].map(i64::from);
        let of_windows =
            totals.iter().zip(weights).map(|(&total, weight)| total.min(i16::MAX.into()) * weight).sum::<i64>();
        let [bias, of_base, of_stones] =
            [place::HIDDEN_BIASES[at], place::HIDDEN_BASE[at], place::HIDDEN_STONES[at]].map(i64::from);
        let unit = (bias + of_windows + base * of_base + stones * of_stones) >> 10;
        unit.clamp(if at == 0 { i16::MIN.into() } else { 0 }, i16::MAX.into())
    };
    (0..place::HIDDEN).map(|at| hidden(at) * i64::from(place::OUTPUT_WEIGHTS[at])).sum::<i64>() >> 16
}

/// After any moves, undone moves and values in between, on boards of any size.
#[test]
fn the_network_that_knows_place_follows_the_moves() {
    let line = |width, height, k| {
        let rules = RulesSpec { width, height, k, gravity: false, overline: Overline::Allowed, misere: false };
        Rules::new(rules).expect("valid")
    };
    let mut added = 0;
    for (seed, rules) in [
        Preset::Gomoku.rules(),
        Preset::GomokuStandard.rules(),
        line(20, 20, 5),
        line(9, 16, 5),
        line(20, 5, 5),
        line(14, 14, 6),
    ]
    .into_iter()
    .enumerate()
    {
        let (width, height) = (rules.width(), rules.height());
        let mut board = PatternBoard::new(&Position::new(Game::shared(rules.clone())));
        let mut played: Vec<Cell> = Vec::new();
        for step in 0..600 {
            let draw = mix((seed as u64) << 32 | step) as usize;
            let near: Vec<Cell> = board.near().collect();
            let is_over =
                (0..2).any(|player| board.count(player, kind::FIVE) > 0) || near.is_empty() && !played.is_empty();
            if !played.is_empty() && (is_over || draw.is_multiple_of(3)) {
                board.undo();
                played.pop();
            } else {
                let cell = near.get(draw / 8 % near.len().max(1)).copied().unwrap_or(board.centre());
                board.play(cell);
                played.push(cell);
            }
            if (draw / 4).is_multiple_of(2) {
                continue;
            }
            let expected = if rules.k() == 5 { placed_by_definition(&board, width, height) } else { 0 };
            let found = i64::from(board.placed_value() - board.value());
            assert_eq!(found, expected, "{width}×{height}, step {step}");
            board.null_move();
            let expected = if rules.k() == 5 { placed_by_definition(&board, width, height) } else { 0 };
            assert_eq!(i64::from(board.placed_value() - board.value()), expected, "the other side to move");
            board.null_move();
            added += usize::from(found.abs() > 20);
        }
    }
    assert!(added > 300, "{added}");
}

/// What a move changes is known before it is played: the reply to a four, the double threats that stay, and the key after both moves.
#[test]
fn the_consequences_of_a_move_are_those_on_the_board() {
    let line = |width, height, k, overline| {
        let rules = RulesSpec { width, height, k, gravity: false, overline, misere: false };
        Rules::new(rules).expect("valid")
    };
    let (mut fours, mut staying, mut ended) = (0, 0, 0);
    for (seed, rules) in [
        Preset::Gomoku.rules(),
        Preset::GomokuStandard.rules(),
        line(20, 20, 5, Overline::Allowed),
        line(9, 11, 4, Overline::Forbidden),
        line(13, 9, 6, Overline::Allowed),
    ]
    .into_iter()
    .enumerate()
    {
        let (width, height) = (rules.width(), rules.height());
        for game in 0..60 {
            let mut board = PatternBoard::new(&Position::new(Game::shared(rules.clone())));
            for ply in 0..60 {
                let draw = mix((seed as u64) << 40 | game << 8 | ply) as usize;
                let cell = (height / 2 - 3 + draw % 7) * width + width / 2 - 3 + draw / 7 % 7;
                if !board.is_empty(cell) {
                    continue;
                }
                board.play(cell);
                let (me, them) = (board.turn(), board.turn() ^ 1);
                if board.count(me, kind::FIVE) > 0 || board.count(them, kind::FIVE) > 0 {
                    break;
                }
                let cells: Vec<Cell> = board.empty_cells().collect();
                let of_kind = |board: &PatternBoard, player, least: u8, most: u8| -> Vec<Cell> {
                    board.empty_cells().filter(|&cell| (least..=most).contains(&board.kind(player, cell))).collect()
                };
                for cell in of_kind(&board, me, kind::FOUR, kind::FOUR_THREE) {
                    let reply = board.reply_to_four(me, cell);
                    let key = reply.map(|reply| board.key_after_both(cell, reply));
                    board.play(cell);
                    let found = of_kind(&board, me, kind::FIVE, kind::FIVE);
                    assert_eq!(reply.as_slice(), found, "{cell} of {width}×{height}");
                    board.play(found[0]);
                    assert_eq!(key, Some(board.key()));
                    board.undo();
                    board.undo();
                    fours += 1;
                }
                for threat in of_kind(&board, them, kind::FOURS, kind::FOURS) {
                    for &cell in cells.iter().filter(|&&cell| cell != threat) {
                        let stays = board.stays_double_four(threat, cell);
                        board.play(cell);
                        assert_eq!(stays, board.kind(them, threat) == kind::FOURS, "{threat} after {cell}");
                        board.undo();
                        *if stays { &mut staying } else { &mut ended } += 1;
                    }
                }
            }
        }
    }
    assert!(fours > 500 && staying > 5_000 && ended > 500, "{fours} {staying} {ended}");
}
