//! `/mcp`: the Model Context Protocol for agents, over streamable HTTP without sessions, with JSON answers.
//!
//! A tool is a request to an endpoint of `/v1`: the same limits, search pool and errors. A game is given as the list of its moves,
//! since language models corrupt boards that they edit. A result says in words what the values mean and draws the board; a refusal
//! shows the position before the move that is not legal, and the moves that are.

mod errors;
mod tools;
mod words;

use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use http_body_util::BodyExt as _;
use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ContentBlock, Implementation, InitializeRequestParams, InitializeResult,
    ListToolsResult, ProtocolVersion, ServerCapabilities, ToolsCapability,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use self::tools::Tool;
use self::words::Told;
use crate::game::Position;
use crate::http::accept::JSON;
use crate::http::answer::answer as answer_request;
use crate::http::input::Input;
use crate::http::job::{Job, short_deadline};
use crate::http::problem::Failure;
use crate::http::request::{AnalysisRequest, MoveRequest, Pointer, PositionRequest, ReviewRequest};
use crate::http::respond;
use crate::http::search_pool::Lane;
use crate::http::state::Shared;

pub const PATH: &str = "/mcp";
/// Longest message that is read, in bytes; the longest game takes less than half. More would be parsed on an async thread.
const MESSAGE_BYTES_MAX: usize = 16 << 10;
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
    Error(ErrorData),
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
        None => {
            (StatusCode::BAD_REQUEST, Outcome::Error(ErrorData::invalid_request("the message has no method", None)))
        }
        Some(_) if id.is_null() => return Ok(StatusCode::ACCEPTED.into_response()),
        Some(method) => match unknown_version(input.headers()) {
            Some(refusal) => (StatusCode::BAD_REQUEST, Outcome::Error(refusal)),
            None => {
                let params = message.get("params").cloned().unwrap_or_else(|| json!({}));
                let result = Tools { app: Arc::clone(&app) }.handle(method, params, input.headers()).await;
                (StatusCode::OK, result.map_or_else(Outcome::Error, Outcome::Result))
            }
        },
    };
    let body = respond::to_json(&Reply { jsonrpc: "2.0", id, outcome })?;
    Ok((status, respond::fresh_as(JSON, app.count_answer(body, None)?)).into_response())
}

/// What is said to a client whose version of the protocol this service does not speak.
fn unknown_version(headers: &HeaderMap) -> Option<ErrorData> {
    let sent = headers.get(VERSION_HEADER)?.to_str().unwrap_or_default();
    let is_known = versions().iter().any(|version| version.as_str() == sent);
    let names: Vec<&str> = versions().iter().map(ProtocolVersion::as_str).collect();
    let refusal = || ErrorData::invalid_request(format!("{VERSION_HEADER} is none of {}", names.join(", ")), None);
    (!is_known).then(refusal)
}

/// The versions of the protocol that begin with a greeting.
fn versions() -> &'static [ProtocolVersion] {
    ProtocolVersion::known_up_to(&ProtocolVersion::LATEST_WITH_INITIALIZE)
}

/// The answer to a greeting.
fn greeting(client: &InitializeRequestParams) -> InitializeResult {
    let mut capabilities = ServerCapabilities::default();
    capabilities.tools = Some(ToolsCapability::default());
    let server = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    let mut greeting = InitializeResult::new(capabilities).with_server_info(server).with_instructions(INSTRUCTIONS);
    let is_known = versions().contains(&client.protocol_version);
    greeting.protocol_version =
        if is_known { client.protocol_version.clone() } else { ProtocolVersion::LATEST_WITH_INITIALIZE };
    greeting
}

/// The parameters of a method.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, ErrorData> {
    serde_json::from_value(params).map_err(|error| ErrorData::invalid_params(error.to_string(), None))
}

/// The result of a method.
fn write(result: impl Serialize) -> Result<Value, ErrorData> {
    serde_json::to_value(result).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

/// What the methods need.
struct Tools {
    app: Shared,
}

impl Tools {
    /// The result of a method.
    async fn handle(&self, method: &str, params: Value, headers: &HeaderMap) -> Result<Value, ErrorData> {
        static TOOLS: LazyLock<ListToolsResult> = LazyLock::new(|| {
            let mut listed = ListToolsResult::with_all_items(Tool::ALL.iter().map(|tool| tool.definition()).collect());
            listed.result_type = None;
            listed
        });
        match method {
            "initialize" => write(greeting(&read(params)?)),
            "ping" => Ok(json!({})),
            "tools/list" => write(&*TOOLS),
            "tools/call" => write(self.call_tool(read(params)?, headers).await?),
            _ => Err(ErrorData::new(
                rmcp::model::ErrorCode::METHOD_NOT_FOUND,
                format!("there is no method {method:?}; this service has tools"),
                None,
            )),
        }
    }

    async fn call_tool(&self, call: CallToolRequestParams, headers: &HeaderMap) -> Result<CallToolResult, ErrorData> {
        let Some(tool) = Tool::from_name(&call.name) else {
            let names = Tool::ALL.map(Tool::name).join(", ");
            let detail = format!("there is no tool {:?}; the tools are {names}", call.name);
            return Err(ErrorData::invalid_params(detail, None));
        };
        let told = self.call(tool, call.arguments.unwrap_or_default(), headers).await;
        let is_error = told.is_err();
        let Told { text, values } = told.unwrap_or_else(|refusal| refusal);
        let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
        (result.structured_content, result.is_error) = (Some(values), Some(is_error));
        // A word of later versions of the protocol.
        result.result_type = None;
        Ok(result)
    }

    /// What a tool answers, or why it does not.
    async fn call(&self, tool: Tool, arguments: Map<String, Value>, headers: &HeaderMap) -> Result<Told, Told> {
        if let Err(unknown) = tool.check(&arguments) {
            return Err(errors::unknown_argument(tool, &unknown));
        }
        let game = Game::of(&arguments);
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

/// The arguments that say which position is meant.
#[derive(Clone, Debug, Default)]
struct Game {
    game: Option<Value>,
    moves: Vec<Value>,
}

impl Game {
    fn of(arguments: &Map<String, Value>) -> Game {
        let moves = arguments.get("moves").and_then(Value::as_array).cloned().unwrap_or_default();
        Game { game: arguments.get("game").cloned(), moves }
    }

    /// The position after the first of its moves; `None` if they are not legal.
    fn position(&self, moves: usize) -> Option<Position> {
        let mut fields = Map::new();
        fields.extend(self.game.clone().map(|game| ("game".to_owned(), game)));
        fields.insert("moves".to_owned(), self.moves.get(..moves)?.into());
        let input = Input::from_fields(&HeaderMap::new(), &Value::Object(fields));
        let fields = input.fields().ok()?;
        PositionRequest::read(fields, Pointer::ROOT).ok().map(|request| request.position)
    }
}
