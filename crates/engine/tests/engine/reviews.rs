//! Reviews against plain minimax: proofs of a review are true, every score is that of the best information about the move, and
//! costs and labels are as the guide defines them.

use std::collections::HashMap;

use crate::common::exact;
use crate::common::naive::Naive;
use crate::common::{Seeded, random_position, rules};
use inarow_engine::engine::review::{Label, Review, ReviewedMove};
use inarow_engine::engine::{Algorithm, Engine, EngineConfig, Query, RankedMove, Source};
use inarow_engine::game::{Cell, Game, Player, Position, Rules, Setup, Status};
use inarow_engine::heuristic::{EmptyLine, Heuristic, Named, Weights};
use inarow_engine::search::{Limits, Stop, Verdict};

/// A win in 0 plies; above all values.
const WIN: i64 = 1 << 40;

/// Minimax to a depth, from the rules alone.
struct Oracle {
    weights: Vec<i64>,
    tempo: i64,
    empty: &'static str,
    values: HashMap<(u64, u32), i64>,
}

impl Oracle {
    fn of(heuristic: &Heuristic, k: usize) -> Oracle {
        let weights = match heuristic {
            Heuristic::Named(named) => named.weights(k).expect("small weights"),
            Heuristic::Custom(weights) => weights.clone(),
        };
        let empty = match weights.empty_line() {
            EmptyLine::X => "X",
            EmptyLine::Turn => "turn",
            EmptyLine::None => "",
        };
        let (by_stones, tempo) = (weights.by_stones().to_vec(), weights.tempo());
        Oracle { weights: by_stones, tempo, empty, values: HashMap::new() }
    }

    /// The value for the side to move after `depth` plies of best play: a win in n plies is [`WIN`] − n.
    fn value(&mut self, board: &Naive, depth: u32) -> i64 {
        if let Some(winner) = board.winner() {
            return if winner == board.turn { WIN } else { -WIN };
        }
        let moves = board.moves();
        if moves.is_empty() {
            return 0;
        }
        if depth == 0 {
            let value = board.value(&self.weights, self.tempo, self.empty);
            return if board.turn == Player::X { value } else { -value };
        }
        let key = (exact::key(board), depth);
        if let Some(&known) = self.values.get(&key) {
            return known;
        }
        let best = moves.into_iter().map(|cell| self.of_move(board, cell, depth)).max().expect("moves are left");
        self.values.insert(key, best);
        best
    }

    /// The value of a move for its side.
    fn of_move(&mut self, board: &Naive, cell: Cell, depth: u32) -> i64 {
        let value = -self.value(&board.after(cell), depth - 1);
        if is_decided(value) { value - value.signum() } else { value }
    }
}

fn is_decided(value: i64) -> bool {
    value.abs() > WIN / 2
}

/// A verdict on the oracle's scale.
fn scale(verdict: Verdict) -> i64 {
    match verdict {
        Verdict::Win { plies } => WIN - i64::from(plies),
        Verdict::Loss { plies } => i64::from(plies) - WIN,
        Verdict::Draw { .. } => 0,
        Verdict::Unknown { value } => value,
    }
}

/// A win, a draw, a loss: 1, 0, −1; nothing where it is not proven.
fn outcome(verdict: Verdict) -> Option<i64> {
    verdict.is_proven().then(|| scale(verdict).signum())
}

/// The expected result as the guide defines it where the engine goes on.
fn expected(oracle: &Oracle, verdict: Verdict) -> f64 {
    if let Some(outcome) = outcome(verdict) {
        return (outcome as f64 + 1.0) / 2.0;
    }
    let almost = (oracle.weights[oracle.weights.len() - 2].abs() * oracle.tempo).max(1);
    let result = 1.0 / (1.0 + (-scale(verdict) as f64 / (3.0 * almost as f64)).exp());
    let parts = if result.min(1.0 - result) < 0.01 { 1e7 } else { 1e4 };
    ((result * parts).round() / parts).clamp(0.000_000_1, 0.999_999_9)
}

/// The expected result where people go on; `most`: the bound of the expected result that counts.
fn of_people(oracle: &Oracle, verdict: Verdict, most: f64) -> f64 {
    let expected = expected(oracle, verdict);
    let expected = if verdict.is_proven() { expected } else { expected.clamp(1.0 - most, most) };
    if verdict.is_proven() { expected } else { 1.0 / (1.0 + (1.0 / expected - 1.0).powf(0.2)) }
}

/// The cost as the guide defines it.
fn cost(oracle: &Oracle, best: Verdict, played: Verdict) -> f64 {
    if scale(played) >= scale(best) {
        return 0.0;
    }
    let most = if outcome(best).is_none() && outcome(played).is_none() { 0.999 } else { 1.0 };
    let fall = of_people(oracle, best, most) - of_people(oracle, played, most);
    let is_far = outcome(best) == Some(1) && scale(best) < WIN - 4;
    if is_far && fall < 0.3 { 1.0 - expected(oracle, played) } else { fall.max(0.0) }
}

/// The label as the guide defines it.
fn label(best: Verdict, played: Verdict, is_only: bool, cost: f64, plies: i64) -> Label {
    if scale(played) >= scale(best) {
        return if is_only { Label::OnlyMove } else { Label::Best };
    }
    match (outcome(best), outcome(played)) {
        (Some(1), Some(1)) => Label::Prolonged,
        (Some(1), Some(_)) => Label::MissedWin,
        (Some(0), Some(_)) => Label::ThrewAwayDraw,
        (Some(_), Some(_)) => Label::Hastened,
        _ if cost >= 0.2 => Label::Blunder,
        _ if cost >= 0.1 => Label::Mistake,
        _ if cost >= 0.05 => Label::Inaccuracy,
        (Some(1), None) if plies > 0 => Label::Prolonged,
        (None, Some(-1)) if plies > 0 => Label::Hastened,
        _ => Label::Good,
    }
}

/// Plies by which a move changes the distance to the end for the worse, and the longer of the two distances, as the guide defines them.
fn pace(best: Verdict, played: Verdict, cost: f64, depth: u32) -> (i64, i64) {
    let distance =
        |verdict: Verdict| if verdict.is_proven() { WIN - scale(verdict).abs() } else { i64::from(depth) + 1 };
    let counts = match (outcome(best), outcome(played)) {
        (Some(best), Some(played)) => best == played && best != 0,
        (Some(1), None) | (None, Some(-1)) => cost < 0.05,
        _ => false,
    };
    let (best_at, played_at) = (distance(best), distance(played));
    let is_win = outcome(best) == Some(1);
    match counts {
        true => ((if is_win { played_at - best_at } else { best_at - played_at }).max(0), best_at.max(played_at)),
        false => (0, 1),
    }
}

/// Checks each move of a review to a depth, whose ranking has at most `count` lines.
fn check(oracle: &mut Oracle, one: &ReviewedMove, depth: u32, count: usize, is_last: bool, context: &str) {
    let board = Naive::of(&one.position);
    let at = || format!("{context}: ply {} {}", one.ply, one.position.board());
    let played = &one.played;
    for line in one.best.iter().chain([played]) {
        // Proven scores are true, all others those of minimax.
        if line.verdict.is_proven() {
            let exact = exact::of_move(&board, line.cell);
            assert_eq!(line.verdict, exact, "{}: {line:?}", at());
        } else {
            let value = oracle.of_move(&board, line.cell, depth);
            assert_eq!(scale(line.verdict), value, "{}: {line:?}", at());
        }
        assert_eq!(line.pv.first(), Some(&line.cell), "{}", at());
    }
    // The score that the next position shows of the move is known of the move.
    let after = board.after(played.cell);
    let is_judged = !is_last || after.winner().is_some();
    if is_judged && is_decided(oracle.value(&after, depth)) {
        assert!(played.verdict.is_proven(), "{}: {played:?}", at());
    }
    // The move played has one score on both sides of the cost.
    if let Some(listed) = one.best.iter().find(|line| line.cell == played.cell) {
        assert_eq!(listed, played, "{}", at());
    }
    // The ranking: the best moves by their known scores, of equal ones the lowest cells.
    let known = |oracle: &mut Oracle, cell| {
        let is_played = cell == played.cell;
        if is_played { scale(played.verdict) } else { oracle.of_move(&board, cell, depth) }
    };
    let mut ranking: Vec<(i64, Cell)> = board.moves().into_iter().map(|cell| (-known(oracle, cell), cell)).collect();
    ranking.sort_unstable();
    let listed: Vec<(i64, Cell)> = one.best.iter().map(|line| (-scale(line.verdict), line.cell)).collect();
    assert!(ranking.starts_with(&listed), "{}: {listed:?} of {ranking:?}", at());
    assert_eq!(listed.len(), count.min(ranking.len()), "{}", at());
    // Cost and label.
    let best = one.best[0].verdict;
    assert_eq!(one.best_verdict(), best);
    let cost = cost(oracle, best, played.verdict);
    let (plies, longer) = pace(best, played.verdict, cost, one.report.depth);
    let accuracy = 100.0 * (1.0 - cost - plies as f64 / (4.0 * longer as f64)).powi(3);
    assert!((one.expectation.of(played.verdict) - expected(oracle, played.verdict)).abs() < 1e-12, "{}", at());
    assert!((one.accuracy() - accuracy).abs() < 1e-9, "{}", at());
    assert_eq!(i64::from(one.plies_lost()), plies, "{}", at());
    assert!((one.cost - cost).abs() < 1e-12, "{}: {} {cost}", at(), one.cost);
    let second = one.best.get(1).and_then(|second| outcome(second.verdict));
    let is_only = ranking.len() == 1 || second.is_some_and(|second| Some(second) < outcome(best));
    assert_eq!(one.label, label(best, played.verdict, is_only, cost, plies), "{}: {best:?} {played:?}", at());
    let worse = |line: &RankedMove| outcome(line.verdict) < outcome(best);
    if one.label == Label::OnlyMove && ranking.len() > 1 {
        assert!(one.best[1..].iter().all(worse), "{}", at());
        let truth = |cell| outcome(exact::of_move(&board, cell));
        let own = truth(played.cell);
        assert!(ranking.iter().all(|&(_, cell)| cell == played.cell || truth(cell) < own), "{}", at());
    }
    if one.best[0].cell == played.cell {
        assert!(matches!(one.label, Label::Best | Label::OnlyMove) && one.cost == 0.0, "{}", at());
    }
    // A complete answer leaves no score unknown.
    let all_proven = one.best.iter().chain([played]).all(|line| line.verdict.is_proven());
    assert!(!one.report.complete || all_proven, "{}: {:?}", at(), one.best);
}

/// A game of random moves from an unfinished position.
fn random_game(start: Position, random: &mut Seeded) -> Position {
    let mut game = start;
    while game.status() == Status::Ongoing && random.below(12) > 0 {
        let moves: Vec<_> = game.legal_moves().collect();
        game.play_unchecked(moves[random.below(moves.len())]);
    }
    game
}

/// A position after random moves, as a setup: games from there begin with the next move.
fn start(rules: &Rules, plies: usize, random: &mut Seeded) -> Position {
    let position = random_position(rules, plies, random);
    let (cells, turn) = (position.cells().to_vec(), Some(position.turn()));
    let setup = Setup { game: Game::shared(rules), cells, turn };
    setup.into_position(true).expect("play reached it")
}

fn named(named: Named) -> Option<Heuristic> {
    Some(Heuristic::Named(named))
}

fn custom(k: usize) -> Option<Heuristic> {
    let weights = (0..=k as i64).map(|n| (n * 7 + 3) % 11 - 4).collect();
    Some(Heuristic::Custom(Weights::new(weights, 2, EmptyLine::Turn).expect("weights in range")))
}

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

fn review(game: &Position, heuristic: Option<Heuristic>, depth: u32, multi_pv: usize) -> Review {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    Review { game: game.clone(), algorithm: Algorithm::Auto, heuristic, limits, multi_pv }
}

/// Reviews random games to these depths, by the default heuristic as well. Without a heuristic the depth makes no difference to games
/// of which a table has all positions.
fn agree(rules: &Rules, start_plies: usize, games: usize, heuristics: &[Option<Heuristic>], depths: &[u32]) {
    let engine = engine();
    let default = Heuristic::Named(Heuristic::default_for(rules));
    let by_default = Some(default.clone()).filter(|default| !heuristics.contains(&Some(default.clone())));
    for heuristic in heuristics.iter().chain(by_default.map(Some).iter()) {
        let mut oracle = Oracle::of(heuristic.as_ref().unwrap_or(&default), rules.k());
        let mut random = Seeded::new(31);
        for round in 0..games {
            let game = random_game(start(rules, start_plies, &mut random), &mut random);
            let multi_pv = [1, 2, 3, rules.cells()][round % 4];
            for &depth in depths {
                let review = review(&game, heuristic.clone(), depth, multi_pv);
                let name = heuristic.as_ref().map(Heuristic::name);
                let context = format!("{rules:?} {name:?} depth {depth} multiPv {multi_pv} {}", game.board());
                let moves = engine.review(&review).expect("a review").expect("a whole one");
                assert_eq!(moves.len(), game.moves().len());
                let seen = if heuristic.is_some() { depth } else { rules.cells() as u32 };
                for one in &moves {
                    check(&mut oracle, one, seen, multi_pv.max(3), one.ply == moves.len(), &context);
                    assert!(
                        heuristic.is_some() || one.report.complete && one.report.source == Source::Table,
                        "{context}"
                    );
                }
            }
        }
    }
}

#[test]
fn reviews_of_tic_tac_toe_agree_with_minimax_to_every_depth() {
    let heuristics = [None, named(Named::WinLoss), named(Named::TempoLines), named(Named::Threats), custom(3)];
    agree(&rules(3, 3, 3, ""), 0, 24, &heuristics, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn reviews_of_misere_tic_tac_toe_agree_with_minimax_to_every_depth() {
    let heuristics = [None, named(Named::WinLoss), named(Named::Lines), custom(3)];
    agree(&rules(3, 3, 3, "misere"), 0, 24, &heuristics, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn reviews_of_4x3_agree_with_minimax_to_every_depth() {
    for (k, extras) in [(3, ""), (3, "gravity"), (3, "misere"), (3, "exact"), (4, "")] {
        let heuristics = [None, named(Named::WinLoss), named(Named::Lines)];
        agree(&rules(4, 3, k, extras), 4, 8, &heuristics, &[1, 2, 3, 4, 5, 6, 7, 8]);
    }
}

#[test]
fn reviews_of_whole_games_of_4x3_agree_with_minimax() {
    agree(&rules(4, 3, 3, "gravity"), 0, 4, &[None], &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    agree(&rules(4, 3, 3, ""), 0, 4, &[None, named(Named::Lines)], &[1, 2, 3, 4, 12]);
    agree(&rules(4, 3, 4, ""), 0, 4, &[None], &[2, 3, 12]);
    agree(&rules(4, 3, 3, "misere"), 0, 4, &[None], &[2, 3, 12]);
}

/// The number of moves that a caller asks for changes nothing about those that were played.
#[test]
fn labels_do_not_depend_on_multi_pv() {
    let engine = engine();
    let boards = [
        rules(3, 3, 3, ""),
        rules(3, 3, 3, "misere"),
        rules(4, 2, 4, "exact"),
        rules(4, 3, 3, "misere"),
        rules(4, 3, 4, ""),
        rules(4, 3, 3, "gravity misere"),
    ];
    for rules in boards {
        let mut random = Seeded::new(35);
        for heuristic in [None, named(Named::WinLoss), named(Named::Lines), named(Named::Threats), custom(rules.k())] {
            for round in 0..10 {
                let plies = rules.cells().saturating_sub(8) * (round % 2);
                let game = random_game(start(&rules, plies, &mut random), &mut random);
                let depth = 1 + random.below(8.min(game.start().empties())) as u32;
                let judged = |multi_pv: usize| {
                    let review = review(&game, heuristic.clone(), depth, multi_pv);
                    let moves = engine.review(&review).expect("a review").expect("a whole one");
                    moves
                        .iter()
                        .map(|one| (one.label, one.cost, one.played.verdict, one.best_verdict()))
                        .collect::<Vec<_>>()
                };
                let one = judged(1);
                for multi_pv in 2..=rules.cells() {
                    let name = heuristic.as_ref().map(Heuristic::name);
                    let moves: Vec<_> = game.moves().collect();
                    let start = game.start().board();
                    assert_eq!(judged(multi_pv), one, "{rules:?} {start} {name:?} {depth} {multi_pv} {moves:?}");
                }
            }
        }
    }
}

/// The same where a number of nodes ends each search, at another depth for another number of lines.
#[test]
fn labels_do_not_depend_on_multi_pv_under_a_limit_of_nodes() {
    let engine = engine();
    let boards = [
        (rules(3, 3, 3, ""), named(Named::Lines)),
        (rules(3, 3, 3, "misere"), named(Named::Lines)),
        (rules(4, 3, 3, ""), custom(3)),
        (rules(4, 4, 4, ""), None),
        (rules(5, 5, 4, ""), None),
        (rules(5, 5, 4, ""), named(Named::WinLoss)),
        (rules(5, 4, 4, "gravity"), None),
        (rules(7, 6, 4, "gravity"), named(Named::Threats)),
        (rules(7, 6, 4, "gravity"), None),
        (rules(9, 9, 5, ""), None),
    ];
    let mut cut = 0;
    for (rules, heuristic) in boards {
        let mut random = Seeded::new(310);
        for round in 0..12 {
            let plies = random.below(rules.cells().min(30) / 2);
            let mut game = random_game(start(&rules, plies, &mut random), &mut random);
            while game.moves().len() > 10 {
                game.undo();
            }
            let nodes = [1, 20, 90, 400, 3_000][round % 5] + random.below(60) as u64;
            let depth = [None, None, Some(3)][round % 3];
            let mut judged = |multi_pv: usize| {
                let limits = Limits { nodes: Some(nodes), depth, ..Limits::default() };
                let (game, heuristic) = (game.clone(), heuristic.clone());
                let review = Review { game, algorithm: Algorithm::Auto, heuristic, limits, multi_pv };
                let moves = engine.review(&review).expect("a review").expect("a whole one");
                cut += moves.iter().filter(|one| one.report.stop == Stop::Nodes).count();
                for one in &moves {
                    let legal = one.position.legal_moves().count();
                    assert_eq!(one.best.len(), multi_pv.max(3).min(legal), "{rules:?} {nodes} {multi_pv}");
                    let mut cells: Vec<_> = one.best.iter().map(|line| line.cell).collect();
                    cells.sort_unstable();
                    cells.dedup();
                    assert_eq!(cells.len(), one.best.len(), "each move once");
                    let listed = one.best.iter().find(|line| line.cell == one.played.cell);
                    assert!(listed.is_none_or(|line| *line == one.played), "one score a move");
                }
                let judged = |one: &ReviewedMove| {
                    (one.label, one.cost, one.played.clone(), one.best[..one.best.len().min(3)].to_vec())
                };
                moves.iter().map(judged).collect::<Vec<_>>()
            };
            let one = judged(1);
            for multi_pv in [2, 3, 4, 9, rules.cells()] {
                let (from, moves) = (game.start().board(), game.moves().collect::<Vec<_>>());
                assert_eq!(judged(multi_pv), one, "{rules:?} {from} {nodes} {multi_pv} {moves:?}");
            }
        }
    }
    assert!(cut > 1_000, "searches that nodes ended: {cut}");
}

/// A depth bounds searches, not the sources that know a score without one.
#[test]
fn a_depth_leaves_no_exact_source() {
    let engine = engine();
    for (rules, plies, sources) in [
        (rules(3, 3, 3, ""), 0, &[Source::Table][..]),
        (rules(3, 3, 3, "misere"), 0, &[Source::Table]),
        (rules(7, 6, 4, "gravity"), 22, &[Source::Book, Source::Solver]),
        (rules(5, 4, 4, "gravity"), 0, &[Source::Solver]),
        (rules(4, 4, 4, ""), 4, &[Source::Search]),
    ] {
        let mut random = Seeded::new(341);
        for _ in 0..6 {
            let game = random_game(start(&rules, plies, &mut random), &mut random);
            let judged = |depth| {
                let limits = Limits { depth, ..Limits::default() };
                let game = game.clone();
                let review = Review { game, algorithm: Algorithm::Auto, heuristic: None, limits, multi_pv: 3 };
                engine.review(&review).expect("a review").expect("a whole one")
            };
            let (to_depth, open) = (judged(Some(1)), judged(None));
            for (one, other) in to_depth.iter().zip(&open) {
                assert_eq!((one.label, &one.played, &one.best), (other.label, &other.played, &other.best), "{rules:?}");
                assert!(one.report.complete && sources.contains(&one.report.source), "{:?}", one.report);
                assert!(one.best.iter().all(|line| line.verdict.is_proven()));
            }
        }
    }
}

/// The search of a move alone may find it better than all moves of the list: then it is one of them.
#[test]
fn a_move_that_scores_higher_than_the_best_is_the_best() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let game = Game::shared(rules(15, 15, 5, ""));
    let mut random = Seeded::new(52);
    let mut unlisted = 0;
    for _ in 0..8 {
        // Stones near each other, as in games.
        let mut position = Position::new(std::sync::Arc::clone(&game));
        while position.stones() < 10 && position.status() == Status::Ongoing {
            let cell = (5 + random.below(5)) * 15 + 5 + random.below(5);
            if position.cell(cell).is_none() {
                position.play(cell).expect("an empty cell");
            }
        }
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let moves = engine.review(&Review { limits, ..Review::new(position) }).unwrap().expect("a review");
        for reviewed in &moves {
            let is_listed = reviewed.best.iter().any(|best| best.cell == reviewed.played.cell);
            let least = reviewed.best.last().expect("a best move").verdict.score();
            unlisted += usize::from(!is_listed);
            assert!(is_listed || reviewed.played.verdict.score() <= least, "ply {}: {reviewed:?}", reviewed.ply);
        }
    }
    assert!(unlisted > 10, "{unlisted}");
}

/// Gomoku games of a weak engine that now and then plays anywhere near the stones.
fn gomoku_games(engine: &Engine, count: usize, plies: usize) -> Vec<Position> {
    let mut random = Seeded::new(53);
    let game = Game::shared(rules(15, 15, 5, ""));
    let play = |_| {
        let mut position = Position::new(std::sync::Arc::clone(&game));
        while position.stones() < plies && position.status() == Status::Ongoing {
            let cell = if position.stones() < 6 || random.below(5) == 0 {
                (5 + random.below(5)) * 15 + 5 + random.below(5)
            } else {
                let limits = Limits { nodes: Some(60), ..Limits::default() };
                engine.choose(&Query { limits, ..Query::new(position.clone()) }).expect("a move").0.cell
            };
            if position.cell(cell).is_none() {
                position.play(cell).expect("an empty cell");
            }
        }
        position
    };
    (0..count).map(play).collect()
}

/// The proof of a position is one of the move before it, and the other way round: the same end at the same distance.
#[test]
fn proofs_of_neighbours_agree_on_large_boards() {
    let engine = engine();
    let (mut proven, mut missed) = (0, 0);
    for game in gomoku_games(&engine, 24, 44) {
        let limits = Limits { nodes: Some(4_000), ..Limits::default() };
        let moves = engine.review(&Review { limits, ..Review::new(game) }).expect("a review").expect("a whole one");
        for pair in moves.windows(2) {
            let [one, next] = pair else { continue };
            let (played, best) = (one.played.verdict, next.best_verdict().before_move());
            let is_decided = |verdict: Verdict| matches!(verdict, Verdict::Win { .. } | Verdict::Loss { .. });
            if is_decided(played) || is_decided(best) {
                assert_eq!(played, best, "ply {}: {:?}", one.ply, one.position.board());
                proven += 1;
            }
        }
        for one in &moves {
            let (best, played) = (one.best_verdict(), one.played.verdict);
            assert!(played.score() <= best.score(), "ply {}: {played:?} {best:?}", one.ply);
            let is_missed = matches!((best, played), (Verdict::Win { .. }, Verdict::Loss { .. }));
            assert_eq!(one.label == Label::MissedWin, is_missed, "ply {}: {played:?} {best:?}", one.ply);
            missed += usize::from(is_missed);
            let listed = one.best.iter().find(|line| line.cell == one.played.cell);
            assert!(listed.is_none_or(|line| *line == one.played), "ply {}: one score a move", one.ply);
            assert!(one.best.is_sorted_by(|a, b| a.verdict.score() >= b.verdict.score()), "ply {}", one.ply);
        }
    }
    assert!(proven > 150 && missed > 0, "{proven} {missed}");
}
