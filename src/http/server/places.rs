//! The places of connections, and warnings for operators while all of them are taken.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use crate::http::state::Shared;
use crate::log;

/// How often a state that lasts is told.
const REPORT_INTERVAL: Duration = Duration::from_secs(60);
/// How often the time without a place is counted, so that metrics see it while it lasts.
const COUNT_INTERVAL: Duration = Duration::from_secs(1);

/// The places of one listener.
pub struct Places {
    free: Arc<Semaphore>,
    max: usize,
    state: Shared,
    waits: ThrottledSum,
}

impl Places {
    pub fn new(max: usize, state: Shared) -> Places {
        Places { free: Arc::new(Semaphore::new(max)), max, state, waits: ThrottledSum::default() }
    }

    /// A place, as soon as there is one. The semaphore is never closed, so that there is always one in the end.
    pub async fn take(&mut self) -> Option<OwnedSemaphorePermit> {
        if let Ok(place) = Arc::clone(&self.free).try_acquire_owned() {
            return Some(place);
        }
        loop {
            let begin = Instant::now();
            if let Some(full_micros) = self.waits.told(0) {
                let in_flight = self.state.metrics.requests_in_flight();
                tracing::warn!(
                    target: log::CONNECTIONS,
                    connections = self.max,
                    in_flight,
                    full_seconds = full_micros / 1_000_000,
                    "all connections are in use: further clients wait until one ends"
                );
            }
            let place = timeout(COUNT_INTERVAL, Arc::clone(&self.free).acquire_owned()).await;
            let waited_micros = u64::try_from(begin.elapsed().as_micros()).unwrap_or(u64::MAX);
            self.waits.add(waited_micros);
            self.state.metrics.connections.full_micros.fetch_add(waited_micros, Relaxed);
            if let Ok(place) = place {
                return place.ok();
            }
        }
    }
}

/// An amount that is told at once, and while it grows once a minute, each time as the sum since the last.
#[derive(Debug, Default)]
pub struct ThrottledSum {
    told: Option<Instant>,
    amount: u64,
}

impl ThrottledSum {
    pub fn add(&mut self, amount: u64) {
        self.amount += amount;
    }

    /// Adds an amount; returns the sum since the last time, where it is time to tell it.
    pub fn told(&mut self, amount: u64) -> Option<u64> {
        self.add(amount);
        let now = Instant::now();
        if self.told.is_some_and(|told| now < told + REPORT_INTERVAL) {
            return None;
        }
        self.told = Some(now);
        Some(std::mem::take(&mut self.amount))
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;
    use crate::config::ServerLimits;
    use crate::http::state::AppState;

    #[tokio::test(start_paused = true)]
    async fn a_lasting_state_is_told_once_a_minute_with_its_sum() {
        let mut failures = ThrottledSum::default();
        assert_eq!((failures.told(1), failures.told(1), failures.told(1)), (Some(1), None, None));
        advance(REPORT_INTERVAL).await;
        assert_eq!((failures.told(1), failures.told(1)), (Some(3), None));
    }

    #[tokio::test(start_paused = true)]
    async fn the_time_without_a_place_is_counted_while_it_lasts() {
        let state = Arc::new(AppState::new(ServerLimits::DEFAULT, Arc::default()).expect("a thread"));
        let mut places = Places::new(1, Arc::clone(&state));
        let place = places.take().await.expect("a place");
        let full_micros = || state.metrics.connections.full_micros.load(Relaxed);
        assert_eq!(full_micros(), 0, "the last place is no want of one");
        let waited = timeout(Duration::from_millis(90_500), places.take()).await;
        assert!(waited.is_err() && full_micros() == 90_000_000, "{}", full_micros());
        drop(place);
        assert!(places.take().await.is_some());
    }
}
