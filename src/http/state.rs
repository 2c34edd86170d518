//! The state that handlers share. Data only: no handler is named here.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::body::Bytes;
use axum::http::HeaderMap;
use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::auth::Access;
use super::budget::{Budget, Share};
use super::metrics::Metrics;
use super::origin;
use super::problem::Failure;
use super::respond::Document;
use super::search_pool::{Lane, PoolError, Ran, SearchPool, Turn};
use crate::config::ServerLimits;
use inarow_api::{Refusal, UtcDateTime};
use inarow_engine::engine::{self, Engine, EngineConfig};

/// The handle that every handler gets.
pub type Shared = Arc<AppState>;

/// The service behind the routes.
#[derive(Debug)]
pub struct AppState {
    pub limits: ServerLimits,
    /// The limits that the contract knows.
    pub(super) contract: inarow_api::Limits,
    pub(super) engine: Arc<Engine>,
    pub(super) access: Arc<Access>,
    /// The origin that clients use, if the settings name it; else each request says it.
    public_origin: Option<String>,
    pub(super) documents: Documents,
    pub metrics: Arc<Metrics>,
    pool: SearchPool,
    /// Free kibibytes for requests in memory.
    request_kib: Arc<Semaphore>,
    /// Bytes of answers and of records of streams that wait for their clients.
    answers: Arc<Budget>,
    /// Other memory of requests in progress, until their answers are written. A budget of its own, so that neither long
    /// answers nor many short ones keep the others out.
    exchanges: Arc<Budget>,
    ready: AtomicBool,
    clock: fn() -> UtcDateTime,
}

/// Documents that do not change while the service runs, made when they are first asked for.
#[derive(Debug, Default)]
pub(super) struct Documents {
    pub games: OnceLock<Document>,
    pub heuristics: OnceLock<Document>,
    /// The tools of `/mcp` for clients without views, and for those with them.
    pub tools: OnceLock<[Value; 2]>,
}

/// Whole answers up to this size, in bytes, do not count against the budget: the room of their exchange has them in it.
const SMALL_ANSWER_BYTES_MAX: usize = 2 << 10;
/// Memory of a progress record of a stream besides its text, in bytes.
const RECORD_BYTES: usize = 128;
/// Memory of a stream of events besides its records and its request, in bytes: a queue of records, and the state of its job.
const EVENT_STREAM_BYTES: u64 = 8 << 10;
const KIB: usize = 1 << 10;

/// A permit for each kibibyte of so many bytes.
fn kibibytes(bytes: u64) -> Arc<Semaphore> {
    let kib = usize::try_from(bytes).unwrap_or(usize::MAX) / KIB;
    Arc::new(Semaphore::new(kib.min(Semaphore::MAX_PERMITS)))
}

impl AppState {
    /// Builds the engine and loads the opening book in the background.
    ///
    /// # Errors
    /// The system's, if it gives no thread.
    pub fn new(limits: ServerLimits, access: Arc<Access>) -> std::io::Result<AppState> {
        let metrics = Arc::new(Metrics::new());
        let observer = Arc::clone(&metrics);
        let engine = Engine::new(EngineConfig { table_bytes: (limits.table_mib as usize) << 20 })
            .on_search(move |report| observer.search_finished(report.depth, report.counts.nodes));
        std::thread::Builder::new().name("book".into()).spawn(engine::load_book)?;
        Ok(AppState {
            engine: Arc::new(engine),
            access,
            public_origin: None,
            documents: Documents::default(),
            metrics,
            pool: SearchPool::new(limits.worker_count(), limits.client_search_count(), limits.queue_max as usize),
            request_kib: kibibytes(limits.requests_in_flight_bytes_max),
            answers: Budget::new(limits.answers_in_flight_bytes_max),
            exchanges: Budget::new(limits.answers_in_flight_bytes_max / 2),
            ready: AtomicBool::new(true),
            clock: UtcDateTime::now,
            contract: limits.contract(),
            limits,
        })
    }

    /// The service with the origin that its clients use, such as `https://a.example`, behind any proxy.
    #[must_use]
    pub fn at(self, public_origin: Option<String>) -> AppState {
        AppState { public_origin, ..self }
    }

    /// The service with another calendar.
    #[must_use]
    pub fn with_clock(self, clock: fn() -> UtcDateTime) -> AppState {
        AppState { clock, ..self }
    }

    /// The day and the time.
    pub(super) fn now(&self) -> UtcDateTime {
        (self.clock)()
    }

    /// The origin that clients use, if the service was told.
    pub(super) fn public_origin(&self) -> Option<&str> {
        self.public_origin.as_deref()
    }

    /// The origin of the service for the sender of these headers; `""` where it is not known.
    pub(super) fn origin(&self, headers: &HeaderMap) -> String {
        self.public_origin.clone().or_else(|| origin::sent_to(headers)).unwrap_or_default()
    }

    /// How long work waits for the short lane: as long as a search may take.
    pub(super) fn short_deadline(&self) -> Instant {
        Instant::now() + self.contract.movetime_max()
    }

    /// Runs a job of the engine on the search pool; see [`SearchPool::run`].
    ///
    /// # Errors
    /// Saturation, a deadline that passes in the queue, shutdown.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        lane: Lane<'_>,
        deadline: Instant,
        job: impl FnOnce(&Engine, Turn) -> T + Send + 'static,
    ) -> Result<Ran<T>, PoolError> {
        let (engine, arrival) = (Arc::clone(&self.engine), Instant::now());
        let ran = self.pool.run(lane, deadline, move |turn| job(&engine, turn)).await;
        if matches!(lane, Lane::Search(_)) {
            match &ran {
                Ok(ran) => self.metrics.search_queued(ran.queued),
                Err(PoolError::Expired(_)) => self.metrics.search_queued(arrival.elapsed()),
                Err(_) => {}
            }
        }
        ran
    }

    /// Counts the bytes of an answer against the limits, unless room for them is reserved already, until the last of them
    /// has been sent or dropped.
    ///
    /// # Errors
    /// If the answer is too long, or too many bytes of answers wait for their clients.
    pub(super) fn count_answer(&self, body: Vec<u8>, reserved: Option<Share>) -> Result<Bytes, Failure> {
        let reserved = reserved.map_or_else(|| self.reserve_answer(body.len()), |reserved| Ok(Some(reserved)))?;
        Ok(match reserved {
            None => Bytes::from(body),
            Some(share) => AppState::counted(body, share),
        })
    }

    /// Bytes that hold their share of the budget until the last of them has been sent or dropped.
    pub(super) fn counted(body: Vec<u8>, share: Share) -> Bytes {
        Bytes::from_owner(CountedBytes { body, _share: share })
    }

    /// Room for an answer of this many bytes; `None` for a small one, which needs none.
    ///
    /// # Errors
    /// As for [`AppState::count_answer`].
    pub(super) fn reserve_answer(&self, bytes: usize) -> Result<Option<Share>, Failure> {
        if bytes as u64 > self.limits.answer_bytes_max {
            return Err(Refusal::AnswerTooLarge { max: self.limits.answer_bytes_max }.into());
        }
        if bytes <= SMALL_ANSWER_BYTES_MAX {
            return Ok(None);
        }
        self.answers.take(bytes as u64).map(Some).ok_or(Failure::AnswersInFlight)
    }

    /// Room for a progress record of any length: a stream has many of them. `None` if there is none.
    pub(super) fn reserve_record(&self, bytes: usize) -> Option<Share> {
        self.answers.take((bytes + RECORD_BYTES) as u64)
    }

    /// Room for a stream of events, as yet for none of its records.
    ///
    /// # Errors
    /// If too many bytes of answers wait for their clients.
    pub(super) fn reserve_event_stream(&self) -> Result<Share, Failure> {
        self.answers.take(EVENT_STREAM_BYTES).ok_or(Failure::AnswersInFlight)
    }

    /// The budget of the answers that wait for their clients.
    pub(super) fn answer_budget(&self) -> &Arc<Budget> {
        &self.answers
    }

    /// The budget of requests in progress.
    pub(super) fn exchange_budget(&self) -> &Arc<Budget> {
        &self.exchanges
    }

    /// The reservation of a request, as yet for none of its bytes.
    pub(super) fn reserve_request(&self) -> RequestReservation {
        RequestReservation { free: Arc::clone(&self.request_kib), held: None, bytes: 0 }
    }

    /// Bytes of answers and of records of streams that wait for their clients, and other memory of requests in progress.
    #[must_use]
    pub fn answer_bytes_in_flight(&self) -> u64 {
        self.answers.used() + self.exchanges.used()
    }

    /// Whether new work is welcome.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.ready.load(Relaxed)
    }

    /// From now on `/readyz` fails, so that a load balancer sends its requests elsewhere.
    pub fn stop_being_ready(&self) {
        self.ready.store(false, Relaxed);
    }

    /// The search pool.
    #[must_use]
    pub fn pool(&self) -> &SearchPool {
        &self.pool
    }
}

/// Memory reserved for the bytes of a request, released when it is dropped.
pub(super) struct RequestReservation {
    free: Arc<Semaphore>,
    held: Option<OwnedSemaphorePermit>,
    bytes: usize,
}

impl RequestReservation {
    /// Reserves so many more bytes.
    ///
    /// # Errors
    /// If too many bytes of requests are in memory.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Failure> {
        self.bytes += bytes;
        let held = self.held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let missing = u32::try_from(self.bytes.div_ceil(KIB).saturating_sub(held)).unwrap_or(u32::MAX);
        let more = Arc::clone(&self.free).try_acquire_many_owned(missing).map_err(|_| Failure::RequestsInFlight)?;
        match &mut self.held {
            Some(held) => held.merge(more),
            none => *none = Some(more),
        }
        Ok(())
    }
}

/// A body that gives its room back when the last of it is dropped.
struct CountedBytes {
    body: Vec<u8>,
    _share: Share,
}

impl AsRef<[u8]> for CountedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_work_waits_as_long_as_a_search_may_take() {
        let app = AppState::new(ServerLimits::DEFAULT, Arc::default()).expect("a thread");
        let arrival = Instant::now();
        assert!(app.short_deadline() >= arrival + app.contract.movetime_max());
    }

    #[test]
    fn answers_on_their_way_are_counted_and_bounded() {
        let app = AppState::new(ServerLimits::DEFAULT, Arc::default()).expect("a thread");
        let max = app.limits.answer_bytes_max as usize;
        let reserved = app.reserve_answer(100 * KIB).expect("room");
        assert_eq!(app.answer_bytes_in_flight(), 100 << 10);
        drop(reserved);
        assert!(app.reserve_answer(max).is_ok());
        for bytes in [max + 1, max + 2] {
            assert!(matches!(app.reserve_answer(bytes), Err(Failure::Refused(Refusal::AnswerTooLarge { .. }))));
        }
        assert_eq!(app.answer_bytes_in_flight(), 0);
    }
}
