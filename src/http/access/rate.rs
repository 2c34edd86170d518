//! How often a client may ask: the generic cell rate algorithm, which keeps one time for each client.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// Clients that are remembered; a few megabytes.
const CLIENTS_MAX: usize = 1 << 16;

/// A rate that no client may exceed.
#[derive(Debug)]
pub struct Rate {
    /// Between two requests in the long run.
    interval: Duration,
    burst: u32,
    /// When each client, by its hash, will have its whole burst again.
    full_at: Mutex<HashMap<u64, Instant>>,
}

/// What a client may still send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quota {
    /// Requests at once after a pause.
    pub limit: u32,
    /// Requests at once now.
    pub remaining: u32,
    /// Until all of the limit is there again.
    pub reset_s: u64,
}

impl Quota {
    const NAMES: [HeaderName; 3] = [
        HeaderName::from_static("ratelimit-limit"),
        HeaderName::from_static("ratelimit-remaining"),
        HeaderName::from_static("ratelimit-reset"),
    ];

    /// Tells the client.
    pub fn write(self, headers: &mut HeaderMap) {
        let values = [HeaderValue::from(self.limit), self.remaining.into(), self.reset_s.into()];
        headers.extend(Self::NAMES.into_iter().zip(values));
    }
}

impl Rate {
    /// So many requests a minute, of which so many at once; none for 0 a minute. A burst of 0 is a minute's.
    pub fn new(per_minute: u32, burst: u32) -> Option<Rate> {
        let interval = Duration::from_secs(60).checked_div(per_minute)?;
        let burst = if burst == 0 { per_minute } else { burst };
        Some(Rate { interval, burst, full_at: Mutex::default() })
    }

    /// Lets a request of a client pass, or says in how many seconds it would.
    pub fn admit(&self, client: u64, now: Instant) -> (Quota, Result<(), u64>) {
        let mut clients = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= CLIENTS_MAX {
            clients.retain(|_, full_at| *full_at > now);
            // Rather too much for a moment than refusing whoever comes next.
            if clients.len() >= CLIENTS_MAX {
                clients.clear();
            }
        }
        let full_at = clients.entry(client).or_insert(now);
        let missing = full_at.saturating_duration_since(now);
        let room = self.interval * self.burst;
        let after = missing + self.interval;
        if after > room {
            return (self.quota(missing), Err(whole_seconds(after - room)));
        }
        *full_at = now + after;
        (self.quota(after), Ok(()))
    }

    fn quota(&self, missing: Duration) -> Quota {
        let room = (self.interval * self.burst).saturating_sub(missing);
        let remaining = (room.as_nanos() / self.interval.as_nanos().max(1)) as u32;
        Quota { limit: self.burst, remaining, reset_s: whole_seconds(missing) }
    }
}

/// Rounded up.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_then_the_rate() {
        let rate = Rate::new(60, 3).unwrap();
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        for remaining in [2, 1, 0] {
            let (quota, admitted) = rate.admit(1, start);
            assert_eq!((quota.remaining, admitted), (remaining, Ok(())));
        }
        assert_eq!(rate.admit(1, at(500)), (Quota { limit: 3, remaining: 0, reset_s: 3 }, Err(1)));
        assert_eq!(rate.admit(2, at(500)).1, Ok(()), "another client");
        assert_eq!(rate.admit(1, at(1_000)).1, Ok(()), "one a second");
        assert_eq!(rate.admit(1, at(1_001)).1, Err(1));
        assert_eq!(rate.admit(1, at(60_000)).0, Quota { limit: 3, remaining: 2, reset_s: 1 });
        assert!(Rate::new(0, 5).is_none());
    }

    #[test]
    fn strangers_cost_bounded_memory() {
        let rate = Rate::new(1, 1).unwrap();
        let now = Instant::now();
        for client in 0..CLIENTS_MAX as u64 + 5 {
            assert_eq!(rate.admit(client, now).1, Ok(()));
        }
        assert!(rate.full_at.lock().unwrap().len() <= CLIENTS_MAX);
    }
}
