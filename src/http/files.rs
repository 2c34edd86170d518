//! The files that come with the service, prepared by `build/files.rs`: the page, the API reference and the contract.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use headers::HeaderMapExt as _;

use super::accept::{self, JSON};
use super::problem::Failure;
use super::respond::Document;

// `Files`, an `rust_embed::Embed` of the folder that the build has filled: each file plain, and compressed under its name
// with `.br` and `.gz`.
include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The request headers that decide which form of a file is sent.
pub const VARY: HeaderValue = HeaderValue::from_static("accept, accept-encoding");

/// A file in the form that the client likes best; the `ETag` belongs to the form.
///
/// # Errors
/// A file that there is not.
pub fn send(name: &str, headers: &HeaderMap, cache_control: HeaderValue) -> Result<Response, Failure> {
    let media_type = media_type(name).ok_or(Failure::NotFound { near: None })?;
    let coding = accept::coding(headers, &["br", "gzip"]);
    let file = match coding {
        Some("br") => Files::get(&format!("{name}.br")),
        Some(_) => Files::get(&format!("{name}.gz")),
        None => Files::get(name),
    };
    let file = file.ok_or(Failure::NotFound { near: None })?;
    let [a, b, c, d, e, f, g, h, ..] = file.metadata.sha256_hash();
    let hash = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
    let body = match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    };
    let document = Document::with_hash(media_type, body, hash);
    let mut response = document.respond_with(headers.typed_get().as_ref(), cache_control);
    let headers = response.headers_mut();
    if let Some(coding) = coding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    headers.insert(header::VARY, VARY);
    Ok(response)
}

/// The media type that belongs to the ending of a name; `None` for compressed forms, which have no name of their own.
fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        // RFC 9512.
        "yaml" => "application/yaml",
        "json" => JSON,
        _ => return None,
    })
}
