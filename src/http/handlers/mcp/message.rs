//! JSON-RPC 2.0: messages, answers and errors.

use axum::http::StatusCode;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::http::input::Input;
use inarow_api::problem::Code;
use inarow_api::read::shown;

/// A message of a client.
#[derive(Debug)]
pub(super) enum Message<'a> {
    Request(Request<'a>),
    Notification,
    Response,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Request<'a> {
    /// A string or an integer.
    pub id: &'a Value,
    pub method: &'a str,
    /// `None` if there are none.
    pub params: Option<&'a Map<String, Value>>,
}

impl Request<'_> {
    /// A parameter by its name; null if there is none.
    pub(super) fn param(&self, name: &str) -> &Value {
        self.params.and_then(|params| params.get(name)).unwrap_or(&Value::Null)
    }
}

impl<'a> Message<'a> {
    /// Reads a message.
    ///
    /// # Errors
    /// A body that is not JSON, no object, or no message of JSON-RPC 2.0, with the id of its request, if it has a valid one.
    pub(super) fn read(input: &'a Input) -> Result<Message<'a>, Reply> {
        let fields = input.fields().map_err(|failure| {
            if input.is_json_list() {
                let message = "a batch is not read here; send one message at a time";
                return Reply::refusal(None, RpcError::invalid_request(message));
            }
            let problem = failure.into_problem();
            let code = if problem.code == Code::MalformedJson { PARSE_ERROR } else { INVALID_REQUEST };
            let detail = problem.errors.first().map_or(&problem.detail, |error| &error.detail).clone();
            Reply::refusal(None, RpcError::new(code, detail, StatusCode::BAD_REQUEST))
        })?;
        let id = fields.get("id");
        let usable_id = id.filter(|id| id.is_string() || id.is_i64() || id.is_u64());
        let refuse = |message: String| Err(Reply::refusal(usable_id, RpcError::invalid_request(message)));
        if let Some(error) = fields.errors().first() {
            return refuse(format!("{}: {}", error.pointer, error.detail));
        }
        if fields.get("jsonrpc").is_none_or(|version| version != "2.0") {
            return refuse("jsonrpc must be \"2.0\"".to_owned());
        }
        if id.is_some() && usable_id.is_none() {
            return refuse("id must be a string or an integer; leave it out of a notification".to_owned());
        }
        let method = match fields.get("method") {
            Some(Value::String(method)) => method,
            None if fields.get("result").or(fields.get("error")).is_some() => return Ok(Message::Response),
            None => return refuse("the message has no method".to_owned()),
            Some(_) => return refuse("method must be a string".to_owned()),
        };
        let params = match fields.get("params") {
            None => None,
            Some(Value::Object(params)) => Some(params),
            Some(_) => return refuse("params must be an object".to_owned()),
        };
        Ok(id.map_or(Message::Notification, |id| Message::Request(Request { id, method, params })))
    }
}

/// An answer to a message.
#[derive(Debug, Serialize)]
pub(super) struct Reply {
    jsonrpc: &'static str,
    /// Null where the request has no valid one.
    id: Option<Value>,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Result(Value),
    Error(RpcError),
}

impl Reply {
    pub(super) fn new(id: &Value, outcome: Result<Value, RpcError>) -> Reply {
        let outcome = outcome.map_or_else(Outcome::Error, Outcome::Result);
        Reply { jsonrpc: "2.0", id: Some(id.clone()), outcome }
    }

    pub(super) fn refusal(id: Option<&Value>, error: RpcError) -> Reply {
        Reply { jsonrpc: "2.0", id: id.cloned(), outcome: Outcome::Error(error) }
    }

    /// Its status of HTTP.
    pub(super) fn status(&self) -> StatusCode {
        match &self.outcome {
            Outcome::Result(_) => StatusCode::OK,
            Outcome::Error(error) => error.status,
        }
    }

    /// The code of its error, if it is one.
    pub(super) fn error_code(&self) -> Option<i32> {
        match &self.outcome {
            Outcome::Result(_) => None,
            Outcome::Error(error) => Some(error.code),
        }
    }

    /// Whether it is short enough to be written in place. The results of tools may be long.
    pub(super) fn is_short(&self) -> bool {
        !matches!(&self.outcome, Outcome::Result(result) if result.get("structuredContent").is_some())
    }
}

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;

/// An error of JSON-RPC.
#[derive(Debug, Serialize)]
pub(super) struct RpcError {
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
    #[serde(skip)]
    status: StatusCode,
}

impl RpcError {
    pub(super) fn new(code: i32, message: impl Into<String>, status: StatusCode) -> RpcError {
        RpcError { code, message: message.into(), data: None, status }
    }

    pub(super) fn invalid_request(message: impl Into<String>) -> RpcError {
        RpcError::new(INVALID_REQUEST, message, StatusCode::BAD_REQUEST)
    }

    pub(super) fn method_not_found(method: &str, methods: &[&str], status: StatusCode) -> RpcError {
        let message = format!("unknown method {}; there are {}", shown(method), methods.join(", "));
        RpcError::new(METHOD_NOT_FOUND, message, status)
    }

    pub(super) fn invalid_params(message: impl Into<String>) -> RpcError {
        RpcError::new(INVALID_PARAMS, message, StatusCode::OK)
    }

    pub(super) fn with_status(self, status: StatusCode) -> RpcError {
        RpcError { status, ..self }
    }

    pub(super) fn with_data(self, data: Value) -> RpcError {
        RpcError { data: Some(data), ..self }
    }
}
