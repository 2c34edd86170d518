//! A call and its reply: the work of the service between a request and its response, without HTTP, threads or queues.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use inarow_api::endpoints::{games, heuristics};
use inarow_api::problem::{Code, Origin, Problem};
use inarow_api::read::{Choice as _, shown};
use inarow_api::{Answer, Cancel, Context, Effort, Endpoint, Fields, Limits, MakeRecord, Refusal, Request, Run, host};
use inarow_engine::clock::Instant;
use inarow_engine::engine::{Engine, EngineConfig};
use inarow_engine::parts::InPlace;
use serde::{Deserialize, Serialize};

/// The head of a call: everything but its fields.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Head<'a> {
    /// The endpoint's name, such as `move`: its path without `/v1/`.
    #[serde(borrow)]
    pub endpoint: Cow<'a, str>,
    #[serde(default)]
    pub form: Form,
    /// Whether the fields are a query string, as those of a GET. The answer then tells no time, as one that a cache may keep.
    #[serde(default)]
    pub query: bool,
    /// The origin for links in problem documents, such as `https://a.example`; by default they are relative.
    #[serde(default, borrow)]
    pub service: Cow<'a, str>,
    /// The id of the request, for problem documents.
    #[serde(default, borrow)]
    pub request_id: Cow<'a, str>,
}

/// The form of a reply.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// One JSON document.
    #[default]
    Document,
    /// Progress records, which go to the callback, and a last record.
    Stream,
    /// One JSON document a line.
    Lines,
    /// Plain text for people.
    Text,
    /// A reviewed game as a Smart Game Format file.
    Sgf,
}

/// A reply: that of the service as status and body.
#[derive(Debug)]
pub struct Reply {
    /// The HTTP status. A stream that fails after its first record has 200.
    pub status: u16,
    pub body: Vec<u8>,
    /// Whether the same call always gets the same reply.
    pub is_pure: bool,
}

/// The contract with an engine, limits and a cancel flag.
#[derive(Debug)]
pub struct Local {
    engine: Engine,
    limits: Limits,
    cancel: Cancel,
}

/// Settings of a host. The defaults are those of the service, but for the smaller table without a book.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Settings {
    /// Size of the transposition table, in MiB. Other sizes visit other numbers of nodes.
    pub table_mib: u32,
    /// Search time of a request that names no limit, in milliseconds.
    pub movetime_ms_default: u64,
    /// Longest search time, in milliseconds; where it is longer than that of a batch or a match in the service, theirs, too.
    pub movetime_ms_max: u64,
}

impl Default for Settings {
    fn default() -> Self {
        let Limits { movetime_ms_default, movetime_ms_max, .. } = Limits::DEFAULT;
        // That of the service; the module without a book is for small devices.
        let table_mib = if cfg!(feature = "book") { 64 } else { 16 };
        Settings { table_mib, movetime_ms_default, movetime_ms_max }
    }
}

impl Default for Local {
    fn default() -> Self {
        Local::new(Settings::default())
    }
}

impl Local {
    /// The contract with these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Local {
        let Settings { table_mib, movetime_ms_default, movetime_ms_max } = settings;
        let engine = Engine::new(EngineConfig { table_bytes: (table_mib.max(1) as usize).saturating_mul(1 << 20) });
        // One search may have this time, so may several.
        let limits = Limits {
            movetime_ms_default,
            movetime_ms_max,
            batch_movetime_ms_max: movetime_ms_max.max(Limits::DEFAULT.batch_movetime_ms_max),
            match_movetime_ms_max: movetime_ms_max.max(Limits::DEFAULT.match_movetime_ms_max),
            ..Limits::DEFAULT
        };
        Local { engine, limits, cancel: Cancel::default() }
    }

    /// The flag that ends the call that runs, set by its host; each call begins with it cleared.
    #[must_use]
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// The reply to a call whose head cannot be read.
    #[must_use]
    pub fn bad_head(error: &serde_json::Error) -> Reply {
        let problem = Problem::new(Code::MalformedJson, format!("the head of the call is not one: {error}"));
        refused(&problem, &Origin::default(), false)
    }

    /// Answers a call. Each progress record of a stream goes to `on_record`.
    pub fn reply(&self, head: &Head<'_>, fields: &[u8], on_record: &mut dyn FnMut(&str)) -> Reply {
        self.cancel.store(false, Relaxed);
        let document = match &*head.endpoint {
            "games" => Some(serde_json::to_vec(&games::answer(&self.limits.published()))),
            "heuristics" => Some(serde_json::to_vec(&heuristics::answer())),
            _ => None,
        };
        if let Some(document) = document {
            return Reply { status: 200, body: document.unwrap_or_default(), is_pure: true };
        }
        let path =
            endpoint(&head.endpoint).map_or_else(|| format!("/v1/{}", head.endpoint), |found| found.path().to_owned());
        let origin = Origin { service: &head.service, path: &path, request_id: &head.request_id };
        let mut has_records = false;
        let mut on_record = |record: &str| {
            has_records = true;
            on_record(record);
        };
        match self.answer(head, fields, origin, &mut on_record) {
            Ok(Answer { body, is_pure, until, .. }) => Reply { status: 200, body, is_pure: is_pure && until.is_none() },
            Err(problem) => refused(&problem, &origin, has_records),
        }
    }

    fn answer(
        &self,
        head: &Head<'_>,
        fields: &[u8],
        origin: Origin<'_>,
        on_record: &mut dyn FnMut(&str),
    ) -> Result<Answer, Problem> {
        let start = Instant::now();
        let endpoint = endpoint(&head.endpoint).ok_or_else(|| not_found(&head.endpoint))?;
        let form = form(endpoint, head.form).ok_or_else(|| not_offered(endpoint))?;
        let mut on_progress = |make: MakeRecord<'_>| {
            // Writing fails for no answer; the last record would say so.
            if form == inarow_api::Form::FinalRecord
                && let Ok(record) = make()
            {
                on_record(record.get());
            }
        };
        let run = &mut Run {
            engine: &self.engine,
            limits: &self.limits,
            effort: Effort::Instant,
            form,
            start,
            end: None,
            cancel: Arc::clone(&self.cancel),
            recall: None,
            is_late: false,
            threads: &InPlace,
            cacheable: head.query && !matches!(form, inarow_api::Form::FinalRecord | inarow_api::Form::Lines),
            origin,
            on_progress: &mut on_progress,
        };
        let fields =
            if head.query { Fields::from_query(&String::from_utf8_lossy(fields)) } else { Fields::from_json(fields) };
        let answer = fields.map_err(Refusal::from).and_then(|fields| {
            let request =
                endpoint.read(&fields, Context { limits: &self.limits, engine: &self.engine, now: host::now() })?;
            whole_answer(&*request, run)
        });
        let max = self.limits.answer_bytes_max;
        match answer {
            Ok(answer) if answer.body.len() as u64 > max => Err(Refusal::AnswerTooLarge { max }.into_problem()),
            Ok(answer) => Ok(answer),
            Err(refusal) => Err(refusal.into_problem()),
        }
    }
}

/// The answer as the service finds it: at once if it can be had so, which a stream leaves out, so that it tells of every depth.
fn whole_answer(request: &dyn Request, run: &mut Run<'_>) -> Result<Answer, Refusal> {
    if run.form == inarow_api::Form::FinalRecord {
        run.effort = Effort::Full;
    } else {
        if let Some(answer) = request.answer(run)? {
            return Ok(answer);
        }
        run.effort = Effort::AfterInstant;
    }
    request.answer(run)?.ok_or(Refusal::Expired)
}

fn endpoint(name: &str) -> Option<Endpoint> {
    let is_named = |endpoint: &Endpoint| endpoint.path().trim_start_matches("/v1").strip_prefix('/') == Some(name);
    Endpoint::ALL.iter().copied().filter(|&endpoint| endpoint != Endpoint::Png).find(is_named)
}

/// The form of the answer, if the endpoint offers it.
fn form(endpoint: Endpoint, asked: Form) -> Option<inarow_api::Form> {
    match asked {
        Form::Document if endpoint == Endpoint::Svg => Some(inarow_api::Form::Svg),
        Form::Document => Some(inarow_api::Form::Document),
        Form::Stream => endpoint.progress().map(|_| inarow_api::Form::FinalRecord),
        Form::Lines => (endpoint == Endpoint::Continuations).then_some(inarow_api::Form::Lines),
        Form::Text => {
            let is_said = matches!(
                endpoint,
                Endpoint::Move | Endpoint::Position | Endpoint::Analysis | Endpoint::Puzzles | Endpoint::Review
            );
            is_said.then_some(inarow_api::Form::Text)
        }
        Form::Sgf => (endpoint == Endpoint::Review).then_some(inarow_api::Form::Sgf),
    }
}

fn not_found(name: &str) -> Problem {
    let paths: Vec<&str> = Endpoint::ALL.iter().map(|endpoint| endpoint.path()).collect();
    let detail = format!("there is no endpoint {}; use one of {}, without /v1/", shown(name), paths.join(", "));
    Problem::new(Code::NotFound, detail)
}

fn not_offered(endpoint: Endpoint) -> Problem {
    Problem::new(Code::NotAcceptable, format!("{} has no answers of this form; ask for a document", endpoint.path()))
}

/// The problem as the service sends it: in a stream that has begun, as its last record.
fn refused(problem: &Problem, origin: &Origin<'_>, is_last_record: bool) -> Reply {
    #[derive(Serialize)]
    struct LastRecord<T> {
        r#final: bool,
        problem: T,
    }
    let (status, body) = if is_last_record {
        (200, serde_json::to_vec(&LastRecord { r#final: true, problem: problem.document(origin) }))
    } else {
        (problem.code.status(), problem.line(origin))
    };
    Reply { status, body: body.unwrap_or_default(), is_pure: false }
}
