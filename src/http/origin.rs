//! The origin of the service, as its clients see it: for links that must be absolute.

use axum::http::{HeaderMap, HeaderName, header};

const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The origin that a request was sent to, as far as the client and a proxy say, such as `https://a.example`; nothing where
/// that is no plain host.
pub fn sent_to(headers: &HeaderMap) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    // It goes into HTML and JSON as it is.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    let is_secure = headers.get(FORWARDED_PROTO).is_some_and(|scheme| scheme == "https");
    let scheme = if is_secure { "https" } else { "http" };
    (!host.is_empty() && host.bytes().all(is_plain)).then(|| format!("{scheme}://{host}"))
}
