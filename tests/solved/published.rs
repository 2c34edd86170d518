//! Scores and results that others have published, and scores checked with another solver.

use std::path::Path;

use inarow::solve::gravity::{Position, Solver};

use crate::TABLE_BYTES;

fn check_lines(name: &str, text: &str, take: usize) {
    let mut solver = Solver::new(TABLE_BYTES);
    for line in text.lines().filter(|line| !line.starts_with('#')).take(take) {
        let (moves, score) = line.split_once(' ').expect("moves and score");
        let columns: Vec<usize> = moves.bytes().map(|digit| usize::from(digit - b'1')).collect();
        let position = Position::after(7, 6, 4, &columns).expect("legal");
        assert_eq!(solver.solve(&position).to_string(), score.trim(), "{name}: {moves}");
    }
}

#[test]
fn own_sets_have_their_scores() {
    for set in include_str!("../data/connect-four.txt").split("# set ").skip(1) {
        let (name, lines) = set.split_once('\n').expect("a name and lines");
        check_lines(name, lines, if name.ends_with("L1_R2") { 5 } else { 1000 });
    }
}

#[test]
fn published_sets_have_their_scores() {
    for name in ["Test_L3_R1", "Test_L2_R1", "Test_L1_R1"] {
        if let Ok(text) = std::fs::read_to_string(Path::new("../shared/data/connect-four").join(name)) {
            assert_eq!(text.lines().count(), 1000);
            check_lines(name, &text, 1000);
        }
    }
}

/// Who wins (1: the first player, -1: the second) and with which stone, by John Tromp, tromp.github.io/c4/c4.html.
const SIZES: [(u32, u32, i8, u32); 9] = [
    (4, 4, 0, 16),
    (5, 4, 0, 20),
    (6, 4, -1, 24),
    (7, 4, 0, 28),
    (4, 5, 0, 20),
    (5, 5, 0, 25),
    (4, 6, 0, 24),
    (4, 7, 0, 28),
    (4, 8, 0, 32),
];

/// The larger ones are in `benches/connect_four.rs`.
#[test]
fn small_sizes_end_as_published() {
    for (width, height, winner, last_stone) in SIZES {
        let position = Position::empty(width, height, 4).expect("fits");
        let score = Solver::new(TABLE_BYTES).solve(&position);
        assert_eq!((score.signum(), position.plies_to_end(score)), (winner, last_stone), "{width}x{height}");
    }
}
