//! Wins by continuous threats: each is checked move by move, and found where exact results say that there is one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::plain::{Plain, random_spec, solve};
use crate::common::{Seeded, random_position};
use inarow_engine::game::{Cell, LinesSpec, Position, Preset, Rules, Status};
use inarow_engine::search::{Forced, Limits, Verdict};

/// The lines and columns of a game, for the oracle.
fn spec_of(rules: &Rules) -> LinesSpec {
    let board = rules.line_board().expect("a list of lines");
    let list = |cells: &[u16]| cells.iter().map(|&cell| u64::from(cell)).collect::<Vec<_>>();
    let columns: Vec<_> = board.columns().iter().map(|column| list(column)).collect();
    LinesSpec {
        cells: board.cells() as u64,
        lines: board.lines().map(list).collect(),
        above: (!columns.is_empty()).then_some(columns),
        layout: None,
        misere: rules.misere(),
    }
}

/// Every move of the winner ends the game or threatens to; the other side cannot end it first, and has no reply but the one in the
/// sequence, or none at all.
fn assert_wins(spec: &LinesSpec, position: &Position, line: &[Cell]) {
    let mut board = Plain::of(spec, position);
    let winner = board.turn;
    assert!(line.len() % 2 == 1, "{line:?}");
    for (ply, &cell) in line.iter().enumerate() {
        let context = format!("{line:?} at {ply}: {}", position.board());
        assert!(board.moves().contains(&cell), "{context}");
        let is_winners = board.turn == winner;
        if !is_winners {
            let threats = board.completions(winner);
            assert!(board.completions(board.turn).is_empty() && threats.contains(&cell), "{context}");
            // A second threat is carried out whatever the reply is. Where stones fall, a reply may give the last cell.
            let is_decided = threats.len() > 1;
            assert!(if is_decided || !position.rules().gravity() {
                is_decided == (ply == line.len() - 2)
            } else {
                true
            });
            if is_decided {
                for reply in board.moves() {
                    let after = board.after(reply);
                    assert!(after.winner().is_none() && !after.completions(winner).is_empty(), "{context}");
                }
            }
        }
        board = board.after(cell);
        assert_eq!(board.winner().is_some(), ply + 1 == line.len(), "{context}");
    }
}

fn search(position: &Position, limits: &Limits) -> (Option<Vec<Cell>>, u64) {
    let moves: Vec<_> = position.legal_moves().collect();
    let mut forced = Forced::new(position, limits);
    let found = forced.win(&moves, 1);
    (found, forced.counts().nodes)
}

#[test]
fn sequences_are_forced() {
    let mut random = Seeded::new(44);
    let (mut found, mut longest) = (0, 0);
    for (preset, plies) in [(Preset::Qubic, 14), (Preset::ScoreFour, 20), (Preset::ThreeCubed, 4)] {
        let rules = preset.rules();
        let spec = spec_of(&rules);
        for round in 0..60 {
            let position = random_position(&rules, plies + round % 5, &mut random);
            if let (Some(line), _) = search(&position, &Limits::default()) {
                assert_wins(&spec, &position, &line);
                found += 1;
                longest = longest.max(line.len());
            }
        }
    }
    assert!(found > 60 && longest > 10, "{found} {longest}");
}

/// On small games: each sequence found is a win, at least as long as the quickest; wins in one and three plies are always found.
#[test]
fn sequences_agree_with_exact_results() {
    let mut random = Seeded::new(45);
    let (mut found, mut missed) = (0, 0);
    for _ in 0..600 {
        let spec = random_spec(&mut random, 11);
        if spec.misere {
            continue;
        }
        let rules = Rules::from_lines(spec.clone()).expect("valid");
        let position = random_position(&rules, random.below(rules.cells()), &mut random);
        let exact = solve(&Plain::of(&spec, &position), &mut std::collections::HashMap::new());
        match (search(&position, &Limits::default()).0, exact) {
            (Some(line), Verdict::Win { plies }) => {
                assert_wins(&spec, &position, &line);
                assert!(line.len() as u32 >= plies);
                found += 1;
            }
            (Some(line), _) => panic!("{line:?} does not win {}", position.board()),
            (None, Verdict::Win { plies }) => {
                assert!(plies > 1, "{spec:?} {}", position.board());
                missed += 1;
            }
            (None, _) => {}
        }
    }
    assert!(found > 100 && missed > 10, "{found} {missed}");
}

#[test]
fn limits_end_the_search() {
    let mut random = Seeded::new(46);
    let rules = Preset::Qubic.rules();
    let mut ended = 0;
    for _ in 0..40 {
        let position = random_position(&rules, 14, &mut random);
        let (_, nodes) = search(&position, &Limits::default());
        let few = Limits { nodes: Some(10), ..Limits::default() };
        let (_, within) = search(&position, &few);
        assert!(within <= 10);
        ended += usize::from(nodes > 10);
        let cancelled = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
        let (found, nodes) = search(&position, &cancelled);
        assert!(nodes <= 1 && found.is_none_or(|line| line.len() == 1), "a win at once needs no search");
    }
    assert!(ended > 5, "{ended}");
}

/// The moves after which the other side wins by threats are named with its sequence.
#[test]
fn losing_moves_are_named() {
    let mut random = Seeded::new(47);
    let rules = Preset::Qubic.rules();
    let spec = spec_of(&rules);
    let mut named = 0;
    for _ in 0..20 {
        let position = random_position(&rules, 14, &mut random);
        let moves: Vec<_> = position.legal_moves().collect();
        for (cell, line) in Forced::new(&position, &Limits::default()).losing(&moves) {
            let mut after = position.clone();
            after.play(cell).expect("legal");
            assert_eq!(after.status(), Status::Ongoing);
            assert_wins(&spec, &after, &line);
            named += 1;
        }
    }
    assert!(named > 50, "{named}");
}
