//! Boards inside the chat: a client that announces MCP Apps (SEP-1865) gets them, and no other client notices.

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::service::{Answer, app, send};

const URI: &str = "ui://inarow/board";
const MEDIA_TYPE: &str = "text/html;profile=mcp-app";
const VERSION: &str = "2026-07-28";

fn announcing(media_type: &str) -> Value {
    json!({"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": [media_type]}}})
}

/// A request of a client that has greeted, with the id of its session.
async fn greeted(app: &Router, session: Option<&str>, method: &str, params: Value) -> Answer {
    let mut request = Request::post("/mcp").header("content-type", "application/json");
    if let Some(session) = session {
        request = request.header("mcp-session-id", session);
    }
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    send(app, request.body(Body::from(body.to_string())).unwrap()).await
}

/// A request of the stateless revision. `name` stands in the header `Mcp-Name`.
async fn stateless(capabilities: &Value, method: &str, name: Option<&str>, mut params: Value) -> Answer {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": VERSION, "io.modelcontextprotocol/clientCapabilities": capabilities,
    });
    let mut request = Request::post("/mcp").header("content-type", "application/json");
    request = request.header("mcp-protocol-version", VERSION).header("mcp-method", method);
    if let Some(name) = name {
        request = request.header("mcp-name", name);
    }
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    send(&app(), request.body(Body::from(body.to_string())).unwrap()).await
}

async fn greeting(app: &Router, capabilities: Value) -> (Value, Option<String>) {
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": {"name": "t", "version": "1"}});
    let answer = greeted(app, None, "initialize", params).await;
    let session = answer.headers.get("mcp-session-id").map(|id| id.to_str().unwrap().to_owned());
    (answer.json()["result"].clone(), session)
}

/// The tools that have a view.
fn viewed(listed: &Value) -> Vec<&str> {
    let tools = listed["result"]["tools"].as_array().expect("tools").iter();
    let viewed = tools.filter(|tool| tool["_meta"]["ui"]["resourceUri"] == URI);
    viewed.map(|tool| tool["name"].as_str().unwrap()).collect()
}

const VIEWED: [&str; 4] = ["best_move", "analyse_position", "review_game", "get_puzzle"];

fn check_page(read: &Value) {
    let contents = read["result"]["contents"].as_array().expect("contents");
    let [page] = &contents[..] else { panic!("one page") };
    assert_eq!((&page["uri"], &page["mimeType"]), (&URI.into(), &MEDIA_TYPE.into()));
    assert_eq!(page["_meta"]["ui"]["csp"], json!({"connectDomains": [], "resourceDomains": []}));
    let text = page["text"].as_str().unwrap();
    assert!(text.starts_with("<!doctype html>") && text.len() < 40_000, "{} bytes", text.len());
}

#[tokio::test]
async fn a_greeting_that_announces_views_gets_a_session_that_says_so() {
    let app = app();
    let (hello, session) = greeting(&app, announcing(MEDIA_TYPE)).await;
    assert_eq!(
        hello["capabilities"],
        json!({"tools": {}, "resources": {}, "extensions": {"io.modelcontextprotocol/ui": {}}})
    );
    let session = session.expect("a session");
    // Any replica answers: nothing is kept of a session.
    let replica = crate::service::app();
    let ask = async |method, params| greeted(&replica, Some(&session), method, params).await.json();
    assert_eq!(viewed(&ask("tools/list", json!({})).await), VIEWED);
    let listed = ask("resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"][0]["uri"], URI);
    assert_eq!(listed["result"]["resources"][0]["mimeType"], MEDIA_TYPE);
    assert_eq!(ask("resources/templates/list", json!({})).await["result"], json!({"resourceTemplates": []}));
    check_page(&ask("resources/read", json!({"uri": URI})).await);
    // The view draws a game of lines by its layout, which nobody else gets.
    let best_move = json!({"name": "best_move", "arguments": {"game": "fano"}});
    let cells = |answer: &Value| answer["result"]["structuredContent"]["game"]["layout"].as_array().map(Vec::len);
    assert_eq!(cells(&ask("tools/call", best_move.clone()).await), Some(7));
    assert_eq!(cells(&greeted(&replica, None, "tools/call", best_move).await.json()), None);
    let unknown = ask("resources/read", json!({"uri": "ui://inarow/other"})).await;
    assert_eq!(
        (&unknown["error"]["code"], &unknown["error"]["data"]["uri"]),
        (&(-32002).into(), &"ui://inarow/other".into())
    );
    let without = ask("resources/read", json!({})).await;
    assert!(without["error"]["message"].as_str().unwrap().contains(URI), "{without}");
    let (_, second) = greeting(&app, announcing(MEDIA_TYPE)).await;
    assert_ne!(second.as_deref(), Some(&*session), "each session has its own id");
}

#[tokio::test]
async fn other_clients_see_what_they_always_saw() {
    let app = app();
    for capabilities in [json!({}), announcing("text/html"), json!({"extensions": {}})] {
        let (hello, session) = greeting(&app, capabilities.clone()).await;
        assert_eq!((&hello["capabilities"], session), (&json!({"tools": {}}), None), "{capabilities}");
    }
    for session in [None, Some("another"), Some("")] {
        let listed = greeted(&app, session, "tools/list", json!({})).await;
        assert!(viewed(&listed.json()).is_empty());
        assert!(listed.json()["result"]["tools"].as_array().unwrap().iter().all(|tool| tool["_meta"].is_null()));
        assert!(listed.headers.get("mcp-session-id").is_none());
        let read = greeted(&app, session, "resources/read", json!({"uri": URI})).await.json();
        assert_eq!(read["error"]["code"], -32601);
        assert!(!read["error"]["message"].as_str().unwrap().contains("resources/list"), "{read}");
    }
}

#[tokio::test]
async fn a_stateless_client_announces_views_in_every_request() {
    let with = announcing(MEDIA_TYPE);
    let found = stateless(&with, "server/discover", None, json!({})).await.json();
    assert_eq!(found["result"]["capabilities"]["resources"], json!({}));
    let listed = stateless(&with, "tools/list", None, json!({})).await.json();
    assert_eq!(viewed(&listed), VIEWED);
    assert_eq!(listed["result"]["cacheScope"], "private", "no cache gives it to clients without views");
    let resources = stateless(&with, "resources/list", None, json!({})).await.json();
    assert_eq!(
        (&resources["result"]["resources"][0]["uri"], &resources["result"]["resultType"]),
        (&URI.into(), &"complete".into())
    );
    check_page(&stateless(&with, "resources/read", Some(URI), json!({"uri": URI})).await.json());
    // The header repeats the address.
    for name in [None, Some("ui://inarow/other")] {
        let answer = stateless(&with, "resources/read", name, json!({"uri": URI})).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["error"]["code"]), (400, &(-32020).into()), "{name:?}");
    }
    let unknown = stateless(&with, "resources/read", Some("ui://x"), json!({"uri": "ui://x"})).await;
    assert_eq!((unknown.status.as_u16(), &unknown.json()["error"]["code"]), (200, &(-32602).into()));
    let without = json!({});
    assert!(viewed(&stateless(&without, "tools/list", None, json!({})).await.json()).is_empty());
    let refused = stateless(&without, "resources/read", Some(URI), json!({"uri": URI})).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["error"]["code"]), (404, &(-32601).into()));
}
