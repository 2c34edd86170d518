//! Answers do not depend on the number of threads that compute their parts, nor on those that are recalled on the way.

mod requests;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use inarow_api::{Cancel, Context, Endpoint, Fields, MakeRecord, Refusal, Run};
use inarow_engine::engine::{Engine, EngineConfig};
use inarow_engine::parts::InPlace;
use requests::{Lender, Seeded, answer, request};
use serde_json::{Value, json};

#[test]
fn eight_threads_answer_as_one_does() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let random = &mut Seeded(8);
    let (eight, unsteady) = (Lender::new(7, false), Lender::new(7, true));
    for _ in 0..150 {
        let (endpoint, body) = request(random);
        let alone = answer(&engine, endpoint, &body, &InPlace);
        for threads in [&eight, &unsteady] {
            assert_eq!(answer(&engine, endpoint, &body, threads), alone, "{} {body}", endpoint.path());
        }
    }
    assert!(eight.loans.load(Relaxed) > 300 && unsteady.loans.load(Relaxed) > 300, "threads were lent");
}

/// The proofs of one analysis are parts, too; a limit of positions leaves them whole.
#[test]
fn an_analysis_proves_its_moves_on_two_threads() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let body = |rules: Value, moves: Value| json!({"game": rules, "moves": moves, "movetime": requests::LIMITS.movetime_ms_max});
    let (plain, falling) = (
        json!({"width": 5, "height": 5, "k": 4}),
        json!({"width": 5, "height": 4, "k": 4, "gravity": true, "misere": true}),
    );
    let few = json!({"game": plain, "moves": [0], "nodes": 3_000});
    for (body, is_shared) in [(body(plain, json!([0])), true), (body(falling, json!([15])), true), (few, false)] {
        let threads = Lender::new(7, false);
        let shared = answer(&engine, Endpoint::Analysis, &body, &threads);
        assert_eq!(shared, answer(&engine, Endpoint::Analysis, &body, &InPlace), "{body}");
        assert_eq!(shared.0["search"]["complete"], is_shared, "{body}");
        assert_eq!(threads.loans.load(Relaxed) > 0, is_shared, "{body}");
        assert_eq!(threads.free(), 7);
    }
}

/// A client that goes away frees all threads: no part goes on.
#[test]
fn a_cancelled_request_gives_its_threads_back() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let moves = requests::moves(&mut Seeded(3), "gomoku", 30);
    let body = json!({"game": "gomoku", "moves": moves, "nodes": 2_000}).to_string();
    let fields = Fields::from_json(body.as_bytes()).expect("an object");
    let context = Context { limits: &requests::LIMITS, engine: &engine, now: time::UtcDateTime::UNIX_EPOCH };
    let request = Endpoint::Review.read(&fields, context).expect("a review");
    let (threads, cancel) = (Lender::new(7, false), Cancel::default());
    let flag = Arc::clone(&cancel);
    let mut records = 0;
    let mut on_progress = |_: MakeRecord<'_>| {
        records += 1;
        flag.store(true, Relaxed);
    };
    let run = Run::new(&engine, &requests::LIMITS, &mut on_progress);
    let answer = request.answer(&mut Run { threads: &threads, cancel, ..run });
    assert!(matches!(answer, Err(Refusal::Cancelled)));
    assert_eq!((records > 0, threads.free()), (true, 7));
}
