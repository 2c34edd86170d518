//! The middleware around every handler, one concern a function. `router.rs` has the order and the reasons.

use std::any::Any;
use std::net::SocketAddr;
use std::sync::atomic::Ordering::Relaxed;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tower_http::catch_panic::ResponseForPanic;

use super::accept;
use super::auth::Admission;
use super::body::read_body;
use super::compress::compress;
use super::problem::{self, Failure, Unwritten};
use super::request_id::REQUEST_ID;
use super::state::{AppState, RequestReservation, Shared};
use inarow_api::problem::Origin;

/// Joins the `Vary` headers of an answer in one line: nginx 1.22 obeys the last of several, and then hands out an answer in a form that
/// was not asked for.
pub fn join_vary<B>(mut response: axum::http::Response<B>) -> axum::http::Response<B> {
    let lines: Vec<&str> =
        response.headers().get_all(header::VARY).iter().filter_map(|vary| vary.to_str().ok()).collect();
    if lines.len() > 1
        && let Ok(joined) = HeaderValue::try_from(lines.join(", "))
    {
        response.headers_mut().insert(header::VARY, joined);
    }
    response
}

/// Takes a request from its head to its handler, which finds the body complete, and compresses the answer.
///
/// One function, since each `from_fn` allocates and copies the service below it.
pub async fn admit(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
    name_host(&mut request);
    let (version, uri) = (request.version(), request.uri().clone());
    let form = problem::Form::of(request.method(), uri.path());
    let id = request.headers().get(REQUEST_ID).cloned();
    let origin = app.origin(request.headers());
    let takes_gzip = accept::coding(request.headers(), &["gzip", "identity"]) == Some("gzip");
    let mut admission = Admission::default();
    let mut is_unread = false;
    let mut response = match enter(&app, &mut request, &mut admission).await {
        Ok(_reservation) => next.run(request).await,
        Err(failure) => {
            is_unread = !http_body::Body::is_end_stream(request.body());
            failure.into_response()
        }
    };
    admission.apply(response.headers_mut());
    // All problem documents name the path and the id of the request, and link to the description of their type.
    if let Some(problem) = response.extensions_mut().remove::<Unwritten>() {
        let request_id = id.as_ref().and_then(|id| id.to_str().ok()).unwrap_or_default();
        let noted = problem.write(form, &Origin { service: &origin, path: uri.path(), request_id }, &mut response);
        response.extensions_mut().insert(noted);
    }
    if let Some(key) = admission.key {
        response.extensions_mut().insert(key);
    }
    // Connections close while the service stops, and after a body that is not read: the next request would meet the end.
    if (is_unread || !app.is_ready()) && version <= Version::HTTP_11 {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    compress(&app, takes_gzip, response).await
}

/// Puts the host of HTTP/2, which has a place of its own, where HTTP/1.1 has it.
fn name_host(request: &mut Request) {
    if request.version() == Version::HTTP_2
        && !request.headers().contains_key(header::HOST)
        && let Some(authority) = request.uri().authority()
        && let Ok(host) = HeaderValue::from_str(authority.as_str())
    {
        request.headers_mut().insert(header::HOST, host);
    }
}

/// Checks the head, the key and the rate before it reads the body: refused requests cost no more reading than they have to.
async fn enter(
    app: &AppState,
    request: &mut Request,
    admission: &mut Admission,
) -> Result<RequestReservation, Failure> {
    check_head(app, request)?;
    if let Some(client) = app.access.check(request, admission)? {
        request.extensions_mut().insert(client);
    }
    if let Some(key) = &admission.key {
        request.extensions_mut().insert(key.clone());
    }
    read_body(app, request).await
}

/// Turns a panic into a problem without internals and counts it.
#[derive(Clone, Debug)]
pub struct PanicToProblem(pub Shared);

impl ResponseForPanic for PanicToProblem {
    type ResponseBody = Body;

    fn response_for_panic(&mut self, _: Box<dyn Any + Send + 'static>) -> Response {
        self.0.metrics.panics.fetch_add(1, Relaxed);
        Failure::Internal.into_response()
    }
}

/// Refuses heads that no handler should see: a missing, repeated or invalid `Host` (RFC 9112, 3.2), and a query string
/// that is too long.
fn check_head(app: &AppState, request: &Request) -> Result<(), Failure> {
    check_host(request)?;
    let (found, max) = (request.uri().query().map_or(0, str::len), app.limits.query_bytes_max);
    if found as u64 > max { Err(Failure::UriTooLong { found, max }) } else { Ok(()) }
}

fn check_host(request: &Request) -> Result<(), Failure> {
    // HTTP/2 has a pseudo-header in its place, HTTP/1.0 none. Requests that never were on a connection have neither.
    let is_from_connection = request.extensions().get::<ConnectInfo<SocketAddr>>().is_some();
    if request.version() != Version::HTTP_11 || !is_from_connection {
        return Ok(());
    }
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let why = match (hosts.next(), hosts.next()) {
        (Some(host), None) if is_host(host.as_bytes()) => return Ok(()),
        (Some(_), None) => "is not a host name",
        (Some(_), Some(_)) => "is given more than once",
        (None, _) => "is missing",
    };
    Err(Failure::BadHost(why))
}

/// Whether this is a host with or without a port, or empty, as for targets that name none.
fn is_host(text: &[u8]) -> bool {
    let Ok(host) = Authority::try_from(text) else { return text.is_empty() };
    let rest = host.as_str().strip_prefix(host.host());
    rest.is_some_and(|port| port.is_empty() || port == ":" || host.port_u16().is_some())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use inarow_api::problem::Code;

    use super::*;
    use crate::config::ServerLimits;

    #[test]
    fn a_panic_is_a_problem_and_counts() {
        let state = Arc::new(AppState::new(ServerLimits::DEFAULT, Arc::default()).expect("threads"));
        let response = PanicToProblem(Arc::clone(&state)).response_for_panic(Box::new("a secret"));
        assert_eq!(response.status(), 500);
        assert_eq!(
            response.extensions().get::<Unwritten>().map(|unwritten| unwritten.problem.code),
            Some(Code::Internal)
        );
        assert_eq!(state.metrics.panics.load(Relaxed), 1);
    }
}
