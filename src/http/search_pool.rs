//! The search pool: everything that may compute for longer than about 100 µs runs through its one method, [`SearchPool::run`].
//!
//! Jobs run on tokio's blocking threads. A semaphore for each [`Lane`] bounds how many run, a counter bounds how many wait.
//! The permit moves into the job, so a job counts as running until it really ends. Dropping the future sets the job's
//! cancel flag. A panic costs the job its answer and nothing else.
//!
//! Threads of the search lane that are idle are lent to running jobs ([`IdleThreads`]), and recalled one by one as jobs come to wait.

mod lent;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use self::lent::IdleThreads;
use self::lent::Lent;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};
use tokio::time::timeout_at;

/// Tells a running job that its answer is not wanted any more.
pub type Cancel = Arc<AtomicBool>;

/// Where a job runs. Short jobs never wait behind searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// Bounded work of a few milliseconds at most: large bodies, rules to compile, static values of large boards.
    Short,
    /// Work that takes as long as its limits allow.
    Search,
}

/// Why a job gave no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PoolError {
    /// The queue is full.
    Saturated,
    /// The deadline passed before a thread was free.
    Expired,
    /// The pool takes no more jobs.
    Closed,
    /// The job panicked.
    Panicked,
}

/// What a job gets when it begins.
#[derive(Debug)]
pub struct Turn {
    pub cancel: Cancel,
    /// How long it waited for a thread.
    pub queued: Duration,
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
    pub expired: AtomicU64,
    /// Waited for half of their time or longer, those that expired included.
    pub late: AtomicU64,
    /// Ended, started or not, because their client went away.
    pub cancelled: AtomicU64,
    pub panicked: AtomicU64,
}

struct Queue {
    permits: Arc<Semaphore>,
    waiting_max: u64,
    counters: Arc<Counters>,
    lent: Arc<Lent>,
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
    /// A pool that runs `threads` searches and as many short jobs at a time; `queue_max` of each wait.
    #[must_use]
    pub fn new(threads: usize, queue_max: usize) -> SearchPool {
        let queue = |waiting_max| Queue {
            permits: Arc::new(Semaphore::new(threads)),
            waiting_max,
            counters: Arc::default(),
            lent: Arc::default(),
        };
        // Short jobs end so soon that a longer queue still moves fast.
        const SHORT_QUEUE_FACTOR: u64 = 16;
        let queue_max = queue_max as u64;
        let short = queue(queue_max.saturating_mul(SHORT_QUEUE_FACTOR).max(SHORT_QUEUE_FACTOR));
        SearchPool { short, search: queue(queue_max), threads, running: Arc::default() }
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
        lane: Lane,
        deadline: Instant,
        job: impl FnOnce(Turn) -> T + Send + 'static,
    ) -> Result<Ran<T>, PoolError> {
        // Boxed, so that there is one such future for each kind of result, not for each job: a tenth of a megabyte less program.
        self.run_boxed(lane, deadline, Box::new(job)).await
    }

    async fn run_boxed<T: Send + 'static>(
        &self,
        lane: Lane,
        deadline: Instant,
        job: Box<dyn FnOnce(Turn) -> T + Send>,
    ) -> Result<Ran<T>, PoolError> {
        let queue = match lane {
            Lane::Short => &self.short,
            Lane::Search => &self.search,
        };
        let arrival = Instant::now();
        let permit = queue.permit(deadline).await?;
        let queued = arrival.elapsed();
        let cancel = self.running.start()?;
        let _cancel_on_drop = CancelOnDrop(Arc::clone(&cancel));
        let (counters, running) = (Arc::clone(&queue.counters), Arc::clone(&self.running));
        let started = Started { counters, running, cancel, _permit: permit };
        let outcome = tokio::task::spawn_blocking(move || started.run(queued, job)).await;
        // The blocking task catches its job's panics; it fails only when the runtime shuts down before it starts.
        let value = outcome.unwrap_or(Err(PoolError::Closed))?;
        Ok(Ran { value, queued })
    }

    /// Idle threads of the search lane for a job that runs there; with its own, at most `threads_max`.
    #[must_use]
    pub fn idle_threads(&self, threads_max: usize) -> IdleThreads {
        let Queue { permits, counters, lent, .. } = &self.search;
        IdleThreads::new(Arc::clone(permits), Arc::clone(counters), Arc::clone(lent), threads_max)
    }

    /// How many threads are lent now.
    #[must_use]
    pub fn threads_lent(&self) -> u64 {
        self.search.lent.count()
    }

    /// How often a lent thread was recalled.
    #[must_use]
    pub fn threads_recalled(&self) -> u64 {
        self.search.lent.recalled.load(Relaxed)
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
    /// A place on the lane, as soon as there is one.
    async fn permit(&self, deadline: Instant) -> Result<OwnedSemaphorePermit, PoolError> {
        match Arc::clone(&self.permits).try_acquire_owned() {
            Ok(permit) => return Ok(permit),
            Err(TryAcquireError::Closed) => return Err(PoolError::Closed),
            Err(TryAcquireError::NoPermits) => {}
        }
        // A request that waits only for a lent thread to come back takes no place in the queue.
        let waiting_max = self.waiting_max.saturating_add(self.lent.count());
        let Some(waiting) = Waiting::new(&self.counters, waiting_max) else {
            self.counters.rejected.fetch_add(1, Relaxed);
            return Err(PoolError::Saturated);
        };
        self.lent.recall_one();
        let acquired = timeout_at(deadline.into(), Arc::clone(&self.permits).acquire_owned()).await;
        waiting.leave();
        match acquired {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_)) => Err(PoolError::Closed),
            Err(_) => {
                self.counters.expired.fetch_add(1, Relaxed);
                Err(PoolError::Expired)
            }
        }
    }
}

/// A place in the queue. Dropping it without [`Waiting::leave`] counts as a cancellation.
struct Waiting<'a> {
    counters: &'a Counters,
    has_left: bool,
}

impl<'a> Waiting<'a> {
    /// `None` if the queue is full.
    fn new(counters: &'a Counters, waiting_max: u64) -> Option<Waiting<'a>> {
        if counters.queued.fetch_add(1, Relaxed) >= waiting_max {
            counters.queued.fetch_sub(1, Relaxed);
            return None;
        }
        Some(Waiting { counters, has_left: false })
    }

    /// Leaves the queue for any other reason than a client that went away.
    fn leave(mut self) {
        self.has_left = true;
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.counters.queued.fetch_sub(1, Relaxed);
        if !self.has_left {
            self.counters.cancelled.fetch_add(1, Relaxed);
        }
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
    _permit: OwnedSemaphorePermit,
}

impl Started {
    fn run<T>(self, queued: Duration, job: impl FnOnce(Turn) -> T) -> Result<T, PoolError> {
        if self.cancel.load(Relaxed) {
            self.counters.cancelled.fetch_add(1, Relaxed);
            return Err(PoolError::Closed);
        }
        let _is_running = IsRunning::new(&self.counters);
        let outcome = catch_unwind(AssertUnwindSafe(|| job(Turn { cancel: Arc::clone(&self.cancel), queued })));
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
