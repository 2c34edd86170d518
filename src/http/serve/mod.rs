//! Serving connections until told to stop.
//!
//! The accept loop is the service's own, so that every wait for a client has an end (see [`timed`]) and there are never
//! more connections than planned for. Of the places for connections a few are kept back: who gets one of these while
//! all others are taken may only ask how the service is, and is gone soon, so that probes always come through.

mod connection;
mod refusal;
mod timed;

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::router::App;
use super::state::Shared;
use connection::Host;

/// Places for connections beyond the most that are served, for those who ask how the service is.
pub const CONNECTIONS_RESERVED: usize = 32;
/// Places at the listener for operators.
const OPERATIONS_CONNECTIONS_MAX: usize = 128;
/// How long no connection is taken after the system could not give one, for want of descriptors most likely.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// The part of the grace time that is left to answers on their way once all searches have been told to end.
const LAST_WORD: Duration = Duration::from_millis(500);

/// What is served, and where.
#[derive(Debug)]
pub struct Serving {
    pub listener: TcpListener,
    pub app: App,
    /// A listener for operators alone.
    pub operations: Option<(TcpListener, App)>,
    pub state: Shared,
    /// How long connections are still taken while `/readyz` fails.
    pub delay: Duration,
    /// How long requests in flight may then take.
    pub grace: Duration,
}

impl Serving {
    /// Serves until `stop` is ready. Then `/readyz` fails; after the delay no new connections are taken and idle ones are
    /// closed; requests in flight have the grace time to end, and shortly before its end searches give the best that
    /// they have. Returns when all is answered, or with the grace time.
    ///
    /// # Errors
    /// The listener's, if its address cannot be told.
    pub async fn until(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let Serving { listener, app, operations, state, delay, grace } = self;
        let (stopping, stops) = watch::channel(false);
        let limits = state.limits.connections.clone();
        let host = |app: App| Host { app, state: Shared::clone(&state), limits: limits.clone() };
        let places = limits.connections_max as usize;
        let serving = tokio::spawn(accept(listener, host(app), places, CONNECTIONS_RESERVED, stops));
        // Operators are answered to the very end.
        let (_watching, watched) = watch::channel(false);
        let operating = operations
            .map(|(listener, app)| tokio::spawn(accept(listener, host(app), OPERATIONS_CONNECTIONS_MAX, 0, watched)));
        stop.await;
        state.stop_being_ready();
        sleep(delay).await;
        // The accept loop ends and takes its listener with it; connections hold the rest of the receivers.
        stopping.send_replace(true);
        let _ = serving.await;
        if timeout(grace.saturating_sub(LAST_WORD), stopping.closed()).await.is_err() {
            tracing::warn!("requests are still in flight near the end of the grace time; their searches end now");
            state.workers().close();
            if timeout(LAST_WORD.min(grace), stopping.closed()).await.is_err() {
                tracing::warn!("connections are cut off at the end of the grace time");
            }
        }
        if let Some(operating) = operating {
            operating.abort();
        }
        Ok(())
    }
}

/// Takes connections until told to stop, each on a task of its own.
async fn accept(listener: TcpListener, host: Host, served: usize, reserved: usize, mut stops: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(served + reserved));
    let host = Arc::new(host);
    let tally = Arc::clone(&host.state);
    let tally = &tally.metrics.connections;
    loop {
        let next = async {
            // The semaphore is never closed.
            let place = Arc::clone(&places).acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = stopped(&mut stops) => return,
        };
        match accepted {
            Ok((stream, address)) => {
                tally.accepted.fetch_add(1, Relaxed);
                prepare(&stream);
                let is_crowded = reserved > 0 && places.available_permits() < reserved;
                if is_crowded {
                    tally.crowded.fetch_add(1, Relaxed);
                }
                let talk = Arc::clone(&host).talk(stream, address, is_crowded, stops.clone());
                tokio::spawn(async move {
                    talk.await;
                    drop(place);
                });
            }
            Err(error) => {
                tally.failed.fetch_add(1, Relaxed);
                // A client that has gone again is no news.
                if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
                    tracing::error!(%error, "a connection cannot be accepted");
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }
}

/// Ready when the service stops.
async fn stopped(stops: &mut watch::Receiver<bool>) {
    // An error says that nobody will tell any more.
    let _ = stops.wait_for(|stops| *stops).await;
}

fn prepare(stream: &TcpStream) {
    // Answers are small and complete: waiting for more to send would only delay them.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "no TCP_NODELAY on a connection");
    }
}
