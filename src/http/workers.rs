//! Search threads: a fixed number of them, a bounded queue before them, and nothing else ever blocks.
//!
//! A job that nobody waits for any more is told so by its cancel flag; a job that has waited until its deadline is not
//! started. A panic costs the job that panicked its answer, and nothing else.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use tokio::sync::oneshot;

/// Says to a running job that its answer is not wanted any more.
pub type Cancel = Arc<AtomicBool>;

/// Why a job gave no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkFailure {
    /// The queue is full.
    Saturated,
    /// The job's time was over before its turn came.
    Expired,
    /// The workers take no more jobs.
    Closed,
    /// The job panicked.
    Panicked,
}

/// What the workers have done since they were started, and are doing.
#[derive(Debug, Default)]
pub struct Tally {
    /// Threads that live.
    pub threads: AtomicU64,
    pub running: AtomicU64,
    pub queued: AtomicU64,
    pub done: AtomicU64,
    /// Searches that needed no thread.
    pub in_place: AtomicU64,
    /// For want of room in the queue.
    pub rejected: AtomicU64,
    /// For want of a thread before their time was over.
    pub expired: AtomicU64,
    /// Begun or not, because nobody waited any more.
    pub cancelled: AtomicU64,
    pub panicked: AtomicU64,
}

struct Job {
    /// Runs the job, unless nobody waits for it.
    run: Box<dyn FnOnce() + Send>,
    cancel: Cancel,
    deadline: Instant,
}

impl Job {
    fn is_stale(&self) -> bool {
        self.cancel.load(Relaxed) || self.deadline <= Instant::now()
    }
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    /// The flags of the jobs that run, by thread.
    running: Vec<Option<Cancel>>,
    closed: bool,
}

struct Inner {
    queue: Mutex<Queue>,
    arrived: Condvar,
    queue_max: usize,
    tally: Tally,
}

impl Inner {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The threads. Dropping it lets them end their jobs, without waiting for them.
pub struct Workers {
    inner: Arc<Inner>,
}

impl std::fmt::Debug for Workers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workers").field("tally", &self.inner.tally).finish_non_exhaustive()
    }
}

impl Workers {
    /// Starts `threads` threads, before which at most `queue_max` jobs wait.
    ///
    /// # Errors
    /// The system's, if it gives no thread.
    pub fn start(threads: usize, queue_max: usize) -> std::io::Result<Workers> {
        let queue = Queue { running: vec![None; threads], ..Queue::default() };
        let inner = Inner { queue: queue.into(), arrived: Condvar::new(), queue_max, tally: Tally::default() };
        let workers = Workers { inner: Arc::new(inner) };
        for index in 0..threads {
            let inner = Arc::clone(&workers.inner);
            std::thread::Builder::new().name(format!("search-{index}")).spawn(move || work(&inner, index))?;
        }
        Ok(workers)
    }

    /// Queues a job; the ticket is its result to come. Dropping the ticket cancels the job.
    ///
    /// # Errors
    /// At once, if the queue is full or the workers are closed.
    pub fn submit<T: Send + 'static>(
        &self,
        deadline: Instant,
        job: impl FnOnce(Cancel) -> T + Send + 'static,
    ) -> Result<Ticket<T>, WorkFailure> {
        let (sender, result) = oneshot::channel();
        let cancel = Cancel::default();
        let inner = Arc::clone(&self.inner);
        let flag = Arc::clone(&cancel);
        let run = Box::new(move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| job(Arc::clone(&flag))));
            let counter = match &outcome {
                Err(_) => &inner.tally.panicked,
                Ok(_) if flag.load(Relaxed) => &inner.tally.cancelled,
                Ok(_) => &inner.tally.done,
            };
            counter.fetch_add(1, Relaxed);
            // Nobody receives it if the client has gone.
            let _ = sender.send(outcome.map_err(|_| WorkFailure::Panicked));
        });
        let mut queue = self.inner.queue();
        if queue.closed {
            return Err(WorkFailure::Closed);
        }
        if queue.waiting.len() >= self.inner.queue_max {
            queue.waiting.retain(|job| !job.is_stale());
        }
        let idle = queue.running.iter().filter(|job| job.is_none()).count();
        if queue.waiting.len() >= self.inner.queue_max + idle {
            self.inner.tally.rejected.fetch_add(1, Relaxed);
            return Err(WorkFailure::Saturated);
        }
        queue.waiting.push_back(Job { run, cancel: Arc::clone(&cancel), deadline });
        self.inner.tally.queued.store(queue.waiting.len() as u64, Relaxed);
        drop(queue);
        self.inner.arrived.notify_one();
        Ok(Ticket { result, cancel, inner: Arc::clone(&self.inner), ended: false })
    }

    /// Runs a job and waits for its result; dropping the future cancels it.
    ///
    /// # Errors
    /// See [`WorkFailure`].
    pub async fn run<T: Send + 'static>(
        &self,
        deadline: Instant,
        job: impl FnOnce(Cancel) -> T + Send + 'static,
    ) -> Result<T, WorkFailure> {
        let mut ticket = self.submit(deadline, job)?;
        if let Ok(result) = tokio::time::timeout_at(deadline.into(), &mut ticket).await {
            return result;
        }
        if ticket.expire() {
            return Err(WorkFailure::Expired);
        }
        ticket.await
    }

    /// What the workers have done, and are doing.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.inner.tally
    }

    /// Takes no more jobs and tells the running ones to end with the best that they have.
    pub fn close(&self) {
        let mut queue = self.inner.queue();
        queue.closed = true;
        queue.running.iter().flatten().for_each(|cancel| cancel.store(true, Relaxed));
        queue.waiting.clear();
        drop(queue);
        self.inner.arrived.notify_all();
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.close();
    }
}

/// The result of a job to come.
pub struct Ticket<T> {
    result: oneshot::Receiver<Result<T, WorkFailure>>,
    cancel: Cancel,
    inner: Arc<Inner>,
    /// Whether it has left the queue, as far as is known here.
    ended: bool,
}

impl<T> Ticket<T> {
    /// Rejects the job, whose time is over, unless it has been started; `true` if it is rejected.
    pub fn expire(&mut self) -> bool {
        let withdrawn = self.withdraw();
        if withdrawn {
            self.inner.tally.expired.fetch_add(1, Relaxed);
        }
        withdrawn
    }

    /// Takes the job out of the queue; `false` if it has been started.
    fn withdraw(&mut self) -> bool {
        self.ended = true;
        let mut queue = self.inner.queue();
        let before = queue.waiting.len();
        queue.waiting.retain(|job| !Arc::ptr_eq(&job.cancel, &self.cancel));
        self.inner.tally.queued.store(queue.waiting.len() as u64, Relaxed);
        queue.waiting.len() < before
    }
}

impl<T> Future for Ticket<T> {
    type Output = Result<T, WorkFailure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.result).poll(cx).map(|result| {
            self.ended = true;
            // A job that was dropped unstarted was stale, or the workers were closed.
            let unstarted = || if self.inner.queue().closed { WorkFailure::Closed } else { WorkFailure::Expired };
            result.unwrap_or_else(|_| Err(unstarted()))
        })
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        // After a result there is nothing left in the queue, and nobody who would see the flag.
        self.cancel.store(true, Relaxed);
        if !self.ended && self.withdraw() {
            self.inner.tally.cancelled.fetch_add(1, Relaxed);
        }
    }
}

fn work(inner: &Inner, index: usize) {
    inner.tally.threads.fetch_add(1, Relaxed);
    loop {
        let mut queue = inner.queue();
        queue.running[index] = None;
        let job = loop {
            let job = queue.waiting.pop_front();
            inner.tally.queued.store(queue.waiting.len() as u64, Relaxed);
            match job {
                Some(job) if job.cancel.load(Relaxed) => {
                    inner.tally.cancelled.fetch_add(1, Relaxed);
                }
                Some(job) if job.is_stale() => {
                    inner.tally.expired.fetch_add(1, Relaxed);
                }
                Some(job) => break job,
                None if queue.closed => {
                    inner.tally.threads.fetch_sub(1, Relaxed);
                    return;
                }
                None => queue = inner.arrived.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        };
        queue.running[index] = Some(Arc::clone(&job.cancel));
        drop(queue);
        inner.tally.running.fetch_add(1, Relaxed);
        (job.run)();
        inner.tally.running.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    /// Workers of one thread that is busy until the sender is dropped.
    async fn busy(queue_max: usize) -> (Workers, mpsc::Sender<()>, Ticket<()>) {
        let workers = Workers::start(1, queue_max).unwrap();
        let (release, gate) = mpsc::channel::<()>();
        let (started, has_started) = oneshot::channel();
        let job = move |_| {
            started.send(()).unwrap();
            let _ = gate.recv();
        };
        let ticket = workers.submit(soon(), job).unwrap();
        has_started.await.unwrap();
        (workers, release, ticket)
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once_and_recovers() {
        let (workers, release, first) = busy(1).await;
        let second = workers.submit(soon(), |_| 2).unwrap();
        assert_eq!(workers.run(soon(), |_| 3).await, Err(WorkFailure::Saturated));
        drop(release);
        assert_eq!((first.await, second.await), (Ok(()), Ok(2)));
        assert_eq!(workers.run(soon(), |_| 4).await, Ok(4));
        assert_eq!(workers.tally().rejected.load(Relaxed), 1);
    }

    #[tokio::test]
    async fn an_abandoned_job_leaves_the_queue_and_a_running_one_is_told() {
        let (workers, release, first) = busy(1).await;
        drop(workers.submit(soon(), |_| 2).unwrap());
        let third = workers.submit(soon(), |_| 3).expect("the abandoned job makes room");
        drop(release);
        assert_eq!((first.await, third.await), (Ok(()), Ok(3)));

        let (told, is_told) = mpsc::channel();
        let watching = move |cancel: Cancel| {
            while !cancel.load(Relaxed) {
                std::thread::yield_now();
            }
            told.send(()).unwrap();
        };
        let ticket = workers.submit(soon(), watching).unwrap();
        drop(ticket);
        // Either it never starts, or it sees the flag.
        let _ = is_told.recv_timeout(Duration::from_secs(5));
        assert_eq!(workers.run(soon(), |_| 5).await, Ok(5));
    }

    #[tokio::test]
    async fn a_job_whose_time_is_over_before_its_turn_is_not_started() {
        let (workers, release, _first) = busy(4).await;
        let deadline = Instant::now() + Duration::from_millis(20);
        assert_eq!(workers.run(deadline, |_| 2).await, Err(WorkFailure::Expired));
        assert_eq!(workers.tally().expired.load(Relaxed), 1);
        drop(release);
    }

    #[tokio::test]
    async fn a_panic_costs_one_answer_only() {
        let workers = Workers::start(1, 4).unwrap();
        let panics = workers.run(soon(), |_| panic!("this panic is part of a test")).await;
        assert_eq!(panics, Err::<(), _>(WorkFailure::Panicked));
        assert_eq!(workers.run(soon(), |_| 2).await, Ok(2));
        assert_eq!(workers.tally().panicked.load(Relaxed), 1);
    }

    #[tokio::test]
    async fn closed_workers_take_nothing_and_tell_the_running() {
        let workers = Workers::start(1, 4).unwrap();
        let (started, has_started) = oneshot::channel();
        let ticket = workers.submit(soon(), move |cancel: Cancel| {
            started.send(()).unwrap();
            while !cancel.load(Relaxed) {
                std::thread::yield_now();
            }
            "best so far"
        });
        has_started.await.unwrap();
        workers.close();
        assert_eq!(ticket.unwrap().await, Ok("best so far"));
        assert_eq!(workers.run(soon(), |_| 2).await, Err(WorkFailure::Closed));
    }
}
