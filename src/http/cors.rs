//! Which browsers may call from where (the Fetch standard's CORS protocol).
//!
//! The gate applies it around everything else, so that a browser can read every answer, the refusals included. Two
//! constant headers do for most services; a layer that works them out again for each answer costs as much as parsing a
//! request.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, header};

/// Who may call.
#[derive(Clone, Debug)]
pub enum Cors {
    /// Pages from everywhere.
    Everybody,
    /// Pages from these origins.
    Origins(Arc<[HeaderValue]>),
}

/// What pages may read beside the few headers that they always may.
const EXPOSED: HeaderValue = HeaderValue::from_static(concat!(
    "etag,retry-after,x-request-id,server-timing,allow,www-authenticate,",
    "ratelimit-limit,ratelimit-remaining,ratelimit-reset"
));
const ANY: HeaderValue = HeaderValue::from_static("*");
/// How long a browser may remember the answer to a preflight, in seconds.
const PREFLIGHT_AGE_S: HeaderValue = HeaderValue::from_static("86400");

impl Cors {
    /// These origins may call; `"*"` among them is everybody.
    #[must_use]
    pub fn new(origins: &[HeaderValue]) -> Cors {
        if origins.contains(&ANY) { Cors::Everybody } else { Cors::Origins(origins.into()) }
    }

    /// The answer to a preflight, or to any other OPTIONS.
    #[must_use]
    pub fn preflight(&self) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET,HEAD,POST"));
        // A wildcard would not cover Authorization.
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("*,authorization"));
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, PREFLIGHT_AGE_S);
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from_static("0"));
        response
    }

    /// Lets the page that asked, if it came from this origin, read the answer.
    pub fn apply(&self, origin: Option<&HeaderValue>, headers: &mut HeaderMap) {
        let allowed = match (self, origin) {
            // The same for everybody, so that caches need not keep origins apart.
            (Cors::Everybody, _) => Some(ANY),
            (Cors::Origins(origins), origin) => {
                headers.append(header::VARY, HeaderValue::from_static("origin"));
                origin.filter(|origin| origins.contains(origin)).cloned()
            }
        };
        if let Some(allowed) = allowed {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, allowed);
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        }
    }
}
