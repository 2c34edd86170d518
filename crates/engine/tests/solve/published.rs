//! Scores and results that others have published, and scores checked with another solver.

use inarow_engine::solve::gravity::{Position, Solver};

use crate::TABLE_BYTES;

/// Solves the first `take` positions; returns how many there were.
fn check_lines(name: &str, text: &str, take: usize) -> usize {
    let mut solver = Solver::new(TABLE_BYTES);
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')).take(take) {
        let (moves, score) = line.split_once(' ').expect("moves and score");
        let columns: Vec<usize> = moves.bytes().map(|digit| usize::from(digit - b'1')).collect();
        let position = Position::after(7, 6, 4, &columns).expect("legal");
        assert_eq!(solver.solve(&position).to_string(), score.trim(), "{name}: {moves}");
        checked += 1;
    }
    checked
}

/// The sets in a file, each with its name.
fn sets(file: &str) -> impl Iterator<Item = (&str, &str)> {
    file.split("# set ").skip(1).map(|set| set.split_once('\n').expect("a name and lines"))
}

#[test]
fn own_sets_have_their_scores() {
    let mut checked = 0;
    for (name, lines) in sets(include_str!("../data/connect-four.txt")) {
        checked += check_lines(name, lines, if name.ends_with("L1_R2") { 5 } else { 1000 });
    }
    assert_eq!(checked, 430);
}

/// A sample of each published set; the whole sets are for `cargo bench --bench connect_four`.
#[test]
fn published_sets_have_their_scores() {
    let checked =
        sets(include_str!("../data/connect-four-published.txt")).map(|(name, lines)| check_lines(name, lines, 1000));
    assert_eq!(checked.collect::<Vec<_>>(), [50, 50, 50]);
}

/// The winner (1: the first player, -1: the second) and with which stone, by John Tromp, tromp.github.io/c4/c4.html.
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
