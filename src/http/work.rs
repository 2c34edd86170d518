//! The one way from a request to its answer, for plain answers, streams and tools alike.
//!
//! A light request about a small board is read and answered in place, which takes at most about 100 µs. All others are read on the
//! short lane of the search pool. A request without an answer at once goes to the lane of its whole work.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use inarow_api::problem::Origin;
use inarow_api::read::game_label;
use inarow_api::{Answer, Cancel, Context, Effort, Endpoint, Form, MakeRecord, Request, Run};
use inarow_engine::engine::{Engine, Plan};
use inarow_engine::parts::{InPlace, Threads};

use super::budget::Share;
use super::input::Input;
use super::noted::Waited;
use super::problem::Failure;
use super::respond;
use super::search_pool::{Lane, PoolError, Turn};
use super::state::{AppState, Shared};

/// Longest body or query string that is read in place, in bytes.
const IN_PLACE_BYTES_MAX: usize = 1 << 10;

/// A request on its way to its answer.
pub(super) struct Call {
    pub endpoint: Endpoint,
    pub form: Form,
    pub input: Input,
    /// The origin of the service, for problems within an answer.
    pub service: String,
}

impl Call {
    /// A call of an endpoint whose answer has this form.
    pub fn new(endpoint: Endpoint, form: Form, input: Input, app: &AppState) -> Arc<Call> {
        let has_problems = form == Form::FinalRecord || endpoint == Endpoint::Batch;
        let service = if has_problems { app.origin(input.headers()) } else { String::new() };
        Arc::new(Call { endpoint, form, input, service })
    }

    /// The request, for problem documents.
    pub fn origin(&self) -> Origin<'_> {
        Origin { service: &self.service, path: self.endpoint.path(), request_id: self.input.request_id() }
    }

    /// Notes that a search has left the queue.
    fn leave_queue(&self, app: &AppState, waited: Waited) {
        if let Some(reason) = waited.late {
            app.pool().counters().late.count(reason);
        }
        // A search leaves the queue once.
        let _ = self.input.notes().waited.set(waited);
    }

    /// The effort of the whole work. A stream begins without an attempt, so that its records tell of every depth.
    fn whole_effort(&self) -> Effort {
        if self.form == Form::FinalRecord { Effort::Full } else { Effort::AfterInstant }
    }

    fn run<'a>(
        &'a self,
        effort: Effort,
        app: &'a AppState,
        (cancel, is_late): (Cancel, bool),
        threads: &'a dyn Threads,
        on_progress: &'a mut dyn FnMut(MakeRecord<'_>),
    ) -> Run<'a> {
        Run {
            engine: &app.engine,
            limits: &app.contract,
            effort,
            form: self.form,
            start: self.input.arrival,
            end: None,
            cancel,
            recall: None,
            is_late,
            threads,
            cacheable: !matches!(self.form, Form::FinalRecord | Form::Lines) && self.input.is_cacheable(),
            origin: self.origin(),
            on_progress,
        }
    }
}

/// A result of the work on a request.
pub(super) struct Done<T> {
    pub value: T,
    /// How long the work waited for a search thread.
    pub queued: Option<Duration>,
    /// Whether no thread was free in time, so that the result is that of `Effort::Least`.
    pub is_least: bool,
    /// Most threads that worked on it at a time.
    pub threads: usize,
}

/// How far a request came at once.
pub(super) enum Begun<R: ?Sized, T> {
    Done(T),
    /// Its work is not done: a search, or a look-up that is too much for an answer at once.
    Unfinished(Arc<R>),
}

/// A body with its room among the answers that wait for their clients. It is reserved on the thread that made the body, since a
/// stream looks at it only when its client reads.
pub(super) struct Written {
    pub answer: Answer,
    pub room: Option<Share>,
    /// The hash of a body that caches may keep; a long one takes a millisecond.
    pub hash: Option<u64>,
}

/// The answer as bytes, with its room.
pub(super) fn write_answer(
    request: &dyn Request,
    run: &mut Run<'_>,
    app: &AppState,
) -> Result<Option<Written>, Failure> {
    let Some(answer) = request.answer(run)? else { return Ok(None) };
    let room = app.reserve_answer(answer.body.len())?;
    let hash = (run.cacheable && answer.is_pure).then(|| respond::hash(&answer.body));
    Ok(Some(Written { answer, room, hash }))
}

/// Reads a request and tries to answer it at once: in place if it is light, else on the short lane.
pub(super) async fn begin<R: Request + ?Sized, T: Send + 'static>(
    app: &Shared,
    call: &Arc<Call>,
    read: impl FnOnce(Context<'_>) -> Result<Arc<R>, Failure> + Send + 'static,
    work: impl Fn(&R, &mut Run<'_>, &AppState) -> Result<Option<T>, Failure> + Send + 'static,
) -> Result<Begun<R, T>, Failure> {
    let input = &call.input;
    let is_light =
        input.len() <= IN_PLACE_BYTES_MAX && input.fields().is_ok_and(|fields| call.endpoint.is_light(fields));
    let attempt = {
        let (app, call) = (Arc::clone(app), Arc::clone(call));
        move |engine: &Engine, cancel: Cancel| {
            let began = (cancel, false);
            let request = read(Context { limits: &app.contract, engine, now: app.now() })?;
            if let Some(rules) = request.rules() {
                let _ = call.input.notes().game.set(game_label(rules));
            }
            let done = work(&request, &mut call.run(Effort::Instant, &app, began, &InPlace, &mut |_| {}), &app)?;
            if done.is_some() {
                let _ =
                    call.input.notes().waited.set(Waited { queued: None, movetime: request.movetime(), late: None });
                if request.plan(engine) == Plan::Search {
                    app.pool().counters().in_place.fetch_add(1, Relaxed);
                }
            }
            Ok(done.map_or(Begun::Unfinished(request), Begun::Done))
        }
    };
    if is_light {
        attempt(&app.engine, Cancel::default())
    } else {
        let attempt_in_turn = move |engine: &Engine, turn: Turn| attempt(engine, turn.cancel);
        Box::pin(app.run(Lane::Short, app.short_deadline(), attempt_in_turn)).await?.value
    }
}

/// Does the whole work on its lane; if its time passes in the queue, that of `Effort::Least`.
pub(super) async fn finish<R: Request + ?Sized, T: Send + 'static>(
    app: &Shared,
    request: Arc<R>,
    call: Arc<Call>,
    work: impl Fn(&R, &mut Run<'_>, &AppState) -> Result<Option<T>, Failure> + Clone + Send + 'static,
    mut on_progress: impl FnMut(MakeRecord<'_>) + Send + 'static,
) -> Result<Done<T>, Failure> {
    let deadline = request.movetime().map_or_else(|| app.short_deadline(), |movetime| call.input.arrival + movetime);
    let movetime = request.movetime();
    let is_late = move |queued: Duration| movetime.is_some_and(|movetime| queued * 2 >= movetime);
    let client = call.input.client().clone();
    let is_search = request.plan(&app.engine) == Plan::Search;
    let lane = if is_search { Lane::Search(&client) } else { Lane::Short };
    let threads = Arc::new(app.pool().idle_threads(&client, app.limits.request_thread_count()));
    let whole = {
        let threads = Arc::clone(&threads);
        let (app, request, call, work) = (Arc::clone(app), Arc::clone(&request), Arc::clone(&call), work.clone());
        move |_: &Engine, Turn { cancel, queued, reason }: Turn| {
            // Short jobs have no part of search threads.
            let threads: &dyn Threads = if is_search { &*threads } else { &InPlace };
            let waited =
                Waited { queued: Some(queued), movetime, late: (is_search && is_late(queued)).then_some(reason) };
            if is_search {
                call.leave_queue(&app, waited);
            }
            let began = (cancel, waited.late.is_some());
            let run = &mut call.run(call.whole_effort(), &app, began, threads, &mut on_progress);
            work(&request, run, &app)?.ok_or(Failure::Expired)
        }
    };
    let queued = Instant::now();
    match app.run(lane, deadline, whole).await {
        Ok(ran) => Ok(Done { value: ran.value?, queued: Some(ran.queued), is_least: false, threads: threads.most() }),
        Err(PoolError::Expired(reason)) => {
            let queued = queued.elapsed();
            if is_search {
                call.leave_queue(app, Waited { queued: Some(queued), movetime, late: Some(reason) });
            }
            let state = Arc::clone(app);
            let least = move |_: &Engine, Turn { cancel, .. }: Turn| {
                let mut no_progress = |_: MakeRecord<'_>| {};
                let run = &mut call.run(Effort::Least, &state, (cancel, true), &InPlace, &mut no_progress);
                work(&request, run, &state)?.ok_or(Failure::Expired)
            };
            let value = app.run(Lane::Short, app.short_deadline(), least).await?.value?;
            Ok(Done { value, queued: Some(queued), is_least: true, threads: 1 })
        }
        Err(error) => Err(error.into()),
    }
}
