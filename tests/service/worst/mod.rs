//! Requests that cost the service as much as its default limits allow, for tests and for the load suite.
//!
//! Their searches visit few positions, so that the cost is the work around a search.

mod answers;
mod batches;
mod boards;
mod bodies;
mod queries;

use inarow_engine::heuristic::Named;
use serde_json::Value;

/// Longest body, in bytes.
const BODY_BYTES: usize = 256 * 1024;
/// Longest query, in bytes.
const QUERY_BYTES: usize = 8 * 1024;

/// The name of the request whose answer is the longest of all.
pub const LONGEST_ANSWER: &str = "64 full boards of one colour";

/// One request.
#[derive(Clone, Debug)]
pub struct Worst {
    pub name: String,
    /// The path, for a GET with its query.
    pub target: String,
    /// The body of a POST.
    pub body: Option<String>,
    /// Headers besides `content-type`.
    pub headers: Vec<(&'static str, String)>,
}

impl Worst {
    fn get(name: &str, target: impl Into<String>) -> Worst {
        let target = target.into();
        assert!(target.split('?').nth(1).map_or(0, str::len) <= QUERY_BYTES, "{name}: the query is refused unread");
        Worst { name: name.to_owned(), target, body: None, headers: Vec::new() }
    }

    fn post(name: &str, path: &str, body: impl ToString) -> Worst {
        let body = body.to_string();
        assert!(body.len() <= BODY_BYTES, "{name}: {} bytes are refused unread", body.len());
        Worst { name: name.to_owned(), target: path.to_owned(), body: Some(body), headers: Vec::new() }
    }

    fn batch(name: &str, item: impl Fn(usize) -> Value) -> Worst {
        const REQUESTS: usize = 64;
        let requests: Vec<Value> = (0..REQUESTS).map(item).collect();
        Worst::post(name, "/v1/batch", serde_json::json!({ "requests": requests }))
    }

    fn with(mut self, name: &'static str, value: impl Into<String>) -> Worst {
        self.headers.push((name, value.into()));
        self
    }
}

/// A request about a position that asks for every static value there is, line by line.
fn with_heuristics(request: &Value) -> Value {
    let mut request = request.clone();
    request["heuristics"] = Named::ALL.map(Named::name).as_slice().into();
    request
}

/// All of them.
pub fn all() -> Vec<Worst> {
    [boards::reachability(), batches::batches(), bodies::bodies(), queries::queries(), answers::answers()].concat()
}
