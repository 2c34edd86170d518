//! Idle search threads, lent to requests whose work has independent parts, and recalled as soon as another request waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use inarow_engine::parts::{LentThread, Threads};

use super::fair::FairSemaphore;
use crate::http::rate_limit::Client;

/// The idle threads of the search lane, for one request.
pub struct IdleThreads {
    permits: Arc<FairSemaphore>,
    client: Client,
    /// How many threads this request may still borrow.
    quota: Arc<AtomicUsize>,
    quota_max: usize,
    /// Most threads that this request had at a time, its own included.
    most: AtomicUsize,
}

impl IdleThreads {
    /// `threads_max`: with the request's own.
    pub(super) fn new(permits: Arc<FairSemaphore>, client: Client, threads_max: usize) -> IdleThreads {
        let quota_max = threads_max.saturating_sub(1);
        let quota = Arc::new(AtomicUsize::new(quota_max));
        IdleThreads { permits, client, quota, quota_max, most: AtomicUsize::new(1) }
    }

    /// Most threads that the request had at a time, its own included.
    pub fn most(&self) -> usize {
        self.most.load(Relaxed)
    }
}

impl Threads for IdleThreads {
    fn lend(&self) -> Option<LentThread> {
        let quota = Quota::take(&self.quota)?;
        let (permit, recall) = self.permits.lend(&self.client)?;
        self.most.fetch_max(1 + self.quota_max - self.quota.load(Relaxed), Relaxed);
        Some(LentThread { recall, permit: Box::new((permit, quota)) })
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
