//! Revisions of the protocol: the one of a request, and the headers that the stateless one needs.

use std::borrow::Cow;

use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use inarow_api::read::shown;
use serde_json::{Value, json};

use super::message::{Request, RpcError};

/// The revision without a greeting: each request says its version and its client's capabilities.
const STATELESS: &str = "2026-07-28";
/// The revisions that begin with a greeting, the newest first.
const GREETED: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const VERSION_HEADER: &str = "mcp-protocol-version";
const METHOD_HEADER: &str = "mcp-method";
const NAME_HEADER: &str = "mcp-name";

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";
const SERVER_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// The code of a header that is missing or contradicts the body.
const HEADER_MISMATCH: i32 = -32020;
const UNSUPPORTED_VERSION: i32 = -32022;
/// The code of an unknown resource before the stateless revision, which has an error of the parameters.
const RESOURCE_NOT_FOUND: i32 = -32002;

/// How long clients may keep results that do not change while the service runs, in milliseconds.
const TTL_MS: u64 = 3_600_000;

/// The kinds of revisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Revision {
    Greeted,
    Stateless,
}

impl Revision {
    /// The versions of all revisions, the newest first.
    pub(super) fn versions() -> Vec<&'static str> {
        [STATELESS].into_iter().chain(GREETED).collect()
    }

    /// The version for a client that greets: its own, or else the newest.
    pub(super) fn greeted(asked: &Value) -> &'static str {
        GREETED.into_iter().find(|&version| asked == version).unwrap_or(GREETED[0])
    }

    /// The revision of a request. One without a version is of a client that has greeted.
    ///
    /// # Errors
    /// A version that this service does not speak; of a stateless request also headers that are missing or unlike its body, and
    /// metadata that are missing.
    pub(super) fn of(request: &Request<'_>, headers: &HeaderMap) -> Result<Revision, RpcError> {
        let sent = only(headers, VERSION_HEADER)?;
        let meta = request.param("_meta");
        let stated = &meta[VERSION_KEY];
        // No other revision has this method.
        if sent.is_none() && stated.is_null() && request.method != "server/discover" {
            return Ok(Revision::Greeted);
        }
        if !stated.is_null() {
            check_version_header(sent, stated)?;
        }
        match sent {
            Some(STATELESS) => {}
            Some(version) if GREETED.contains(&version) => return Ok(Revision::Greeted),
            Some(version) => return Err(unsupported(version)),
            None => return Err(mismatch(format!("{VERSION_HEADER} is missing; send {STATELESS}"))),
        }
        if stated.is_null() {
            return Err(lacks(VERSION_KEY, "the version of the protocol"));
        }
        check_headers(request, headers)?;
        if !meta[CAPABILITIES_KEY].is_object() {
            return Err(lacks(CAPABILITIES_KEY, "an object, {} for a client without any"));
        }
        Ok(Revision::Stateless)
    }

    /// The capabilities of the client of a stateless request.
    pub(super) fn capabilities<'a>(request: &'a Request<'_>) -> &'a Value {
        &request.param("_meta")[CAPABILITIES_KEY]
    }

    /// The methods of the revision.
    pub(super) fn methods(self, has_views: bool) -> Vec<&'static str> {
        let first: &[&str] = match self {
            Revision::Greeted => &["initialize", "ping"],
            Revision::Stateless => &["server/discover"],
        };
        const VIEWS: [&str; 3] = ["resources/list", "resources/templates/list", "resources/read"];
        let views: &[&str] = if has_views { &VIEWS } else { &[] };
        [first, &["tools/list", "tools/call"], views].concat()
    }

    /// The refusal of a method that it does not have.
    pub(super) fn lacks_method(self, method: &str, has_views: bool) -> RpcError {
        let status = match self {
            Revision::Greeted => StatusCode::OK,
            Revision::Stateless => StatusCode::NOT_FOUND,
        };
        let refusal = RpcError::method_not_found(method, &self.methods(has_views), status);
        if method == "initialize" { refusal.with_data(json!({"supported": Revision::versions()})) } else { refusal }
    }

    /// The refusal of an address that no resource has.
    pub(super) fn resource_not_found(self, message: String) -> RpcError {
        match self {
            Revision::Greeted => RpcError::new(RESOURCE_NOT_FOUND, message, StatusCode::OK),
            Revision::Stateless => RpcError::invalid_params(message),
        }
    }

    /// A result of the method, with the members that the revision has in every result.
    pub(super) fn complete(self, method: &str, has_views: bool, mut result: Value) -> Value {
        if self == Revision::Stateless {
            result["resultType"] = "complete".into();
            result["_meta"][SERVER_KEY] = server();
            if method != "tools/call" {
                result["ttlMs"] = TTL_MS.into();
                // These results depend on the client only if it shows views.
                result["cacheScope"] = if has_views { "private" } else { "public" }.into();
            }
        }
        result
    }
}

/// The name and the version of this software.
pub(super) fn server() -> Value {
    json!({"name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION")})
}

/// The value of a header that may be there once.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, RpcError> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(mismatch(format!("{name} is there more than once; send it once")));
    }
    value.to_str().map(Some).map_err(|_| mismatch(format!("{name} has characters that no header may have")))
}

fn check_version_header(sent: Option<&str>, stated: &Value) -> Result<(), RpcError> {
    let Some(stated) = stated.as_str() else {
        return Err(lacks(VERSION_KEY, "the version of the protocol"));
    };
    check_equal(VERSION_HEADER, sent, VERSION_KEY, stated)
}

fn check_headers(request: &Request<'_>, headers: &HeaderMap) -> Result<(), RpcError> {
    check_equal(METHOD_HEADER, only(headers, METHOD_HEADER)?, "method", request.method)?;
    let (parameter, place) = match request.method {
        "tools/call" => ("name", "params.name"),
        "resources/read" => ("uri", "params.uri"),
        _ => return Ok(()),
    };
    if let Some(name) = request.param(parameter).as_str() {
        let sent = only(headers, NAME_HEADER)?.map(decoded).transpose()?;
        check_equal(NAME_HEADER, sent.as_deref(), place, name)?;
    }
    Ok(())
}

/// The text of a header, which clients encode unless it is plain ASCII.
fn decoded(sent: &str) -> Result<Cow<'_, str>, RpcError> {
    let Some(encoded) = sent.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Ok(sent.into());
    };
    let bytes = BASE64_STANDARD.decode(encoded).ok();
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    text.map(Cow::from).ok_or_else(|| mismatch(format!("{NAME_HEADER} is not UTF-8 in Base64")))
}

fn check_equal(header: &str, sent: Option<&str>, place: &str, stated: &str) -> Result<(), RpcError> {
    match sent {
        Some(sent) if sent == stated => Ok(()),
        Some(sent) => {
            Err(mismatch(format!("{header} is {}, but {place} of the body is {}", shown(sent), shown(stated))))
        }
        None => Err(mismatch(format!("{header} is missing; send {}", shown(stated)))),
    }
}

fn mismatch(message: String) -> RpcError {
    RpcError::new(HEADER_MISMATCH, message, StatusCode::BAD_REQUEST)
}

fn lacks(key: &str, expected: &str) -> RpcError {
    let message = format!("params._meta needs {key:?}: {expected}");
    RpcError::invalid_params(message).with_status(StatusCode::BAD_REQUEST)
}

fn unsupported(version: &str) -> RpcError {
    let supported = Revision::versions();
    let message = format!("unsupported protocol version {}; there are {}", shown(version), supported.join(", "));
    let refusal = RpcError::new(UNSUPPORTED_VERSION, message, StatusCode::BAD_REQUEST);
    refusal.with_data(json!({"supported": supported, "requested": version}))
}
