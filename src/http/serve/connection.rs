//! One connection: HTTP/1.1 by hyper, over a stream that does not wait for ever.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use axum::http::{Request, Response};
use http_body::{Body as _, Frame};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::TokioIo;
use pin_project_lite::pin_project;
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::super::gate::Caller;
use super::super::router::{Answer, App};
use super::super::state::Shared;
use super::stopped;
use super::timed::{Patience, Progress, Timed};
use crate::config::ConnectionLimits;

/// Longest head of a request, and longest part of its body that is read ahead, in bytes.
const READ_BYTES_MAX: usize = 32 << 10;

/// Who answers connections.
#[derive(Debug)]
pub struct Host {
    pub app: App,
    pub state: Shared,
    pub limits: ConnectionLimits,
}

impl Host {
    /// Answers what comes over a connection, until either side closes it or the service stops.
    pub async fn talk(
        self: Arc<Self>,
        stream: TcpStream,
        address: SocketAddr,
        is_crowded: bool,
        mut stops: watch::Receiver<bool>,
    ) {
        let progress = Arc::new(Progress::default());
        let patience = if is_crowded { Patience::SHORT } else { Patience::new(&self.limits) };
        let stream = Timed::new(stream, Shared::clone(&self.state), Arc::clone(&progress), patience);
        let app = self.app.clone().for_caller(Caller::new(address.ip(), is_crowded));
        let service = Answering { app, progress: Arc::clone(&progress) };
        let open = Open::new(Shared::clone(&self.state));
        let mut connection = pin!(
            http1::Builder::new()
                // The stream has timeouts of its own.
                .header_read_timeout(None)
                .max_buf_size(READ_BYTES_MAX)
                .serve_connection(TokioIo::new(stream), service)
        );
        // How a connection ends is its client's business; what matters has been counted on the way.
        tokio::select! {
            biased;
            _ = connection.as_mut() => {}
            () = stopped(&mut stops) => {
                progress.stop();
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
        }
        drop(open);
    }
}

/// Counts an open connection.
struct Open(Shared);

impl Open {
    fn new(state: Shared) -> Open {
        state.metrics.connections.open.fetch_add(1, Relaxed);
        Open(state)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.metrics.connections.open.fetch_sub(1, Relaxed);
    }
}

/// The service of one connection.
struct Answering {
    app: App,
    progress: Arc<Progress>,
}

impl Service<Request<Incoming>> for Answering {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Tracked;

    fn call(&self, request: Request<Incoming>) -> Tracked {
        self.progress.begin();
        let request = request.map(|body| if body.is_end_stream() { Body::empty() } else { Body::new(body) });
        Tracked { answer: self.app.answer(request), progress: Arc::clone(&self.progress) }
    }
}

pin_project! {
    /// An answer to come, which tells when it is complete.
    struct Tracked {
        #[pin]
        answer: Answer,
        progress: Arc<Progress>,
    }
}

impl Future for Tracked {
    type Output = Result<Response<Body>, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let Ok(answer) = ready!(this.answer.poll(cx));
        // A stream goes on after its head.
        if answer.body().size_hint().exact().is_some() {
            this.progress.end();
            return Poll::Ready(Ok(answer));
        }
        let ended = Ended(Arc::clone(this.progress));
        Poll::Ready(Ok(answer.map(|body| Body::new(Streaming { body, _ended: ended }))))
    }
}

/// Tells, when it is dropped, that an answer is complete.
struct Ended(Arc<Progress>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The body of a stream.
struct Streaming {
    body: Body,
    _ended: Ended,
}

impl http_body::Body for Streaming {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }
}
