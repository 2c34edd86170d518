//! The input of a request: the extractor of every endpoint with one, for GET and POST alike.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri, header};
use headers::{HeaderMapExt as _, IfNoneMatch};
use http_body_util::BodyExt as _;
use serde_json::{Map, Value};

use super::auth::KeyFound;
use super::client_address::connect_info;
use super::noted::{SharedWorkNotes, WorkNotes};
use super::problem::Failure;
use super::rate_limit::Client;
use super::request_id::{REQUEST_ID, request_id};
use super::state::Shared;
use inarow_api::read::{ErrorCode, Pointer};
use inarow_api::{Fields, Refusal};

/// A request as it arrived, its body complete.
#[derive(Debug)]
pub struct Input {
    /// The time from which the request's own time counts.
    pub arrival: Instant,
    client: Client,
    key: Option<KeyFound>,
    connection: Option<SocketAddr>,
    notes: SharedWorkNotes,
    headers: HeaderMap,
    payload: Payload,
    fields: OnceLock<Fields>,
}

#[derive(Debug)]
enum Payload {
    /// A GET or HEAD: the fields are in the query string.
    Uri(Uri),
    /// A POST: the fields are in the JSON body.
    Json(Bytes),
}

impl FromRequest<Shared> for Input {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &Shared) -> Result<Self, Failure> {
        let arrival = Instant::now();
        let (Parts { method, uri, headers, mut extensions, .. }, body) = request.into_parts();
        let client = extensions.remove().unwrap_or(Client::Address(None));
        let (key, connection) = (extensions.remove(), connect_info(&extensions));
        let notes = extensions.remove().unwrap_or_default();
        // The middleware has read the body; nothing is left to fail.
        let body = body.collect().await.map_err(|_| Failure::Internal)?.to_bytes();
        if method != Method::POST {
            check_no_body(&body)?;
            let payload = Payload::Uri(uri);
            return Ok(Input { arrival, client, key, connection, notes, headers, payload, fields: OnceLock::new() });
        }
        check_query(&uri)?;
        check_content_type(&headers)?;
        let payload = Payload::Json(body);
        Ok(Input { arrival, client, key, connection, notes, headers, payload, fields: OnceLock::new() })
    }
}

impl Input {
    /// A call of a tool: its arguments, and the message that it came with, of which the client and the id count.
    #[must_use]
    pub fn of_tool(&self, members: Map<String, Value>) -> Input {
        let headers = self.headers.get(REQUEST_ID).map(|id| (REQUEST_ID, id.clone())).into_iter().collect();
        let fields = OnceLock::from(Fields::of_tool(members));
        let (client, key, connection) = (self.client.clone(), self.key.clone(), self.connection);
        let (notes, payload) = (Arc::clone(&self.notes), Payload::Json(Bytes::new()));
        Input { arrival: Instant::now(), client, key, connection, notes, headers, payload, fields }
    }

    /// The client that sent it.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The key that it came with.
    #[must_use]
    pub fn key(&self) -> Option<&KeyFound> {
        self.key.as_ref()
    }

    /// Notes of its work for the log.
    #[must_use]
    pub fn notes(&self) -> &WorkNotes {
        &self.notes
    }

    /// The address at the other end of its connection.
    #[must_use]
    pub fn connection(&self) -> Option<SocketAddr> {
        self.connection
    }

    /// Whether a cache may answer the same request again: only then does an answer carry an `ETag`.
    #[must_use]
    pub fn is_cacheable(&self) -> bool {
        matches!(self.payload, Payload::Uri(_))
    }

    /// The headers of the request.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// `If-None-Match` of a GET or HEAD.
    #[must_use]
    pub fn if_none_match(&self) -> Option<IfNoneMatch> {
        self.headers.typed_get()
    }

    /// The id that the middleware gave to the request.
    #[must_use]
    pub fn request_id(&self) -> &str {
        request_id(&self.headers)
    }

    /// Length of the body or the query string, in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.payload {
            Payload::Uri(uri) => uri.query().map_or(0, str::len),
            Payload::Json(body) => body.len(),
        }
    }

    /// Whether the body begins as a list does in JSON.
    #[must_use]
    pub fn is_json_list(&self) -> bool {
        matches!(&self.payload, Payload::Json(body) if body.trim_ascii_start().starts_with(b"["))
    }

    /// The fields, not yet checked. They are parsed once.
    ///
    /// # Errors
    /// A body that is not JSON or no object; a query string that cannot be decoded.
    pub fn fields(&self) -> Result<&Fields, Failure> {
        if let Some(fields) = self.fields.get() {
            return Ok(fields);
        }
        let fields = match &self.payload {
            Payload::Uri(uri) => Fields::from_query(uri.query().unwrap_or_default())?,
            Payload::Json(body) => Fields::from_json(body)?,
        };
        Ok(self.fields.get_or_init(|| fields))
    }
}

fn check_query(uri: &Uri) -> Result<(), Failure> {
    if uri.query().unwrap_or_default().is_empty() {
        return Ok(());
    }
    let detail = "a POST takes its fields from the body alone; move those of the query string there";
    Err(Refusal::of_field(Pointer::ROOT, ErrorCode::Misplaced, detail).into())
}

/// Refuses a body: an answer without its fields would be to another question.
fn check_no_body(body: &[u8]) -> Result<(), Failure> {
    if body.trim_ascii().is_empty() {
        return Ok(());
    }
    let detail = "a GET takes its fields from the query string alone; send a POST, or move those of the body there";
    Err(Refusal::of_field(Pointer::ROOT, ErrorCode::Misplaced, detail).into())
}

/// Takes `application/json` and `application/…+json`, with any parameters.
fn check_content_type(headers: &HeaderMap) -> Result<(), Failure> {
    let sent = headers.get(header::CONTENT_TYPE);
    let essence = sent.and_then(|value| value.to_str().ok()?.split(';').next()).map(|text| text.trim().to_lowercase());
    let is_json = essence.is_some_and(|essence| {
        essence == "application/json" || essence.starts_with("application/") && essence.ends_with("+json")
    });
    if is_json {
        return Ok(());
    }
    Err(Failure::UnsupportedMediaType(sent.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())))
}
