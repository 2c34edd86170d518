//! `/mcp`: the Model Context Protocol for agents, over streamable HTTP without sessions, with JSON answers.
//!
//! A tool is a request to an endpoint of `/v1`: the same limits, search pool and errors. A game is given as the list of its moves,
//! since language models corrupt boards that they edit. A result says in words what the values mean and draws the board; a refusal
//! shows the position before the move that is not legal, and the moves that are.

mod errors;
mod game;
mod tools;
mod words;

use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use http_body_util::BodyExt as _;
use serde::Serialize;
use serde_json::{Map, Value, json};

use self::game::Game;
use self::tools::Tool;
use self::words::Told;
use crate::http::accept::JSON;
use crate::http::answer::answer as answer_request;
use crate::http::input::Input;
use crate::http::job::{Job, short_deadline};
use crate::http::problem::Failure;
use crate::http::request::{AnalysisRequest, MoveRequest, PositionRequest, ReviewRequest};
use crate::http::respond;
use crate::http::search_pool::Lane;
use crate::http::state::Shared;

pub const PATH: &str = "/mcp";
/// Longest message that is read, in bytes; the longest game takes less than half. More would be parsed on an async thread.
const MESSAGE_BYTES_MAX: usize = 16 << 10;
/// The versions of the protocol that begin with a greeting, the newest last.
const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
/// Where a client repeats the version that was agreed on.
const VERSION_HEADER: &str = "mcp-protocol-version";

const INSTRUCTIONS: &str = "Exact and strong play for tic-tac-toe, Connect Four, gomoku and any other k-in-a-row game. Give a game \
as the list of its moves from the empty board (X moves first), never as a board: cells are a letter for the column from the left and a \
number for the row from the bottom, so a1 is bottom left. list_games names the games.";

/// An answer to a message (JSON-RPC 2.0).
#[derive(Serialize)]
struct Reply<'a> {
    jsonrpc: &'static str,
    id: &'a Value,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Result(Value),
    Error(RpcError),
}

/// An error of JSON-RPC, with its code.
#[derive(Serialize)]
struct RpcError {
    code: i32,
    message: String,
}

impl RpcError {
    fn invalid_request(message: impl Into<String>) -> RpcError {
        RpcError { code: -32600, message: message.into() }
    }

    fn method_not_found(message: impl Into<String>) -> RpcError {
        RpcError { code: -32601, message: message.into() }
    }

    fn invalid_params(message: impl Into<String>) -> RpcError {
        RpcError { code: -32602, message: message.into() }
    }
}

/// Answers a message. A notification gets a 202 and nothing else.
///
/// # Errors
/// A message that is too long, or no JSON object.
pub async fn answer(State(app): State<Shared>, input: Input) -> Result<Response, Failure> {
    if input.len() > MESSAGE_BYTES_MAX {
        return Err(Failure::PayloadTooLarge { max: MESSAGE_BYTES_MAX as u64 });
    }
    let message = input.fields()?;
    let id = message.get("id").unwrap_or(&Value::Null);
    let (status, outcome) = match message.get("method").and_then(Value::as_str) {
        None if message.get("result").or(message.get("error")).is_some() => {
            return Ok(StatusCode::ACCEPTED.into_response());
        }
        None => (StatusCode::BAD_REQUEST, Outcome::Error(RpcError::invalid_request("the message has no method"))),
        Some(_) if id.is_null() => return Ok(StatusCode::ACCEPTED.into_response()),
        Some(method) => match unknown_version(input.headers()) {
            Some(refusal) => (StatusCode::BAD_REQUEST, Outcome::Error(refusal)),
            None => {
                let params = message.get("params").unwrap_or(&Value::Null);
                let result = Tools { app: Arc::clone(&app) }.handle(method, params, input.headers()).await;
                (StatusCode::OK, result.map_or_else(Outcome::Error, Outcome::Result))
            }
        },
    };
    let body = respond::to_json(&Reply { jsonrpc: "2.0", id, outcome })?;
    Ok((status, respond::fresh_as(JSON, app.count_answer(body, None)?)).into_response())
}

/// What is said to a client whose version of the protocol this service does not speak.
fn unknown_version(headers: &HeaderMap) -> Option<RpcError> {
    let sent = headers.get(VERSION_HEADER)?.to_str().unwrap_or_default();
    let refusal = || RpcError::invalid_request(format!("{VERSION_HEADER} is none of {}", VERSIONS.join(", ")));
    (!VERSIONS.contains(&sent)).then(refusal)
}

/// The answer to a greeting: the client's version of the protocol, or else the newest.
fn greeting(params: &Value) -> Value {
    let version = VERSIONS.into_iter().find(|&version| params["protocolVersion"] == version);
    json!({
        "protocolVersion": version.unwrap_or(VERSIONS[VERSIONS.len() - 1]),
        "capabilities": {"tools": {}},
        "serverInfo": {"name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION")},
        "instructions": INSTRUCTIONS,
    })
}

/// What the methods need.
struct Tools {
    app: Shared,
}

impl Tools {
    /// The result of a method.
    async fn handle(&self, method: &str, params: &Value, headers: &HeaderMap) -> Result<Value, RpcError> {
        static LISTED: LazyLock<Value> = LazyLock::new(|| json!({"tools": Tool::ALL.map(Tool::definition)}));
        match method {
            "initialize" => Ok(greeting(params)),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(LISTED.clone()),
            "tools/call" => self.call_tool(params, headers).await,
            _ => Err(RpcError::method_not_found(format!("there is no method {method:?}; this service has tools"))),
        }
    }

    async fn call_tool(&self, params: &Value, headers: &HeaderMap) -> Result<Value, RpcError> {
        let name = params["name"].as_str().unwrap_or_default();
        let Some(tool) = Tool::from_name(name) else {
            let names = Tool::ALL.map(Tool::name).join(", ");
            return Err(RpcError::invalid_params(format!("there is no tool {name:?}; the tools are {names}")));
        };
        let arguments = match &params["arguments"] {
            Value::Null => Map::new(),
            Value::Object(arguments) => arguments.clone(),
            _ => return Err(RpcError::invalid_params("arguments is not an object")),
        };
        let told = self.call(tool, arguments, headers).await;
        let is_error = told.is_err();
        let Told { text, values } = told.unwrap_or_else(|refusal| refusal);
        Ok(json!({"content": [{"type": "text", "text": text}], "structuredContent": values, "isError": is_error}))
    }

    /// What a tool answers, or why it does not.
    async fn call(&self, tool: Tool, arguments: Map<String, Value>, headers: &HeaderMap) -> Result<Told, Told> {
        let game = Game::of(&arguments);
        tool.check(&arguments).map_err(|failure| errors::tell(&failure.into_problem(), &game))?;
        let answered = match tool {
            Tool::BestMove => self.ask::<MoveRequest>(tool, arguments, headers).await,
            Tool::AnalysePosition => self.ask::<AnalysisRequest>(tool, arguments, headers).await,
            Tool::ReviewGame => self.ask::<ReviewRequest>(tool, arguments, headers).await,
            Tool::DescribePosition => self.ask::<PositionRequest>(tool, arguments, headers).await,
            Tool::ListGames => return Ok(words::games()),
        };
        match answered {
            Ok(body) => self.tell(move || words::tell(tool, &body, &game)).await,
            Err(failure) => {
                let problem = failure.into_problem();
                self.tell(move || Ok(errors::tell(&problem, &game))).await.and_then(Err)
            }
        }
    }

    /// Answers a tool's arguments as the endpoint of its request does.
    async fn ask<J: Job>(
        &self,
        tool: Tool,
        arguments: Map<String, Value>,
        headers: &HeaderMap,
    ) -> Result<Bytes, Failure> {
        let fields = tool.with_defaults(arguments);
        let input = Input::from_fields(headers, &Value::Object(fields));
        let response = answer_request::<J>(State(Arc::clone(&self.app)), input).await?;
        Ok(response.into_body().collect().await.map_err(|_| Failure::Internal)?.to_bytes())
    }

    /// Puts an answer into words, on the search pool: long ones take more time than async threads have.
    async fn tell(&self, words: impl FnOnce() -> Result<Told, Failure> + Send + 'static) -> Result<Told, Told> {
        let ran = self.app.run(Lane::Short, short_deadline(&self.app), move |_, _| words()).await;
        let told = ran.map_err(Failure::from).and_then(|ran| ran.value);
        told.map_err(|failure| errors::tell(&failure.into_problem(), &Game::default()))
    }
}
