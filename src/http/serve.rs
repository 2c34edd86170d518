//! Serving connections until told to stop.

use std::io;
use std::time::Duration;

use axum::ServiceExt;
use axum::extract::Request;
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;

use super::router::App;
use super::state::Shared;

/// Serves connections until `stop` is ready. Then `/readyz` fails, no new connections are taken, and requests in flight
/// have `grace` to end; searches that still run then give the best that they have.
///
/// # Errors
/// The listener's.
pub async fn serve(
    listener: TcpListener,
    app: App,
    state: Shared,
    stop: impl Future<Output = ()> + Send + 'static,
    grace: Duration,
) -> io::Result<()> {
    // Answers are small and complete: waiting for more to send would only delay them.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "no TCP_NODELAY on a connection");
        }
    });
    let (stopping, has_stopped) = tokio::sync::oneshot::channel();
    let begin = {
        let state = Shared::clone(&state);
        async move {
            stop.await;
            state.stop_being_ready();
            // Whoever waits for it below has gone only if serving has ended.
            let _ = stopping.send(());
        }
    };
    let service = ServiceExt::<Request>::into_make_service(app);
    let serving = axum::serve(listener, service).with_graceful_shutdown(begin);
    let patience = async {
        // An error says that serving has ended by itself.
        if has_stopped.await.is_ok() {
            tokio::time::sleep(grace).await;
            tracing::warn!("requests are still in flight after the grace time; their searches end now");
            state.workers().close();
            tokio::time::sleep(LAST_WORD).await;
        } else {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        result = serving => result,
        () = patience => Ok(()),
    }
}

/// Time for answers on their way once all searches have ended.
const LAST_WORD: Duration = Duration::from_millis(250);
