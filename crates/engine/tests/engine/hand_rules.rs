//! The player by hand-made rules: it never loses at tic-tac-toe, and its rule is the first reason of its move.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::common::naive::Naive;
use crate::common::{Seeded, random_position, reachable_tic_tac_toe, rules};
use inarow_engine::engine::reasons::{ReasonKind, reasons};
use inarow_engine::engine::{
    Algorithm, Engine, EngineConfig, EngineError, Match, PlayerConfig, Query, RankedMove, Report, TieBreak,
};
use inarow_engine::game::{Cell, Game, Player, Position, Status};
use inarow_engine::search::{Stop, Verdict};

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

fn by_rules(position: &Position) -> Query {
    Query { algorithm: Algorithm::Rules, ..Query::new(position.clone()) }
}

fn played(position: Position, cell: Cell) -> Position {
    let mut after = position;
    after.play(cell).expect("a legal move");
    after
}

/// All moves that the rules may choose: of equal ones each.
fn choices(engine: &Engine, position: &Position) -> BTreeSet<Cell> {
    let tie_breaks = [TieBreak::First, TieBreak::Trap].into_iter().map(|tie_break| (tie_break, 0));
    let tie_breaks = tie_breaks.chain((0..24).map(|seed| (TieBreak::Random, seed)));
    let choose = |(tie_break, seed)| engine.choose(&Query { tie_break, seed, ..by_rules(position) });
    tie_breaks.map(|one| choose(one).expect("a move").0.cell).collect()
}

/// Plays every game of the rules as one side against all moves of the other.
fn play_all(
    engine: &Engine,
    position: Position,
    side: Player,
    seen: &mut BTreeMap<String, ()>,
    results: &mut [usize; 3],
) {
    if position.status() != Status::Ongoing {
        let result = position.winner().map_or(1, |winner| if winner == side { 2 } else { 0 });
        results[result] += 1;
        assert_ne!(result, 0, "{side:?} loses with {}", position.board());
        return;
    }
    if seen.insert(position.board(), ()).is_some() {
        return;
    }
    let moves = if position.turn() == side { choices(engine, &position) } else { position.legal_moves().collect() };
    for cell in moves {
        play_all(engine, played(position.clone(), cell), side, seen, results);
    }
}

#[test]
fn the_rules_never_lose_at_tic_tac_toe() {
    let engine = engine();
    for side in Player::ALL {
        let mut results = [0; 3];
        let start = Position::new(Game::shared(rules(3, 3, 3, "")));
        play_all(&engine, start, side, &mut BTreeMap::new(), &mut results);
        assert!(results[1] > 0 && results[2] > 0, "{side:?}: {results:?}");
    }
}

/// The old advice, in its order: the first kind that some legal move has decides.
#[test]
fn the_first_rule_that_applies_is_the_first_reason() {
    let engine = engine();
    let mut random = Seeded::new(3);
    let mut positions = reachable_tic_tac_toe();
    for rules in [rules(4, 4, 3, ""), rules(5, 5, 4, ""), rules(7, 6, 4, "gravity"), rules(9, 9, 5, "exact")] {
        positions.extend((0..40).map(|plies| random_position(&rules, plies % rules.cells(), &mut random)));
    }
    let mut used = BTreeMap::<_, usize>::new();
    for position in positions {
        let (line, _) = engine.choose(&by_rules(&position)).expect("a move");
        let of = |cell| reasons(&position, cell, &[]).into_iter().map(|reason| reason.kind).collect::<Vec<_>>();
        let is_legal_rule = |rule: &ReasonKind| position.legal_moves().any(|cell| of(cell).contains(rule));
        let best = ReasonKind::RULES.into_iter().find(is_legal_rule).expect("a rule");
        let chosen = of(line.cell);
        *used.entry(best.name()).or_default() += 1;
        // A move that loses at once is played only if there is no other.
        if chosen.first() != Some(&best) {
            let is_no_good = |cell: Cell| of(cell).first() != Some(&best) || loses_at_once(&position, cell);
            assert!(position.legal_moves().all(is_no_good), "{} {best:?} {chosen:?}", position.board());
        }
    }
    let expected = ReasonKind::RULES.map(ReasonKind::name);
    assert_eq!(used.keys().copied().collect::<BTreeSet<_>>(), expected.into(), "{used:?}");
}

/// Where the rules have no advice about places, the longer line decides between moves of one rule.
#[test]
fn of_moves_by_one_rule_those_on_longer_lines_come_first() {
    let engine = engine();
    let (mut random, mut decided) = (Seeded::new(18), BTreeSet::new());
    for rules in [rules(4, 4, 3, ""), rules(5, 5, 4, ""), rules(7, 6, 4, "gravity"), rules(9, 9, 5, "exact")] {
        for plies in 0..60 {
            let position = random_position(&rules, plies % rules.cells(), &mut random);
            let analysis = engine.analyse(&by_rules(&position)).expect("a ranking");
            let goes_on = |line: &&RankedMove| line.verdict != Verdict::Win { plies: 1 };
            let ranked: Vec<_> = analysis.moves.iter().filter(goes_on).map(|line| described(&position, line)).collect();
            for ((verdict, rule, stones), next) in ranked.iter().zip(ranked.iter().skip(1)) {
                if (verdict, rule) == (&next.0, &next.1) {
                    assert!(*stones >= next.2, "{} {ranked:?}", position.board());
                    decided.insert((*stones, next.2));
                }
            }
        }
    }
    assert!([(2, 0), (3, 2)].iter().all(|lengths| decided.contains(lengths)), "{decided:?}");
}

/// The proven result of a move, its first rule, and the stones on the line that it makes longest, 0 if it makes none longer.
fn described(position: &Position, line: &RankedMove) -> (Verdict, Option<ReasonKind>, usize) {
    let reasons = reasons(position, line.cell, &[]);
    let rule = ReasonKind::RULES.into_iter().find(|rule| reasons.iter().any(|reason| reason.kind == *rule));
    let after = played(position.clone(), line.cell);
    let stones = |cells: &[Cell]| cells.iter().filter(|&&cell| after.cell(cell) == Some(position.turn())).count();
    let longest = reasons.iter().find(|reason| reason.kind == ReasonKind::OpensLine);
    (line.verdict, rule, longest.map_or(0, |reason| stones(&reason.cells)))
}

fn loses_at_once(position: &Position, cell: Cell) -> bool {
    let after = played(position.clone(), cell);
    after.status() == Status::Ongoing && after.completions(after.turn()).next().is_some()
}

#[test]
fn proven_verdicts_of_the_rules_are_true() {
    let engine = engine();
    let mut proven = 0;
    for position in reachable_tic_tac_toe().iter().filter(|position| position.stones() > 2) {
        let analysis = engine.analyse(&by_rules(position)).expect("a ranking");
        let naive = Naive::of(position);
        for RankedMove { cell, verdict, pv } in &analysis.moves {
            let (Verdict::Win { plies } | Verdict::Loss { plies } | Verdict::Draw { plies }) = *verdict else {
                continue;
            };
            assert_eq!(*verdict, naive.after(*cell).solve().before_move(), "{} {cell}", position.board());
            let end = pv.iter().fold(position.clone(), |position, &cell| played(position, cell));
            let is_draw = matches!(verdict, Verdict::Draw { .. });
            assert!(is_draw || end.winner().is_some() && pv.len() == plies as usize, "{} {pv:?}", position.board());
            proven += 1;
        }
        let scores: Vec<_> = analysis.moves.iter().map(|line| line.verdict.score()).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b));
        assert_eq!(analysis.moves[0], engine.choose(&by_rules(position)).expect("a move").0);
    }
    assert!(proven > 1000, "{proven}");
}

/// The rules look no further than forks, as the guide admits.
#[test]
fn the_rules_miss_wins() {
    let engine = engine();
    let missed = reachable_tic_tac_toe().into_iter().filter(|position| {
        let (chosen, _) = engine.choose(&by_rules(position)).expect("a move");
        let best = engine.analyse(&Query::new(position.clone())).expect("a ranking").moves;
        let exact = best.iter().find(|line| line.cell == chosen.cell).expect("all moves").verdict;
        matches!(best[0].verdict, Verdict::Win { .. }) && !matches!(exact, Verdict::Win { .. })
    });
    let missed: Vec<String> = missed.map(|position| position.board()).collect();
    assert!(!missed.is_empty(), "the guide says so");
}

#[test]
fn the_report_says_what_was_done() {
    let engine = engine();
    let start = Position::new(Game::shared(rules(3, 3, 3, "")));
    let (line, report) = engine.choose(&by_rules(&start)).expect("a move");
    assert_eq!((line.cell, line.verdict), (4, Verdict::Unknown { value: 0 }));
    let Report { algorithm, heuristic, depth, complete, stop, .. } = report;
    assert_eq!((algorithm, heuristic, depth), (Algorithm::Rules, None, 1));
    assert_eq!((complete, stop), (false, Stop::Depth));
    let (line, _) = engine.choose(&Query { moves: vec![1, 8], ..by_rules(&start) }).expect("a move");
    assert_eq!(line.cell, 8, "a corner before a side");
    let misere = Position::new(Game::shared(rules(3, 3, 3, "misere")));
    assert_eq!(engine.choose(&by_rules(&misere)), Err(EngineError::MisereRules));
}

/// With less skill the player sees fewer moves and overlooks threats, and plays those that it sees by the rules.
#[test]
fn a_weaker_player_by_rules_errs() {
    let engine = engine();
    let threat = Position::from_moves(Game::shared(rules(3, 3, 3, "")), &[0, 4, 1]).expect("legal moves");
    let choose = |skill, seed| engine.choose(&Query { skill, seed, ..by_rules(&threat) }).expect("a move").0.cell;
    assert!((0..50).all(|seed| choose(100, seed) == 2));
    let missed = (0..50).filter(|&seed| choose(10, seed) != 2).count();
    assert!((10..50).contains(&missed), "{missed}");
    assert!((0..50).all(|seed| choose(95, seed) == 2));
}

#[test]
fn the_rules_play_matches() {
    let engine = engine();
    let by = |algorithm| PlayerConfig { algorithm, ..PlayerConfig::default() };
    for (rules, losses_max) in [(rules(3, 3, 3, ""), 0), (rules(5, 4, 4, "gravity"), 4), (rules(7, 7, 5, ""), 4)] {
        let players = [by(Algorithm::Rules), PlayerConfig { depth: Some(1), ..by(Algorithm::AlphaBeta) }];
        let plan = Match { seed: 1, ..Match::new(Game::shared(rules), players, 4) };
        let result = engine.play_match(&plan, &mut |_, _| ControlFlow::Continue(())).expect("both can play");
        assert!(result.complete && result.results[0].losses <= losses_max, "{:?}", result.results);
    }
}
