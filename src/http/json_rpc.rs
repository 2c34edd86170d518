//! Refusals before a message of `/mcp` is read.

use serde_json::{Value, json};

/// The path for messages of agents.
pub const MCP_PATH: &str = "/mcp";
/// The code of errors of the service itself: no key, too many requests, no thread.
const SERVER_ERROR: i32 = -32000;

/// A refusal by HTTP before a message is read, as an error of JSON-RPC: the problem document is its `data`, with the seconds after which
/// the client may come again. The message's id is not known then.
pub fn refusal(detail: &str, mut problem: Value, retry_after_s: Option<u64>) -> Value {
    if let Some(seconds) = retry_after_s {
        problem["retryAfter"] = seconds.into();
    }
    json!({"jsonrpc": "2.0", "id": null, "error": {"code": SERVER_ERROR, "message": detail, "data": problem}})
}
