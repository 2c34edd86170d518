//! `GET /metrics`: the past and present work of the service, for Prometheus.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::extract::State;
use axum::response::Response;
use metrics::{counter, gauge};

use crate::http::metrics::MEDIA_TYPE;
use crate::http::problem::Failure;
use crate::http::respond;
use crate::http::search_pool::WaitReason;
use crate::http::state::{AppState, Shared};
use crate::log;

/// Answers GET.
///
/// # Errors
/// A panic while the page is written.
pub async fn answer(state: State<Shared>) -> Result<Response, Failure> {
    let state = Arc::clone(&state);
    // Not on the search pool: operators look when it is busy, too.
    let page = tokio::task::spawn_blocking(move || state.metrics.render(|| collect(&state))).await;
    Ok(respond::fresh_as(MEDIA_TYPE, page.map_err(|_| Failure::Internal)?.into_bytes()))
}

/// Sets the metrics that are only read for a page.
fn collect(state: &AppState) {
    let pool = state.pool().counters();
    gauge!("inarow_connections_max").set(f64::from(state.limits.connections.connections_max));
    gauge!("inarow_search_threads").set(state.pool().threads() as f64);
    gauge!("inarow_search_threads_lent").set(state.pool().threads_lent() as f64);
    gauge!("inarow_searches_in_flight").set(pool.running.load(Relaxed) as f64);
    gauge!("inarow_searches_queued").set(pool.queued.load(Relaxed) as f64);
    gauge!("inarow_searches_queued_max").set(f64::from(state.limits.queue_max));
    gauge!("inarow_answers_in_flight_bytes").set(state.answer_bytes_in_flight() as f64);
    gauge!("inarow_ready").set(u32::from(state.is_ready()));
    gauge!("inarow_keys_outdated").set(u32::from(state.access.has_outdated_keys()));
    let build = [
        ("version", env!("CARGO_PKG_VERSION")),
        ("commit", option_env!("BUILD_COMMIT").unwrap_or_default()),
        ("rustc", option_env!("BUILD_RUSTC").unwrap_or_default()),
    ];
    gauge!("inarow_build_info", &build).set(1);
    for (name, value) in [
        ("inarow_searches_completed_total", &pool.completed),
        ("inarow_searches_in_place_total", &pool.in_place),
        ("inarow_searches_rejected_total", &pool.rejected),
        ("inarow_searches_cancelled_total", &pool.cancelled),
    ] {
        counter!(name).absolute(value.load(Relaxed));
    }
    for (name, counts) in [("inarow_searches_expired_total", &pool.expired), ("inarow_searches_late_total", &pool.late)]
    {
        for reason in WaitReason::ALL {
            counter!(name, "reason" => reason.name()).absolute(counts.of(reason));
        }
    }
    let panics = state.pool().panics() + state.metrics.panics.load(Relaxed);
    counter!("inarow_panics_total").absolute(panics);
    counter!("inarow_connections_full_seconds_total")
        .absolute(state.metrics.connections.full_micros.load(Relaxed) / 1_000_000);
    counter!("inarow_search_threads_recalled_total").absolute(state.pool().threads_recalled());
    counter!("inarow_log_lines_dropped_total").absolute(log::lines_dropped());
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::config::ServerLimits;
    use crate::http::rate_limit::Client;
    use crate::http::search_pool::Lane;

    #[tokio::test]
    async fn panics_of_handlers_and_of_jobs_are_counted_together() {
        let state = AppState::new(ServerLimits::DEFAULT, Arc::default()).expect("a thread");
        state.metrics.panics.fetch_add(2, Relaxed);
        let panics = state
            .pool()
            .run(Lane::Search(&Client::Address(None)), Instant::now(), |_| panic!("this panic is part of a test"))
            .await;
        assert!(panics.map(|ran: crate::http::search_pool::Ran<()>| ran.value).is_err());
        let page = state.metrics.render(|| collect(&state));
        assert!(page.contains("inarow_panics_total 3\n"), "{page}");
    }
}
