//! Idle search threads, lent to requests whose work has independent parts, and recalled as soon as another request waits.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use inarow_engine::parts::{LentThread, Threads};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Cancel, Counters};

/// The threads of a lane that are lent, and how often one was recalled.
#[derive(Default)]
pub(super) struct Lent {
    recalls: Mutex<Vec<Cancel>>,
    pub recalled: AtomicU64,
}

impl Lent {
    fn lock(&self) -> MutexGuard<'_, Vec<Cancel>> {
        self.recalls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many threads are lent now, those that have been recalled too.
    pub fn count(&self) -> u64 {
        self.lock().len() as u64
    }

    /// Recalls one more thread, if there is one. The caller counts as waiting already: whoever is lent a thread from now on sees that.
    pub fn recall_one(&self) {
        let lent = self.lock();
        if let Some(flag) = lent.iter().find(|flag| !flag.load(Relaxed)) {
            flag.store(true, Relaxed);
            self.recalled.fetch_add(1, Relaxed);
        }
    }
}

/// The idle threads of the search lane, for one request.
pub struct IdleThreads {
    permits: Arc<Semaphore>,
    counters: Arc<Counters>,
    lent: Arc<Lent>,
    /// How many threads this request may still borrow.
    quota: Arc<AtomicUsize>,
    quota_max: usize,
    /// Most threads that this request had at a time, its own included.
    most: AtomicUsize,
}

impl IdleThreads {
    /// `threads_max`: with the request's own.
    pub(super) fn new(
        permits: Arc<Semaphore>,
        counters: Arc<Counters>,
        lent: Arc<Lent>,
        threads_max: usize,
    ) -> IdleThreads {
        let quota_max = threads_max.saturating_sub(1);
        let quota = Arc::new(AtomicUsize::new(quota_max));
        IdleThreads { permits, counters, lent, quota, quota_max, most: AtomicUsize::new(1) }
    }

    /// Most threads that the request had at a time, its own included.
    pub fn most(&self) -> usize {
        self.most.load(Relaxed)
    }
}

impl Threads for IdleThreads {
    fn lend(&self) -> Option<LentThread> {
        let quota = Quota::take(&self.quota)?;
        let permit = Arc::clone(&self.permits).try_acquire_owned().ok()?;
        let recall = Cancel::default();
        self.lent.lock().push(Arc::clone(&recall));
        let loan = Loan { lent: Arc::clone(&self.lent), recall: Arc::clone(&recall), _permit: permit, _quota: quota };
        // A request that came to wait before the thread was on the list could not recall it.
        if self.counters.queued.load(Relaxed) > 0 {
            return None;
        }
        self.most.fetch_max(1 + self.quota_max - self.quota.load(Relaxed), Relaxed);
        Some(LentThread { recall, permit: Box::new(loan) })
    }
}

/// A thread of a request's quota.
struct Quota(Arc<AtomicUsize>);

impl Quota {
    fn take(quota: &Arc<AtomicUsize>) -> Option<Quota> {
        quota.fetch_update(Relaxed, Relaxed, |free| free.checked_sub(1)).ok()?;
        Some(Quota(Arc::clone(quota)))
    }
}

impl Drop for Quota {
    fn drop(&mut self) {
        self.0.fetch_add(1, Relaxed);
    }
}

/// A thread that is lent, until it has ended. It leaves the list before its permit is free.
struct Loan {
    lent: Arc<Lent>,
    recall: Cancel,
    _permit: OwnedSemaphorePermit,
    _quota: Quota,
}

impl Drop for Loan {
    fn drop(&mut self) {
        self.lent.lock().retain(|flag| !Arc::ptr_eq(flag, &self.recall));
    }
}
