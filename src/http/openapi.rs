//! `/openapi.yaml` and `/openapi.json`: the contract, as it was when the service was built.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::accept::JSON;
use super::respond::Document;
use super::state::Shared;

/// The contract as it is written.
pub const OPENAPI_YAML: &str = include_str!("../../openapi.yaml");
/// The same as JSON.
pub const OPENAPI_JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi.json"));

/// The contract as it is written.
pub async fn yaml(app: State<Shared>, headers: HeaderMap) -> Response {
    app.documents.openapi_yaml.respond(&headers)
}

/// The contract as JSON.
pub async fn json(app: State<Shared>, headers: HeaderMap) -> Response {
    app.documents.openapi_json.respond(&headers)
}

pub(super) fn yaml_document() -> Document {
    // The media type of RFC 9512.
    Document::new("application/yaml", OPENAPI_YAML)
}

pub(super) fn json_document() -> Document {
    Document::new(JSON, OPENAPI_JSON)
}
