//! Proofs in answers, against plain minimax to the end: complete answers leave nothing unknown, proven scores are true, and neither a
//! tie-break nor a skill above 90 gives away a proven outcome.

use std::cmp::Reverse;

use crate::common::exact;
use crate::common::naive::Naive;
use crate::common::{Seeded, random_position, rules};
use inarow_engine::engine::{Algorithm, Analysis, Effort, Engine, EngineConfig, Query, RankedMove, TieBreak};
use inarow_engine::game::{Cell, Game, Player, Position, Rules, Setup, Status};
use inarow_engine::heuristic::{EmptyLine, Heuristic, Named, Weights};
use inarow_engine::search::{Limits, Verdict};

/// Boards of up to 16 cells with at most nine empty ones.
fn games() -> Vec<Rules> {
    vec![
        rules(3, 3, 3, ""),
        rules(3, 3, 3, "misere"),
        rules(4, 3, 3, ""),
        rules(4, 3, 3, "gravity misere"),
        rules(4, 3, 4, "exact"),
        rules(4, 2, 4, "exact"),
        rules(4, 4, 4, ""),
        rules(4, 4, 3, "exact"),
        rules(4, 4, 4, "misere"),
        rules(5, 3, 4, "gravity"),
        rules(7, 2, 3, "exact misere"),
    ]
}

const EMPTIES_MAX: usize = 9;
const PLAIN_EMPTIES_MAX: usize = 6;

/// The same positions for every test, which share the results of the oracle.
fn sample(rules: &Rules, count: usize) -> Vec<Position> {
    let mut random = Seeded::new(44);
    let least = rules.cells().saturating_sub(EMPTIES_MAX);
    let mut found = Vec::new();
    while found.len() < count {
        let position = random_position(rules, least + random.below(rules.cells() - least), &mut random);
        if position.empties() <= EMPTIES_MAX {
            found.push(position);
        }
    }
    found
}

fn heuristics(k: usize) -> Vec<Option<Heuristic>> {
    let weights = (0..=k as i64).map(|n| (n * 7 + 3) % 11 - 4).collect();
    let custom = Heuristic::Custom(Weights::new(weights, 2, EmptyLine::Turn).expect("weights in range"));
    let named = [Named::WinLoss, Named::Lines, Named::AvoidLines, Named::Threats].map(Heuristic::Named);
    named.into_iter().chain([custom]).map(Some).chain([None]).collect()
}

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

fn outcome(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Win { .. } => 1,
        Verdict::Loss { .. } => -1,
        Verdict::Draw { .. } | Verdict::Unknown { .. } => 0,
    }
}

/// A random query about the position.
fn query(position: &Position, heuristic: Option<Heuristic>, random: &mut Seeded) -> Query {
    // Minimax visits every variation.
    let plain = if position.empties() <= PLAIN_EMPTIES_MAX { Algorithm::Minimax } else { Algorithm::AlphaBeta };
    let algorithms = [Algorithm::Auto, Algorithm::AlphaBeta, plain, Algorithm::Auto];
    let depth = (random.below(8) > 0).then(|| 1 + random.below(position.empties()) as u32);
    let algorithm = algorithms[random.below(algorithms.len())];
    let limits = Limits { depth, ..Limits::default() };
    let seed = random.below(1 << 20) as u64;
    Query { algorithm, heuristic, limits, seed, ..Query::new(position.clone()) }
}

/// A failed query, as a test shows it.
fn shown(query: &Query) -> String {
    let Query { position, algorithm, heuristic, limits, tie_break, skill, seed, multi_pv, .. } = query;
    let rules = position.rules();
    format!(
        "{rules:?} {} {:?} {algorithm:?} {heuristic:?} {limits:?} {tie_break:?} {skill} {seed} {multi_pv}",
        position.board(),
        position.turn()
    )
}

fn assert_proven(query: &Query, lines: &[RankedMove], complete: bool) {
    let board = Naive::of(&query.position);
    for line in lines {
        let context = || format!("{} {line:?}", shown(query));
        assert!(!complete || line.verdict.is_proven(), "{}", context());
        if line.verdict.is_proven() {
            assert_eq!(line.verdict, exact::of_move(&board, line.cell), "{}", context());
        }
    }
}

#[test]
fn complete_rankings_are_proven_and_proofs_are_true() {
    let (engine, mut random) = (engine(), Seeded::new(41));
    let mut complete = 0;
    for rules in games() {
        for position in sample(&rules, 16) {
            for heuristic in heuristics(rules.k()) {
                let query = query(&position, heuristic, &mut random);
                let nodes = (random.below(3) == 0).then(|| 1 + random.below(400) as u64);
                let limits = Limits { nodes, ..query.limits.clone() };
                let query = Query { multi_pv: random.below(position.empties() + 1), limits, ..query };
                let mut check = |analysis: &Analysis| {
                    complete += usize::from(analysis.report.complete);
                    assert_proven(&query, &analysis.moves, analysis.report.complete);
                };
                let mut depths = Vec::new();
                let last = engine.analyse_with(&query, Effort::Full, &mut |analysis| depths.push(analysis.clone()));
                let last = last.expect("an answer").expect("a whole one");
                depths.iter().for_each(&mut check);
                check(&last);
            }
        }
    }
    assert!(complete > 500, "{complete}");
}

#[test]
fn tie_breaks_keep_the_score_and_the_proof() {
    let (engine, mut random) = (engine(), Seeded::new(42));
    for rules in games() {
        for position in sample(&rules, 16) {
            for heuristic in heuristics(rules.k()) {
                let query = query(&position, heuristic, &mut random);
                let (first, report) = engine.choose(&query).expect("a move");
                assert_proven(&query, std::slice::from_ref(&first), report.complete);
                for tie_break in [TieBreak::Lines, TieBreak::Random, TieBreak::Trap] {
                    let query = Query { tie_break, ..query.clone() };
                    let (line, report) = engine.choose(&query).expect("a move");
                    let context = || format!("{}: {first:?} {line:?}", shown(&query));
                    assert_proven(&query, std::slice::from_ref(&line), report.complete);
                    assert_eq!(line.verdict.score(), first.verdict.score(), "{}", context());
                    assert!(line.verdict.is_proven() || !first.verdict.is_proven(), "{}", context());
                }
            }
        }
    }
}

/// Of the moves that draw the one after which the own lines outweigh the others most, of equal ones the lowest.
fn best_by_lines(position: &Position) -> Option<Cell> {
    let (board, rules) = (Naive::of(position), position.rules());
    let weights = Heuristic::of_lines(rules).weights(rules.k()).expect("small weights");
    let empty = match weights.empty_line() {
        EmptyLine::X => "X",
        EmptyLine::Turn => "turn",
        EmptyLine::None => "",
    };
    let value = |&cell: &Cell| {
        let value = board.after(cell).value(weights.by_stones(), weights.tempo(), empty);
        if board.turn == Player::X { value } else { -value }
    };
    let draws = |cell: &Cell| matches!(exact::of_move(&board, *cell), Verdict::Draw { .. });
    board.moves().into_iter().filter(draws).max_by_key(|cell| (value(cell), Reverse(*cell)))
}

/// Where a search to the end finds a draw, it is that of all drawn moves which is best by its lines.
#[test]
fn lines_choose_among_all_moves_that_draw() {
    let (engine, mut drawn) = (engine(), 0);
    for rules in games() {
        for position in sample(&rules, 24) {
            for heuristic in heuristics(rules.k()) {
                for depth in [None, Some(position.empties() as u32)] {
                    let limits = Limits { depth, ..Limits::default() };
                    let (heuristic, algorithm) = (heuristic.clone(), Algorithm::AlphaBeta);
                    let tie_break = TieBreak::Lines;
                    let query = Query { algorithm, heuristic, limits, tie_break, ..Query::new(position.clone()) };
                    let (line, report) = engine.choose(&query).expect("a move");
                    assert!(report.complete && line.verdict.is_proven(), "{}: {line:?}", shown(&query));
                    if matches!(line.verdict, Verdict::Draw { .. }) {
                        assert_eq!(Some(line.cell), best_by_lines(&position), "{}", shown(&query));
                        drawn += 1;
                    }
                }
            }
        }
    }
    assert!(drawn > 400, "{drawn}");
}

/// Above skill 90 an outcome that the same search proves is kept, however the slips of such a player fall.
#[test]
fn no_proven_outcome_is_given_away_above_skill_90() {
    let (engine, mut random) = (engine(), Seeded::new(43));
    let mut slips = 0;
    for rules in games() {
        for position in sample(&rules, 8) {
            let board = Naive::of(&position);
            for heuristic in heuristics(rules.k()) {
                let query = query(&position, heuristic, &mut random);
                let all = engine.analyse(&query).expect("an analysis");
                let best = all.moves[0].verdict;
                // A draw that is known is played, unless the value of another move is higher.
                let is_known = |line: &RankedMove| line.verdict.is_proven() && line.verdict.score() == best.score();
                if !all.moves.iter().any(is_known) {
                    continue;
                }
                for skill in [91, 95, 99, 100] {
                    for tie_break in TieBreak::ALL {
                        if tie_break == TieBreak::First && !best.is_proven() {
                            continue; // the lowest of equal scores
                        }
                        let query = Query { skill, tie_break, ..query.clone() };
                        let (line, _) = engine.choose(&query).expect("a move");
                        let kept = outcome(exact::of_move(&board, line.cell));
                        assert!(kept >= outcome(best), "{}: {line:?} {:?}", shown(&query), all.moves);
                        slips += usize::from(line.cell != all.moves[0].cell);
                    }
                }
            }
        }
    }
    assert!(slips > 100, "{slips}");
}

fn of_board(rules: &Rules, board: &str, turn: Player) -> Position {
    let game = Game::shared(rules);
    let cells = Setup::parse(&game, board).unwrap_or_else(|_| panic!("{board} is a board"));
    let position = Setup { game, cells, turn: Some(turn) }.into_position(false).expect("a position");
    assert_eq!(position.status(), Status::Ongoing);
    position
}

/// c2 looks like 0 and loses; a3 draws.
#[test]
fn a_proven_draw_goes_before_a_value_of_0() {
    let position = of_board(&rules(3, 3, 3, "misere"), ".OX.X.OXO", Player::X);
    let limits = Limits { depth: Some(2), ..Limits::default() };
    for tie_break in [TieBreak::Lines, TieBreak::Random, TieBreak::Trap] {
        let query = Query { limits: limits.clone(), tie_break, ..Query::new(position.clone()) };
        let (line, _) = engine().choose(&query).expect("a move");
        assert_eq!((line.cell, line.verdict), (0, Verdict::Draw { plies: 3 }), "{tie_break:?}");
    }
}

/// The best move is proven to draw at a depth where others that draw are still values.
#[test]
fn a_tie_break_chooses_among_all_moves_that_draw() {
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let position = of_board(&rules(4, 4, 4, ""), ".OOXOXXXXOOO.X..", Player::X);
    let query = Query { limits: limits.clone(), tie_break: TieBreak::Lines, ..Query::new(position) };
    let (line, report) = engine().choose(&query).expect("a move");
    assert_eq!((line.verdict, report.complete), (Verdict::Draw { plies: 4 }, true));
    let position = of_board(&rules(4, 2, 4, "exact"), "OOX.O...", Player::O);
    let heuristic = Some(Heuristic::Named(Named::AvoidLines));
    let query = Query { heuristic, limits, tie_break: TieBreak::Lines, ..Query::new(position) };
    let (line, report) = engine().choose(&query).expect("a move");
    assert_eq!((line.cell, line.verdict, report.complete), (5, Verdict::Draw { plies: 4 }, true));
}

/// All draws are proven at an earlier depth than the best alone.
#[test]
fn equal_moves_may_be_proven_sooner_than_the_best() {
    let position = of_board(&rules(4, 2, 4, "exact"), "OX...X..", Player::O);
    let heuristic = Some(Heuristic::Named(Named::Threats));
    let query = Query {
        algorithm: Algorithm::AlphaBeta,
        heuristic,
        tie_break: TieBreak::Lines,
        ..Query::new(position.clone())
    };
    let (line, report) = engine().choose(&query).expect("a move");
    assert_eq!((line.cell, line.verdict, report.complete), (4, Verdict::Draw { plies: 5 }, true));
    assert_eq!(best_by_lines(&position), Some(4));
}

/// Wins of X in 7 and 9 plies, on boards too large to be solved from there.
const NEAR_WINS: [(u64, &str); 4] = [
    (8, "....................OX......X.X..O..X....X...........OO....O...."),
    (8, ".O...X.......O....XXO...O......O....X.......X..................."),
    (7, ".....O....O.X...O..X....X..............XO........"),
    (8, "..............X.....OX......X.X..O.OX....X...........OO....O...."),
];

/// A win that is proven for a position is proven for each one that follows from it, by choices and by rankings.
#[test]
fn a_near_win_is_not_lost_from_sight() {
    let engine = engine();
    for (size, board) in NEAR_WINS {
        let rules = rules(size, size, 5, "");
        let game = Game::shared(rules);
        let cells = Setup::parse(&game, board).expect("a board");
        let setup = Setup { game, cells, turn: Some(Player::X) };
        let start = setup.into_position(false).expect("a position");
        let within = |position: &Position| Query {
            limits: Limits { nodes: Some(20_000), ..Limits::default() },
            ..Query::new(position.clone())
        };
        let choice = |position: &Position| engine.choose(&within(position)).expect("an answer").0;
        let first = choice(&start);
        let Verdict::Win { plies } = first.verdict else { panic!("{board}: {first:?}") };
        let ranked = engine.analyse(&within(&start)).expect("an answer").moves;
        assert_eq!(ranked[0].verdict, first.verdict, "{board}");
        let after = start.clone().after(&[first.cell]).expect("a legal move");
        assert_eq!(choice(&after).verdict, Verdict::Loss { plies: plies - 1 }, "{board}");
        for reply in after.clone().legal_moves() {
            let position = after.clone().after(&[reply]).expect("a legal move");
            for found in [choice(&position), engine.analyse(&within(&position)).expect("an answer").moves.remove(0)] {
                let is_won = matches!(found.verdict, Verdict::Win { plies: left } if left + 2 <= plies);
                assert!(is_won, "{board} {} {reply}: {found:?}", first.cell);
            }
        }
    }
}
