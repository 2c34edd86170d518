//! The signals that stop the service.

use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::Instant;

/// A signal within this time of the first is the same request to stop: `timeout` of GNU sends two, one to the process and one to its
/// group, and so do some service managers.
const SAME_REQUEST: Duration = Duration::from_secs(1);

/// SIGTERM and SIGINT.
pub struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignals {
    pub fn new() -> std::io::Result<StopSignals> {
        Ok(StopSignals { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for one of them; its name.
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }
}

/// Waits, after a first signal, for another that is a request of its own; its name.
pub async fn second(mut next: impl AsyncFnMut() -> &'static str) -> &'static str {
    let first = Instant::now();
    loop {
        let name = next().await;
        if first.elapsed() >= SAME_REQUEST {
            return name;
        }
        tracing::info!("{name} again together with the first signal: the same request");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn signals_that_come_together_are_one_request() {
        let mut pauses_ms = [0, 1, 997, 2].into_iter();
        let start = Instant::now();
        let next = async || {
            let pause_ms = pauses_ms.next().expect("no more signals are waited for");
            tokio::time::sleep(Duration::from_millis(pause_ms)).await;
            "SIGTERM"
        };
        assert_eq!(second(next).await, "SIGTERM");
        assert_eq!(start.elapsed(), Duration::from_millis(1_000));
        assert_eq!(pauses_ms.next(), None);
    }
}
