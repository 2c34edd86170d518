//! The search on patterns: its claims of wins and losses stand against every reply, and forced results are never missed.

use crate::common::vcf::{Fours, fours};
use crate::common::{Seeded, random_position, rules};
use inarow_engine::engine::{Engine, EngineConfig, Query};
use inarow_engine::game::{Cell, Game, Position, Preset, Status};
use inarow_engine::search::{Iteration, Limits, Memory, Score, Stop, Threats, Verdict, Wanted};

fn search(position: &Position, limits: &Limits, wanted: Wanted) -> Iteration {
    let moves: Vec<Cell> = position.legal_moves().collect();
    let mut memory = Memory::new(1 << 20);
    Threats::new(position, &mut memory, limits).run(&moves, wanted, &mut |_| {})
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Stones near each other, so that there is something to fight about.
fn crowded(rules: &inarow_engine::game::Rules, stones: usize, random: &mut Seeded) -> Position {
    let mut position = Position::new(Game::shared(rules));
    let (width, height) = (rules.width(), rules.height());
    while position.stones() < stones {
        let mut near = |side: usize| side / 2 + random.below(7) - 3;
        let cell = near(height) * width + near(width);
        if position.is_legal(cell) {
            position.play(cell).expect("legal");
            if position.status() != Status::Ongoing {
                position.undo();
                return position;
            }
        }
    }
    position
}

/// Whether the side to move wins within `plies` plies: it plays the moves of a search of its own, the other side every move.
fn wins(position: &mut Position, plies: u32) -> bool {
    let attacker = position.turn();
    if position.completions(attacker).next().is_some() {
        return plies >= 1;
    }
    if plies < 3 {
        return false;
    }
    let best = search(position, &nodes(20_000), Wanted::Best(1)).moves.remove(0);
    if !matches!(best.verdict(position.empties()), Verdict::Win { .. }) {
        return false;
    }
    position.play(best.cell).expect("legal");
    let held = loses(position, plies - 1);
    position.undo();
    held
}

/// Whether every reply loses within `plies` plies.
fn loses(position: &mut Position, plies: u32) -> bool {
    let (attacker, defender) = (position.turn().opponent(), position.turn());
    if position.status() != Status::Ongoing || position.completions(defender).next().is_some() {
        return position.winner() == Some(attacker);
    }
    let replies: Vec<Cell> = position.legal_moves().collect();
    replies.into_iter().all(|reply| {
        position.play(reply).expect("legal");
        let lost = position.status() == Status::Ongoing && wins(position, plies - 1);
        position.undo();
        lost
    })
}

#[test]
fn results_stand_against_every_reply() {
    let mut random = Seeded::new(31);
    let (mut won, mut lost) = (0, 0);
    for rules in [rules(15, 15, 5, ""), rules(11, 11, 5, "exact"), rules(9, 9, 4, "")] {
        for _ in 0..60 {
            let mut position = crowded(&rules, 6 + random.below(9), &mut random);
            let found = search(&position, &nodes(6_000), Wanted::Best(1));
            let line = &found.moves[0];
            let what = format!("{rules:?} {} {line:?}", position.board());
            match line.verdict(position.empties()) {
                Verdict::Win { plies } if plies <= 7 => {
                    assert_eq!((plies as usize, found.stop), (line.pv.len(), Some(Stop::Solved)), "{what}");
                    assert!(wins(&mut position, plies), "{what}");
                    won += 1;
                }
                Verdict::Loss { plies } if plies <= 4 => {
                    assert_eq!(plies as usize, line.pv.len(), "{what}");
                    assert!(loses(&mut position, plies), "{what}");
                    lost += 1;
                }
                _ => {}
            }
            for cell in &line.pv {
                assert_eq!(position.play(*cell), Ok(()), "{what}");
            }
        }
    }
    assert!(won > 20 && lost > 0, "{won} {lost}");
}

#[test]
fn rows_are_completed_and_fours_are_blocked() {
    let mut random = Seeded::new(32);
    let (mut fives, mut blocks) = (0, 0);
    for rules in [rules(15, 15, 5, ""), rules(15, 15, 5, "exact"), rules(13, 10, 6, "")] {
        for _ in 0..150 {
            let position = random_position(&rules, 10 + random.below(rules.cells() / 2), &mut random);
            if position.status() != Status::Ongoing {
                continue;
            }
            let own: Vec<Cell> = position.completions(position.turn()).collect();
            let theirs: Vec<Cell> = position.completions(position.turn().opponent()).collect();
            if own.is_empty() && theirs.is_empty() {
                continue;
            }
            let line = search(&position, &nodes(300), Wanted::Best(1)).moves.remove(0);
            if own.is_empty() {
                assert!(theirs.contains(&line.cell), "{} {line:?}", position.board());
                blocks += 1;
            } else {
                assert!(own.contains(&line.cell), "{} {line:?}", position.board());
                assert_eq!((line.score, line.pv.len()), (Score::win_in(1), 1));
                fives += 1;
            }
        }
    }
    assert!(fives > 20 && blocks > 20, "{fives} {blocks}");
}

#[test]
fn long_wins_by_fours_take_few_nodes() {
    let mut random = Seeded::new(35);
    let mut long = 0;
    while long < 5 {
        let position = random_position(&Preset::Gomoku.rules(), 30 + random.below(50), &mut random);
        let Fours::Win(line) = fours(&position, 3_000) else { continue };
        if line.len() < 11 {
            continue;
        }
        long += 1;
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let found = search(&position, &limits, Wanted::Best(1));
        let best = &found.moves[0];
        assert!(best.complete && best.score > Score::DRAW, "{} {best:?}", position.board());
        assert!(found.counts.nodes < 1_000, "{} {} nodes", position.board(), found.counts.nodes);
    }
}

#[test]
fn wins_by_threes_are_found_far_beyond_the_depth() {
    let mut random = Seeded::new(36);
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let (mut won, mut lost, mut longest) = (0, 0, 0);
    for rules in [rules(15, 15, 5, ""), rules(15, 15, 5, "exact"), rules(9, 9, 4, "")] {
        for _ in 0..40 {
            let mut position = crowded(&rules, 8 + random.below(8), &mut random);
            let no_fours = fours(&position, 3_000) == Fours::None;
            let found = search(&position, &limits, Wanted::Best(1));
            let line = &found.moves[0];
            match line.verdict(position.empties()) {
                Verdict::Win { plies } if plies >= 7 && no_fours => {
                    assert_eq!(plies as usize, line.pv.len());
                    replies_lose(&mut position, &line.pv);
                    won += 1;
                    longest = longest.max(plies);
                }
                Verdict::Loss { plies } if plies >= 8 => {
                    position.play(line.cell).expect("legal");
                    replies_lose(&mut position, &line.pv[1..]);
                    lost += 1;
                }
                _ => {}
            }
        }
    }
    assert!(won >= 4 && lost >= 1 && longest >= 11, "{won} {lost} {longest}");
}

/// Plays a line that wins for the side to move, and checks that against every other reply a search of its own finds a win,
/// too.
fn replies_lose(position: &mut Position, line: &[Cell]) {
    for (ply, &cell) in line.iter().enumerate() {
        if ply % 2 == 1 {
            let replies: Vec<Cell> = position.legal_moves().filter(|&reply| reply != cell).collect();
            for reply in replies {
                position.play(reply).expect("legal");
                assert_eq!(position.status(), Status::Ongoing);
                let found = search(position, &nodes(200_000), Wanted::Best(1));
                let verdict = found.moves[0].verdict(position.empties());
                assert!(matches!(verdict, Verdict::Win { .. }), "{} {verdict:?}", position.board());
                position.undo();
            }
        }
        position.play(cell).expect("legal");
    }
    assert_eq!(position.status(), Status::Won);
}

#[test]
fn the_same_limits_give_the_same_answer() {
    let mut random = Seeded::new(33);
    for _ in 0..4 {
        let position = crowded(&Preset::Gomoku.rules(), 9, &mut random);
        for limits in [nodes(3_000), Limits { depth: Some(3), ..Limits::default() }] {
            let first = search(&position, &limits, Wanted::Best(3));
            assert_eq!(first, search(&position, &limits, Wanted::Best(3)));
            assert!(first.moves.is_sorted_by_key(|line| std::cmp::Reverse(line.score)), "{first:?}");
        }
    }
}

#[test]
fn knowledge_of_a_search_is_forgotten_unless_it_is_to_last() {
    let position = crowded(&Preset::Gomoku.rules(), 8, &mut Seeded::new(34));
    let moves: Vec<Cell> = position.legal_moves().collect();
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let again = |mut memory: Memory| {
        let mut run = || Threats::new(&position, &mut memory, &limits).run(&moves, Wanted::Best(1), &mut |_| {});
        [run().counts.nodes, run().counts.nodes]
    };
    let [first, second] = again(Memory::new(1 << 20));
    assert_eq!(first, second);
    let [first, second] = again(Memory::new(1 << 20).persistent());
    assert!(second < first, "{second} {first}");
}

#[test]
fn the_first_stone_goes_to_the_middle_and_the_second_beside_it() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let ask = |moves: &[Cell]| {
        let position = Position::from_moves(Game::shared(Preset::Gomoku.rules()), moves).expect("legal");
        engine.choose(&Query { limits: nodes(20_000), ..Query::new(position) }).expect("unfinished").0.cell
    };
    assert_eq!(ask(&[]), 112);
    let reply = ask(&[112]);
    assert!((reply / 15).abs_diff(7) <= 1 && (reply % 15).abs_diff(7) <= 1, "{reply}");
}
