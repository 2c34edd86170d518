//! `/mcp`: the Model Context Protocol for agents, over streamable HTTP without sessions, with JSON answers.
//!
//! A tool is a request to an endpoint of `/v1`: the same limits, search pool and errors. A game is given as the list of its moves,
//! since language models corrupt boards that they edit. A result puts the values into words and draws the board; a refusal
//! shows the position before the move that is not legal, and the moves that are. Clients that draw views get a page for them.

mod arguments;
mod errors;
mod game;
mod message;
mod origin;
mod revision;
mod schemas;
mod tool;
mod tools;
mod views;
mod words;

use std::sync::{Arc, OnceLock};

use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use inarow_api::endpoints::{AnalysisRequest, MoveRequest, PositionRequest, PuzzleRequest, ReviewRequest};
use inarow_api::read::{Pointer, Reader, shown, suggestion};
use inarow_api::{Context, Endpoint, Form, Refusal, Run};
use inarow_engine::engine::Engine;
use serde_json::{Map, Value, json};

use self::game::Game;
use self::message::{Message, Reply, Request, RpcError};
use self::revision::Revision;
use self::tool::Tool;
use self::words::Rendered;
use crate::http::accept::JSON;
use crate::http::input::Input;
use crate::http::noted::Noted;
use crate::http::problem::Failure;
use crate::http::respond;
use crate::http::search_pool::Lane;
use crate::http::state::{AppState, Shared};
use crate::http::work::{Begun, Call, begin, finish};

const INSTRUCTIONS: &str = "Exact and strong play for tic-tac-toe, Connect Four, gomoku and any other k-in-a-row game. Give a game \
as the list of its moves from the empty board (X moves first), and as a board only if its moves are not known: cells are a letter for the column from the left and a \
number for the row from the bottom, so a1 is bottom left. Where stones fall, the column is enough: d or 4. In games that are lists of \
lines, such as qubic, a cell is its number. Numbers of cells count from 0, row by row from the top left. list_games names the games. analyse_position ranks the best moves; searchMoves \
compares certain ones instead.";

/// Answers a message. A notification gets a 202 and nothing else.
///
/// # Errors
/// A message that is too long; an answer that is, or for which there is no room.
pub async fn answer(app: Shared, input: Input, origins: &[HeaderValue]) -> Result<Response, Failure> {
    if !origin::may_call(input.headers(), origins, app.public_origin()) {
        let message = "pages of this Origin may not call; the operator names those that may with --cors-origins";
        let refusal = RpcError::invalid_request(message).with_status(StatusCode::FORBIDDEN);
        return write(&app, Reply::refusal(None, refusal)).await;
    }
    let request = match Message::read(&input) {
        Ok(Message::Request(request)) => request,
        Ok(Message::Notification | Message::Response) => return Ok(StatusCode::ACCEPTED.into_response()),
        Err(refusal) => return write(&app, refusal).await,
    };
    let revision = match Revision::of(&request, input.headers()) {
        Ok(revision) => revision,
        Err(refusal) => return write(&app, Reply::refusal(Some(request.id), refusal)).await,
    };
    let has_views = views::are_shown(revision, &request, input.headers());
    let tools = Tools { app: Arc::clone(&app), noted: OnceLock::new() };
    let outcome = tools.handle(revision, has_views, &request, &input).await;
    let mut response = write(&app, Reply::new(request.id, outcome)).await?;
    if let Some(noted) = tools.noted.into_inner() {
        response.extensions_mut().insert(noted);
    }
    if let Some(id) = views::session_id().filter(|_| has_views && request.method == "initialize") {
        response.headers_mut().insert(views::SESSION_HEADER, id);
    }
    Ok(response)
}

async fn write(app: &Shared, reply: Reply) -> Result<Response, Failure> {
    let (status, error_code) = (reply.status(), reply.error_code());
    let body = if reply.is_short() {
        respond::to_json(&reply)?
    } else {
        app.run(Lane::Short, app.short_deadline(), move |_, _| respond::to_json(&reply)).await?.value?
    };
    let mut response = (status, respond::fresh_as(JSON, app.count_answer(body, None)?)).into_response();
    if let Some(code) = error_code {
        response.extensions_mut().insert(Noted::reason(format!("json-rpc {code}")));
    }
    Ok(response)
}

/// The instructions of a service at this origin. Where it asks for keys, a picture's address alone opens nothing, and none is named.
fn instructions(app: &AppState, headers: &HeaderMap) -> String {
    if app.access.keys().is_some() {
        return INSTRUCTIONS.to_owned();
    }
    let origin = app.origin(headers);
    format!(
        "{INSTRUCTIONS} A picture of a position, for people, with columns as letters: {origin}/v1/position.png?game=connect-four&moves=d,d,e"
    )
}

/// The answer to a greeting.
fn greeting(request: &Request<'_>, has_views: bool, instructions: &str) -> Value {
    json!({
        "protocolVersion": Revision::greeted(request.param("protocolVersion")),
        "capabilities": views::capabilities(has_views),
        "serverInfo": revision::server(),
        "instructions": instructions,
    })
}

/// Versions, capabilities and instructions, for a client that does not greet.
fn discovery(has_views: bool, instructions: &str) -> Value {
    let capabilities = views::capabilities(has_views);
    json!({"supportedVersions": Revision::versions(), "capabilities": capabilities, "instructions": instructions})
}

/// Refuses unknown members beside the arguments: moves there would be ignored, and the answer would be about another position.
fn refuse_strays(request: &Request<'_>) -> Result<(), RpcError> {
    /// The members in all revisions of the protocol.
    const MEMBERS: [&str; 6] = ["name", "arguments", "_meta", "task", "inputResponses", "requestState"];
    let mut strays = request.params.into_iter().flatten().map(|(name, _)| name);
    match strays.find(|name| !MEMBERS.contains(&name.as_str())) {
        None => Ok(()),
        Some(stray) => {
            let message = format!("params has no {}; put what the tool takes into params.arguments", shown(stray));
            Err(RpcError::invalid_params(message))
        }
    }
}

/// A call of a tool whose arguments are read.
struct ToolCall<'a> {
    tool: Tool,
    game: Arc<Game>,
    fields: Map<String, Value>,
    input: &'a Input,
}

/// The context of the methods.
struct Tools {
    app: Shared,
    /// The tool that was called, and the problem of its result, for the log.
    noted: OnceLock<Noted>,
}

impl Tools {
    /// The list of tools, for a client with views or without.
    fn list(&self, has_views: bool) -> Value {
        let limits = &self.app.limits;
        let definitions = |has_views| Tool::ALL.map(|tool| tool.definition(has_views, limits));
        let lists = || [false, true].map(|has_views| json!({"tools": definitions(has_views)}));
        self.app.documents.tools.get_or_init(lists)[usize::from(has_views)].clone()
    }

    /// The result of a method.
    async fn handle(
        &self,
        revision: Revision,
        has_views: bool,
        request: &Request<'_>,
        input: &Input,
    ) -> Result<Value, RpcError> {
        if !revision.methods(has_views).contains(&request.method) {
            return Err(revision.lacks_method(request.method, has_views));
        }
        let result = match request.method {
            "initialize" => greeting(request, has_views, &instructions(&self.app, input.headers())),
            "server/discover" => discovery(has_views, &instructions(&self.app, input.headers())),
            "tools/list" => self.list(has_views),
            "tools/call" => self.call_tool(request, has_views, input).await?,
            "resources/list" => views::resources(),
            "resources/templates/list" => json!({"resourceTemplates": []}),
            "resources/read" => views::read(revision, request)?,
            _ => json!({}),
        };
        Ok(revision.complete(request.method, has_views, result))
    }

    async fn call_tool(&self, request: &Request<'_>, has_views: bool, input: &Input) -> Result<Value, RpcError> {
        let names = || Tool::ALL.map(Tool::name).join(", ");
        let name = match request.param("name") {
            Value::String(name) => name,
            Value::Null => {
                let message = format!("params.name is missing; send the name of a tool: {}", names());
                return Err(RpcError::invalid_params(message));
            }
            _ => {
                return Err(RpcError::invalid_params(format!(
                    "params.name is not a string; the tools are {}",
                    names()
                )));
            }
        };
        let Some(tool) = Tool::from_name(name) else {
            let meant = suggestion(name, &Tool::ALL.map(Tool::name));
            let message = format!("unknown tool {};{meant} the tools are {}", shown(name), names());
            return Err(RpcError::invalid_params(message));
        };
        refuse_strays(request)?;
        let arguments = match request.param("arguments") {
            Value::Null => Map::new(),
            Value::Object(arguments) => arguments.clone(),
            Value::String(_) => {
                let message = "params.arguments is text; send the object itself, without quotes around it";
                return Err(RpcError::invalid_params(message));
            }
            _ => return Err(RpcError::invalid_params("params.arguments is not an object")),
        };
        let rendered = self.call(tool, arguments, input).await;
        let is_error = rendered.is_err();
        let Rendered { text, mut values, searched } = rendered.unwrap_or_else(|refusal| refusal);
        if !has_views && let Some(game) = values.get_mut("game").and_then(Value::as_object_mut) {
            game.remove("layout");
        }
        if let Some(searched) = searched {
            let _ = input.notes().searched.set(searched);
        }
        // A message has one call.
        let _ = self.noted.set(Noted::of_tool(tool.name(), is_error.then_some(&values)));
        // Structured content fits the tool's output schema, which a refusal does not.
        let (place, values) =
            if is_error { ("_meta", json!({"problem": values})) } else { ("structuredContent", values) };
        Ok(json!({"content": [{"type": "text", "text": text}], place: values, "isError": is_error}))
    }

    /// The answer of a tool, or its refusal.
    async fn call(&self, tool: Tool, mut arguments: Map<String, Value>, input: &Input) -> Result<Rendered, Rendered> {
        tool.leave_out_blanks(&mut arguments);
        inarow_api::read::read_wide_letters(&mut arguments);
        arguments::read_json_texts(&mut arguments);
        let result_header = arguments::leave_out_headers(&mut arguments);
        arguments::rename_rules(&mut arguments);
        let game = Arc::new(Game::of(&arguments, result_header.as_deref()));
        tool.check(&arguments).map_err(|errors| errors::render(&errors.into(), &game))?;
        let fields = tool.with_defaults(arguments);
        let call = ToolCall { tool, game: Arc::clone(&game), fields, input };
        let rendered = match tool {
            Tool::BestMove => self.ask(Endpoint::Move, call, MoveRequest::read, words::chosen).await,
            Tool::AnalysePosition => self.ask(Endpoint::Analysis, call, AnalysisRequest::read, words::ranking).await,
            Tool::ReviewGame => self.ask(Endpoint::Review, call, ReviewRequest::read, words::review).await,
            Tool::DescribePosition => {
                self.ask(Endpoint::Position, call, |r, _| PositionRequest::read(r), words::described).await
            }
            Tool::ConvertRecord => {
                self.ask(Endpoint::Position, call, |r, _| PositionRequest::read(r), words::records).await
            }
            Tool::GetPuzzle => self.ask(Endpoint::Puzzles, call, PuzzleRequest::read, words::puzzle).await,
            Tool::ListGames => return Ok(words::games()),
        };
        match rendered {
            Ok(rendered) => Ok(rendered),
            Err(failure) => Err(self.refuse(failure, game).await),
        }
    }

    /// Answers a tool's arguments by the request of an endpoint, with its limits and on its lane.
    async fn ask<R: inarow_api::Request>(
        &self,
        endpoint: Endpoint,
        ToolCall { tool, game, fields, input }: ToolCall<'_>,
        read: fn(&Reader<'_>, Context<'_>) -> Option<R>,
        render: fn(&R, &mut Run<'_>) -> Result<Option<Rendered>, Refusal>,
    ) -> Result<Rendered, Failure> {
        let call = Call::new(endpoint, Form::Document, input.of_tool(fields), &self.app);
        let read = {
            let call = Arc::clone(&call);
            move |context: Context<'_>| {
                let fields = call.input.fields()?;
                let request = Reader::of_request(fields, endpoint.path(), Pointer::ROOT, |r| read(r, context))?;
                Ok(Arc::new(request))
            }
        };
        // A long game takes more time to be read for the notes than async threads have.
        let work = move |request: &R, run: &mut Run<'_>, _: &AppState| {
            let Some(rendered) = render(request, run)? else { return Ok(None) };
            // A puzzle names its game anyway.
            let has_notes = tool != Tool::GetPuzzle;
            let notes = if has_notes { game.notes(tool.lists_moves()) } else { String::new() };
            Ok(Some(Rendered { text: notes + &rendered.text, ..rendered }))
        };
        match begin(&self.app, &call, read, work.clone()).await? {
            Begun::Done(rendered) => Ok(rendered),
            Begun::Unfinished(request) => Ok(finish(&self.app, request, call, work, |_| {}).await?.value),
        }
    }

    /// Puts a refusal into words, on the search pool: a long game takes more time than async threads have.
    async fn refuse(&self, failure: Failure, game: Arc<Game>) -> Rendered {
        let problem = failure.into_problem();
        let render = move |_: &Engine, _| errors::render(&problem, &game);
        match self.app.run(Lane::Short, self.app.short_deadline(), render).await {
            Ok(ran) => ran.value,
            Err(error) => errors::render(&Failure::from(error).into_problem(), &Game::default()),
        }
    }
}
