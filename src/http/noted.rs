//! Notes on a request for the log, beside its head and its status.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use inarow_api::Searched;
use inarow_api::problem::{Code, Problem};
use serde_json::Value;

use super::logged;
use super::search_pool::WaitReason;

/// Longest reason that is logged, in characters.
const REASON_CHARS_MAX: usize = 128;

/// Notes of the work on a request, in the extensions of the request: they are known also where there is no answer, as when the client
/// goes away.
#[derive(Default, Debug)]
pub struct WorkNotes {
    /// Set once the request is read.
    pub game: OnceLock<Cow<'static, str>>,
    /// Set once its work has left the queue of searches, or has ended at once.
    pub waited: OnceLock<Waited>,
    /// Set with the answer, unless it is a stream.
    pub searched: OnceLock<Searched>,
    /// Set if the answer is a stream: its end has a line of its own.
    pub streamed: OnceLock<()>,
}

/// How a search waited for a thread, for the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Waited {
    /// `None` where it needed none.
    pub queued: Option<Duration>,
    /// All the time that its request has.
    pub movetime: Option<Duration>,
    /// The reason, if it waited for half of its time or longer.
    pub late: Option<WaitReason>,
}

/// Notes that the log and the work share.
pub type SharedWorkNotes = Arc<WorkNotes>;

/// Notes on a request that was not answered as asked, and the tool that was called; in the extensions of the response.
#[derive(Clone, Default, Debug)]
pub struct Noted {
    pub code: Option<Code>,
    /// Pointer and code of the first error, or the cause that tells refusals of one code apart. No value that was sent.
    pub reason: Option<String>,
    pub tool: Option<&'static str>,
}

impl Noted {
    /// Notes on a problem; `reason` counts where it has no errors of fields.
    pub fn of(problem: &Problem, reason: Option<&str>) -> Noted {
        let error = problem.errors.first().map(|error| pointer_and_code(&error.pointer.to_string(), error.code.name()));
        let reason = error.or(reason.map(str::to_owned)).map(|reason| first_chars(&reason, REASON_CHARS_MAX));
        Noted { code: Some(problem.code), reason, tool: None }
    }

    /// Notes on a call of a tool, with the problem of its result, if it has one.
    pub fn of_tool(tool: &'static str, problem: Option<&Value>) -> Noted {
        let code = problem.and_then(|problem| Code::ALL.iter().copied().find(|code| problem["code"] == code.name()));
        let error = problem.map(|problem| &problem["errors"][0]);
        let error = error.and_then(|error| Some(pointer_and_code(error["pointer"].as_str()?, error["code"].as_str()?)));
        Noted { code, reason: error.map(|reason| first_chars(&reason, REASON_CHARS_MAX)), tool: Some(tool) }
    }

    /// Notes on a request that has an answer, with a reason.
    pub fn reason(reason: String) -> Noted {
        Noted { reason: Some(reason), ..Noted::default() }
    }
}

/// An error of a field as the log shows it. Its pointer may have a name that the client chose.
fn pointer_and_code(pointer: &str, code: &str) -> String {
    format!("{} {code}", logged::path(pointer))
}

/// The first so many characters.
pub(super) fn first_chars(text: &str, max: usize) -> String {
    text.char_indices().nth(max).map_or(text, |(end, _)| &text[..end]).to_owned()
}
