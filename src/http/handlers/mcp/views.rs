//! Boards inside the chat: the extension MCP Apps (SEP-1865). One page shows the results of four tools; hosts fetch it as a resource,
//! draw it in a frame of its own, and hand it the results.
//!
//! A client of the stateless revision announces the extension in every request, any other one in its greeting: it then gets a session id
//! that says so, which it sends with every request. There is nothing else to a session, so that any replica answers.

use axum::http::{HeaderMap, HeaderValue};
use inarow_api::read::shown;
use serde_json::{Value, json};

use super::message::{Request, RpcError};
use super::revision::Revision;

const EXTENSION: &str = "io.modelcontextprotocol/ui";
const MEDIA_TYPE: &str = "text/html;profile=mcp-app";
pub(super) const URI: &str = "ui://inarow/board";
pub(super) const SESSION_HEADER: &str = "mcp-session-id";
/// How the session id of a client with views begins.
const SESSION_PREFIX: &str = "views-";

/// The page, with its style and its scripts. It asks for nothing else.
const PAGE: &str = concat!(
    include_str!("../../../mcp_view/view.html"),
    "<style>\n",
    include_str!("../../../mcp_view/view.css"),
    "</style>\n</head>\n<body>\n<main aria-live=\"polite\"><p class=\"muted\">Waiting for the answer …</p></main>\n<script type=\"module\">\n",
    "const VERSION = \"",
    env!("CARGO_PKG_VERSION"),
    "\";\n",
    include_str!("../../../mcp_view/board.js"),
    include_str!("../../../mcp_view/host.js"),
    include_str!("../../../mcp_view/view.js"),
    "</script>\n</body>\n</html>\n",
);

/// Whether the client of a request shows views.
pub(super) fn are_shown(revision: Revision, request: &Request<'_>, headers: &HeaderMap) -> bool {
    match revision {
        Revision::Stateless => are_announced(Revision::capabilities(request)),
        Revision::Greeted if request.method == "initialize" => are_announced(request.param("capabilities")),
        Revision::Greeted => {
            let id = headers.get(SESSION_HEADER).and_then(|id| id.to_str().ok());
            id.is_some_and(|id| id.starts_with(SESSION_PREFIX))
        }
    }
}

fn are_announced(capabilities: &Value) -> bool {
    let types = capabilities["extensions"][EXTENSION]["mimeTypes"].as_array();
    types.is_some_and(|types| types.iter().any(|media_type| media_type == MEDIA_TYPE))
}

/// A session id for a client that has announced views.
pub(super) fn session_id() -> Option<HeaderValue> {
    HeaderValue::try_from(format!("{SESSION_PREFIX}{:016x}", fastrand::u64(..))).ok()
}

/// The capabilities of the service, for a client with views or without.
pub(super) fn capabilities(has_views: bool) -> Value {
    if has_views { json!({"tools": {}, "resources": {}, "extensions": {EXTENSION: {}}}) } else { json!({"tools": {}}) }
}

/// The list of resources.
pub(super) fn resources() -> Value {
    json!({"resources": [{
        "uri": URI,
        "name": "board",
        "title": "Board",
        "description": "Shows a move, a ranking, a review or a puzzle on a board.",
        "mimeType": MEDIA_TYPE,
        "_meta": settings(),
    }]})
}

/// Settings of the page: it sends no requests, so the host need allow none.
fn settings() -> Value {
    json!({"ui": {"csp": {"connectDomains": [], "resourceDomains": []}, "prefersBorder": true}})
}

/// The page as a resource.
///
/// # Errors
/// Another address.
pub(super) fn read(revision: Revision, request: &Request<'_>) -> Result<Value, RpcError> {
    let uri = request.param("uri").as_str().unwrap_or_default();
    if uri != URI {
        let message = format!("unknown resource {}; there is {URI}", shown(uri));
        return Err(revision.resource_not_found(message).with_data(json!({"uri": uri})));
    }
    Ok(json!({"contents": [{"uri": URI, "mimeType": MEDIA_TYPE, "text": PAGE, "_meta": settings()}]}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_asks_nobody() {
        assert!(PAGE.len() < 40_000, "{} bytes", PAGE.len());
        assert_eq!(PAGE.matches("</script>").count(), 1, "no script ends early");
        let namespace = "http://www.w3.org/2000/svg";
        for foreign in ["http:", "https:", "//cdn", "@import", "url(", "fetch(", "XMLHttpRequest", "import("] {
            assert!(!PAGE.replace(namespace, "").contains(foreign), "{foreign}");
        }
    }

    #[test]
    fn the_extension_is_announced_by_its_media_type() {
        let with = |value: Value| are_announced(&json!({"extensions": {EXTENSION: value}}));
        assert!(with(json!({"mimeTypes": ["text/uri-list", MEDIA_TYPE]})));
        for other in
            [json!({}), json!({"mimeTypes": []}), json!({"mimeTypes": ["text/html"]}), json!({"mimeTypes": MEDIA_TYPE})]
        {
            assert!(!with(other.clone()), "{other}");
        }
        assert!(!are_announced(&json!({})) && !are_announced(&Value::Null));
    }
}
