//! The files that come with the service, prepared by `build/files.rs`: the page, the API reference, documents and the contract.

use std::borrow::Cow;
use std::io::{self, Read as _};
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::bufread::GzDecoder;
use headers::HeaderMapExt as _;
use quick_cache::sync::Cache;

use super::accept::{self, JSON};
use super::problem::Failure;
use super::respond::Document;

// `Files`, an `rust_embed::Embed` of the folder that the build has filled: each file compressed under its name with `.br` and
// `.gz`; pictures, fonts and the engine with `.gz` alone. Few clients want the plain form of others, so it is no part of the program.
include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Most plain forms that are kept; there are fewer files.
const PLAIN_FILES_MAX: usize = 64;

/// The engine as WebAssembly, which is there as gzip alone.
const WASM: &str = "application/wasm";

/// The plain forms that were asked for.
static PLAIN: LazyLock<Cache<String, Document>> = LazyLock::new(|| Cache::new(PLAIN_FILES_MAX));

/// The request headers that decide which form of a file is sent.
pub const VARY: HeaderValue = HeaderValue::from_static("accept, accept-encoding");

/// A file in the form that the client likes best; the `ETag` belongs to the form.
///
/// # Errors
/// A file that does not exist.
pub async fn send(name: &str, headers: &HeaderMap, cache_control: HeaderValue) -> Result<Response, Failure> {
    let media_type = media_type(name).ok_or(Failure::no_file())?;
    let is_dense = matches!(media_type, "image/png" | "image/jpeg" | "font/woff2");
    let codings: &[&str] = if media_type == WASM { &["gzip"] } else { &["br", "gzip"] };
    let coding = if is_dense { None } else { accept::coding(headers, codings) };
    let document = match coding {
        Some("br") => compressed(format!("{name}.br"), media_type)?,
        Some(_) => compressed(format!("{name}.gz"), media_type)?,
        None => plain(name, media_type).await?,
    };
    let mut response = document.respond_with(headers.typed_get().as_ref(), cache_control);
    let headers = response.headers_mut();
    if let Some(coding) = coding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    headers.insert(header::VARY, VARY);
    Ok(response)
}

/// A file with a text in place of each hole. The router's layer compresses it as it does answers.
///
/// # Errors
/// A file that does not exist.
pub async fn send_filled(
    name: &str,
    headers: &HeaderMap,
    cache_control: HeaderValue,
    holes: &[(&str, &str)],
) -> Result<Response, Failure> {
    let fill = |text: String, (hole, filling): &(&str, &str)| text.replace(hole, filling);
    send_edited(name, headers, cache_control, |text| holes.iter().fold(text.to_owned(), fill)).await
}

/// A file after an edit, compressed as [`send_filled`] says.
///
/// # Errors
/// A file that does not exist.
pub async fn send_edited(
    name: &str,
    headers: &HeaderMap,
    cache_control: HeaderValue,
    edit: impl FnOnce(&str) -> String,
) -> Result<Response, Failure> {
    let media_type = media_type(name).ok_or(Failure::no_file())?;
    let plain = plain(name, media_type).await?;
    let edited = edit(&String::from_utf8_lossy(plain.body()));
    let mut response = Document::new(media_type, edited).respond_with(headers.typed_get().as_ref(), cache_control);
    response.headers_mut().insert(header::VARY, VARY);
    Ok(response)
}

fn embedded(name: &str) -> Result<rust_embed::EmbeddedFile, Failure> {
    Files::get(name).ok_or(Failure::no_file())
}

fn compressed(name: String, media_type: &'static str) -> Result<Document, Failure> {
    let file = embedded(&name)?;
    let [a, b, c, d, e, f, g, h, ..] = file.metadata.sha256_hash();
    let hash = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
    let body = match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    };
    Ok(Document::with_hash(media_type, body, hash))
}

/// Decompresses a file at its first use, on a blocking thread: the largest takes milliseconds.
async fn plain(name: &str, media_type: &'static str) -> Result<Document, Failure> {
    let file = embedded(&format!("{name}.gz"))?;
    let decompress = async move {
        let read = move || -> io::Result<Document> {
            let mut body = Vec::new();
            GzDecoder::new(&*file.data).read_to_end(&mut body)?;
            Ok(Document::new(media_type, body))
        };
        tokio::task::spawn_blocking(read).await.map_err(io::Error::other)?
    };
    PLAIN.get_or_insert_async(name, decompress).await.map_err(|_| Failure::Internal)
}

/// The media type that belongs to the ending of a name; `None` for compressed forms, which have no name of their own.
fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "woff2" => "font/woff2",
        // RFC 7763.
        "md" => "text/markdown; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => WASM,
        "webmanifest" => "application/manifest+json",
        // RFC 9512.
        "yaml" => "application/yaml",
        "json" => JSON,
        _ => return None,
    })
}
