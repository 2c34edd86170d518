//! Alpha-beta, minimax and the retrograde table against each other and against an oracle that shares no code with them.

use crate::common::naive::Naive;
use crate::common::{Seeded, all_tic_tac_toe, assorted_rules, random_position, reachable_tic_tac_toe, rules};
use inarow_engine::game::{Overline, Position, Status};
use inarow_engine::heuristic::{EmptyLine, Heuristic, Named, Weights};
use inarow_engine::search::{AlphaBeta, Iteration, Limits, Table, Verdict, Wanted, minimax};
use inarow_engine::solve::free::Memory;
use inarow_engine::solve::gravity::Solver;
use inarow_engine::solve::horizon::{self, Horizon};
use inarow_engine::solve::{Retrograde, solvable};

fn alpha_beta(position: &Position, heuristic: &Heuristic, depth: Option<u32>, wanted: Wanted) -> Iteration {
    let weights = heuristic.compile(position.rules()).expect("the heuristic fits");
    let limits = Limits { depth, ..Limits::default() };
    let moves: Vec<_> = position.legal_moves().collect();
    let mut table = Table::new(1 << 16);
    AlphaBeta::new(position, &weights, &mut table, &limits).run(&moves, wanted, &mut |_| {})
}

fn plain(position: &Position, heuristic: &Heuristic, depth: Option<u32>, wanted: Wanted) -> Iteration {
    let weights = heuristic.compile(position.rules()).expect("the heuristic fits");
    let limits = Limits { depth, ..Limits::default() };
    let moves: Vec<_> = position.legal_moves().collect();
    minimax(position, &weights, &moves, wanted, &limits, &mut |_| {})
}

fn heuristics(k: usize) -> Vec<Heuristic> {
    let mut all: Vec<_> = Named::ALL.into_iter().map(Heuristic::Named).collect();
    let weights = (0..=k as i64).map(|n| (n * 7 + 3) % 11 - 4).collect();
    all.push(Heuristic::Custom(Weights::new(weights, 2, EmptyLine::Turn).expect("weights in range")));
    all
}

/// The same lines: move, score and best play. Alpha-beta may stop a drawn line where nothing is open any more, and may
/// know that a draw is certain where minimax only sees the value 0.
fn assert_same(position: &Position, pruned: &Iteration, full: &Iteration, what: &str) {
    let context =
        || format!("{what}\n{:?}\nboard {} {:?} to move", position.rules(), position.board(), position.turn());
    assert_eq!(pruned.moves.len(), full.moves.len(), "{}", context());
    for (pruned, full) in pruned.moves.iter().zip(&full.moves) {
        assert_eq!((pruned.cell, pruned.score), (full.cell, full.score), "{}", context());
        assert!(
            full.pv.starts_with(&pruned.pv),
            "{:?} is not the beginning of {:?}: {}",
            pruned.pv,
            full.pv,
            context()
        );
        let mut end = position.clone();
        pruned.pv.iter().for_each(|&cell| end.play(cell).expect("best play is legal"));
        let over = end.status() != Status::Ongoing || end.open_lines() == 0;
        assert!(pruned.pv.len() == full.pv.len() || over, "{:?} stops early: {}", pruned.pv, context());
    }
}

#[test]
fn three_ways_to_solve_agree_on_every_tic_tac_toe_position() {
    let positions = all_tic_tac_toe();
    assert_eq!(positions.len(), 22_186);
    let table = Retrograde::new(positions[0].game()).expect("3×3 fits");
    let heuristic = Heuristic::Named(Named::Lines);
    for position in &positions {
        let exact = Naive::of(position).solve();
        assert_eq!(table.verdict(position), exact, "{} {:?}", position.board(), position.turn());
        let pruned = alpha_beta(position, &heuristic, None, Wanted::Best(1));
        assert_eq!(pruned.moves[0].verdict(position.empties()), exact, "{} {:?}", position.board(), position.turn());
        assert!(pruned.complete);
        let full = plain(position, &heuristic, Some(position.empties() as u32), Wanted::Best(1));
        assert_eq!(full.moves[0].verdict(position.empties()), exact);
        assert_same(position, &pruned, &full, "solved");
        let line = table.line(position, pruned.moves[0].cell);
        assert_eq!(line, pruned.moves[0].pv, "{} {:?}", position.board(), position.turn());
    }
}

#[test]
fn alpha_beta_is_minimax_at_every_depth_on_every_reachable_tic_tac_toe_position() {
    let positions = reachable_tic_tac_toe();
    assert_eq!(positions.len(), 4_520);
    for position in &positions {
        for heuristic in heuristics(3) {
            for depth in 1..=9.min(position.empties() as u32) {
                let what = format!("{} at depth {depth}", heuristic.name());
                let full = plain(position, &heuristic, Some(depth), Wanted::Best(usize::MAX));
                let pruned = alpha_beta(position, &heuristic, Some(depth), Wanted::Best(1));
                let best = Iteration { moves: vec![full.moves[0].clone()], ..full.clone() };
                assert_same(position, &pruned, &best, &what);
                if depth % 3 == 2 {
                    let all = alpha_beta(position, &heuristic, Some(depth), Wanted::Best(usize::MAX));
                    assert_same(position, &all, &full, &what);
                    let mut tied = full.clone();
                    tied.moves.retain(|line| line.score == full.moves[0].score);
                    let best = alpha_beta(position, &heuristic, Some(depth), Wanted::AllBest);
                    assert_same(position, &best, &tied, &what);
                }
            }
        }
    }
}

#[test]
fn alpha_beta_is_minimax_on_random_positions_of_other_rules() {
    let mut random = Seeded::new(1);
    for rules in assorted_rules() {
        for round in 0..24 {
            let position = random_position(&rules, random.below(rules.cells()), &mut random);
            let deepest = if rules.cells() <= 12 { 6 } else { 4 };
            for heuristic in heuristics(rules.k()) {
                let depth = 1 + random.below(deepest) as u32;
                let what = format!("round {round}, {} at depth {depth}", heuristic.name());
                let full = plain(&position, &heuristic, Some(depth), Wanted::Best(3));
                assert_same(&position, &alpha_beta(&position, &heuristic, Some(depth), Wanted::Best(3)), &full, &what);
                let best = Iteration { moves: vec![full.moves[0].clone()], ..full };
                assert_same(&position, &alpha_beta(&position, &heuristic, Some(depth), Wanted::Best(1)), &best, &what);
            }
        }
    }
}

/// Null windows on the results within a depth, by each search that takes the board.
fn horizons(position: &Position, depth: Option<u32>, wanted: Wanted) -> Vec<Iteration> {
    let limits = Limits { depth, ..Limits::default() };
    let moves: Vec<_> = position.legal_moves().collect();
    if !horizon::fits(position.rules()) {
        return Vec::new();
    }
    let question = Horizon { position, moves: &moves, wanted, limits: &limits };
    let mut found = vec![question.with_prover(&mut Memory::new(1 << 16), &mut |_| {})];
    if let Some(start) = solvable(position) {
        found.push(question.with_solver(start, &mut Solver::new(1 << 16), &mut |_| {}));
    }
    found
}

#[test]
fn results_within_a_horizon_are_minimax_with_win_loss_on_every_reachable_tic_tac_toe_position() {
    let heuristic = Heuristic::Named(Named::WinLoss);
    for position in &reachable_tic_tac_toe() {
        for depth in 1..=position.empties() as u32 {
            for wanted in [Wanted::Best(1), Wanted::Best(2), Wanted::Best(usize::MAX), Wanted::AllBest] {
                let full = plain(position, &heuristic, Some(depth), wanted);
                for found in horizons(position, Some(depth), wanted) {
                    assert_same(position, &found, &full, &format!("{wanted:?} at depth {depth}"));
                    // A draw may be certain before the last depth; a win or a loss is there at its own.
                    assert!(found.complete || !full.complete, "{wanted:?} at depth {depth}");
                }
            }
        }
    }
}

#[test]
fn results_without_a_horizon_are_exact() {
    let mut random = Seeded::new(5);
    for rules in assorted_rules().into_iter().filter(horizon::fits) {
        for _ in 0..40 {
            let least = rules.cells().saturating_sub(7);
            let position = random_position(&rules, least + random.below(7), &mut random);
            if position.empties() > 8 {
                continue;
            }
            let exact = Naive::of(&position).solve();
            let found = horizons(&position, None, Wanted::Best(1));
            assert!(!found.is_empty());
            for found in found {
                assert_eq!(found.moves[0].verdict(position.empties()), exact, "{rules:?} {}", position.board());
                assert!(found.complete);
            }
        }
    }
}

/// Alpha-beta with the weights of `win-loss` and null windows give the values of minimax.
#[test]
fn results_alone_are_minimax_with_win_loss() {
    let mut random = Seeded::new(4);
    let heuristic = Heuristic::Named(Named::WinLoss);
    let others = [rules(6, 5, 4, "gravity"), rules(7, 6, 4, "gravity"), rules(6, 6, 4, ""), rules(9, 8, 3, "")];
    for rules in assorted_rules().into_iter().chain(others) {
        if rules.overline() == Overline::Forbidden {
            continue; // there, a line that does not count weighs something
        }
        for round in 0..36 {
            let position = random_position(&rules, random.below(rules.cells()), &mut random);
            let deepest = if rules.cells() <= 12 {
                7
            } else if rules.gravity() {
                5
            } else {
                3
            };
            let depth = (1 + random.below(deepest)).min(position.empties()) as u32;
            let wanted = [Wanted::Best(1), Wanted::Best(3), Wanted::AllBest][round % 3];
            let full = plain(&position, &heuristic, Some(depth), wanted);
            let found = alpha_beta(&position, &heuristic, Some(depth), wanted);
            assert_same(&position, &found, &full, &format!("round {round}, depth {depth}"));
            for found in horizons(&position, Some(depth), wanted) {
                assert_same(&position, &found, &full, &format!("round {round}, depth {depth}, within a horizon"));
            }
        }
    }
}

#[test]
fn every_way_solves_small_boards_of_all_rules() {
    let mut random = Seeded::new(2);
    for rules in assorted_rules() {
        let table = Retrograde::fits(&rules).is_ok();
        for _ in 0..40 {
            let least = rules.cells().saturating_sub(8);
            let position = random_position(&rules, least + random.below(8), &mut random);
            if position.empties() > 9 {
                continue;
            }
            let context = format!("{rules:?} {} {:?}", position.board(), position.turn());
            let exact = Naive::of(&position).solve();
            if table {
                let table = Retrograde::new(position.game()).expect("fits");
                assert_eq!(table.verdict(&position), exact, "{context}");
            }
            for heuristic in [Named::WinLoss, Named::TempoLines].map(Heuristic::Named) {
                let found = alpha_beta(&position, &heuristic, None, Wanted::Best(1));
                assert_eq!(found.moves[0].verdict(position.empties()), exact, "{context}");
                assert!(found.complete, "{context}");
            }
        }
    }
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let mut random = Seeded::new(3);
    for rules in assorted_rules() {
        let position = random_position(&rules, rules.cells() / 3, &mut random);
        let heuristic = Heuristic::Named(Named::Lines);
        let search = || alpha_beta(&position, &heuristic, Some(5), Wanted::Best(1));
        let (first, second) = (search(), search());
        assert_eq!(first, second, "{rules:?}");
    }
}

#[test]
fn values_of_tic_tac_toe_positions_are_as_published() {
    let positions = reachable_tic_tac_toe();
    let table = Retrograde::new(positions[0].game()).expect("3×3 fits");
    let mut counts = std::collections::BTreeMap::new();
    for position in &positions {
        let key = match table.verdict(position) {
            Verdict::Win { plies } => ("win", plies),
            Verdict::Loss { plies } => ("loss", plies),
            Verdict::Draw { .. } => ("draw", 0),
            Verdict::Unknown { .. } => unreachable!("tables are exact"),
        };
        *counts.entry(key).or_insert(0) += 1;
    }
    let expected = [
        (("draw", 0), 1052),
        (("loss", 2), 508),
        (("loss", 4), 124),
        (("win", 1), 2358),
        (("win", 3), 356),
        (("win", 5), 122),
    ];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
}
