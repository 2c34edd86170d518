//! First moves on large empty boards, where the values of moves differ by chance alone.

use crate::common::rules;
use inarow_engine::engine::{Engine, EngineConfig, Query, TieBreak};
use inarow_engine::game::{Game, Position};
use inarow_engine::search::Limits;

#[test]
fn the_first_move_on_a_large_board_is_the_centre() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    for side in [15, 19, 20] {
        let middle = [(side - 1) / 2, side / 2];
        for extras in ["", "exact"] {
            for tie_break in [TieBreak::First, TieBreak::Lines, TieBreak::Random, TieBreak::Trap] {
                let limits = Limits { nodes: Some(2_000), ..Limits::default() };
                let position = Position::new(Game::shared(rules(side as u64, side as u64, 5, extras)));
                let (found, _) = engine.choose(&Query { limits, tie_break, ..Query::new(position) }).expect("a move");
                let is_central = middle.contains(&(found.cell / side)) && middle.contains(&(found.cell % side));
                assert!(is_central, "{side} {extras} {tie_break:?}: {}", found.cell);
            }
        }
    }
}
