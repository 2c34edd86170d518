//! Holds an answer against `openapi.yaml`: status, content type, headers and body.

use std::collections::HashMap;
use std::io::Read as _;
use std::sync::{Arc, LazyLock, Mutex};

use axum::http::{HeaderMap, HeaderValue, Method};
use jsonschema::Validator;
use serde_json::{Value, json};

use super::strict;

/// The contract as the service serves it.
pub static SPEC: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(inarow::http::OPENAPI_JSON).expect("the contract is JSON"));

/// Headers that any answer may carry without the contract naming them.
const COMMON_HEADERS: [&str; 12] = [
    "content-type",
    "content-length",
    "date",
    "vary",
    // Where a search waited for a thread.
    "server-timing",
    // While the service shuts down.
    "connection",
    // Where the client asked for a compressed answer.
    "content-encoding",
    // Where the operator has set a rate.
    "ratelimit-limit",
    "ratelimit-remaining",
    "ratelimit-reset",
    "ratelimit-policy",
    "ratelimit",
];

/// An answer of the service, with method and path of its request.
#[derive(Debug)]
pub struct Seen<'a> {
    pub method: &'a Method,
    /// Without the query.
    pub path: &'a str,
    pub status: u16,
    pub headers: &'a HeaderMap,
    pub body: &'a [u8],
}

/// Fails the test unless the contract allows the answer.
///
/// # Panics
/// If it does not, with all that is wrong.
pub fn check(seen: &Seen) {
    // The Model Context Protocol is a contract of its own.
    let is_mcp = seen.path == "/mcp";
    let mut faults = if is_mcp { Vec::new() } else { faults(seen) };
    faults.extend(repeated_members(seen));
    assert!(
        faults.is_empty(),
        "{} {} answered {} against openapi.yaml:\n- {}\nheaders: {:#?}\nbody: {}",
        seen.method,
        seen.path,
        seen.status,
        faults.join("\n- "),
        seen.headers,
        String::from_utf8_lossy(seen.body)
    );
}

/// Follows a `$ref` within the contract, if the value is one.
pub fn resolve(value: &'static Value) -> &'static Value {
    match value.get("$ref").and_then(Value::as_str) {
        Some(reference) => resolve(at(reference.trim_start_matches('#'))),
        None => value,
    }
}

/// The part of the contract that a JSON Pointer names.
///
/// # Panics
/// If there is none.
pub fn at(pointer: &str) -> &'static Value {
    SPEC.pointer(pointer).unwrap_or_else(|| panic!("openapi.yaml has no {pointer}"))
}

/// The faults of a value by one of the contract's schemas, given by its pointer.
pub fn schema_faults(pointer: &str, value: &Value) -> Vec<String> {
    static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);
    let validator = {
        let mut validators = VALIDATORS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let entry = validators.entry(pointer.to_owned());
        Arc::clone(entry.or_insert_with(|| {
            let schema = json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "allOf": [at(pointer)],
                "components": SPEC["components"],
            });
            Arc::new(jsonschema::validator_for(&schema).expect("the contract's schemas are valid"))
        }))
    };
    validator
        .iter_errors(value)
        .map(|fault| format!("{pointer}: at {:?}: {fault}", fault.instance_path().as_str()))
        .collect()
}

/// The pointer of a response's content, following a reference to a shared response.
fn content_pointer(operation: &str, status: u16) -> Option<String> {
    let pointer = format!("{operation}/responses/{status}");
    let response = SPEC.pointer(&pointer)?;
    Some(match response.get("$ref").and_then(Value::as_str) {
        Some(reference) => reference.trim_start_matches('#').to_owned(),
        None => pointer,
    })
}

fn faults(seen: &Seen) -> Vec<String> {
    if is_page_file(seen.path) && seen.status < 400 {
        return common_faults(seen);
    }
    let method = if seen.method == Method::HEAD { "get".into() } else { seen.method.as_str().to_lowercase() };
    let path = format!("/paths/{}", seen.path.replace('~', "~0").replace('/', "~1"));
    let operation = format!("{path}/{method}");
    let is_missing_page = seen.status == 404 && seen.method == Method::GET && is_html(seen);
    if SPEC.pointer(&path).is_none() && is_missing_page {
        let has_id = seen.headers.contains_key("x-request-id");
        return if has_id { Vec::new() } else { vec!["there is no x-request-id".into()] };
    }
    if SPEC.pointer(&operation).is_none() {
        return undocumented_operation(seen, SPEC.pointer(&path));
    }
    let Some(response) = content_pointer(&operation, seen.status) else {
        return vec![format!("status {} is not documented", seen.status)];
    };
    let mut faults = header_faults(seen, &response);
    faults.extend(content_faults(seen, &response));
    faults
}

/// The files of the page are no part of the contract, since their names are those of a version; their own tests hold them.
fn is_page_file(path: &str) -> bool {
    let file = path.strip_prefix(inarow::http::PAGE_FILES_PATH);
    let others = [inarow::http::SERVICE_WORKER_PATH, inarow::http::OFFLINE_PATH];
    others.contains(&path)
        || inarow::http::DOCUMENT_PATHS.contains(&path)
        || file.is_some_and(|file| file.split('/').count() == 2)
}

/// A browser gets a page in place of the problem document of a path that there is not.
fn is_html(seen: &Seen) -> bool {
    seen.headers.get("content-type").is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}

/// Faults of an answer about a path or method that the contract does not have, by its prose.
fn undocumented_operation(seen: &Seen, path: Option<&Value>) -> Vec<String> {
    let preflight = seen.method == Method::OPTIONS && matches!(seen.status, 200 | 204);
    let (expected, code) = match path {
        _ if preflight => return Vec::new(),
        Some(_) => (405, "method-not-allowed"),
        None => (404, "not-found"),
    };
    let mut faults = common_faults(seen);
    if seen.status != expected {
        faults.push(format!("the contract does not have it, which is a {expected}"));
    }
    if let Some(methods) = path.filter(|_| seen.status == 405) {
        let allow = seen.headers.get("allow").and_then(|value| value.to_str().ok()).unwrap_or_default();
        let allowed: Vec<_> = allow.split(',').map(|method| method.trim().to_lowercase()).collect();
        let missing = methods.as_object().into_iter().flat_map(serde_json::Map::keys).filter(|m| !allowed.contains(m));
        faults.extend(missing.map(|method| format!("Allow {allow:?} lacks {method}")));
    }
    if seen.method != Method::HEAD {
        match serde_json::from_slice::<Value>(seen.body) {
            Ok(problem) => {
                faults.extend(schema_faults("/components/schemas/Problem", &problem));
                if problem["code"] != code {
                    faults.push(format!("the code is {}, not {code}", problem["code"]));
                }
            }
            Err(fault) => faults.push(format!("the body is not JSON: {fault}")),
        }
    }
    faults
}

/// Faults by the rules for every answer: a request id, and a problem that agrees with the status line.
fn common_faults(seen: &Seen) -> Vec<String> {
    let mut faults = Vec::new();
    let id = seen.headers.get("x-request-id").and_then(|value| value.to_str().ok());
    if id.is_none() {
        faults.push("there is no x-request-id".into());
    }
    if seen.status >= 400 && seen.method != Method::HEAD {
        let problem: Value = serde_json::from_slice(seen.body).unwrap_or_default();
        for (field, expected) in
            [("status", json!(seen.status)), ("instance", json!(seen.path)), ("requestId", json!(id))]
        {
            if problem[field] != expected {
                faults.push(format!("the problem's {field} is {}, not {expected}", problem[field]));
            }
        }
        if problem["code"] == "invalid-request" && problem["errors"].as_array().is_none_or(Vec::is_empty) {
            faults.push("an invalid request has no errors listed".into());
        }
    }
    faults
}

fn header_faults(seen: &Seen, response: &str) -> Vec<String> {
    let mut faults = common_faults(seen);
    let none = serde_json::Map::new();
    let documented = at(response).get("headers").and_then(Value::as_object).unwrap_or(&none);
    for (name, header) in documented {
        let pointer = match header.get("$ref").and_then(Value::as_str) {
            Some(reference) => reference.trim_start_matches('#').to_owned(),
            None => format!("{response}/headers/{name}"),
        };
        match seen.headers.get(name) {
            None if at(&pointer)["required"] == true => faults.push(format!("header {name} is missing")),
            None => {}
            Some(value) => {
                let text = value.to_str().unwrap_or("(not ASCII)");
                let typed = match at(&pointer)["schema"]["type"].as_str() {
                    Some("integer") => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
                    _ => json!(text),
                };
                faults.extend(schema_faults(&format!("{pointer}/schema"), &typed));
            }
        }
    }
    for name in seen.headers.keys().map(axum::http::HeaderName::as_str) {
        let known = documented.keys().any(|documented| documented.eq_ignore_ascii_case(name))
            || COMMON_HEADERS.contains(&name)
            || name.starts_with("access-control-");
        if !known {
            faults.push(format!("header {name} is not documented"));
        }
    }
    let cache_control = seen.headers.get("cache-control").map(HeaderValue::as_bytes).unwrap_or_default();
    let cacheable = [&b"public"[..], b"private"].iter().any(|scope| cache_control.starts_with(scope));
    if cacheable != seen.headers.contains_key("etag") {
        faults.push("ETag and a Cache-Control that lets caches keep the answer come together or not at all".into());
    }
    faults
}

fn content_faults(seen: &Seen, response: &str) -> Vec<String> {
    let Some(content) = at(response).get("content").and_then(Value::as_object) else {
        return if seen.body.is_empty() { Vec::new() } else { vec!["there should be no body".into()] };
    };
    let sent = seen.headers.get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = sent.split(';').next().unwrap_or_default().trim();
    if !content.contains_key(essence) {
        return vec![format!("content type {sent:?} is not documented")];
    }
    if seen.method == Method::HEAD {
        return if seen.body.is_empty() { Vec::new() } else { vec!["HEAD has a body".into()] };
    }
    let pointer = format!("{response}/content/{}", essence.replace('/', "~1"));
    let body = match decoded(seen) {
        Ok(body) => body,
        Err(fault) => return vec![format!("the body does not have its coding: {fault}")],
    };
    if SPEC.pointer(&format!("{pointer}/schema/contentSchema")).is_some() {
        return stream_faults(&pointer, &body);
    }
    let is_text = ["text/", "image/", "application/x-go-sgf"].iter().any(|kind| essence.starts_with(kind));
    let value = if is_text {
        json!(String::from_utf8_lossy(&body))
    } else if essence.ends_with("json") {
        match serde_json::from_slice(&body) {
            Ok(value) => value,
            Err(fault) => return vec![format!("the body is not JSON: {fault}")],
        }
    } else {
        // The one document in YAML; that it is the contract to the letter is tested elsewhere.
        SPEC.clone()
    };
    schema_faults(&format!("{pointer}/schema"), &value)
}

/// The members that stand twice in one object of an answer, of a stream in one of its records.
fn repeated_members(seen: &Seen) -> Vec<String> {
    let Ok(body) = decoded(seen) else { return Vec::new() };
    let kind = seen.headers.get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if body.is_empty() {
        return Vec::new();
    }
    if kind.starts_with("application/")
        && kind.split(';').next().is_some_and(|kind| kind.ends_with("json"))
        && !kind.contains("ndjson")
    {
        return strict::fault(&body).into_iter().collect();
    }
    let lines = body.split(|&byte| byte == b'\n');
    let records = lines.filter_map(|line| match () {
        () if kind.contains("ndjson") => Some(line),
        () if kind.contains("event-stream") => line.strip_prefix(b"data: "),
        () => None,
    });
    records.filter(|record| !record.is_empty()).filter_map(strict::fault).collect()
}

/// The body without its content coding.
fn decoded(seen: &Seen) -> std::io::Result<Vec<u8>> {
    let mut body = Vec::new();
    match seen.headers.get("content-encoding").map(HeaderValue::as_bytes) {
        Some(b"br") => brotli::Decompressor::new(seen.body, 4096).read_to_end(&mut body)?,
        Some(b"gzip") => flate2::read::GzDecoder::new(seen.body).read_to_end(&mut body)?,
        _ => {
            let mut plain = seen.body;
            plain.read_to_end(&mut body)?
        }
    };
    Ok(body)
}

/// The records of a stream, whether it is lines of JSON or server-sent events.
pub fn records(text: &str) -> Vec<Value> {
    let is_events = text.starts_with(':') || text.starts_with("id:");
    let lines = text.lines().filter_map(|line| if is_events { line.strip_prefix("data: ") } else { Some(line) });
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|fault| panic!("{fault} in {line:?}"))).collect()
}

/// Every record fits its schema; the last one and no other is final.
fn stream_faults(pointer: &str, body: &[u8]) -> Vec<String> {
    let records = records(&String::from_utf8_lossy(body));
    let mut faults: Vec<String> =
        records.iter().flat_map(|record| schema_faults(&format!("{pointer}/schema/contentSchema"), record)).collect();
    let finals: Vec<_> = (0..records.len()).filter(|&index| records[index]["final"] == true).collect();
    if finals.iter().map(|index| index + 1).ne([records.len()]) {
        faults.push(format!("of {} records the final ones are {finals:?}", records.len()));
    }
    faults
}
