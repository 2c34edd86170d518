//! Every kind of job ends soon after its client has gone, in each phase of its work.
//!
//! Jobs are cancelled after a number of looks at the cancel flag, and their work is counted in looks, moves and nodes, so that
//! nothing depends on the speed of the machine.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use serde_json::{Value, json};

use crate::{Answer, Cancel, Context, Effort, Endpoint, Fields, Limits, Refusal, Run};
use inarow_engine::clock::Instant;
use inarow_engine::engine::{Engine, EngineConfig, Report};
use inarow_engine::game::played;
use inarow_engine::search::polls;

const LIMITS: Limits = Limits::DEFAULT;
/// Most looks at the cancel flag once it is set: a few for each layer that hands the end on.
const POLLS_MAX: u64 = 40;
/// Most moves played from then on: a search completes its first depth, of 400 moves, and 256 nodes may pass between two looks.
const MOVES_MAX: u64 = 3_000;
/// Most nodes for each look.
const NODES_A_LOOK_MAX: u64 = 1_024;
/// Looks after which the flag is set: each power of two up to this one.
const LOOKS_MAX: u64 = 1 << 10;

/// The result of a request.
struct Ran {
    result: Result<Answer, Refusal>,
    /// Its looks at its cancel flag.
    polls: u64,
    /// Nodes that it visited.
    nodes: u64,
    /// Looks and moves played after the flag was set; `None` if it was not.
    rest: Option<(u64, u64)>,
}

/// Answers a request whose cancel flag is set after `looks` looks at it.
fn run(endpoint: Endpoint, body: &Value, effort: Effort, looks: u64) -> Ran {
    let nodes = Arc::new(AtomicU64::new(0));
    let engine = {
        let nodes = Arc::clone(&nodes);
        let add = move |report: &Report| {
            nodes.fetch_add(report.counts.nodes, Relaxed);
        };
        Engine::new(EngineConfig { table_bytes: 1 << 20 }).on_search(add)
    };
    let fields = Fields::from_json(body.to_string().as_bytes()).expect("an object");
    let request =
        endpoint.read(&fields, Context { limits: &LIMITS, engine: &engine, now: time::UtcDateTime::UNIX_EPOCH });
    let request = request.unwrap_or_else(|errors| panic!("{body}: {errors:?}"));
    let cancel = Cancel::default();
    let (polls, before) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(None)));
    let on_poll = {
        let (polls, before, cancel) = (Rc::clone(&polls), Rc::clone(&before), Arc::clone(&cancel));
        move || {
            polls.set(polls.get() + 1);
            if polls.get() == looks {
                before.set(Some(played::so_far()));
                cancel.store(true, Relaxed);
            }
        }
    };
    let mut on_progress = |_: crate::MakeRecord<'_>| {};
    let run = Run::new(&engine, &LIMITS, &mut on_progress);
    let mut run = Run { cancel, effort, cacheable: true, start: Instant::now(), ..run };
    let result = polls::watched(on_poll, || request.answer(&mut run));
    let result = result.and_then(|answer| answer.ok_or(Refusal::Expired));
    let rest = before.get().map(|before| (polls.get() - looks, played::so_far() - before));
    Ran { result, polls: polls.get(), nodes: nodes.load(Relaxed), rest }
}

/// Cancels a request after 1, 2, 4, … looks at its flag, until it ends before.
fn assert_stops(endpoint: Endpoint, body: &Value) {
    let name = format!("{} {body}", endpoint.path());
    let whole = run(endpoint, body, Effort::Full, u64::MAX);
    assert!(whole.polls > 0, "{name} never looks at its cancel flag");
    let whole = whole.result.unwrap_or_else(|refusal| panic!("{name}: {refusal:?}"));
    let mut looks = 1;
    while looks <= LOOKS_MAX {
        let ran = run(endpoint, body, Effort::Full, looks);
        let Some((polls, moves)) = ran.rest else { break };
        assert!(polls <= POLLS_MAX, "{name} looks {polls} times more, cancelled after {looks} looks");
        assert!(moves <= MOVES_MAX, "{name} plays {moves} moves more, cancelled after {looks} looks");
        let nodes_max = (looks + POLLS_MAX) * NODES_A_LOOK_MAX;
        assert!(ran.nodes <= nodes_max, "{name} visits {} nodes, cancelled after {looks} looks", ran.nodes);
        match ran.result {
            Ok(answer) if answer.is_pure => assert_eq!(answer.body, whole.body, "{name}: a partial answer is not pure"),
            Ok(_) | Err(Refusal::Cancelled) => {}
            Err(refusal) => panic!("{name}, cancelled after {looks} looks: {refusal:?}"),
        }
        looks *= 2;
    }
}

/// Large boards, where the parts of an answer take longest; no line of six comes about.
fn large() -> Value {
    json!({"width": 20, "height": 20, "k": 6})
}

/// A long game without a line of six.
fn long_game(plies: usize) -> Vec<usize> {
    let (x, o): (Vec<usize>, Vec<usize>) = (0..400).partition(|cell| (cell % 20 / 2 + cell / 20) % 2 == 0);
    x.into_iter().zip(o).flat_map(|(x, o)| [x, o]).take(plies).collect()
}

fn with(mut body: Value, more: &Value) -> Value {
    let members = more.as_object().expect("an object").clone();
    body.as_object_mut().expect("an object").extend(members);
    body
}

#[test]
fn moves_stop() {
    for body in [
        json!({"game": large(), "tieBreak": "trap", "depth": 1}),
        json!({"game": large(), "tieBreak": "lines", "depth": 1}),
        json!({"game": large(), "tieBreak": "trap", "depth": 1, "heuristic": "win-loss", "explain": true}),
        json!({"game": large(), "tieBreak": "trap", "depth": 1, "algorithm": "minimax"}),
        json!({"game": large(), "tieBreak": "trap", "algorithm": "rules"}),
        json!({"game": large(), "skill": 50, "depth": 1}),
        json!({"game": "gomoku", "tieBreak": "trap", "depth": 1}),
        json!({"game": "gomoku", "depth": 3}),
        json!({"game": "four-by-four", "tieBreak": "trap", "moves": [0, 1, 2, 5, 7]}),
        json!({"game": "four-by-four", "tieBreak": "trap", "moves": [0, 1, 2, 5, 7], "heuristic": "win-loss", "depth": 9}),
        json!({"game": "connect-four", "tieBreak": "trap", "moves": [38, 31, 24, 17, 10, 3, 37, 30, 23, 16, 9, 2]}),
        json!({"game": "connect-four", "tieBreak": "trap", "heuristic": "win-loss", "depth": 7}),
        json!({"game": "connect-four", "tieBreak": "random", "depth": 5, "seed": 3, "level": "club"}),
    ] {
        assert_stops(Endpoint::Move, &body);
    }
}

/// The table of a small board is made in parts, between which the cancellation is seen.
#[test]
fn tables_of_small_boards_stop() {
    for (width, height) in [(4, 3), (6, 2)] {
        for algorithm in ["auto", "retrograde"] {
            let game = json!({"width": width, "height": height, "k": 3});
            let body = json!({"game": game, "algorithm": algorithm, "explain": true});
            let whole = run(Endpoint::Move, &body, Effort::Full, u64::MAX);
            assert!(whole.result.is_ok() && whole.polls > POLLS_MAX, "{body}: {} looks", whole.polls);
            assert_stops(Endpoint::Move, &body);
            assert_stops(Endpoint::Analysis, &body);
        }
    }
}

#[test]
fn analyses_stop() {
    for body in [
        json!({"game": large(), "depth": 1, "explain": true, "moves": long_game(40)}),
        json!({"game": large(), "algorithm": "rules", "explain": true}),
        // Each move leaves one reply that does not lose, which takes all replies to see.
        json!({"game": {"width": 20, "height": 20, "k": 4}, "depth": 1, "explain": true, "moves": [100, 99, 101, 5, 102, 390]}),
        json!({"game": "gomoku", "depth": 1, "explain": true}),
        json!({"game": "connect-four", "depth": 6, "explain": true}),
        // The solver, and the search that steps in for it.
        json!({"game": {"width": 8, "height": 7, "k": 4, "gravity": true}, "nodes": 50_000}),
    ] {
        assert_stops(Endpoint::Analysis, &body);
    }
}

#[test]
fn reviews_stop() {
    for body in [
        json!({"game": large(), "depth": 1, "moves": long_game(60), "explain": true}),
        json!({"game": "tic-tac-toe", "moves": [4, 1, 2, 0, 6]}),
        json!({"game": "connect-four", "depth": 4, "moves": [38, 31, 24, 17, 10, 3, 37, 30]}),
    ] {
        assert_stops(Endpoint::Review, &body);
    }
}

/// A part of a review would look like the whole of a shorter game.
#[test]
fn a_long_review_without_time_is_refused() {
    for (plies, is_whole) in [(32, true), (33, false)] {
        let body = json!({"game": large(), "moves": long_game(plies)});
        let result = run(Endpoint::Review, &body, Effort::Least, u64::MAX).result;
        match &result {
            Ok(answer) => assert!(is_whole && !answer.is_pure, "{plies} plies"),
            Err(refusal) => assert!(!is_whole && matches!(refusal, Refusal::Expired), "{plies} plies: {refusal:?}"),
        }
    }
}

#[test]
fn batches_stop() {
    for more in [
        json!({"kind": "move", "depth": 1}),
        json!({"kind": "move", "depth": 1, "explain": true, "tieBreak": "trap"}),
        json!({"kind": "analysis", "depth": 1, "explain": true, "multiPv": 3}),
        json!({"kind": "position"}),
    ] {
        let request = |index: usize| with(json!({"game": large(), "moves": long_game(index + 360)}), &more);
        let body = json!({"requests": (0..20).map(request).collect::<Vec<_>>()});
        assert_stops(Endpoint::Batch, &body);
    }
}

#[test]
fn puzzles_stop() {
    for body in [
        json!({"game": "connect-four", "seed": 1}),
        json!({"game": "four-by-four", "seed": 1}),
        json!({"game": "tic-tac-toe", "seed": 1, "theme": "fork"}),
    ] {
        assert_stops(Endpoint::Puzzles, &body);
    }
}

#[test]
fn counts_stop() {
    for body in [
        json!({"game": "tic-tac-toe"}),
        json!({"game": "tic-tac-toe", "engine": "X", "replies": true, "symmetry": "paths"}),
        json!({"game": "four-by-four", "engine": "O", "engineMoves": "first", "depth": 2, "moves": [0, 1, 2, 5, 7]}),
    ] {
        assert_stops(Endpoint::Continuations, &body);
    }
}

#[test]
fn matches_stop() {
    for body in [
        json!({"game": large(), "moves": long_game(370), "players": [{"depth": 1}, {"depth": 1, "tieBreak": "trap"}]}),
        json!({"game": "tic-tac-toe", "players": [{}, {"skill": 20}], "games": 20, "seed": 1}),
    ] {
        assert_stops(Endpoint::Match, &body);
    }
}

#[test]
fn trees_stop() {
    for body in [
        json!({"depth": 4, "algorithm": "minimax", "maxNodes": 10_000}),
        json!({"game": large(), "depth": 1, "trace": false}),
    ] {
        assert_stops(Endpoint::Tree, &body);
    }
}
