//! Published counts of paths from the empty board; finished games are not extended.

use std::sync::Arc;

use inarow_engine::game::{Game, Overline, Position, Rules, RulesSpec, perft};

fn count(width: u64, height: u64, k: u64, gravity: bool, expected: &[u64]) {
    let spec = RulesSpec { width, height, k, gravity, overline: Overline::Allowed, misere: false };
    let game = Game::shared(Rules::new(spec).expect("published boards have valid rules"));
    for (depth, &paths) in (1..).zip(expected) {
        assert_eq!(perft(&mut Position::new(Arc::clone(&game)), depth), paths, "{width}×{height} k={k}, depth {depth}");
    }
}

#[test]
fn tic_tac_toe() {
    count(3, 3, 3, false, &[9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
}

#[test]
fn connect_four() {
    count(7, 6, 4, true, &[7, 49, 343, 2401, 16807, 117_649, 823_536]);
}

#[test]
fn small_boards_with_gravity() {
    count(4, 4, 4, true, &[4, 16, 64, 256, 1020, 4020, 15540, 57504]);
    count(5, 4, 4, true, &[5, 25, 125, 625, 3120, 15500, 76300]);
}
