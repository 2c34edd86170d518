//! Notifies systemd (`Type=notify`) that the service is ready, that it stops, and that it has not hung (`WatchdogSec`).

use sd_notify::NotifyState;

/// Tells systemd, if it has started this process and wants to know.
pub fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "systemd was not told");
    }
}

/// Says that the async runtime makes progress, twice as often as systemd wants to hear it; it starts a process again that is silent.
pub async fn keep_telling() {
    let Some(watchdog) = sd_notify::watchdog_enabled() else { return };
    let mut ticks = tokio::time::interval(watchdog / 2);
    loop {
        ticks.tick().await;
        tell(NotifyState::Watchdog);
    }
}
