//! The solver's positions, keys and limits.

use std::sync::atomic::{AtomicBool, Ordering};

use inarow_engine::solve::gravity::{Cell, Interrupted, Position, Solver, SolverLimits};

use crate::TABLE_BYTES;
use crate::common::Seeded;
use crate::plain::random_board;

#[test]
fn limits_stop_the_search_and_leave_the_solver_usable() {
    let mut solver = Solver::new(TABLE_BYTES);
    let empty = Position::connect_four();
    let few = SolverLimits { nodes_max: 5_000, ..SolverLimits::NONE };
    assert_eq!(solver.solve_with(&empty, &few), Err(Interrupted));
    assert_eq!(solver.nodes(), 5_000);

    let cancelled = AtomicBool::new(true);
    let stop = || cancelled.load(Ordering::Relaxed);
    let limits = SolverLimits { stop: &stop, ..SolverLimits::NONE };
    assert_eq!(solver.solve_with(&empty, &limits), Err(Interrupted));
    cancelled.store(false, Ordering::Relaxed);
    let position = Position::after(7, 6, 4, &[2, 1, 0, 5, 3, 5, 1, 4]).expect("legal");
    assert_eq!(solver.solve_with(&position, &limits), Ok(11));
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    assert!(Position::empty(9, 7, 4).is_none(), "9 × 8 bits");
    assert!(Position::empty(8, 7, 4).is_some(), "64 bits");
    assert!(Position::empty(7, 6, 1).is_none());
    assert!(Position::empty(0, 6, 4).is_none());
    assert!(Position::after(7, 6, 4, &[7]).is_none());
    assert!(Position::after(7, 6, 4, &[0, 1, 0, 1, 0, 1, 0]).is_none(), "that wins");
    let mut cells = vec![Cell::Empty; 42];
    cells[0] = Cell::Mover;
    assert!(Position::from_cells(7, 6, 4, &cells).is_none(), "it hangs in the air");
}

#[test]
fn keys_lead_back_to_their_positions() {
    let mut random = Seeded::new(5);
    let mut checked = 0;
    for _ in 0..1_000 {
        let stones = random.below(43);
        if let Some(position) = random_board(7, 6, 4, stones, &mut random).position() {
            let again = position.with_key(position.key()).expect("a key of its own");
            assert_eq!(again.key(), position.key());
            assert_eq!(again.stones(), position.stones());
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked}");
}
