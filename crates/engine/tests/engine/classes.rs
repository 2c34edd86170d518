//! Moves that are alike under a position's own symmetries: one is searched, the others get its line, and nobody can tell.

use crate::common::{Seeded, assorted_rules, random_position};
use inarow_engine::engine::{Algorithm, Engine, EngineConfig, Query};
use inarow_engine::game::{Cell, Game, Position, Status};
use inarow_engine::heuristic::{Heuristic, Named};
use inarow_engine::search::{AlphaBeta, Limits, Table, Wanted};

/// A position that has symmetries more often than not: some moves and their images under a symmetry, in turn.
fn symmetric_position(game: &std::sync::Arc<Game>, random: &mut Seeded) -> Position {
    let symmetry = &game.symmetries()[random.below(game.symmetries().len())];
    let mut position = Position::new(std::sync::Arc::clone(game));
    for _ in 0..random.below(4) {
        let moves: Vec<Cell> = position.legal_moves().collect();
        let Some(&cell) = moves.get(random.below(moves.len().max(1))) else { break };
        for cell in [cell, symmetry.image(cell)] {
            let mut after = position.clone();
            if after.play(cell).is_ok() && after.status() == Status::Ongoing {
                position = after;
            }
        }
    }
    position
}

#[test]
fn a_ranking_is_that_of_a_search_of_every_move() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let mut table = Table::new(1 << 20);
    let mut random = Seeded::new(20);
    let (mut symmetric, mut saved, mut spent) = (0, 0, 0);
    for rules in assorted_rules() {
        let game = Game::shared(&rules);
        for round in 0..30 {
            let position = if round % 3 == 0 {
                random_position(&rules, random.below(rules.cells()), &mut random)
            } else {
                symmetric_position(&game, &mut random)
            };
            if position.status() != Status::Ongoing {
                continue;
            }
            let mut moves: Vec<Cell> = position.legal_moves().collect();
            if round % 2 == 1 && moves.len() > 2 {
                moves.remove(random.below(moves.len()));
            }
            let named = Named::ALL[random.below(Named::ALL.len())];
            let limits = Limits { depth: Some(1 + random.below(4) as u32), ..Limits::default() };
            let multi_pv = random.below(moves.len() + 1);
            let query = Query {
                algorithm: Algorithm::AlphaBeta,
                heuristic: Some(Heuristic::Named(named)),
                limits: limits.clone(),
                moves: moves.clone(),
                multi_pv,
                ..Query::new(position.clone())
            };
            let Ok(weights) = Heuristic::Named(named).compile(&rules) else { continue };
            let analysis = engine.analyse(&query).expect("a query that fits");
            let wanted = Wanted::Best(if multi_pv == 0 { usize::MAX } else { multi_pv });
            let every = AlphaBeta::new(&position, &weights, &mut table, &limits).run(&moves, wanted, &mut |_| {});

            let context = || format!("{rules:?} {} {moves:?} {named:?} {limits:?}", position.board());
            let expected: Vec<_> =
                every.moves.iter().map(|line| (line.cell, line.verdict(position.empties()))).collect();
            let found: Vec<_> = analysis.moves.iter().map(|line| (line.cell, line.verdict)).collect();
            assert_eq!(found, expected, "{}", context());
            for (line, searched) in analysis.moves.iter().zip(&every.moves) {
                assert_eq!((line.pv.first(), line.pv.len()), (Some(&line.cell), searched.pv.len()), "{}", context());
                let mut played = position.clone();
                line.pv.iter().for_each(|&cell| played.play(cell).expect("a variation is legal"));
            }
            // The first is the one that would be chosen.
            assert_eq!(analysis.moves[0].pv, every.moves[0].pv, "{}", context());
            let (chosen, _) = engine.choose(&query).expect("a query that fits");
            assert_eq!(analysis.moves[0], chosen, "{}", context());
            if !position.stabiliser().is_trivial() {
                symmetric += 1;
                saved += every.counts.nodes;
                spent += analysis.report.counts.nodes;
            }
        }
    }
    println!("{symmetric} symmetric positions: {spent} nodes instead of {saved}");
    assert!(symmetric > 50 && spent < saved, "{symmetric} {spent} {saved}");
}
