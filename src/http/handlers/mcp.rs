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

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use inarow_api::endpoints::{AnalysisRequest, MoveRequest, PositionRequest, ReviewRequest};
use inarow_api::read::{Pointer, Reader};
use inarow_api::{Context, Endpoint, Form, Refusal, Request, Run};
use inarow_engine::engine::Engine;
use serde::Serialize;
use serde_json::{Map, Value, json};

use self::game::Game;
use self::tools::Tool;
use self::words::Rendered;
use crate::http::accept::JSON;
use crate::http::answer::{Begun, Call, begin, finish, short_deadline};
use crate::http::input::Input;
use crate::http::problem::Failure;
use crate::http::respond;
use crate::http::search_pool::Lane;
use crate::http::state::{AppState, Shared};

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
struct Reply {
    jsonrpc: &'static str,
    id: Value,
    #[serde(flatten)]
    outcome: RpcOutcome,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum RpcOutcome {
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
        None => (StatusCode::BAD_REQUEST, RpcOutcome::Error(RpcError::invalid_request("the message has no method"))),
        Some(_) if id.is_null() => return Ok(StatusCode::ACCEPTED.into_response()),
        Some(method) => match unknown_version(input.headers()) {
            Some(refusal) => (StatusCode::BAD_REQUEST, RpcOutcome::Error(refusal)),
            None => {
                let params = message.get("params").unwrap_or(&Value::Null);
                let result = Tools { app: Arc::clone(&app) }.handle(method, params, input.headers()).await;
                (StatusCode::OK, result.map_or_else(RpcOutcome::Error, RpcOutcome::Result))
            }
        },
    };
    // The results of tools may be long.
    let is_short = !matches!(&outcome, RpcOutcome::Result(result) if result.get("structuredContent").is_some());
    let reply = Reply { jsonrpc: "2.0", id: id.clone(), outcome };
    let body = if is_short {
        respond::to_json(&reply)?
    } else {
        app.run(Lane::Short, short_deadline(&app), move |_, _| respond::to_json(&reply)).await?.value?
    };
    Ok((status, respond::fresh_as(JSON, app.count_answer(body, None)?)).into_response())
}

/// The refusal of a client whose version of the protocol this service does not speak.
fn unknown_version(headers: &HeaderMap) -> Option<RpcError> {
    let sent = headers.get(VERSION_HEADER)?.to_str().unwrap_or_default();
    let refusal =
        || RpcError::invalid_request(format!("{VERSION_HEADER} is not supported; send one of {}", VERSIONS.join(", ")));
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
            _ => Err(RpcError::method_not_found(format!(
                "unknown method {method:?}; this service has initialize, ping, tools/list and tools/call"
            ))),
        }
    }

    async fn call_tool(&self, params: &Value, headers: &HeaderMap) -> Result<Value, RpcError> {
        let name = params["name"].as_str().unwrap_or_default();
        let Some(tool) = Tool::from_name(name) else {
            let names = Tool::ALL.map(Tool::name).join(", ");
            return Err(RpcError::invalid_params(format!("unknown tool {name:?}; the tools are {names}")));
        };
        let arguments = match &params["arguments"] {
            Value::Null => Map::new(),
            Value::Object(arguments) => arguments.clone(),
            _ => return Err(RpcError::invalid_params("arguments is not an object")),
        };
        let rendered = self.call(tool, arguments, headers).await;
        let is_error = rendered.is_err();
        let Rendered { text, values } = rendered.unwrap_or_else(|refusal| refusal);
        Ok(json!({"content": [{"type": "text", "text": text}], "structuredContent": values, "isError": is_error}))
    }

    /// The answer of a tool, or its refusal.
    async fn call(&self, tool: Tool, arguments: Map<String, Value>, headers: &HeaderMap) -> Result<Rendered, Rendered> {
        let game = Game::of(&arguments);
        tool.check(&arguments).map_err(|errors| errors::render(&errors.into(), &game))?;
        let fields = tool.with_defaults(arguments);
        let rendered = match tool {
            Tool::BestMove => self.ask(Endpoint::Move, fields, headers, MoveRequest::read, words::chosen).await,
            Tool::AnalysePosition => {
                self.ask(Endpoint::Analysis, fields, headers, AnalysisRequest::read, words::ranking).await
            }
            Tool::ReviewGame => self.ask(Endpoint::Review, fields, headers, ReviewRequest::read, words::review).await,
            Tool::DescribePosition => {
                let read = |r: &Reader<'_>, _: Context<'_>| PositionRequest::read(r);
                self.ask(Endpoint::Position, fields, headers, read, words::described).await
            }
            Tool::ListGames => return Ok(words::games()),
        };
        match rendered {
            Ok(rendered) => Ok(rendered),
            Err(failure) => Err(self.refuse(failure, game).await),
        }
    }

    /// Answers a tool's arguments by the request of an endpoint, with its limits and on its lane.
    async fn ask<R: Request>(
        &self,
        endpoint: Endpoint,
        fields: Map<String, Value>,
        headers: &HeaderMap,
        read: fn(&Reader<'_>, Context<'_>) -> Option<R>,
        render: fn(&R, &mut Run<'_>) -> Result<Option<Rendered>, Refusal>,
    ) -> Result<Rendered, Failure> {
        let call = Call::new(endpoint, Form::Document, Input::from_fields(headers, fields), &self.app);
        let read = {
            let call = Arc::clone(&call);
            move |context: Context<'_>| {
                let fields = call.input.fields()?;
                let request = Reader::of_request(fields, endpoint.path(), Pointer::ROOT, |r| read(r, context))?;
                Ok(Arc::new(request))
            }
        };
        let work = move |request: &R, run: &mut Run<'_>, _: &AppState| Ok(render(request, run)?);
        match begin(&self.app, &call, read, work).await? {
            Begun::Done(rendered) => Ok(rendered),
            Begun::Search(request) => Ok(finish(&self.app, request, call, work, |_| {}).await?.value),
        }
    }

    /// Puts a refusal into words, on the search pool: a long game takes more time than async threads have.
    async fn refuse(&self, failure: Failure, game: Game) -> Rendered {
        let problem = failure.into_problem();
        let render = move |_: &Engine, _| errors::render(&problem, &game);
        match self.app.run(Lane::Short, short_deadline(&self.app), render).await {
            Ok(ran) => ran.value,
            Err(error) => errors::render(&Failure::from(error).into_problem(), &Game::default()),
        }
    }
}
