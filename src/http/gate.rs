//! The one middleware around all routes: request id, CORS, access, panics, problem documents, metrics, the log line.
//!
//! One service with a future of its own rather than a stack of layers, each of which would box a future and copy the
//! request: this is most of what a small answer costs.

use std::convert::Infallible;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, ready};
use std::time::Instant;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, Uri, header};
use axum::response::IntoResponse as _;
use pin_project_lite::pin_project;
use tower::Service;

use super::access::{Access, Quota};
use super::cors::Cors;
use super::meta;
use super::metrics::CLIENT_CLOSED;
use super::problem::{Failure, Problem};
use super::request::entropy;
use super::respond::write_hex;
use super::state::Shared;
use crate::game::zobrist::mix;

/// The header that carries the id of a request, both ways.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// Longest id that is taken over from a client, in characters.
const REQUEST_ID_CHARS_MAX: usize = 128;

/// Wraps the routes.
#[derive(Clone, Debug)]
pub struct Gate<S> {
    inner: S,
    house: Arc<House>,
    caller: Caller,
}

/// What holds for all requests.
#[derive(Debug)]
pub struct House {
    pub cors: Cors,
    pub access: Arc<Access>,
    pub state: Shared,
}

/// Where a request comes from.
#[derive(Clone, Default, Debug)]
pub struct Caller {
    address: Option<IpAddr>,
    /// The address as the log shows it, written once for all requests of a connection.
    shown: Option<Arc<str>>,
    /// Whether it came over one of the places that are kept back, and may only ask how the service is.
    is_crowded: bool,
}

impl Caller {
    /// A client at this address.
    #[must_use]
    pub fn new(address: IpAddr, is_crowded: bool) -> Caller {
        Caller { address: Some(address), shown: Some(address.to_string().into()), is_crowded }
    }
}

impl<S> Gate<S> {
    /// Around these routes.
    pub fn new(inner: S, house: House) -> Gate<S> {
        Gate { inner, house: Arc::new(house), caller: Caller::default() }
    }

    /// The same for requests of this caller.
    #[must_use]
    pub fn for_caller(self, caller: Caller) -> Gate<S> {
        Gate { caller, ..self }
    }

    /// Why a request goes no further, if so, and what its client may still send.
    fn stops(&self, request: &Request<Body>) -> (Option<Quota>, Option<Response<Body>>) {
        if request.method() == Method::OPTIONS {
            return (None, Some(self.house.cors.preflight()));
        }
        if self.caller.is_crowded && !meta::OPERATIONS.contains(&request.uri().path()) {
            return (None, Some(Failure::Crowded.into_response()));
        }
        let (found, max) = (request.uri().query().map_or(0, str::len), self.house.state.limits.query_bytes_max);
        if found as u64 > max {
            return (None, Some(Failure::UriTooLong { found, max }.into_response()));
        }
        let (quota, admitted) = self.house.access.check(request.uri().path(), request.headers(), self.caller.address);
        (quota, admitted.err().map(Failure::into_response))
    }
}

impl<S> Gate<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone,
{
    /// Answers a request.
    pub fn answer(&self, request: Request<Body>) -> Passing<S::Future> {
        let (quota, instead) = self.stops(&request);
        self.house.state.metrics.begin();
        let seen = Seen {
            arrival: Instant::now(),
            id: request_id(request.headers()),
            trace: trace_id(request.headers()),
            origin: request.headers().get(header::ORIGIN).cloned(),
            method: request.method().clone(),
            uri: request.uri().clone(),
            house: Arc::clone(&self.house),
            caller: self.caller.clone(),
            quota,
            is_answered: false,
        };
        let inner = if instead.is_some() { None } else { Some(self.inner.clone().call(request)) };
        Passing { inner, instead, seen }
    }
}

impl<S> Service<Request<Body>> for Gate<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Passing<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        self.answer(request)
    }
}

pin_project! {
    /// The answer to come.
    pub struct Passing<F> {
        // None for a request that goes no further.
        #[pin]
        inner: Option<F>,
        instead: Option<Response<Body>>,
        seen: Seen,
    }
}

/// What is remembered of a request until it is answered.
#[derive(Debug)]
struct Seen {
    arrival: Instant,
    id: HeaderValue,
    trace: Option<HeaderValue>,
    origin: Option<HeaderValue>,
    method: Method,
    uri: Uri,
    house: Arc<House>,
    caller: Caller,
    quota: Option<Quota>,
    is_answered: bool,
}

impl<F: Future<Output = Result<Response<Body>, Infallible>>> Future for Passing<F> {
    type Output = Result<Response<Body>, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let response = match this.inner.as_pin_mut() {
            // After a panic the future is dropped and not polled again.
            Some(inner) => match catch_unwind(AssertUnwindSafe(|| inner.poll(cx))) {
                Ok(polled) => ready!(polled)?,
                Err(_) => {
                    this.seen.house.state.metrics.panics.fetch_add(1, Ordering::Relaxed);
                    Failure::Internal.into_response()
                }
            },
            None => this.instead.take().unwrap_or_else(|| Failure::Internal.into_response()),
        };
        Poll::Ready(Ok(this.seen.finish(response)))
    }
}

/// The id of a request, for handlers that need it before the answer passes the gate: they leave it in the answer's
/// extensions, so that both speak of the same one.
#[derive(Clone, Debug)]
pub struct RequestId(pub HeaderValue);

impl RequestId {
    /// The client's id or a new one.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> RequestId {
        RequestId(request_id(headers))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        // Visible ASCII, see `request_id`.
        self.0.to_str().unwrap_or_default()
    }
}

impl<S: Sync> FromRequestParts<S> for RequestId {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(RequestId::of(&parts.headers))
    }
}

impl Seen {
    fn finish(&mut self, mut response: Response<Body>) -> Response<Body> {
        if let Some(RequestId(id)) = response.extensions_mut().remove() {
            self.id = id;
        }
        if let Some(problem) = response.extensions_mut().remove::<Problem>() {
            // Visible ASCII, see `request_id`.
            let id = self.id.to_str().unwrap_or_default();
            let body = problem.finish(self.method.as_str(), self.uri.path(), id, response.headers_mut());
            if self.method != Method::HEAD {
                *response.body_mut() = Body::from(body);
            }
        }
        let headers = response.headers_mut();
        // A page always names its origin when it posts to another, and no cache keeps the answer for one that does.
        if self.origin.is_some() || self.method != Method::POST {
            self.house.cors.apply(self.origin.as_ref(), headers);
        }
        if let Some(quota) = self.quota {
            quota.write(headers);
        }
        if self.caller.is_crowded {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        self.is_answered = true;
        self.record(response.status().as_u16());
        // The id has had its last use here.
        let id = std::mem::replace(&mut self.id, HeaderValue::from_static(""));
        response.headers_mut().insert(REQUEST_ID, id);
        response
    }

    /// Counts and logs the request, once.
    fn record(&self, status: u16) {
        let took = self.arrival.elapsed();
        self.house.state.metrics.end(self.uri.path(), &self.method, status, took);
        tracing::info!(
            target: "inarow::request",
            method = self.method.as_str(),
            path = self.uri.path(),
            status,
            micros = took.as_micros() as u64,
            id = self.id.to_str().unwrap_or_default(),
            trace = self.trace.as_ref().and_then(|trace| trace.to_str().ok()),
            client = self.caller.shown.as_deref().map(tracing::field::display),
        );
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        // The client has closed the connection, and hyper has dropped what it was doing for it.
        if !self.is_answered {
            self.record(CLIENT_CLOSED);
        }
    }
}

/// The client's id, if it is one to repeat, else a new one.
fn request_id(headers: &HeaderMap) -> HeaderValue {
    let is_good = |id: &&HeaderValue| {
        (1..=REQUEST_ID_CHARS_MAX).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic)
    };
    headers.get(REQUEST_ID).filter(is_good).cloned().unwrap_or_else(new_id)
}

/// 16 hexadecimal digits: a counter that starts anywhere, mixed, so that ids of one process differ and
/// those of two hardly ever meet.
pub(super) fn new_id() -> HeaderValue {
    static COUNTER: LazyLock<AtomicU64> = LazyLock::new(|| AtomicU64::new(entropy()));
    let id = mix(COUNTER.fetch_add(1, Ordering::Relaxed));
    let mut digits = [0; 16];
    write_hex(id, &mut digits);
    HeaderValue::from_bytes(&digits).unwrap_or(HeaderValue::from_static("0"))
}

/// The trace id of a valid W3C `traceparent`, for the log.
fn trace_id(headers: &HeaderMap) -> Option<HeaderValue> {
    let sent = headers.get(TRACEPARENT)?.as_bytes();
    let (version, trace, parent) = (sent.get(..2)?, sent.get(3..35)?, sent.get(36..52)?);
    let is_hex = |part: &[u8]| part.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let is_zero = |part: &[u8]| part.iter().all(|&byte| byte == b'0');
    let valid = [2, 35, 52].iter().all(|&at| sent.get(at) == Some(&b'-'))
        && [version, trace, parent].into_iter().all(is_hex)
        && version != b"ff"
        && !is_zero(trace)
        && !is_zero(parent);
    valid.then(|| HeaderValue::from_bytes(trace).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::routing::get;
    use http_body_util::BodyExt as _;
    use tower::ServiceExt as _;

    use super::super::state::State;
    use super::*;
    use crate::config::ServerLimits;
    use crate::search::Limits;

    #[tokio::test]
    async fn a_panic_is_a_problem_without_internals() {
        async fn panics() -> &'static str {
            panic!("this panic is part of a test")
        }
        let state = Arc::new(State::new(ServerLimits::DEFAULT).unwrap());
        let house = House { cors: Cors::Everybody, access: Arc::default(), state: Arc::clone(&state) };
        let gate = Gate::new(Router::new().route("/", get(panics)), house);
        let request = Request::builder().uri("/").header(REQUEST_ID, "abc").body(Body::empty()).unwrap();
        let response = gate.oneshot(request).await.unwrap();
        assert_eq!(response.status(), 500);
        assert_eq!(response.headers()[REQUEST_ID], "abc");
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let problem: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((&problem["code"], &problem["requestId"]), (&"internal".into(), &"abc".into()));
        assert!(!String::from_utf8_lossy(&body).contains("part of a test"));
        assert_eq!(state.metrics.panics.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn a_panic_in_a_search_is_a_problem_and_the_pool_keeps_its_size() {
        async fn panics(app: axum::extract::State<Shared>) -> Result<&'static str, Failure> {
            app.work(Limits::default(), |_, _| panic!("this panic is part of a test")).await
        }
        let state = Arc::new(State::new(ServerLimits { workers: 1, ..ServerLimits::DEFAULT }).unwrap());
        let routes = Router::new().route("/", get(panics)).with_state(Arc::clone(&state));
        let house = House { cors: Cors::Everybody, access: Arc::default(), state: Arc::clone(&state) };
        let gate = Gate::new(routes, house);
        let tally = state.workers().tally();
        for round in 1..=3 {
            let response = gate.answer(Request::new(Body::empty())).await.unwrap();
            assert_eq!(response.status(), 500);
            let body = response.into_body().collect().await.unwrap().to_bytes();
            assert!(!String::from_utf8_lossy(&body).contains("part of a test"));
            assert_eq!(tally.panicked.load(Ordering::Relaxed), round);
        }
        assert_eq!(tally.threads.load(Ordering::Relaxed), 1);
        assert_eq!(state.work(Limits::default(), |_, _| 7).await.ok(), Some(7));
    }

    #[test]
    fn only_valid_traceparents_count() {
        let read =
            |text: &'static str| trace_id(&HeaderMap::from_iter([(TRACEPARENT, HeaderValue::from_static(text))]));
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        assert_eq!(read("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01").unwrap(), trace);
        for bad in [
            "",
            "00",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn ids_differ_and_strange_ones_are_not_repeated() {
        let sent =
            |id: &'static [u8]| request_id(&HeaderMap::from_iter([(REQUEST_ID, HeaderValue::from_bytes(id).unwrap())]));
        assert_eq!(sent(b"order-7"), "order-7");
        for strange in [&b""[..], b"two words", b"caf\xe9", &[b'x'; 129]] {
            assert_eq!(sent(strange).len(), 16);
        }
        assert_ne!(new_id(), new_id());
    }
}
