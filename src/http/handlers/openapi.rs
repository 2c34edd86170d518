//! `/openapi.yaml` and `/openapi.json`: the contract, as it was when the service was built.

use axum::http::HeaderMap;
use axum::response::Response;

use crate::http::files;
use crate::http::problem::Failure;
use crate::http::respond::DOCUMENT_CACHE_CONTROL;

/// The contract as it is written.
pub const OPENAPI_YAML: &str = include_str!("../../../openapi.yaml");
/// The contract as JSON.
pub const OPENAPI_JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi.json"));

/// The contract as it is written.
///
/// # Errors
/// None: the file is always there.
pub async fn yaml(headers: HeaderMap) -> Result<Response, Failure> {
    files::send("openapi.yaml", &headers, DOCUMENT_CACHE_CONTROL).await
}

/// The contract as JSON.
///
/// # Errors
/// None: the file is always there.
pub async fn json(headers: HeaderMap) -> Result<Response, Failure> {
    files::send("openapi.json", &headers, DOCUMENT_CACHE_CONTROL).await
}
