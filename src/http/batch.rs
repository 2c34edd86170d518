//! `/v1/batch`: several requests in one, answered in order under one time budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;

use super::gate::RequestId;
use super::position;
use super::problem::{Failure, Problem};
use super::question::{self, Question};
use super::request::{At, BatchRequest, Faults, Input, Item};
use super::respond;
use super::state::{self, Shared};
use super::workers::Cancel;
use crate::engine::{Algorithm, Engine, EngineError, Query};
use crate::game::Position;

/// Where batches are answered.
pub const PATH: &str = "/v1/batch";

/// What came in batches since the start of the service.
#[derive(Debug, Default)]
pub struct Tally {
    pub requests: AtomicU64,
    /// Valid requests equal to an earlier one of their batch, whose answer they got.
    pub shared: AtomicU64,
}

/// The JSON object of an answer, or why there is none.
type Outcome = Result<Vec<u8>, Problem>;

/// Answers POST.
///
/// # Errors
/// A batch that is not valid as a whole, and saturation.
pub async fn answer(app: State<Shared>, id: RequestId, input: Input) -> Result<Response, Failure> {
    let batch = BatchRequest::read(&input.members()?.0, &app.limits, input.arrival)?;
    let deadline = input.arrival + batch.movetime;
    let (work, places) = sort(batch, app.engine());
    app.batches.requests.fetch_add(places.len() as u64, Relaxed);
    let shared = places.iter().filter(|place| place.is_ok()).count() - work.len();
    app.batches.shared.fetch_add(shared as u64, Relaxed);
    let outcomes = run(&app, work, input.arrival, deadline).await?;
    let results: Vec<_> =
        places.iter().map(|place| place.as_ref().map_or_else(Err, |&at| outcomes[at].as_ref())).collect();
    let mut response = respond::fresh(write(&results, &id)?);
    // The problems in it quote this id.
    response.extensions_mut().insert(id);
    Ok(response)
}

/// The different valid requests, and for each request of the batch which of these it is, or what is wrong with it.
fn sort(batch: BatchRequest, engine: &Engine) -> (Vec<Item>, Vec<Result<usize, Problem>>) {
    let mut work: Vec<Item> = Vec::new();
    let place = |(index, item): (usize, Result<Item, Faults>)| {
        let item = item.map_err(Failure::from).map_err(Failure::into_problem)?;
        if let Some(Err(error)) = query(&item).map(|query| question::check(engine, query)) {
            return Err(refused(&error, index));
        }
        if let Some(same) = work.iter().position(|other| is_same(other, &item)) {
            return Ok(same);
        }
        work.push(item);
        Ok(work.len() - 1)
    };
    let places = batch.items.into_iter().enumerate().map(place).collect();
    (work, places)
}

fn refused(error: &EngineError, index: usize) -> Problem {
    let mut faults = Faults::default();
    faults.add(At::ROOT.key("requests").index(index).key(error.field()), error.to_string());
    Failure::Invalid(faults).into_problem()
}

fn query(item: &Item) -> Option<&Query> {
    match item {
        Item::Move(request) => Some(&request.query),
        Item::Analysis(request) => Some(&request.query),
        Item::Position(_) => None,
    }
}

/// Whether two requests have the same answer, however they were written.
fn is_same(a: &Item, b: &Item) -> bool {
    match (a, b) {
        (Item::Move(a), Item::Move(b)) => a.pov == b.pov && a.seed == b.seed && is_same_query(&a.query, &b.query),
        (Item::Analysis(a), Item::Analysis(b)) => a.pov == b.pov && is_same_query(&a.query, &b.query),
        (Item::Position(a), Item::Position(b)) => {
            a.pov == b.pov && a.heuristic == b.heuristic && is_same_position(&a.position, &b.position)
        }
        _ => false,
    }
}

fn is_same_query(a: &Query, b: &Query) -> bool {
    is_same_position(&a.position, &b.position)
        && (a.algorithm, a.multi_pv, a.tie_break, a.skill) == (b.algorithm, b.multi_pv, b.tie_break, b.skill)
        // Deadlines count from the batch's arrival, so that equal ones stand for the same `movetime`.
        && (a.limits.depth, a.limits.nodes, a.limits.deadline) == (b.limits.depth, b.limits.nodes, b.limits.deadline)
        && a.heuristic == b.heuristic
        && a.moves == b.moves
}

fn is_same_position(a: &Position, b: &Position) -> bool {
    a.rules() == b.rules() && a.turn() == b.turn() && a.cells() == b.cells()
}

/// Answers in place if all of it takes microseconds, else as one job on a search thread.
async fn run(
    app: &state::State,
    work: Vec<Item>,
    arrival: Instant,
    deadline: Instant,
) -> Result<Vec<Outcome>, Failure> {
    let engine = Arc::clone(app.engine());
    let instant = work.iter().filter_map(query).all(|query| question::is_instant(&engine, query));
    let job = move |cancel: Cancel| {
        let budget = Budget { arrival, deadline, cancel };
        work.into_iter().map(|item| budget.outcome(item, &engine)).collect()
    };
    if instant { Ok(job(Cancel::default())) } else { Ok(app.workers().run(deadline, job).await?) }
}

/// What the searches of a batch share.
struct Budget {
    arrival: Instant,
    deadline: Instant,
    cancel: Cancel,
}

impl Budget {
    fn outcome(&self, item: Item, engine: &Engine) -> Outcome {
        let body = match item {
            Item::Move(request) => self.find(request, engine),
            Item::Analysis(request) => self.find(request, engine),
            Item::Position(request) => position::write(&request).map_err(Failure::from),
        };
        body.map_err(Failure::into_problem)
    }

    /// The time of each search counts from its turn, and ends with that of the batch.
    fn find<Q: Question>(&self, mut question: Q, engine: &Engine) -> Result<Vec<u8>, Failure> {
        let now = Instant::now();
        let is_late = now >= self.deadline && !question::is_instant(engine, question.query());
        let query = question.query_mut();
        let movetime = query.limits.deadline.map_or(Duration::MAX, |deadline| deadline - self.arrival);
        query.limits.deadline = Some(now.checked_add(movetime).map_or(self.deadline, |end| end.min(self.deadline)));
        query.limits.cancel = Some(Arc::clone(&self.cancel));
        match query.algorithm {
            // A table cannot be left half made; a search has an answer at once.
            Algorithm::Auto if is_late => query.algorithm = Algorithm::AlphaBeta,
            Algorithm::Retrograde if is_late => return Err(Failure::Expired),
            _ => {}
        }
        question.answer(engine, now, &mut |_| {})
    }
}

/// `{"results":[…]}`, each with its status and the body or the problem that it would have had alone.
fn write(results: &[Result<&Vec<u8>, &Problem>], id: &RequestId) -> serde_json::Result<Vec<u8>> {
    let mut body = b"{\"results\":[".to_vec();
    for (index, result) in results.iter().enumerate() {
        if index > 0 {
            body.push(b',');
        }
        match result {
            Ok(answer) => {
                body.extend_from_slice(b"{\"status\":200,\"body\":");
                body.extend_from_slice(answer);
            }
            Err(problem) => {
                body.extend_from_slice(
                    format!("{{\"status\":{},\"problem\":", problem.code.status().as_u16()).as_bytes(),
                );
                serde_json::to_writer(&mut body, &problem.document(PATH, id.as_str()))?;
            }
        }
        body.push(b'}');
    }
    body.extend_from_slice(b"]}");
    Ok(body)
}
