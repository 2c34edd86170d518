//! Reasons against an oracle that is written from their definitions: a fact is there if and only if its definition holds.

#[path = "../common/mod.rs"]
mod common;
mod oracle;

use common::naive::Naive;
use common::{Seeded, all_tic_tac_toe, random_position, rules};
use inarow::engine::Line;
use inarow::engine::reasons::Reasons;
use inarow::game::{Position, Rules};
use oracle::Fact;

/// Compares all moves of a position, legal or not.
fn compare(position: &Position, known: &[Line], count: &mut usize) {
    let reasons = Reasons::new(position, known);
    let naive = Naive::of(position);
    // On large boards the oracle takes its time: a few moves will do.
    let cells = position.rules().cells();
    let step = if cells > 64 { 31 } else { 1 };
    for cell in (position.stones() % step..cells).step_by(step) {
        let found: Vec<Fact> = reasons.of(cell).into_iter().map(|r| (r.kind.name(), r.cells, r.moves)).collect();
        let expected = if naive.moves().contains(&cell) { oracle::facts(&naive, cell, known) } else { Vec::new() };
        let shown = || format!("{:?}\n{} {:?} to {cell}", position.rules(), position.board(), position.turn());
        assert_eq!(found, expected, "{}\nknown: {known:?}", shown());
        *count += found.len();
    }
}

#[test]
fn facts_hold_in_all_tic_tac_toe_positions() {
    let mut count = 0;
    for position in all_tic_tac_toe() {
        compare(&position, &[], &mut count);
    }
    assert!(count > 10_000, "{count}");
}

#[test]
fn facts_hold_in_samples_of_other_games() {
    let mut random = Seeded::new(15);
    for (rules, positions) in [
        (rules(3, 3, 3, "misere"), 100),
        (rules(4, 4, 4, ""), 60),
        (rules(4, 4, 3, "exact"), 60),
        (rules(7, 6, 4, "gravity"), 120),
        (rules(7, 6, 4, "gravity exact"), 50),
        (rules(5, 5, 4, "gravity"), 80),
        (rules(5, 5, 4, "gravity misere"), 40),
        (rules(5, 5, 4, ""), 50),
        (rules(5, 4, 3, "exact gravity"), 80),
        (rules(3, 3, 2, "exact"), 50),
        (rules(5, 1, 1, ""), 10),
        (rules(6, 1, 2, "exact misere"), 50),
    ] {
        let mut count = 0;
        sample(rules, positions, rules.cells(), &mut random, &mut count);
        assert!(count > positions / 4, "{rules:?}: {count}");
    }
}

#[test]
fn facts_hold_in_samples_of_gomoku() {
    let (mut random, mut count) = (Seeded::new(16), 0);
    for extras in ["", "exact"] {
        sample(rules(8, 8, 5, extras), 40, 50, &mut random, &mut count);
        sample(rules(15, 15, 5, extras), 6, 130, &mut random, &mut count);
    }
    assert!(count > 200, "{count}");
}

/// Compares so many random positions of fewer than `plies` moves.
fn sample(rules: Rules, positions: usize, plies: usize, random: &mut Seeded, count: &mut usize) {
    for _ in 0..positions {
        let plies = random.below(plies);
        compare(&random_position(rules, plies, random), &[], count);
    }
}
