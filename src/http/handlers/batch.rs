//! `/v1/batch`: several requests in one, answered in order under one time budget.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::analysis;
use crate::engine::{Algorithm, Engine, Query};
use crate::game::{Position, Status};
use crate::http::engine_error::refused;
use crate::http::input::Input;
use crate::http::job::{Answer, Attempt, Job, Run};
use crate::http::problem::{Failure, Occurrence, Problem};
use crate::http::request::{BatchRequest, FieldErrors, Item, Pointer};
use crate::http::search_pool::Lane;
use crate::http::state::AppState;

/// More time than any search may ask for.
const TIME_MAX: Duration = Duration::from_secs(1 << 32);

/// A batch, sorted: each different valid request once.
#[derive(Clone, Debug)]
pub struct BatchJob {
    work: Vec<Item>,
    /// For each request of the batch its place in `work`, or what is wrong with it.
    places: Vec<Result<usize, Problem>>,
    deadline: Instant,
    origin: String,
    request_id: String,
}

impl Job for BatchJob {
    const PATH: &'static str = "/v1/batch";

    fn read(input: &Input, app: &AppState) -> Result<Self, Failure> {
        let batch = BatchRequest::read(input.fields()?, &app.limits, input.arrival)?;
        let job = BatchJob::new(batch, &app.engine, input.arrival);
        app.batches.requests.fetch_add(job.places.len() as u64, Relaxed);
        let shared = job.places.iter().filter(|place| place.is_ok()).count() - job.work.len();
        app.batches.shared.fetch_add(shared as u64, Relaxed);
        Ok(BatchJob { origin: app.origin(input.headers()), request_id: input.request_id().to_owned(), ..job })
    }

    /// Even a short body can hold many requests.
    fn fits_in_place(_: &Input) -> bool {
        false
    }

    fn lane(&self, engine: &Engine) -> Lane {
        let is_short = |query: &Query| analysis::lane(engine, query) == Lane::Short;
        if self.work.iter().filter_map(query).all(is_short) { Lane::Short } else { Lane::Search }
    }

    fn attempt(self, run: &mut Run<'_>) -> Result<Attempt<Self>, Failure> {
        match self.lane(run.engine) {
            Lane::Short => self.run(run).map(Attempt::Finished),
            Lane::Search => Ok(Attempt::Search(self)),
        }
    }

    fn deadline(&self) -> Option<Instant> {
        Some(self.deadline)
    }

    fn run(self, run: &mut Run<'_>) -> Result<Answer, Failure> {
        let BatchJob { work, places, deadline, origin, request_id } = self;
        let bytes_max = run.limits.answer_bytes_max as usize;
        let mut outcomes = Vec::with_capacity(work.len());
        let mut bytes = 0;
        for (at, item) in work.into_iter().enumerate() {
            let outcome = answer_item(item, deadline, run).map_err(Failure::into_problem);
            let copies = places.iter().filter(|place| place.as_ref().is_ok_and(|&place| place == at)).count();
            bytes += copies * outcome.as_ref().map_or(0, Vec::len);
            if bytes > bytes_max {
                return Err(Failure::AnswerTooLarge { max: run.limits.answer_bytes_max });
            }
            outcomes.push(outcome);
        }
        let results: Vec<_> =
            places.iter().map(|place| place.as_ref().map_or_else(Err, |&at| outcomes[at].as_ref())).collect();
        let occurrence = Occurrence { origin: &origin, path: Self::PATH, request_id: &request_id };
        Ok(Answer::json(write(&results, &occurrence)?, false))
    }
}

impl BatchJob {
    /// The batch, for an unnamed request.
    pub(super) fn new(batch: BatchRequest, engine: &Engine, arrival: Instant) -> BatchJob {
        let deadline = arrival + batch.movetime;
        let (work, places) = sort(batch, engine);
        BatchJob { work, places, deadline, origin: String::new(), request_id: String::new() }
    }
}

/// The different valid requests, and for each request of the batch which of these it is, or what is wrong with it.
fn sort(batch: BatchRequest, engine: &Engine) -> (Vec<Item>, Vec<Result<usize, Problem>>) {
    let mut work: Vec<Item> = Vec::new();
    let place = |(index, item): (usize, Result<Item, FieldErrors>)| {
        let item = item.map_err(Failure::from).map_err(Failure::into_problem)?;
        if let Some(Err(error)) =
            query(&item).filter(|query| query.position.status() == Status::Ongoing).map(|query| engine.check(query))
        {
            let at = Pointer::ROOT.key("requests");
            return Err(refused(&error, at.index(index)).into_problem());
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
        (Item::Move(a), Item::Move(b)) => {
            (a.pov, a.seed, a.explain) == (b.pov, b.seed, b.explain) && is_same_query(&a.query, &b.query)
        }
        (Item::Analysis(a), Item::Analysis(b)) => {
            (a.pov, a.explain) == (b.pov, b.explain) && is_same_query(&a.query, &b.query)
        }
        (Item::Position(a), Item::Position(b)) => {
            a.pov == b.pov
                && a.heuristic == b.heuristic
                && a.moves == b.moves
                && is_same_position(&a.position, &b.position)
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

/// The JSON of one answer.
fn answer_item(item: Item, deadline: Instant, run: &mut Run<'_>) -> Result<Vec<u8>, Failure> {
    if run.is_cancelled() {
        // What alone it would have been told now.
        return Err(Failure::ShuttingDown);
    }
    let answer = match item {
        Item::Move(mut request) => {
            limit(&mut request.query, deadline, run)?;
            request.run(&mut item_run(run))
        }
        Item::Analysis(mut request) => {
            limit(&mut request.query, deadline, run)?;
            request.run(&mut item_run(run))
        }
        Item::Position(request) => request.run(&mut item_run(run)),
    };
    Ok(answer?.body)
}

/// Each request of a batch is timed from its turn, and no cache keeps its answer.
fn item_run<'a>(run: &'a mut Run<'_>) -> Run<'a> {
    Run {
        engine: run.engine,
        arrival: Instant::now(),
        cacheable: false,
        cancel: Arc::clone(&run.cancel),
        limits: run.limits,
        media_type: run.media_type,
        on_progress: &mut *run.on_progress,
    }
}

/// The time of each search counts from its turn, and ends with that of the batch.
fn limit(query: &mut Query, deadline: Instant, run: &Run<'_>) -> Result<(), Failure> {
    let now = Instant::now();
    let is_late = now >= deadline && analysis::lane(run.engine, query) == Lane::Search;
    query.limits.deadline = Some(own_deadline(query.limits.deadline, run.arrival, now).min(deadline));
    match query.algorithm {
        // A table cannot be left half made; a search has an answer at once.
        Algorithm::Auto if is_late => query.algorithm = Algorithm::AlphaBeta,
        Algorithm::Retrograde if is_late => return Err(Failure::Expired),
        _ => {}
    }
    Ok(())
}

/// When a search ends whose turn comes at `now`: `deadline` allows for its time from the batch's arrival on.
fn own_deadline(deadline: Option<Instant>, arrival: Instant, now: Instant) -> Instant {
    let movetime = deadline.map_or(TIME_MAX, |deadline| deadline.saturating_duration_since(arrival));
    now + movetime.min(TIME_MAX)
}

/// `{"results":[…]}`, each with its status and the body or the problem that it would have had alone.
fn write(results: &[Result<&Vec<u8>, &Problem>], occurrence: &Occurrence<'_>) -> serde_json::Result<Vec<u8>> {
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
                serde_json::to_writer(&mut body, &problem.document(occurrence))?;
            }
        }
        body.push(b'}');
    }
    body.extend_from_slice(b"]}");
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ServerLimits;
    use crate::engine::EngineConfig;
    use crate::game::{Game, Overline, Preset, Rules, RulesSpec};

    #[test]
    fn a_search_has_its_own_time_from_its_turn_on() {
        let arrival = Instant::now();
        let (own, turn) = (Duration::from_millis(20), arrival + Duration::from_secs(3));
        assert_eq!(own_deadline(Some(arrival + own), arrival, turn), turn + own);
        assert_eq!(own_deadline(Some(arrival + own), arrival, arrival), arrival + own);
        assert!(own_deadline(None, arrival, turn) > turn + Duration::from_secs(1 << 31));
    }

    /// The batch's deadline is past, the search's own is not.
    #[test]
    fn a_search_ends_with_its_batch() {
        let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
        let arrival = Instant::now();
        let run = Run {
            engine: &engine,
            arrival,
            cacheable: false,
            cancel: Arc::default(),
            limits: &ServerLimits::DEFAULT,
            media_type: "application/json",
            on_progress: &mut |_| {},
        };
        let gomoku = Position::new(Game::shared(Preset::Gomoku.rules()));
        let mut query = Query::new(gomoku);
        query.limits.deadline = Some(arrival + Duration::from_secs(3_600));
        limit(&mut query, arrival, &run).expect("a search has an answer at once");
        assert_eq!((query.limits.deadline, query.algorithm), (Some(arrival), Algorithm::AlphaBeta));
        // A table cannot be left half made, unless it is there already.
        let spec = RulesSpec { width: 4, height: 3, k: 3, gravity: false, overline: Overline::Allowed, misere: false };
        let small = Position::new(Game::shared(Rules::new(spec).expect("good rules")));
        let mut query = Query { algorithm: Algorithm::Retrograde, ..Query::new(small) };
        assert!(matches!(limit(&mut query, arrival, &run), Err(Failure::Expired)));
        assert!(limit(&mut query, arrival + Duration::from_secs(3_600), &run).is_ok());
    }
}
