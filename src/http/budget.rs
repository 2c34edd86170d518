//! A number of bytes that many tasks share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bytes that may be in memory at a time, and those that are.
#[derive(Debug)]
pub struct Budget {
    used: AtomicU64,
    max: u64,
}

/// A part of a [`Budget`], given back when it is dropped.
#[derive(Debug)]
pub struct Share {
    budget: Arc<Budget>,
    bytes: u64,
}

impl Budget {
    /// A budget of so many bytes.
    #[must_use]
    pub fn new(max: u64) -> Arc<Budget> {
        Arc::new(Budget { used: AtomicU64::new(0), max })
    }

    /// Takes so many bytes, or `None` if fewer are free.
    #[must_use]
    pub fn take(self: &Arc<Self>, bytes: u64) -> Option<Share> {
        self.fits(bytes).then(|| Share { budget: Arc::clone(self), bytes })
    }

    /// Takes so many bytes, whether or not they are free.
    #[must_use]
    pub fn charge(self: &Arc<Self>, bytes: u64) -> Share {
        self.used.fetch_add(bytes, Relaxed);
        Share { budget: Arc::clone(self), bytes }
    }

    /// Bytes in use.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used.load(Relaxed)
    }

    /// Counts so many more bytes, if they are free.
    fn fits(&self, bytes: u64) -> bool {
        let add = |used: u64| used.checked_add(bytes).filter(|&used| used <= self.max);
        self.used.fetch_update(Relaxed, Relaxed, add).is_ok()
    }
}

impl Share {
    /// Takes so many more bytes; `false` if fewer are free.
    #[must_use]
    pub fn grow(&mut self, bytes: u64) -> bool {
        let fits = self.budget.fits(bytes);
        self.bytes += if fits { bytes } else { 0 };
        fits
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.budget.used.fetch_sub(self.bytes, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_fit_into_the_budget_and_come_back() {
        let budget = Budget::new(10);
        let mut first = budget.take(6).expect("room");
        assert!(budget.take(5).is_none() && !first.grow(5) && first.grow(4));
        assert!(budget.take(1).is_none());
        assert_eq!(budget.used(), 10);
        let charged = budget.charge(3);
        assert!(budget.used() == 13 && budget.take(0).is_none());
        drop((first, charged));
        assert_eq!(budget.used(), 0);
    }
}
