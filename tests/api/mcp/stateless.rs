//! The revision 2026-07-28: no greeting, the version and the capabilities in every request, and headers that repeat the body.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::service::{Answer, app, send};

const VERSION: &str = "2026-07-28";
const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";

fn meta() -> Value {
    json!({VERSION_KEY: VERSION, CAPABILITIES_KEY: {}, "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"}})
}

/// Sends a request with these headers, also where they contradict its body.
async fn exchange(headers: &[(&str, &str)], method: &str, params: &Value) -> Answer {
    let mut request = Request::post("/mcp").header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = json!({"jsonrpc": "2.0", "id": "one", "method": method, "params": params});
    send(&app(), request.body(Body::from(body.to_string())).unwrap()).await
}

/// Sends a request as clients do.
async fn ask(method: &str, mut params: Value) -> Answer {
    params["_meta"] = meta();
    let name = params["name"].as_str().unwrap_or_default().to_owned();
    let mut headers = vec![("mcp-protocol-version", VERSION), ("mcp-method", method)];
    if method == "tools/call" {
        headers.push(("mcp-name", &name));
    }
    exchange(&headers, method, &params).await
}

/// The result of a request, with the members of all results checked.
async fn result(method: &str, params: Value) -> Value {
    let answer = ask(method, params).await;
    assert_eq!(answer.status, 200, "{method}");
    let answer = answer.json();
    assert_eq!((&answer["jsonrpc"], &answer["id"]), (&"2.0".into(), &"one".into()));
    let result = answer["result"].clone();
    assert_eq!(result["resultType"], "complete", "{result}");
    assert_eq!(
        result["_meta"]["io.modelcontextprotocol/serverInfo"],
        json!({"name": "inarow", "version": env!("CARGO_PKG_VERSION")})
    );
    result
}

#[track_caller]
fn refused(answer: &Answer, status: u16, code: i32, words: &str) {
    let body = answer.json();
    assert_eq!((answer.status.as_u16(), &body["error"]["code"]), (status, &code.into()), "{body}");
    assert_eq!(body["id"], "one", "{body}");
    assert!(body["error"]["message"].as_str().unwrap().contains(words), "{words}: {body}");
}

#[tokio::test]
async fn a_client_needs_no_greeting() {
    let found = result("server/discover", json!({})).await;
    assert_eq!(
        found["supportedVersions"],
        json!(["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])
    );
    assert_eq!(found["capabilities"], json!({"tools": {}}));
    assert!(found["instructions"].as_str().unwrap().contains("a1 is bottom left"));
    let listed = result("tools/list", json!({})).await;
    assert_eq!(listed["tools"].as_array().unwrap().len(), 7);
    for cacheable in [&found, &listed] {
        assert_eq!((&cacheable["ttlMs"], &cacheable["cacheScope"]), (&3_600_000.into(), &"public".into()));
    }
    let called = result("tools/call", json!({"name": "best_move", "arguments": {"moves": ["b2", "b1"]}})).await;
    assert_eq!(
        (&called["isError"], &called["structuredContent"]["chosen"]["score"]["outcome"]),
        (&false.into(), &"win".into())
    );
    assert!(called["ttlMs"].is_null() && called["cacheScope"].is_null(), "{called}");
    // A refusal has its problem beside the server's name.
    let refusal = result("tools/call", json!({"name": "best_move", "arguments": {"moves": ["b2", "b2"]}})).await;
    assert_eq!(
        (&refusal["isError"], &refusal["_meta"]["problem"]["errors"][0]["pointer"]),
        (&true.into(), &"/moves/1".into())
    );
}

#[tokio::test]
async fn it_has_no_greeting_and_no_ping() {
    for method in ["ping", "initialize", "resources/list", "subscriptions/listen"] {
        refused(&ask(method, json!({})).await, 404, -32601, "there are server/discover, tools/list, tools/call");
    }
    assert_eq!(ask("initialize", json!({})).await.json()["error"]["data"]["supported"][0], VERSION);
    refused(&ask("tools/call", json!({"name": "castle"})).await, 200, -32602, "the tools are best_move");
}

#[tokio::test]
async fn a_version_that_is_not_spoken_is_refused_with_those_that_are() {
    for version in ["1900-01-01", "2099-01-01", ""] {
        let mut meta = meta();
        meta[VERSION_KEY] = version.into();
        let headers = [("mcp-protocol-version", version), ("mcp-method", "tools/list")];
        let answer = exchange(&headers, "tools/list", &json!({"_meta": meta})).await;
        refused(&answer, 400, -32022, "unsupported protocol version");
        let data = answer.json()["error"]["data"].clone();
        assert_eq!(
            (&data["requested"], &data["supported"][0], &data["supported"][1]),
            (&version.into(), &VERSION.into(), &"2025-11-25".into())
        );
    }
}

#[tokio::test]
async fn headers_repeat_the_body() {
    const V: (&str, &str) = ("mcp-protocol-version", VERSION);
    const M: (&str, &str) = ("mcp-method", "tools/call");
    const N: (&str, &str) = ("mcp-name", "list_games");
    let call = json!({"name": "list_games", "_meta": meta()});
    for (headers, words) in [
        (&[M, N][..], "mcp-protocol-version is missing; send \"2026-07-28\""),
        (&[("mcp-protocol-version", "2025-11-25"), M, N], "mcp-protocol-version is \"2025-11-25\", but"),
        (&[V, V, M, N], "mcp-protocol-version is there more than once"),
        (&[V, N], "mcp-method is missing; send \"tools/call\""),
        (
            &[V, ("mcp-method", "tools/list"), N],
            "mcp-method is \"tools/list\", but method of the body is \"tools/call\"",
        ),
        (&[V, ("mcp-method", "Tools/Call"), N], "mcp-method is"),
        (&[V, M], "mcp-name is missing; send \"list_games\""),
        (
            &[V, M, ("mcp-name", "best_move")],
            "mcp-name is \"best_move\", but params.name of the body is \"list_games\"",
        ),
        (&[V, M, N, ("mcp-name", "best_move")], "mcp-name is there more than once"),
        (&[V, M, ("mcp-name", "=?base64?****?=")], "mcp-name is not UTF-8 in Base64"),
        (&[V, M, ("mcp-name", "=?base64?/w==?=")], "mcp-name is not UTF-8 in Base64"),
        (&[V, M, ("mcp-name", "caf\u{e9}")], "mcp-name has characters that no header may have"),
    ] {
        refused(&exchange(headers, "tools/call", &call).await, 400, -32020, words);
    }
    let encoded = ("mcp-name", "=?base64?bGlzdF9nYW1lcw==?=");
    assert_eq!(exchange(&[V, M, encoded], "tools/call", &call).await.status, 200);
    // Without metadata, the method alone tells.
    refused(&exchange(&[], "server/discover", &json!({})).await, 400, -32020, "mcp-protocol-version is missing");
}

#[tokio::test]
async fn every_request_has_its_metadata() {
    let headers = [("mcp-protocol-version", VERSION), ("mcp-method", "tools/list")];
    for (meta, words) in [
        (Value::Null, VERSION_KEY),
        (json!({}), VERSION_KEY),
        (json!({VERSION_KEY: 20_260_728}), VERSION_KEY),
        (json!({CAPABILITIES_KEY: {}}), VERSION_KEY),
        (json!({VERSION_KEY: VERSION}), CAPABILITIES_KEY),
        (json!({VERSION_KEY: VERSION, CAPABILITIES_KEY: []}), CAPABILITIES_KEY),
    ] {
        refused(&exchange(&headers, "tools/list", &json!({"_meta": meta})).await, 400, -32602, words);
    }
}

/// A client of an older revision may name it in every request, too.
#[tokio::test]
async fn older_revisions_answer_as_ever() {
    let headers = [("mcp-protocol-version", "2025-11-25")];
    let answer = exchange(&headers, "tools/list", &json!({})).await.json();
    assert!(answer["result"]["resultType"].is_null() && answer["result"]["ttlMs"].is_null());
    let answer = exchange(&headers, "server/discover", &json!({})).await;
    refused(&answer, 200, -32601, "there are initialize, ping, tools/list, tools/call");
    let hello = exchange(&[], "initialize", &json!({"protocolVersion": VERSION})).await.json();
    assert_eq!(hello["result"]["protocolVersion"], "2025-11-25");
}
