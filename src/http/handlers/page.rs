//! The page at `/`, the API reference at `/docs`, the page for the time without a network, and the files that they are made
//! of, compressed by `build.rs`.
//!
//! The files lie in a directory whose name is a hash of them all, so that a browser may keep them for ever and never
//! mixes those of two versions.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;

use super::meta;
use super::without_mcp::{self, WithoutMcp};
use crate::http::accept::{self, HTML, JSON};
use crate::http::files;
use crate::http::problem::Failure;
use crate::http::search_pool::Lane;
use crate::http::state::Shared;
use inarow_api::picture::Preview;

/// Prefix of the path of every file; the version and the name of the file follow. They are no part of the contract.
pub const FILES_PATH: &str = "/page/";

/// The route of the files.
pub const FILES_ROUTE: &str = "/page/{version}/{name}";

/// The route of the service worker: of `/` and above all files, since a worker serves the paths below its own.
pub const SERVICE_WORKER_PATH: &str = "/service-worker.js";
/// The route of the page that the service worker shows while there is no network.
pub const OFFLINE_PATH: &str = "/offline";

/// The routes of the documents as pages.
pub const DOCUMENT_PATHS: [&str; 5] =
    ["/docs/guide", "/docs/shell", "/docs/games-and-heuristics", "/docs/operations", "/docs/runbook"];

/// The document for operators.
const OPERATIONS: &str = "operations.md";

/// A hash of all files of the page.
const VERSION: &str = env!("BUILD_PAGE_VERSION");

/// HTML names the files of its version, so it is asked for again each time.
const REVALIDATED: HeaderValue = HeaderValue::from_static("public, no-cache");
const KEPT_FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// For a file of another version, asked for while a fleet changes over to a new one.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

const COMMON_POLICY: &str = "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// The one policy of trusted types is that of `install.js`, which admits the path of the service worker and nothing else.
const POLICY: &str = "default-src 'self'; require-trusted-types-for 'script'; trusted-types service-worker";
/// Links to the reference for programs and agents.
const DOCS_LINK: HeaderValue = HeaderValue::from_static(
    "</docs.md>; rel=\"alternate\"; type=\"text/markdown\", </openapi.json>; rel=\"service-desc\"; type=\"application/json\"",
);

/// `/`: the page for clients that prefer HTML, as browsers do; the index for all others.
///
/// # Errors
/// None: the page is always there.
pub async fn home(State(app): State<Shared>, uri: Uri, headers: HeaderMap) -> Result<Response, Failure> {
    if accept::choose(&headers, &[JSON, HTML]) == Some(HTML) {
        let preview = preview(&app, uri).await;
        let (title, picture) = preview.as_ref().map_or((TITLE, PICTURE), |(title, picture)| (title, picture));
        let holes = [(TITLE_HOLE, title), (PICTURE_HOLE, picture), (ORIGIN_HOLE, &*app.origin(&headers))];
        return Ok(secure(files::send_filled("index.html", &headers, REVALIDATED, &holes).await?, POLICY));
    }
    let mut index = meta::index();
    index.headers_mut().insert(header::VARY, files::VARY);
    Ok(index)
}

/// The preview of a link to a position in a chat: a title, and the path of a picture. The page itself reads its address in the browser.
async fn preview(app: &Shared, uri: Uri) -> Option<(String, String)> {
    uri.query()?;
    let read = move |_: &_, _| uri.query().and_then(Preview::of_address);
    // Without a free thread the link has the preview of the page.
    let Preview { title, query } = app.run(Lane::Short, app.short_deadline(), read).await.ok()?.value?;
    let query = query.replace('&', "&amp;");
    Some((title, format!("/v1/position.png?{query}&amp;size=800")))
}

/// `/docs`: the API reference.
///
/// # Errors
/// None: the page is always there.
pub async fn docs(mcp: Option<Extension<WithoutMcp>>, headers: HeaderMap) -> Result<Response, Failure> {
    let mut page = reading_page("docs.html", mcp.is_some(), &headers).await?;
    page.headers_mut().insert(header::LINK, DOCS_LINK);
    Ok(page)
}

/// A document in Markdown, or the index for agents, by its path. Examples name the origin that was asked.
///
/// # Errors
/// None: the documents are always there.
pub async fn document(
    State(app): State<Shared>,
    mcp: Option<Extension<WithoutMcp>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let name = uri.path().trim_start_matches('/');
    let origin = app.origin(&headers);
    // Operators read there how to switch it on.
    let leaves_out = mcp.is_some() && name != OPERATIONS;
    let edit = |text: &str| {
        let filled = text.replace(ORIGIN_HOLE, &origin);
        if leaves_out { without_mcp::markdown(&filled) } else { filled }
    };
    let mut response = files::send_edited(name, &headers, REVALIDATED, edit).await?;
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, NO_SNIFFING);
    Ok(response)
}

/// A document as a page, by its path.
///
/// # Errors
/// None: the documents are always there.
pub async fn document_page(
    mcp: Option<Extension<WithoutMcp>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let name = format!("{}.html", uri.path().trim_start_matches("/docs/"));
    reading_page(&name, mcp.is_some(), &headers).await
}

/// A page of documentation, without its parts about `/mcp` where there is none.
async fn reading_page(name: &str, lacks_mcp: bool, headers: &HeaderMap) -> Result<Response, Failure> {
    let page = match lacks_mcp {
        false => files::send(name, headers, REVALIDATED).await?,
        true => files::send_edited(name, headers, REVALIDATED, without_mcp::html).await?,
    };
    Ok(secure(page, POLICY))
}

/// `/offline`: the page in place of another one while there is no network.
///
/// # Errors
/// None: the page is always there.
pub async fn offline(headers: HeaderMap) -> Result<Response, Failure> {
    Ok(secure(files::send("offline.html", &headers, REVALIDATED).await?, POLICY))
}

/// An unknown path: a page for clients that prefer HTML, as browsers do, and a problem document for all others.
///
/// # Errors
/// The problem of the path, unless a page is wanted.
pub async fn or_missing(method: &Method, headers: &HeaderMap, problem: Failure) -> Result<Response, Failure> {
    if method != Method::GET || accept::choose(headers, &[JSON, HTML]) != Some(HTML) {
        return Err(problem);
    }
    // Without the conditions of a cache, which do not apply to a missing page.
    let mut page = files::send("not-found.html", &HeaderMap::new(), NO_STORE).await?;
    page.headers_mut().remove(header::ETAG);
    *page.status_mut() = StatusCode::NOT_FOUND;
    Ok(secure(page, POLICY))
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

/// A file of the page, under any version: a browser that still has the HTML of another one gets a file that works
/// in nearly all cases, and does not keep it.
///
/// # Errors
/// A file that does not exist.
pub async fn file(uri: Uri, headers: HeaderMap) -> Result<Response, Failure> {
    let path = uri.path().strip_prefix(FILES_PATH).and_then(|path| path.split_once('/'));
    let (version, name) = path.ok_or(Failure::no_file())?;
    // Pages have paths of their own, with their policy; so have documents.
    if [".html", ".yaml", ".json", ".md", ".txt"].iter().any(|other| name.ends_with(other)) {
        return Err(Failure::no_file());
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

/// Placeholder in HTML for the origin of the page: previews need absolute links to its picture.
const ORIGIN_HOLE: &str = "{{origin}}";
/// Placeholders in HTML for the preview of a link.
const TITLE_HOLE: &str = "{{preview title}}";
const PICTURE_HOLE: &str = "{{preview picture}}";
/// The preview of a link without a position.
const TITLE: &str = "inarow – play four in a row, see where it leads";
const PICTURE: &str = concat!("/page/", env!("BUILD_PAGE_VERSION"), "/preview.jpg");

/// A page with its security headers.
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
