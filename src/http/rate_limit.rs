//! Rate limits: how often a client may ask (`governor`, the generic cell rate algorithm).

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use governor::{Quota, RateLimiter, clock};

use super::client_address::ClientAddress;

/// Cells that count requests, of 8 bytes each.
const CELLS: usize = 1 << 20;

/// The time since a fixed moment. Tests set their own.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    pub fn new(elapsed: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(elapsed))
    }

    pub fn elapsed(&self) -> Duration {
        (self.0)()
    }
}

impl Default for Clock {
    fn default() -> Self {
        let start = std::time::Instant::now();
        Clock::new(move || start.elapsed())
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.elapsed().fmt(f)
    }
}

impl clock::Clock for Clock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.elapsed()
    }
}

/// A client, to which rate limits and turns at search threads apply.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Client {
    /// A key, by its number.
    Key(usize),
    /// An address, `None` if it is unknown.
    Address(Option<ClientAddress>),
}

/// A fixed number of cells, each with the state of the clients that a secret hash puts there.
///
/// Memory stays the same however many clients come, nothing has to be cleaned up and no lock is taken. Two clients
/// that share a cell share a limit: with 10,000 active clients that concerns one in a hundred. A flood of made-up
/// clients fills cells and never empties one, so that it cannot lift the limit of anybody.
#[derive(Clone)]
struct Cells {
    cells: Arc<[InMemoryState]>,
    hasher: RandomState,
}

impl StateStore for Cells {
    type Key = Client;

    fn measure_and_replace<T, F, E>(&self, client: &Client, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let cell = match client {
            Client::Key(number) => *number,
            Client::Address(_) => self.hasher.hash_one(client) as usize,
        };
        self.cells[cell % CELLS].measure_and_replace(&NotKeyed::NonKey, decide)
    }
}

/// A rate that no client may exceed.
pub struct RateLimit {
    limiter: RateLimiter<Client, Cells, Clock, StateInformationMiddleware>,
    quota: Quota,
    policy: HeaderValue,
}

impl RateLimit {
    /// So many requests a minute, of which so many at once. No limit for 0 a minute; a burst of 0 is a minute's.
    #[must_use]
    pub fn new(per_minute: u32, burst: u32, clock: Clock) -> Option<RateLimit> {
        let per_minute = NonZeroU32::new(per_minute)?;
        let burst = NonZeroU32::new(burst).unwrap_or(per_minute);
        let quota = Quota::with_period(Duration::from_secs(60) / per_minute.get())?.allow_burst(burst);
        let cells = (0..CELLS).map(|_| InMemoryState::default()).collect();
        let window_s = whole_seconds(quota.replenish_interval() * burst.get());
        // Digits are always good in a header.
        let policy = HeaderValue::try_from(format!("\"default\";q={burst};w={window_s}")).ok()?;
        let cells = Cells { cells, hasher: RandomState::new() };
        Some(RateLimit { limiter: RateLimiter::new(quota, cells, clock), quota, policy })
    }

    /// Counts a request of a client, or says in how many seconds it may come again.
    pub fn check(&self, client: &Client) -> (RateStatus, Result<(), u64>) {
        let (limit, interval) = (self.quota.burst_size().get(), self.quota.replenish_interval());
        let status = |remaining, next: Duration, full: Duration| RateStatus {
            policy: self.policy.clone(),
            limit,
            remaining,
            next_s: whole_seconds(next),
            reset_s: whole_seconds(full),
        };
        match self.limiter.check_key(client) {
            Ok(state) => {
                let remaining = state.remaining_burst_capacity();
                (status(remaining, interval, interval * (limit - remaining)), Ok(()))
            }
            Err(refused) => {
                let wait = refused.wait_time_from(self.limiter.clock().elapsed());
                let status = status(0, wait, wait + interval * (limit - 1));
                // A wait may end between the refusal and the look at the clock.
                let retry_after_s = status.next_s.max(1);
                (RateStatus { next_s: retry_after_s, ..status }, Err(retry_after_s))
            }
        }
    }
}

/// The requests that a client may still send.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RateStatus {
    policy: HeaderValue,
    /// Requests at once after a pause.
    limit: u32,
    /// Requests at once now.
    remaining: u32,
    /// Until another request may come, at most.
    next_s: u64,
    /// Until all of the limit is there again, at most.
    reset_s: u64,
}

impl RateStatus {
    /// Writes the older headers and those of draft-ietf-httpapi-ratelimit-headers-10.
    pub fn write(&self, headers: &mut HeaderMap) {
        let now = format!("\"default\";r={};t={}", self.remaining, self.next_s);
        headers.extend([
            (HeaderName::from_static("ratelimit-limit"), self.limit.into()),
            (HeaderName::from_static("ratelimit-remaining"), self.remaining.into()),
            (HeaderName::from_static("ratelimit-reset"), self.reset_s.into()),
            (HeaderName::from_static("ratelimit-policy"), self.policy.clone()),
        ]);
        if let Ok(now) = HeaderValue::try_from(now) {
            headers.insert("ratelimit", now);
        }
    }
}

impl fmt::Debug for RateLimit {
    // Without the cells.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimit").field("quota", &self.quota).finish_non_exhaustive()
    }
}

/// The seconds of a time, rounded up.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;
    use std::sync::atomic::Ordering::Relaxed;

    use governor::clock::{Clock as _, FakeRelativeClock};

    use super::*;

    fn limit(per_minute: u32, burst: u32) -> (RateLimit, FakeRelativeClock) {
        let fake = FakeRelativeClock::default();
        let clock = fake.clone();
        (RateLimit::new(per_minute, burst, Clock::new(move || clock.now().into())).unwrap(), fake)
    }

    /// Remaining, seconds to the next request, seconds to all of them, and whether the request passed.
    fn check(limit: &RateLimit, key: usize) -> (u32, u64, u64, bool) {
        let (status, passed) = limit.check(&Client::Key(key));
        if let Err(retry_after_s) = passed {
            assert_eq!(retry_after_s, status.next_s);
        }
        (status.remaining, status.next_s, status.reset_s, passed.is_ok())
    }

    #[test]
    fn a_burst_then_the_rate() {
        let (limit, clock) = limit(60, 3);
        for remaining in [2, 1, 0] {
            assert_eq!(check(&limit, 1), (remaining, 1, 3 - u64::from(remaining), true));
        }
        clock.advance(Duration::from_millis(500));
        assert_eq!(check(&limit, 1), (0, 1, 3, false));
        assert_eq!(check(&limit, 2), (2, 1, 1, true), "another client");
        clock.advance(Duration::from_millis(500));
        assert_eq!(check(&limit, 1), (0, 1, 3, true), "one a second");
        clock.advance(Duration::from_millis(1));
        assert_eq!(check(&limit, 1), (0, 1, 3, false));
        clock.advance(Duration::from_secs(60));
        assert_eq!(check(&limit, 1), (2, 1, 1, true), "all is there again");
    }

    #[test]
    fn the_largest_settings_are_exact() {
        assert!(RateLimit::new(0, 5, Clock::default()).is_none());
        let (fast, clock) = limit(6_000_000, 1);
        assert_eq!(check(&fast, 1), (0, 1, 1, true));
        assert_eq!(check(&fast, 1), (0, 1, 1, false));
        clock.advance(Duration::from_micros(10));
        assert!(check(&fast, 1).3);
        let (slow, _) = limit(1, 6_000_000);
        assert_eq!(check(&slow, 1), (5_999_999, 60, 60, true));
        assert_eq!(slow.policy, "\"default\";q=6000000;w=360000000");
    }

    /// Each look at the clock takes 600 ms: the wait is over before the answer says how long it is.
    #[test]
    fn a_wait_that_ends_meanwhile_is_a_second() {
        let looks = AtomicU32::new(0);
        let clock = Clock::new(move || Duration::from_millis(600) * looks.fetch_add(1, Relaxed));
        let limit = RateLimit::new(60, 1, clock).unwrap();
        assert!(check(&limit, 1).3);
        let (_, next_s, _, passed) = check(&limit, 1);
        assert_eq!((next_s, passed), (1, false));
    }

    #[test]
    fn a_flood_of_clients_lifts_no_limit() {
        let (limit, _) = limit(1, 1);
        let client = |bits: u32| Client::Address(Some(ClientAddress::Ip(std::net::Ipv4Addr::from_bits(bits).into())));
        let refused = |bits| limit.check(&client(bits)).1.is_err();
        assert!(!refused(0) && refused(0));
        for bits in 1..=200_000 {
            let _ = limit.check(&client(bits));
        }
        assert!((0..=200_000).all(refused));
    }
}
