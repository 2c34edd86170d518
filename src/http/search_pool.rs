//! The search pool: everything that may compute for longer than about 100 µs runs through its one method, [`SearchPool::run`].
//!
//! Jobs run on tokio's blocking threads. A semaphore for each [`Lane`] bounds how many run and how many wait; on the search lane
//! clients take turns (`fair.rs`). The permit moves into the job, so a job counts as running until it really ends. Dropping the
//! future sets the job's cancel flag. A panic costs the job its answer and nothing else.
//!
//! Threads of the search lane that are idle are lent to running jobs ([`IdleThreads`]), and recalled one by one as jobs come to wait.

mod fair;
mod lent;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use inarow_api::Cancel;
use tokio::time::timeout_at;

use self::fair::{Acquired, FairSemaphore, Permit};
pub use self::lent::IdleThreads;
use super::rate_limit::Client;

/// Where a job runs. Short jobs never wait behind searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane<'a> {
    /// Bounded work of a few milliseconds at most: large bodies, rules to compile, static values of large boards.
    Short,
    /// Work of a client that takes as long as its limits allow.
    Search(&'a Client),
}

/// Why a job gave no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PoolError {
    /// The queue is full.
    Saturated,
    /// The deadline passed before a thread was free.
    Expired(WaitReason),
    /// The pool takes no more jobs.
    Closed,
    /// The job panicked.
    Panicked,
}

/// Why a job waited for a thread, for most of the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaitReason {
    /// No thread was free.
    Busy,
    /// Its client had all the threads that one client may have, which are fewer than there are.
    ClientLimit,
}

impl WaitReason {
    /// All of them.
    pub const ALL: [WaitReason; 2] = [WaitReason::Busy, WaitReason::ClientLimit];

    /// The name for metrics and the log.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            WaitReason::Busy => "busy",
            WaitReason::ClientLimit => "client-limit",
        }
    }
}

/// The context of a job when it begins.
#[derive(Debug)]
pub struct Turn {
    pub cancel: Cancel,
    /// How long it waited for a thread.
    pub queued: Duration,
    pub reason: WaitReason,
}

/// The result of a job and how long it waited for a thread.
#[derive(Debug)]
pub struct Ran<T> {
    pub value: T,
    pub queued: Duration,
}

/// Counters of the search lane since the start.
#[derive(Debug, Default)]
pub struct Counters {
    pub running: AtomicU64,
    pub queued: AtomicU64,
    pub completed: AtomicU64,
    /// Searches that ended in their quick attempt, without a place on the search lane.
    pub in_place: AtomicU64,
    /// Refused because the queue was full.
    pub rejected: AtomicU64,
    /// Ended in the queue because their deadline passed.
    pub expired: ByReason,
    /// Waited for half of their time or longer, those that expired included.
    pub late: ByReason,
    /// Ended, started or not, because their client went away.
    pub cancelled: AtomicU64,
    pub panicked: AtomicU64,
}

/// Counters of searches, by the reason why they waited.
#[derive(Debug, Default)]
pub struct ByReason([AtomicU64; WaitReason::ALL.len()]);

impl ByReason {
    pub fn count(&self, reason: WaitReason) {
        self.0[reason as usize].fetch_add(1, Relaxed);
    }

    #[must_use]
    pub fn of(&self, reason: WaitReason) -> u64 {
        self.0[reason as usize].load(Relaxed)
    }
}

struct Queue {
    permits: Arc<FairSemaphore>,
    counters: Arc<Counters>,
}

/// The pool. See the module's description.
pub struct SearchPool {
    short: Queue,
    search: Queue,
    threads: usize,
    running: Arc<Running>,
}

/// The cancel flags of the jobs that run, so that a closing pool can end them.
#[derive(Default)]
struct Running(Mutex<RunningJobs>);

#[derive(Default)]
struct RunningJobs {
    closed: bool,
    flags: Vec<Cancel>,
}

impl SearchPool {
    /// A pool that runs `threads` searches and as many short jobs at a time, of a client at most `per_client_max` searches;
    /// `queue_max` of each wait.
    #[must_use]
    pub fn new(threads: usize, per_client_max: usize, queue_max: usize) -> SearchPool {
        let queue = |per_client_max, waiting_max| Queue {
            permits: FairSemaphore::new(threads, per_client_max, waiting_max),
            counters: Arc::default(),
        };
        // Short jobs end so soon that a longer queue still moves fast.
        const SHORT_QUEUE_FACTOR: usize = 16;
        let short = queue(threads, queue_max.saturating_mul(SHORT_QUEUE_FACTOR).max(SHORT_QUEUE_FACTOR));
        SearchPool { short, search: queue(per_client_max, queue_max), threads, running: Arc::default() }
    }

    /// Runs a job on a thread of its lane and waits for the result. Dropping the future cancels the job.
    ///
    /// A job for which a thread is free starts even if its deadline has passed: it then finds the little that takes no
    /// time.
    ///
    /// # Errors
    /// See [`PoolError`].
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane<'_>,
        deadline: Instant,
        job: impl FnOnce(Turn) -> T + Send + 'static,
    ) -> Result<Ran<T>, PoolError> {
        // Boxed, so that there is one such future for each kind of result, not for each job: a tenth of a megabyte less program.
        self.run_boxed(lane, deadline, Box::new(job)).await
    }

    async fn run_boxed<T: Send + 'static>(
        &self,
        lane: Lane<'_>,
        deadline: Instant,
        job: Box<dyn FnOnce(Turn) -> T + Send>,
    ) -> Result<Ran<T>, PoolError> {
        let (queue, client) = match lane {
            // Short jobs count as one client's: they end before anybody would notice.
            Lane::Short => (&self.short, &Client::Address(None)),
            Lane::Search(client) => (&self.search, client),
        };
        let (permit, queued, reason) = queue.permit(client, deadline).await?;
        let cancel = self.running.start()?;
        let _cancel_on_drop = CancelOnDrop(Arc::clone(&cancel));
        let (counters, running) = (Arc::clone(&queue.counters), Arc::clone(&self.running));
        let started = Started { counters, running, cancel, _permit: permit };
        let outcome = tokio::task::spawn_blocking(move || started.run(queued, reason, job)).await;
        // The blocking task catches its job's panics; it fails only when the runtime shuts down before it starts.
        let value = outcome.unwrap_or(Err(PoolError::Closed))?;
        Ok(Ran { value, queued })
    }

    /// Idle threads of the search lane for a job of a client that runs there; with its own, at most `threads_max`.
    #[must_use]
    pub fn idle_threads(&self, client: &Client, threads_max: usize) -> IdleThreads {
        IdleThreads::new(Arc::clone(&self.search.permits), client.clone(), threads_max)
    }

    /// How many threads are lent now.
    #[must_use]
    pub fn threads_lent(&self) -> usize {
        self.search.permits.lent()
    }

    /// How often a lent thread was recalled.
    #[must_use]
    pub fn threads_recalled(&self) -> u64 {
        self.search.permits.recalled()
    }

    /// Counters of the search lane.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.search.counters
    }

    /// Short jobs that ended.
    #[must_use]
    pub fn short_jobs_completed(&self) -> u64 {
        self.short.counters.completed.load(Relaxed)
    }

    /// Panics of jobs of both lanes.
    #[must_use]
    pub fn panics(&self) -> u64 {
        [&self.short, &self.search].map(|queue| queue.counters.panicked.load(Relaxed)).iter().sum()
    }

    /// How many searches run at a time.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Takes no more jobs and cancels the running ones, which end with their best result so far.
    pub fn close(&self) {
        self.short.permits.close();
        self.search.permits.close();
        let mut running = self.running.lock();
        running.closed = true;
        running.flags.iter().for_each(|cancel| cancel.store(true, Relaxed));
    }
}

impl std::fmt::Debug for SearchPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchPool").field("counters", self.counters()).finish_non_exhaustive()
    }
}

impl Queue {
    /// A thread of the lane, as soon as there is one for this client, how long it waited, and why. A job that gets one at once has
    /// not waited, however busy the machine is.
    async fn permit(&self, client: &Client, deadline: Instant) -> Result<(Permit, Duration, WaitReason), PoolError> {
        let arrival = Instant::now();
        let outcome = match self.permits.acquire(client) {
            Ok(Acquired::Permit(permit)) => return Ok((permit, Duration::ZERO, WaitReason::Busy)),
            Ok(Acquired::Place(mut place)) => {
                let waiting = Waiting::new(&self.counters);
                let granted = timeout_at(deadline.into(), &mut place.granted).await;
                waiting.leave();
                let reason = place.reason();
                match granted {
                    Ok(Ok(granted)) => granted.map(|permit| (permit, arrival.elapsed(), reason)),
                    // A place that ends without a word is one of a pool that takes no more jobs.
                    Ok(Err(_)) => Err(PoolError::Closed),
                    Err(_) => Err(PoolError::Expired(reason)),
                }
            }
            Err(error) => Err(error),
        };
        match outcome {
            Err(PoolError::Saturated) => _ = self.counters.rejected.fetch_add(1, Relaxed),
            Err(PoolError::Expired(reason)) => self.counters.expired.count(reason),
            _ => {}
        }
        outcome
    }
}

/// A job in the queue. Dropping it without [`Waiting::leave`] counts as a cancellation.
struct Waiting<'a> {
    counters: &'a Counters,
    has_left: bool,
}

impl<'a> Waiting<'a> {
    fn new(counters: &'a Counters) -> Waiting<'a> {
        counters.queued.fetch_add(1, Relaxed);
        Waiting { counters, has_left: false }
    }

    /// Leaves the queue for any other reason than a client that went away.
    fn leave(mut self) {
        self.has_left = true;
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        // The reason counts first, so that a reader who finds an empty queue finds it, too.
        if !self.has_left {
            self.counters.cancelled.fetch_add(1, Relaxed);
        }
        self.counters.queued.fetch_sub(1, Relaxed);
    }
}

/// Sets the cancel flag when the future that waits for the job is dropped.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// A job with its permit, until the job has ended or is dropped before it ever ran.
struct Started {
    counters: Arc<Counters>,
    running: Arc<Running>,
    cancel: Cancel,
    _permit: Permit,
}

impl Started {
    fn run<T>(self, queued: Duration, reason: WaitReason, job: impl FnOnce(Turn) -> T) -> Result<T, PoolError> {
        if self.cancel.load(Relaxed) {
            self.counters.cancelled.fetch_add(1, Relaxed);
            return Err(PoolError::Closed);
        }
        let _is_running = IsRunning::new(&self.counters);
        let outcome = catch_unwind(AssertUnwindSafe(|| job(Turn { cancel: Arc::clone(&self.cancel), queued, reason })));
        let counter = match &outcome {
            Err(_) => &self.counters.panicked,
            Ok(_) if self.cancel.load(Relaxed) => &self.counters.cancelled,
            Ok(_) => &self.counters.completed,
        };
        counter.fetch_add(1, Relaxed);
        outcome.map_err(|_| PoolError::Panicked)
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.running.end(&self.cancel);
    }
}

/// Counts a job as running from the moment at which nothing keeps it from running.
struct IsRunning<'a>(&'a Counters);

impl<'a> IsRunning<'a> {
    fn new(counters: &'a Counters) -> IsRunning<'a> {
        counters.running.fetch_add(1, Relaxed);
        IsRunning(counters)
    }
}

impl Drop for IsRunning<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Relaxed);
    }
}

impl Running {
    fn lock(&self) -> MutexGuard<'_, RunningJobs> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cancel flag of a job that starts.
    fn start(&self) -> Result<Cancel, PoolError> {
        let cancel = Cancel::default();
        let mut running = self.lock();
        if running.closed {
            return Err(PoolError::Closed);
        }
        running.flags.push(Arc::clone(&cancel));
        Ok(cancel)
    }

    fn end(&self, cancel: &Cancel) {
        self.lock().flags.retain(|flag| !Arc::ptr_eq(flag, cancel));
    }
}
