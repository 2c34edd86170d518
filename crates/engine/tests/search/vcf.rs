//! Wins by continuous fours: found far beyond a horizon, and only where they stand.

use std::sync::Arc;

use crate::common::vcf::{Fours, fours, stands};
use crate::common::{Seeded, random_position, rules};
use inarow_engine::engine::{Engine, EngineConfig, Query, TieBreak};
use inarow_engine::game::{Cell, Game, Player, Position, Preset, Setup, Status};
use inarow_engine::search::{Limits, Verdict};

/// Enough for every position here.
const NODES_MAX: u64 = 1_000_000;

fn gomoku(x: &[(usize, usize)], o: &[(usize, usize)]) -> Position {
    let game = Game::shared(Preset::Gomoku.rules());
    let mut cells = vec![None; game.rules().cells()];
    for (stones, player) in [(x, Player::X), (o, Player::O)] {
        for &(column, row) in stones {
            cells[row * 15 + column] = Some(player);
        }
    }
    Setup { game: Arc::clone(&game), cells, turn: Some(Player::X) }.into_position(false).expect("a test position")
}

/// Threes of X along the rows, each closed at its left end: the gaps lie so that each four adds a stone to the next line.
fn staircase() -> Position {
    let mut x = Vec::new();
    let mut o = Vec::new();
    for step in 0..5 {
        let row = 2 + 2 * step;
        x.extend([(2, row), (3, row), (4, row)]);
        o.push((1, row));
    }
    // A column that fills as the fours are made.
    x.push((5, 12));
    gomoku(&x, &o)
}

#[test]
fn a_long_win_is_found_and_stands() {
    let position = staircase();
    let Fours::Win(line) = fours(&position, NODES_MAX) else { panic!("X has a win by fours") };
    assert!(stands(&position, &line), "{line:?}");
    assert!(refute(&position, &line), "{line:?} is refuted");
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let (found, report) = engine.choose(&Query { limits, ..Query::new(position.clone()) }).expect("unfinished");
    assert_eq!((found.cell, found.verdict), (found.pv[0], Verdict::Win { plies: line.len() as u32 }));
    assert!(stands(&position, &found.pv) && !report.complete, "{:?}", found.pv);
}

/// Plays every reply to a line, and says whether X wins against each of them within a move.
fn refute(position: &Position, line: &[Cell]) -> bool {
    let attacker = position.turn();
    let mut board = position.clone();
    line.iter().enumerate().all(|(ply, &cell)| {
        let replies: Vec<Cell> = if ply % 2 == 1 { board.legal_moves().collect() } else { Vec::new() };
        let holds = replies.into_iter().filter(|&reply| reply != cell).all(|reply| {
            board.play(reply).expect("legal");
            let punished = board.status() == Status::Ongoing && {
                board.play(cell).expect("the gap is empty");
                let wins = board.winner() == Some(attacker);
                board.undo();
                wins
            };
            board.undo();
            punished
        });
        board.play(cell).expect("legal");
        holds
    }) && board.winner() == Some(attacker)
}

#[test]
fn wins_by_fours_stand_on_random_boards_of_many_rules() {
    let mut random = Seeded::new(21);
    let mut wins = 0;
    for rules in [rules(15, 15, 5, ""), rules(9, 9, 4, "exact"), rules(10, 8, 5, "exact"), rules(9, 8, 4, "")] {
        for _ in 0..150 {
            let position = random_position(&rules, rules.cells() / 5 + random.below(rules.cells() / 3), &mut random);
            if let Fours::Win(line) = fours(&position, 3_000) {
                assert!(refute(&position, &line), "{rules:?} {} {line:?}", position.board());
                wins += 1;
            }
        }
    }
    assert!(wins > 100, "{wins}");
}

#[test]
fn a_line_that_can_be_refuted_does_not_stand() {
    // X has an open three, O a four: X's four is no threat in time.
    let position = gomoku(&[(5, 5), (6, 5), (7, 5), (0, 0)], &[(3, 9), (4, 9), (5, 9), (6, 9)]);
    assert_eq!(fours(&position, NODES_MAX), Fours::None);
    let at = |column: usize, row: usize| row * 15 + column;
    assert!(!stands(&position, &[at(8, 5), at(4, 5), at(9, 5)]));
    let held = gomoku(&[(5, 5), (6, 5), (7, 5)], &[(4, 5), (5, 9), (6, 9)]);
    assert!(!stands(&held, &[at(8, 5), at(9, 5), at(10, 5)]), "the only reply holds");
}

/// Nearly every move lets the other side win by fours; the chosen one does not.
#[test]
fn threats_of_fours_are_met() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    // O threatens a stone on (7, 6) that makes two fours, one closed row and one closed column; X has nothing of its own.
    let position = gomoku(
        &[(3, 6), (7, 2), (1, 1), (12, 2), (1, 12), (13, 12)],
        &[(4, 6), (5, 6), (6, 6), (7, 3), (7, 4), (7, 5)],
    );
    let lets_o_win = |cell: Cell| {
        let mut after = position.clone();
        after.play(cell).expect("legal");
        match fours(&after, NODES_MAX) {
            Fours::Win(line) => Some(line),
            _ => None,
        }
    };
    let far = lets_o_win(14).expect("a move that meets nothing");
    assert_eq!((far[0], far.len()), (6 * 15 + 7, 3));
    let meeting = position.legal_moves().filter(|&cell| lets_o_win(cell).is_none()).count();
    assert!((1..=8).contains(&meeting), "{meeting} moves meet the threat");
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let query = Query { limits, tie_break: TieBreak::First, ..Query::new(position.clone()) };
    let (line, _) = engine.choose(&query).expect("unfinished");
    assert_eq!(lets_o_win(line.cell), None, "{}", line.cell);
}
