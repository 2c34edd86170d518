//! The engine's exact answers on boards where stones fall, from the book and the solver: the same as those of alpha-beta
//! where that gets to the end, and something sensible where limits allow neither.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::common::{Seeded, random_position, rules};
use inarow_engine::engine::{
    Algorithm, Effort, Engine, EngineConfig, EngineError, Query, RankedMove, Source, TieBreak,
};
use inarow_engine::game::{Cell, Game, Player, Position, Preset, Rules, Setup, Status};
use inarow_engine::search::{Limits, Stop, Verdict};

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 4 << 20 })
}

/// Boards with so few empty cells that alpha-beta solves them, too.
fn sample() -> Vec<Position> {
    let mut random = Seeded::new(6);
    let mut found = Vec::new();
    for (rules, empties) in [
        (rules(4, 4, 3, "gravity"), 16),
        (rules(5, 4, 4, "gravity"), 15),
        (rules(4, 5, 4, "gravity"), 15),
        (rules(6, 3, 3, "gravity"), 14),
        (rules(7, 6, 4, "gravity"), 14),
        (rules(8, 7, 5, "gravity"), 12),
    ] {
        for _ in 0..12 {
            let position = random_position(&rules, rules.cells() - 1, &mut random);
            let mut position = Position::clone(&position);
            while position.empties() < empties - random.below(6) && position.stones() > 0 {
                position.undo();
            }
            if position.empties() <= empties {
                found.push(position);
            }
        }
        found.extend((0..12).filter_map(|_| scattered(&rules, empties, &mut random)));
    }
    found
}

/// A board that play could hardly have reached: stones of either colour as they come, the other side to move.
fn scattered(rules: &Rules, empties: usize, random: &mut Seeded) -> Option<Position> {
    let game = Game::shared(rules);
    let mut cells = vec![None; rules.cells()];
    while cells.iter().filter(|cell| cell.is_none()).count() > empties {
        let column = random.below(rules.width());
        let landing =
            (0..rules.height()).rev().map(|row| row * rules.width() + column).find(|&cell| cells[cell].is_none());
        if let Some(cell) = landing {
            cells[cell] = Some(Player::ALL[usize::from(random.below(5) < 2)]);
        }
    }
    let turn = Some(Player::ALL[random.below(2)]);
    let position = Setup { game, cells, turn }.into_position(false).ok()?;
    (position.status() == Status::Ongoing).then_some(position)
}

fn with(position: &Position, algorithm: Algorithm) -> Query {
    Query { algorithm, ..Query::new(position.clone()) }
}

/// The same move and result, and a line that ends as announced; of equally good moves the two may play on with different ones.
fn assert_same(exact: &RankedMove, searched: &RankedMove, position: &Position) {
    let context = format!("{:?} {} {:?} to move", position.rules(), position.board(), position.turn());
    assert_eq!((exact.cell, exact.verdict), (searched.cell, searched.verdict), "{context}");
    for line in [exact, searched] {
        let mut end = position.clone();
        for &cell in &line.pv {
            end.play(cell).expect("lines are legal");
        }
        let (winner, plies) = match line.verdict {
            Verdict::Win { plies } => (Some(position.turn()), plies as usize),
            Verdict::Loss { plies } => (Some(position.turn().opponent()), plies as usize),
            _ => (None, line.pv.len()),
        };
        assert_eq!((end.winner(), line.pv.len()), (winner, plies), "{context}");
        assert!(winner.is_some() || end.open_lines() == 0 || end.status() == Status::Drawn, "{context}");
    }
}

#[test]
fn answers_are_those_of_alpha_beta() {
    let engine = engine();
    let sample = sample();
    assert!(sample.len() > 80, "{} positions", sample.len());
    for position in &sample {
        let exact = engine.analyse(&with(position, Algorithm::Solver)).expect("moves are left");
        let searched = engine.analyse(&with(position, Algorithm::AlphaBeta)).expect("moves are left");
        assert_eq!(exact.moves.len(), searched.moves.len());
        for (exact, searched) in exact.moves.iter().zip(&searched.moves) {
            assert_same(exact, searched, position);
        }
        let report = exact.report;
        assert_eq!((report.algorithm, report.source, report.heuristic), (Algorithm::Solver, Source::Solver, None));
        assert_eq!((report.stop, report.complete), (Stop::Solved, true));
        let (chosen, report) = engine.choose(&Query::new(position.clone())).expect("moves are left");
        assert_eq!(chosen, exact.moves[0], "{}", position.board());
        assert_eq!(report.algorithm, Algorithm::Solver);
        for count in [1, 2, 3] {
            let query = Query { multi_pv: count, ..Query::new(position.clone()) };
            let few = engine.analyse(&query).expect("moves are left");
            assert_eq!(few.moves, exact.moves[..count.min(exact.moves.len())], "{}", position.board());
        }
    }
}

/// With the book and without it, by search alone, the answer is the same.
#[test]
fn the_opening_of_connect_four_is_solved() {
    let rules = Preset::ConnectFour.rules();
    let mut position = Position::new(Game::shared(&rules));
    for column in [2, 1, 0, 5, 3, 5, 1, 4] {
        let cell = position.landing(column).expect("room");
        position.play(cell).expect("legal");
    }
    let (line, report) = engine().choose(&Query::new(position)).expect("moves are left");
    assert_eq!((line.verdict, report.stop), (Verdict::Win { plies: 13 }, Stop::Solved));
    assert_eq!(inarow_engine::engine::has_book(&rules), cfg!(feature = "book"));
    assert!(cfg!(feature = "book") || report.source == Source::Solver, "{report:?}");
}

/// The book answers for all of these: also where it stops since the next stone wins.
#[cfg(feature = "book")]
#[test]
fn every_opening_has_its_lines() {
    let engine = engine();
    let game = Game::shared(Preset::ConnectFour.rules());
    let mut random = Seeded::new(11);
    for case in 0..60 {
        let mut position = Position::new(Arc::clone(&game));
        // 3147 first, where a bad reply lets the other side win after six stones.
        let columns = if case == 0 { vec![2, 0, 3, 6] } else { (0..case % 6).map(|_| random.below(7)).collect() };
        for column in columns {
            let cell = position.landing(column).expect("room");
            position.play(cell).expect("legal");
        }
        if position.status() == Status::Ongoing {
            let analysis = engine.analyse(&Query::new(position.clone())).expect("moves are left");
            assert_eq!((analysis.moves.len(), analysis.report.stop), (7, Stop::Solved), "{}", position.board());
        }
    }
}

#[test]
fn restrictions_skill_and_tie_breaks_do_what_they_do_elsewhere() {
    let engine = engine();
    for (seed, position) in (0..).zip(&sample()) {
        let legal: Vec<_> = position.legal_moves().collect();
        let query = |algorithm, tie_break, skill, moves: &[_]| {
            let query = Query { tie_break, skill, seed, moves: moves.to_vec(), ..with(position, algorithm) };
            engine.choose(&query).expect("moves are left").0
        };
        for (tie_break, skill, moves) in [
            (TieBreak::First, 100, &legal[1.min(legal.len() - 1)..]),
            (TieBreak::Random, 100, &legal[..]),
            (TieBreak::First, 95, &legal[..]),
            (TieBreak::Random, 95, &legal[..]),
        ] {
            let exact = query(Algorithm::Solver, tie_break, skill, moves);
            let searched = query(Algorithm::AlphaBeta, tie_break, skill, moves);
            // Alpha-beta mirrors best play along with a move, so that ties in it fall out otherwise.
            let facts = |line: RankedMove| (line.cell, line.verdict, line.pv.len());
            let is_draw = matches!(exact.verdict, Verdict::Draw { .. });
            assert!(is_draw || facts(exact.clone()) == facts(searched.clone()), "{}", position.board());
            assert_eq!((exact.cell, exact.verdict), (searched.cell, searched.verdict), "{}", position.board());
        }
    }
}

/// The excess of a side's lines over the other's after its move; in misère play lines count against their owner.
fn lines_after(position: &Position, cell: Cell) -> i64 {
    let mut after = position.clone();
    after.play(cell).expect("legal");
    let worth = |stones: usize| if stones == 0 { 0 } else { 10_i64.pow(stones as u32 - 1) };
    let states = after.line_states().iter().map(|&state| after.game().lines().counts(state));
    let open = states.filter(|&(x, o)| x == 0 || o == 0);
    let for_x: i64 = open.map(|(x, o)| worth(x) - worth(o)).sum();
    if (position.turn() == Player::X) != position.rules().misere() { for_x } else { -for_x }
}

/// Of equal moves the one with the best lines, then the lowest cell, whichever algorithm finds them.
#[test]
fn of_equal_moves_the_one_with_the_best_lines_is_played() {
    let engine = engine();
    let mut random = Seeded::new(9);
    let boards = [rules(3, 3, 3, ""), rules(3, 3, 3, "misere"), rules(4, 4, 4, ""), rules(4, 4, 3, "misere")];
    let free = (0..40).map(|index| random_position(&boards[index % 4], index % 4 / 2 * 7 + index % 5, &mut random));
    let mut others = 0;
    for position in &sample().into_iter().chain(free).collect::<Vec<_>>() {
        let ranked = engine.analyse(&Query::new(position.clone())).expect("moves are left").moves;
        let best = || ranked.iter().filter(|line| line.verdict == ranked[0].verdict).map(|line| line.cell);
        let expected = best().max_by_key(|&cell| (lines_after(position, cell), std::cmp::Reverse(cell)));
        let with = |algorithm| {
            let query = Query { algorithm, tie_break: TieBreak::Lines, ..Query::new(position.clone()) };
            engine.choose(&query).expect("moves are left").0.cell
        };
        assert_eq!(Some(with(Algorithm::Auto)), expected, "{:?} {}", position.rules(), position.board());
        if matches!(ranked[0].verdict, Verdict::Draw { .. }) && position.empties() < 12 {
            assert_eq!(Some(with(Algorithm::AlphaBeta)), expected, "{:?} {}", position.rules(), position.board());
        }
        others += usize::from(expected != best().min());
    }
    assert!(others > 10, "{others}");
}

/// Of equal moves the one after which most replies are worse than the best one in their outcome, then at all, then the one
/// with the best lines.
#[test]
fn traps_are_set_with_exact_values() {
    let engine = engine();
    let mut random = Seeded::new(8);
    // The solver knows boards with gravity, the prover the others.
    let boards = [rules(4, 4, 4, ""), rules(4, 4, 3, "misere"), rules(5, 4, 4, "")];
    let free = (0..24).map(|index| random_position(&boards[index % 3], 7 + index % 5, &mut random));
    for position in &sample().into_iter().chain(free).collect::<Vec<_>>() {
        let ways_to_go_wrong = |cell| {
            let mut after = position.clone();
            after.play(cell).expect("legal");
            let Ok(replies) = engine.analyse(&Query::new(after)) else { return (0, 0) };
            let best = replies.moves[0].verdict;
            let worse = replies.moves.iter().filter(|line| line.verdict.score() < best.score());
            let outcome = std::mem::discriminant::<Verdict>;
            (worse.clone().filter(|line| outcome(&line.verdict) != outcome(&best)).count(), worse.count())
        };
        let ranked = engine.analyse(&Query::new(position.clone())).expect("moves are left").moves;
        let best = ranked.iter().filter(|line| line.verdict == ranked[0].verdict);
        let expected = best.max_by_key(|line| {
            (ways_to_go_wrong(line.cell), lines_after(position, line.cell), std::cmp::Reverse(line.cell))
        });
        let query = Query { tie_break: TieBreak::Trap, ..Query::new(position.clone()) };
        let (chosen, _) = engine.choose(&query).expect("moves are left");
        assert_eq!(Some(&chosen), expected, "{:?} {}", position.rules(), position.board());
    }
}

#[test]
fn a_named_heuristic_or_depth_gets_a_search() {
    let engine = engine();
    let position = Position::new(Game::shared(Preset::ConnectFour.rules()));
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let (_, report) = engine.choose(&Query { limits, ..Query::new(position.clone()) }).expect("moves are left");
    assert_eq!((report.algorithm, report.source, report.depth), (Algorithm::AlphaBeta, Source::Search, 2));
    for (width, height, extras) in [(9, 7, "gravity"), (7, 6, ""), (7, 6, "gravity misere"), (7, 6, "gravity exact")] {
        let position = Position::new(Game::shared(rules(width, height, 4, extras)));
        let refused = engine.choose(&with(&position, Algorithm::Solver)).expect_err("the solver cannot");
        assert_eq!(refused, EngineError::Unsolvable);
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let (_, report) = engine.choose(&Query { limits, ..Query::new(position) }).expect("moves are left");
        assert_eq!(report.algorithm, Algorithm::AlphaBeta);
    }
}

/// 8×7 from the start is beyond any request.
fn unsolvable_in_time() -> Position {
    Position::new(Game::shared(rules(8, 7, 4, "gravity")))
}

#[test]
fn a_search_steps_in_when_the_nodes_do_not_do() {
    let engine = engine();
    let position = unsolvable_in_time();
    let mut answers = Vec::new();
    for nodes in [1, 100, 20_000, 20_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let query = Query { limits, ..Query::new(position.clone()) };
        let mut depths = 0;
        let analysis = engine.analyse_with(&query, Effort::Full, &mut |_| depths += 1);
        let analysis = analysis.expect("moves are left").expect("a ranking");
        let report = analysis.report;
        assert_eq!((report.stop, report.source, report.algorithm), (Stop::Nodes, Source::Search, Algorithm::AlphaBeta));
        assert_eq!(analysis.moves.len(), 8);
        assert!(report.counts.nodes <= nodes.max(20) && depths > 0, "{} of {nodes}", report.counts.nodes);
        answers.push((engine.choose(&query).expect("moves are left"), analysis));
    }
    assert_eq!(answers[2], answers[3], "the same question, the same answer");
}

#[test]
fn a_search_steps_in_when_time_is_up_or_nobody_waits() {
    let (engine, position) = (engine(), unsolvable_in_time());
    // Of the time that is over and of a short one, which a machine of any speed uses up.
    for milliseconds in [0, 80] {
        let deadline = Some(Instant::now() + Duration::from_millis(milliseconds));
        let limits = Limits { deadline, ..Limits::default() };
        let (line, report) = engine.choose(&Query { limits, ..Query::new(position.clone()) }).expect("moves are left");
        assert_eq!((report.stop, report.source), (Stop::Movetime, Source::Search));
        assert!(!line.pv.is_empty());
    }
    // The tests of the contract cancel it after each number of looks at the flag.
    let limits = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let analysis = engine.analyse(&Query { limits, ..Query::new(position) }).expect("moves are left");
    assert_eq!(analysis.report.stop, Stop::Cancelled);
}
