//! The clocks of the system.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use super::clock::Times;

/// Their readings now.
pub(super) fn now() -> Times {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    Times { wall: START.elapsed(), processor: processor() }
}

#[cfg(target_os = "linux")]
fn processor() -> Option<Duration> {
    rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).try_into().ok()
}

#[cfg(not(target_os = "linux"))]
fn processor() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_go_forward() {
        let began = now();
        let sum = (0..1_000_000_u64).fold(0, |sum, number| std::hint::black_box(sum + number));
        let ended = now();
        assert!(sum > 0 && ended.wall > began.wall);
        assert_eq!(ended.processor.is_some(), cfg!(target_os = "linux"));
        assert!(ended.processor >= began.processor);
    }
}
