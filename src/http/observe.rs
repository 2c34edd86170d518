//! Counts and logs every request.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use http_body::Body as _;
use inarow_api::problem::Code;

use super::auth::KeyFound;
use super::client_address::{ClientAddress, connect_info};
use super::handlers::meta;
use super::logged;
use super::metrics::CLIENT_CLOSED;
use super::noted::{Noted, SharedWorkNotes, first_chars};
use super::request_id::REQUEST_ID;
use super::search_pool::WaitReason;
use super::state::Shared;
use crate::log;

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// Longest path that is logged, in characters.
const PATH_CHARS_MAX: usize = 256;
/// Longest name of a program that is logged, in characters.
const AGENT_CHARS_MAX: usize = 128;

/// Counts a request and writes its log event, also when its client goes away first.
pub async fn observe(
    State(app): State<Shared>,
    matched: Option<MatchedPath>,
    mut request: Request,
    next: Next,
) -> Response {
    let seen = Observed::new(app, matched, &request);
    request.extensions_mut().insert(SharedWorkNotes::clone(&seen.notes));
    let response = next.run(request).await;
    seen.finish(&response);
    response
}

/// The data of a request's log event. Dropping it unfinished records a client that closed the connection.
struct Observed {
    app: Shared,
    arrival: Instant,
    route: Option<MatchedPath>,
    method: Method,
    path: String,
    query: Option<String>,
    id: HeaderValue,
    trace: Option<String>,
    client: Option<ClientAddress>,
    /// Length of the body, where its client said it.
    body_bytes: Option<u64>,
    user_agent: Option<HeaderValue>,
    notes: SharedWorkNotes,
    /// The notes of the answer and the key, which are known with it.
    noted: Noted,
    key: Option<KeyFound>,
    is_finished: bool,
}

impl Observed {
    fn new(app: Shared, route: Option<MatchedPath>, request: &Request) -> Observed {
        app.metrics.request_started();
        let path = request.uri().path();
        let headers = request.headers();
        let client = app.access.client_address(headers, connect_info(request.extensions()));
        let query_chars_max = app.limits.log_query_chars_max as usize;
        let query = request.uri().query().filter(|_| query_chars_max > 0);
        let query = query.map(|query| first_chars(&logged::query(query), query_chars_max));
        Observed {
            client,
            app,
            arrival: Instant::now(),
            route,
            method: request.method().clone(),
            path: first_chars(path, PATH_CHARS_MAX),
            query,
            id: headers.get(REQUEST_ID).cloned().unwrap_or(HeaderValue::from_static("")),
            trace: headers.get(TRACEPARENT).and_then(|sent| trace_id(sent.to_str().ok()?)).map(str::to_owned),
            body_bytes: request.body().size_hint().exact().filter(|bytes| *bytes > 0),
            user_agent: headers.get(header::USER_AGENT).cloned(),
            notes: SharedWorkNotes::default(),
            noted: Noted::default(),
            key: None,
            is_finished: false,
        }
    }

    fn finish(mut self, response: &Response) {
        self.is_finished = true;
        self.noted = response.extensions().get().cloned().unwrap_or_default();
        self.key = response.extensions().get().cloned();
        self.record(response.status().as_u16());
    }

    fn record(&self, status: u16) {
        let (took, is_refused) = (self.arrival.elapsed(), status >= 400);
        let route = self.route.as_ref().map_or("other", MatchedPath::as_str);
        self.app.metrics.request_finished(route, &self.method, status, took);
        if let Some(code) = self.noted.code.filter(|_| is_refused) {
            self.app.metrics.problem_answered(code);
        }
        // A known path has no place for a key.
        let leads_somewhere = route == self.path || (self.route.is_some() && !is_refused);
        let path = if leads_somewhere { self.path.clone() } else { logged::path(&self.path) };
        let (waited, searched) = (self.notes.waited.get(), self.notes.searched.get());
        let end = searched.and_then(|searched| searched.end);
        // `tracing` takes only constants as targets.
        macro_rules! log {
            ($target:expr) => {
                tracing::info!(
                    target: $target,
                    method = self.method.as_str(),
                    path,
                    query = self.query,
                    status,
                    code = self.noted.code.map(Code::name),
                    bytes_in = self.body_bytes,
                    reason = self.noted.reason,
                    tool = self.noted.tool,
                    stream = self.notes.streamed.get().map(|()| true),
                    key = self.key.as_ref().and_then(|key| key.name.as_deref()),
                    key_line = self.key.as_ref().map(|key| key.line),
                    micros = took.as_micros() as u64,
                    queue_micros = waited.and_then(|waited| waited.queued).map(|queued| queued.as_micros() as u64),
                    movetime_ms = waited.and_then(|waited| waited.movetime).map(|time| time.as_millis() as u64),
                    game = self.notes.game.get().map(|game| &**game),
                    algorithm = end.map(|end| end.algorithm),
                    nodes = searched.map(|searched| searched.nodes),
                    depth = end.map(|end| end.depth),
                    stop = end.map(|end| end.stop),
                    late = waited.and_then(|waited| waited.late).map(|_| true),
                    late_reason = waited.and_then(|waited| waited.late).map(WaitReason::name),
                    id = self.id.to_str().unwrap_or_default(),
                    trace = self.trace,
                    client = self.client.as_ref().map(tracing::field::display),
                    user_agent = self.user_agent.as_ref().filter(|_| is_refused).map(shown_agent),
                )
            };
        }
        if meta::OPERATIONS.contains(&route) { log!(log::PROBES) } else { log!(log::REQUESTS) }
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        if !self.is_finished {
            self.record(CLIENT_CLOSED);
        }
    }
}

/// The program that sent a request, as it calls itself: the first characters, those that are not visible as `?`.
fn shown_agent(sent: &HeaderValue) -> String {
    let visible = |c: char| if c == ' ' || c.is_ascii_graphic() { c } else { '?' };
    String::from_utf8_lossy(sent.as_bytes()).chars().take(AGENT_CHARS_MAX).map(visible).collect()
}

/// The trace id of a valid `traceparent` (W3C Trace Context, version 00 and compatible ones).
fn trace_id(sent: &str) -> Option<&str> {
    let mut parts = sent.splitn(4, '-');
    let (version, trace, parent, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let is_hex = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let is_id = |part: &str, length: usize| is_hex(part, length) && part.bytes().any(|byte| byte != b'0');
    let is_valid = is_hex(version, 2)
        && version != "ff"
        && is_id(trace, 32)
        && is_id(parent, 16)
        && flags.get(..2).is_some_and(|flags| is_hex(flags, 2));
    is_valid.then_some(trace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_named_in_visible_characters() {
        let shown = |bytes: &[u8]| shown_agent(&HeaderValue::from_bytes(bytes).expect("a value"));
        assert_eq!(shown(b"curl/8.5.0 (x)"), "curl/8.5.0 (x)");
        assert_eq!(shown(b"a\xc2\x9b[31m\tb\xff"), "a?[31m?b?");
        assert_eq!(shown(&[b'x'; 4_000]).len(), AGENT_CHARS_MAX);
    }

    #[test]
    fn only_valid_traceparents_count() {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        assert_eq!(trace_id("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), Some(trace));
        for bad in [
            "",
            "00",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        ] {
            assert_eq!(trace_id(bad), None, "{bad}");
        }
    }
}
