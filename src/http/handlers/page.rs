//! The page at `/`, the API reference at `/docs`, the page for the time without a network, and the files that they are made
//! of, compressed by `build.rs`.
//!
//! The files lie in a directory whose name is a hash of them all, so that a browser may keep them for ever and never
//! mixes those of two versions.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::response::Response;

use super::meta;
use crate::http::accept::{self, HTML, JSON};
use crate::http::files;
use crate::http::problem::Failure;
use crate::http::state::Shared;

/// What the path of every file begins with; the version and the name of the file follow. They are no part of the contract.
pub const FILES_PATH: &str = "/page/";

/// The route of the files.
pub const FILES_ROUTE: &str = "/page/{version}/{name}";

/// The route of the service worker: of `/` and above all files, since a worker serves what lies below its own path.
pub const SERVICE_WORKER_PATH: &str = "/service-worker.js";
/// The route of what the service worker shows while there is no network.
pub const OFFLINE_PATH: &str = "/offline";

/// Stands for the content of all files of the page.
const VERSION: &str = env!("INAROW_PAGE_VERSION");

/// HTML names the files of its version, so it is asked for again each time.
const REVALIDATED: HeaderValue = HeaderValue::from_static("public, no-cache");
const KEPT_FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// A file of another version, asked for while a fleet changes over to a new one.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

const COMMON_POLICY: &str = "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// The one policy is that of `install.js`, which admits the path of the service worker and nothing else.
const HOME_POLICY: &str = "default-src 'self'; require-trusted-types-for 'script'; trusted-types service-worker";
/// RapiDoc puts a style sheet with the colours of `docs.js` into the page, one of these two, and `style` attributes and the
/// arrows of menus into its own markup; nothing else inline.
const DOCS_POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' \
    'sha256-u5zx3HmhLet/IX23cvyfUbJ4kOAG7bG8caR7REF5nUQ=' 'sha256-Gkcjc8RdanpNkxJX36kczWoqWU7NICXGV2bNo59lHpo='; \
    style-src-attr 'unsafe-inline'";

/// `/`: the page for who prefers HTML, as browsers do; the index for everybody else.
///
/// # Errors
/// None: the page is always there.
pub async fn home(State(app): State<Shared>, headers: HeaderMap) -> Result<Response, Failure> {
    if accept::choose(&headers, &[JSON, HTML]) == Some(HTML) {
        let page = files::send_filled("index.html", &headers, REVALIDATED, ORIGIN_HOLE, &app.origin(&headers)).await?;
        return Ok(secure(page, HOME_POLICY));
    }
    let mut index = meta::index();
    index.headers_mut().insert(header::VARY, files::VARY);
    Ok(index)
}

/// `/docs`: the API reference.
///
/// # Errors
/// None: the page is always there.
pub async fn docs(headers: HeaderMap) -> Result<Response, Failure> {
    Ok(secure(files::send("docs.html", &headers, REVALIDATED).await?, DOCS_POLICY))
}

/// `/offline`: the page in place of another one while there is no network.
///
/// # Errors
/// None: the page is always there.
pub async fn offline(headers: HeaderMap) -> Result<Response, Failure> {
    Ok(secure(files::send("offline.html", &headers, REVALIDATED).await?, HOME_POLICY))
}

/// `/service-worker.js`, asked for again each time, so that no old one outlives an update.
///
/// # Errors
/// None: the file is always there.
pub async fn service_worker(headers: HeaderMap) -> Result<Response, Failure> {
    let mut response = files::send("service-worker.js", &headers, REVALIDATED).await?;
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, NO_SNIFFING);
    Ok(response)
}

/// A file of the page, under whatever version: a browser that still has the HTML of another one gets something that works
/// in nearly all cases, and does not keep it.
///
/// # Errors
/// A file that there is not.
pub async fn file(uri: Uri, headers: HeaderMap) -> Result<Response, Failure> {
    let path = uri.path().strip_prefix(FILES_PATH).and_then(|path| path.split_once('/'));
    let (version, name) = path.ok_or(Failure::NotFound { near: None })?;
    // HTML has paths of its own, with its policy; so has the contract.
    if [".html", ".yaml", ".json"].iter().any(|other| name.ends_with(other)) {
        return Err(Failure::NotFound { near: None });
    }
    let mut response = if version == VERSION {
        files::send(name, &headers, KEPT_FOR_EVER).await?
    } else {
        let mut response = files::send(name, &HeaderMap::new(), NO_STORE).await?;
        response.headers_mut().remove(header::ETAG);
        response
    };
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, NO_SNIFFING);
    Ok(response)
}

const NO_SNIFFING: HeaderValue = HeaderValue::from_static("nosniff");
const REFERRER_POLICY: HeaderName = HeaderName::from_static("referrer-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Stands in HTML for the origin of the page: links to its picture must be absolute for those who show previews.
const ORIGIN_HOLE: &str = "{{origin}}";

/// A page with the headers that keep it to itself.
fn secure(mut page: Response, policy: &'static str) -> Response {
    let headers = page.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, NO_SNIFFING);
    if let Ok(policy) = HeaderValue::try_from(format!("{policy}; {COMMON_POLICY}")) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    page
}
