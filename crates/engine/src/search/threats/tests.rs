//! Tests of single nodes.

use std::sync::Arc;

use super::memory::Bound;
use super::value::{INFINITY, Value, is_result, loss_in, win_in};
use super::{Memory, Threats};
use crate::game::{Cell, Game, Player, Position, Preset, Setup, notation};
use crate::search::{Limits, Stop, Wanted};

/// Columns and rows of stones.
type Stones<'a> = &'a [(usize, usize)];

/// A position of Gomoku with X to move, whichever side has more stones.
fn gomoku(x: Stones<'_>, o: Stones<'_>) -> Position {
    let game = Game::shared(Preset::Gomoku.rules());
    let mut cells = vec![None; game.rules().cells()];
    for (stones, player) in [(x, Player::X), (o, Player::O)] {
        for &(column, row) in stones {
            cells[row * 15 + column] = Some(player);
        }
    }
    Setup { game: Arc::clone(&game), cells, turn: Some(Player::X) }.into_position(false).expect("a test position")
}

/// Calls a function with a search of this position.
fn with_search<T>(position: &Position, ask: impl FnOnce(&mut Threats<'_>) -> T) -> T {
    let (mut memory, limits) = (Memory::new(1 << 16), Limits::default());
    ask(&mut Threats::new(position, &mut memory, &limits))
}

/// The value of this position, met at some ply.
fn value(position: &Position, ply: usize) -> Value {
    with_search(position, |search| search.node::<true>(-INFINITY, INFINITY, 1, ply, true)).expect("no limit")
}

#[test]
fn forced_results_have_their_distance() {
    let open_four: Stones<'_> = &[(5, 5), (6, 5), (7, 5), (8, 5)];
    let open_three = &open_four[..3];
    let elsewhere: Stones<'_> = &[(1, 1), (3, 13), (12, 2)];
    for ply in [0, 3] {
        let both = gomoku(open_four, &[(5, 9), (6, 9), (7, 9), (8, 9)]);
        assert_eq!(value(&both, ply), win_in(ply + 1), "the own row comes first");
        assert_eq!(value(&gomoku(open_three, elsewhere), ply), win_in(ply + 3));
        assert_eq!(value(&gomoku(elsewhere, open_four), ply), loss_in(ply + 2));
        let blocking = gomoku(&[(4, 5), (12, 12)], open_four);
        assert!(!is_result(value(&blocking, ply)), "the only reply holds");
    }
}

#[test]
fn a_null_move_that_costs_nothing_prunes() {
    // X has two twos that cross, O single stones at the border.
    let position = gomoku(&[(6, 7), (7, 7), (7, 8), (6, 9)], &[(0, 0), (14, 0), (0, 14), (14, 14)]);
    with_search(&position, |search| {
        let static_value = search.static_value();
        assert!(static_value > 50, "{static_value}");
        let prune = |search: &mut Threats<'_>, beta: Value, allow_null: bool| {
            search.static_pruning(static_value, beta, 6, 0, allow_null).expect("no limit")
        };
        // Deep enough that reverse futility does not apply. From O's point of view the value is negative.
        let value = prune(search, 1, true).expect("X need not move for this value");
        assert!((1..=static_value).contains(&value), "{value}");
        assert_eq!(prune(search, 1, false), None, "two null moves in a row");
        assert_eq!(prune(search, static_value + 1, true), None, "a static value below beta");
    });
}

/// Where the window is far from the value without it, the network that knows place is not asked.
#[test]
fn a_static_value_far_outside_the_window_needs_no_network() {
    let position = gomoku(&[(6, 7), (7, 7), (7, 8), (6, 9)], &[(7, 6), (8, 8), (5, 8), (6, 10)]);
    with_search(&position, |search| {
        let (cheap, whole) = (search.board.value(), search.board.placed_value());
        assert_ne!(cheap, whole);
        for (alpha, expected) in [(cheap - 10, whole), (cheap + 149, whole), (cheap + 150, cheap), (cheap - 151, cheap)]
        {
            assert_eq!(search.estimate(None, alpha, alpha + 1, 0), (expected, false), "{alpha}");
            assert_eq!(search.uncorrected_values[0], expected);
        }
        // A search corrects the value that was used.
        search.update_corrections(cheap + 200, Bound::Exact, 4, 0);
        assert_ne!(search.estimate(None, cheap, cheap + 1, 0).0, whole);
    });
}

/// A memory that has learned from one search leaves the next as it would be with a new one, also after a search that learns nothing.
#[test]
fn a_used_memory_is_as_good_as_new() {
    let position = gomoku(&[(7, 7), (8, 8), (6, 8)], &[(7, 8), (6, 7), (9, 9)]);
    let moves: Vec<_> = position.legal_moves().collect();
    let limited = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let search = |memory: &mut Memory, nodes| {
        let limits = limited(nodes);
        let found = Threats::new(&position, memory, &limits).run(&moves, Wanted::Best(3), &mut |_| {});
        (found.depth, found.counts, found.moves.into_iter().map(|found| (found.cell, found.score)).collect::<Vec<_>>())
    };
    let new = |nodes| search(&mut Memory::new(1 << 20), nodes);
    let used = &mut Memory::new(1 << 20);
    for nodes in [1, 20_000, 1, 20_000, 20_000, 1] {
        assert_eq!(search(used, nodes), new(nodes), "{nodes} nodes");
    }
}

#[test]
fn depths_that_visit_the_same_positions_again_are_not_searched() {
    // Of all replies that the search considers each loses to continuous fours; the others were not tried.
    let rules = Preset::Gomoku19.rules();
    let names = "i11 i10 k9 i13 h10 g8 k13 j12 e6 l7 k12 g10 j10 h12 f8 d5 j6 k10 m9 e5 d7 f5 m11 h8 g9 e7 h7 b5 c5";
    let cells: Vec<Cell> = names.split(' ').map(|name| notation::parse_cell(&rules, name).expect("a cell")).collect();
    let game = Game::shared(rules);
    let search = |count: usize| {
        let position = Position::from_moves(Arc::clone(&game), &cells[..count]).expect("legal moves");
        let moves: Vec<Cell> = position.legal_moves().collect();
        let (mut memory, limits) = (Memory::new(1 << 16), Limits { nodes: Some(50_000), ..Limits::default() });
        Threats::new(&position, &mut memory, &limits).run(&moves, Wanted::Best(1), &mut |_| {})
    };
    let won = search(28);
    assert_eq!((won.stop, won.moves[0].complete), (Some(Stop::Solved), true), "proven against every reply");
    let lost = search(29);
    assert_eq!((lost.stop, lost.moves[0].complete), (Some(Stop::Depth), false));
    for found in [won, lost] {
        assert!(found.depth < 20, "{found:?}");
    }
}
