//! Searches and solvers on games of lines: against the oracle, and on ordinary boards given as lists against these boards.

use std::collections::HashMap;

use crate::common::plain::{Plain, as_list, random_spec, solve};
use crate::common::{Seeded, assorted_rules, random_position, rules};
use inarow_engine::game::{Cell, Game, LinesSpec, Overline, Position, Preset, Rules, ShapeSpec, Status};
use inarow_engine::heuristic::{EmptyLine, Heuristic, Named, Weights};
use inarow_engine::search::{AlphaBeta, Iteration, Limits, Table, Verdict, Wanted, minimax};
use inarow_engine::solve::Retrograde;
use inarow_engine::solve::free::{Memory, Prover};
use inarow_engine::solve::horizon::Horizon;

fn limits(depth: Option<u32>) -> Limits {
    Limits { depth, ..Limits::default() }
}

fn alpha_beta(position: &Position, heuristic: &Heuristic, depth: Option<u32>) -> Iteration {
    let weights = heuristic.compile(position.rules()).expect("the heuristic fits");
    let moves: Vec<_> = position.legal_moves().collect();
    let mut table = Table::new(1 << 16);
    AlphaBeta::new(position, &weights, &mut table, &limits(depth)).run(&moves, Wanted::Best(usize::MAX), &mut |_| {})
}

fn plain(position: &Position, heuristic: &Heuristic, depth: u32) -> Iteration {
    let weights = heuristic.compile(position.rules()).expect("the heuristic fits");
    let moves: Vec<_> = position.legal_moves().collect();
    minimax(position, &weights, &moves, Wanted::Best(usize::MAX), &limits(Some(depth)), &mut |_| {})
}

fn proven(position: &Position) -> Vec<(Cell, Verdict)> {
    let mut memory = Memory::new(1 << 18);
    let mut prover = Prover::new(&mut memory, position, Limits::default());
    let moves: Vec<_> = position.legal_moves().collect();
    let score = |cell| {
        let score = prover.move_score(cell).expect("no limit");
        (cell, prover.verdict(score))
    };
    moves.into_iter().map(score).collect()
}

fn by_oracle(spec: &LinesSpec, position: &Position) -> Vec<(Cell, Verdict)> {
    let board = Plain::of(spec, position);
    let mut known = HashMap::new();
    board.moves().into_iter().map(|cell| (cell, solve(&board.after(cell), &mut known).before_move())).collect()
}

/// Random games of lines of different lengths, with columns and without, misère too.
fn games(count: usize, cells_max: usize, seed: u64) -> impl Iterator<Item = (LinesSpec, Rules, Seeded)> {
    (0..count).map(move |round| {
        let mut random = Seeded::new(seed + round as u64);
        let spec = random_spec(&mut random, cells_max);
        let rules = Rules::from_lines(spec.clone()).expect("valid");
        (spec, rules, random)
    })
}

#[test]
fn exact_sources_agree_with_the_oracle() {
    let (mut mixed, mut columns, mut misere) = (0, 0, 0);
    for (spec, rules, mut random) in games(150, 10, 1_000) {
        let stones = random.below(rules.cells());
        let position = random_position(&rules, stones, &mut random);
        let expected = by_oracle(&spec, &position);
        let context = format!("{spec:?} {}", position.board());
        let table = Retrograde::new(position.game()).expect("small boards fit");
        let moves: Vec<_> = position.legal_moves().collect();
        assert_eq!(table.moves(&position, &moves).collect::<Vec<_>>(), expected, "{context}");
        assert_eq!(proven(&position), expected, "{context}");
        let found = alpha_beta(&position, &Heuristic::Named(Named::Lines), None);
        assert!(found.complete);
        let mut found: Vec<_> = found.moves.iter().map(|root| (root.cell, root.verdict(position.empties()))).collect();
        found.sort_unstable_by_key(|&(cell, _)| cell);
        assert_eq!(found, expected, "{context}");
        mixed += usize::from(spec.lines.iter().any(|line| line.len() != spec.lines[0].len()));
        columns += usize::from(spec.above.is_some());
        misere += usize::from(spec.misere);
    }
    assert!(mixed > 50 && columns > 20 && misere > 20, "{mixed} {columns} {misere}");
}

#[test]
fn alpha_beta_is_minimax_at_every_depth() {
    for (spec, rules, mut random) in games(60, 14, 2_000) {
        let custom = (0..=rules.k() as i64).map(|n| (n * 7 + 3) % 11 - 4).collect();
        let custom = Heuristic::Custom(Weights::new(custom, 2, EmptyLine::Turn).expect("in range"));
        let named = [Named::Lines, Named::TempoLines, Named::Threats, Named::AvoidLines].map(Heuristic::Named);
        let stones = random.below(rules.cells());
        let position = random_position(&rules, stones, &mut random);
        for heuristic in named.iter().chain([&custom]) {
            for depth in 1..=4 {
                let (pruned, full) =
                    (alpha_beta(&position, heuristic, Some(depth)), plain(&position, heuristic, depth));
                let values =
                    |found: &Iteration| -> Vec<_> { found.moves.iter().map(|root| (root.cell, root.score)).collect() };
                assert_eq!(values(&pruned), values(&full), "{} {depth} {spec:?}", heuristic.name());
            }
        }
    }
}

#[test]
fn results_within_a_horizon_are_minimax_with_win_loss() {
    for (spec, rules, mut random) in games(80, 14, 3_000) {
        let stones = random.below(rules.cells());
        let position = random_position(&rules, stones, &mut random);
        let moves: Vec<_> = position.legal_moves().collect();
        for depth in 1..=5 {
            let limits = limits(Some(depth));
            let horizon =
                Horizon { position: &position, moves: &moves, wanted: Wanted::Best(usize::MAX), limits: &limits };
            let found = horizon.with_prover(&mut Memory::new(1 << 18), &mut |_| {});
            let full = plain(&position, &Heuristic::Named(Named::WinLoss), depth);
            let values = |found: &Iteration| -> Vec<_> {
                found.moves.iter().map(|root| (root.cell, root.score, root.pv.clone())).collect()
            };
            let found_values = values(&found);
            for ((cell, score, pv), (full_cell, full_score, full_pv)) in found_values.iter().zip(values(&full)) {
                assert_eq!((*cell, *score), (full_cell, full_score), "{depth} {spec:?} {}", position.board());
                assert!(full_pv.starts_with(pv), "{depth} {spec:?} {}", position.board());
            }
        }
    }
}

/// Ordinary boards where a list says all there is to say.
fn boards() -> Vec<Rules> {
    let more = [rules(6, 5, 4, ""), rules(7, 6, 4, "gravity"), rules(8, 8, 5, ""), rules(9, 9, 5, "misere")];
    let all = assorted_rules().into_iter().chain(more);
    all.filter(|rules| rules.k() > 1 && rules.overline() == Overline::Allowed).collect()
}

#[test]
fn a_list_of_an_ordinary_boards_lines_is_searched_as_the_board() {
    let mut random = Seeded::new(4_000);
    for rules in boards() {
        let (_, list) = as_list(&rules);
        // The lines of some boards have more symmetries than the board: those of 4×4 with k = 4 have 32.
        assert!(Game::new(&list).symmetries().len() >= Game::new(&rules).symmetries().len(), "{rules:?}");
        for _ in 0..6 {
            let position = random_position(&rules, random.below(rules.cells() / 2), &mut random);
            let moves: Vec<_> = position.moves().collect();
            let same = Position::from_moves(&list, &moves).expect("the same moves");
            assert!(same.legal_moves().eq(position.legal_moves()));
            for named in Named::ALL.map(Heuristic::Named) {
                if named.compile(&rules).is_err() {
                    continue;
                }
                let depth = if rules.cells() > 40 { 3 } else { 4 };
                let (a, b) = (alpha_beta(&position, &named, Some(depth)), alpha_beta(&same, &named, Some(depth)));
                let context = || format!("{rules:?} {} {}", named.name(), position.board());
                let values =
                    |found: &Iteration| -> Vec<_> { found.moves.iter().map(|root| (root.cell, root.score)).collect() };
                assert_eq!(values(&a), values(&b), "{}", context());
                assert_eq!(a.counts.nodes, b.counts.nodes, "{}", context());
                if rules.cells() <= 25 {
                    let (a, b) = (plain(&position, &named, 3), plain(&same, &named, 3));
                    assert_eq!((values(&a), a.counts.nodes), (values(&b), b.counts.nodes), "{}", context());
                }
            }
        }
    }
}

#[test]
fn a_list_of_an_ordinary_boards_lines_is_solved_as_the_board() {
    let mut random = Seeded::new(5_000);
    for rules in boards().into_iter().filter(|rules| rules.cells() <= 25) {
        let (_, list) = as_list(&rules);
        let least = rules.cells().saturating_sub(12);
        for _ in 0..6 {
            let position = random_position(&rules, least + random.below(rules.cells() - least), &mut random);
            if position.empties() > 12 {
                continue; // a game that would have ended early
            }
            let moves: Vec<_> = position.moves().collect();
            let same = Position::from_moves(&list, &moves).expect("the same moves");
            assert_eq!(proven(&position), proven(&same), "{rules:?} {}", position.board());
            if let Ok(table) = Retrograde::new(position.game()) {
                let list_table = Retrograde::new(same.game()).expect("as small");
                let moves: Vec<_> = position.legal_moves().collect();
                let (a, b) = (table.moves(&position, &moves), list_table.moves(&same, &moves));
                assert!(a.eq(b), "{rules:?} {}", position.board());
            }
        }
    }
}

/// Published facts of these games.
#[test]
fn results_are_as_published() {
    let of = |position: Position| {
        let mut memory = Memory::new(1 << 20);
        let moves: Vec<_> = position.legal_moves().collect();
        let mut prover = Prover::new(&mut memory, &position, Limits::default());
        let score = prover.best_score(&moves).expect("no limit");
        assert_eq!(position.status(), Status::Ongoing);
        prover.verdict(score)
    };
    // The first player wins on the torus in 7 plies, with its fourth stone.
    assert_eq!(of(Position::new(Preset::Torus)), Verdict::Win { plies: 7 });
    // Harary: Tippy wins on 3×3, Elly on 4×4, neither on a board one smaller (Gardner 1979).
    assert!(matches!(of(Position::new(Preset::Tippy)), Verdict::Win { .. }));
    let elly = |side| {
        let shape = ShapeSpec { width: side, height: side, shape: "XXX/X..".to_owned(), misere: false };
        of(Position::new(Rules::from_shape(&shape).expect("valid")))
    };
    assert!(matches!((elly(3), elly(4)), (Verdict::Draw { .. }, Verdict::Win { .. })), "{:?} {:?}", elly(3), elly(4));
    let small = ShapeSpec { width: 2, height: 2, shape: ".XX/XX.".to_owned(), misere: false };
    assert!(Rules::from_shape(&small).is_err(), "Tippy does not even fit 2×2");
    // A draw leaves both sides a blocking set, which the Fano plane does not have.
    assert!(matches!(of(Position::new(Preset::Fano)), Verdict::Win { .. }));
    assert!(matches!(of(Position::new(Preset::ThreeCubed)), Verdict::Win { .. }));
}
