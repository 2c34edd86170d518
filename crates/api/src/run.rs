//! How a request is answered: its effort, its time and its form.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;
use time::UtcDateTime;

use crate::limits::Limits;
use crate::problem::Origin;
use crate::refusal::Refusal;
use inarow_engine::clock::Instant;
pub use inarow_engine::engine::Effort;
use inarow_engine::engine::{Engine, Plan, Query};
use inarow_engine::game::Rules;
use inarow_engine::parts::{InPlace, Threads};
use inarow_engine::search;

/// A flag that ends the work on a request.
pub type Cancel = Arc<AtomicBool>;

/// The form of an answer's body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One JSON document.
    Document,
    /// The last record of a stream: one JSON document with `"final": true`.
    FinalRecord,
    /// One JSON document a line.
    Lines,
    /// Plain text for people.
    Text,
    /// A picture as SVG.
    Svg,
    /// A picture as PNG.
    Png,
    /// A game as a Smart Game Format file.
    Sgf,
    /// A graph in the language of Graphviz.
    Dot,
    /// A graph in the language of Mermaid.
    Mermaid,
}

/// Makes the JSON of a progress record. It is called only if there is room for the record.
pub type MakeRecord<'a> = &'a dyn Fn() -> serde_json::Result<Box<RawValue>>;

/// Everything that answering needs besides the request.
pub struct Run<'a> {
    pub engine: &'a Engine,
    pub limits: &'a Limits,
    pub effort: Effort,
    pub form: Form,
    /// The request's time counts from here.
    pub start: Instant,
    /// Everything ends here, whatever time a request has left.
    pub end: Option<Instant>,
    pub cancel: Cancel,
    /// Ends the work on a lent thread that is needed elsewhere; its result is thrown away.
    pub recall: Option<Cancel>,
    /// Whether at least half of its time passed while it waited for its turn: where time ends a search, the wait is why.
    pub is_late: bool,
    /// Lends threads for independent parts of the answer.
    pub threads: &'a dyn Threads,
    /// Whether a cache may keep a pure answer, so that it must not tell how long it took.
    pub cacheable: bool,
    /// The origin of problems within an answer.
    pub origin: Origin<'a>,
    pub on_progress: &'a mut dyn FnMut(MakeRecord<'_>),
}

impl<'a> Run<'a> {
    /// A run with all effort, from now on, for one JSON document.
    #[must_use]
    pub fn new(engine: &'a Engine, limits: &'a Limits, on_progress: &'a mut dyn FnMut(MakeRecord<'_>)) -> Run<'a> {
        Run {
            engine,
            limits,
            effort: Effort::Full,
            form: Form::Document,
            start: Instant::now(),
            end: None,
            cancel: Cancel::default(),
            recall: None,
            is_late: false,
            threads: &InPlace,
            cacheable: false,
            origin: Origin::default(),
            on_progress,
        }
    }

    /// The limits of work that may take `movetime` from the request's start on.
    #[must_use]
    pub fn limited(&self, limits: &search::Limits, movetime: Duration) -> search::Limits {
        let own = self.start + movetime;
        let deadline = self.end.map_or(own, |end| end.min(own));
        let (cancel, recall) = (Some(Arc::clone(&self.cancel)), self.recall.clone());
        search::Limits { deadline: Some(deadline), cancel, recall, ..limits.clone() }
    }

    /// A query that may take `movetime` from the request's start on. An answer at once bounds itself.
    #[must_use]
    pub fn limited_query<'q>(&self, query: &'q Query, movetime: Duration) -> Cow<'q, Query> {
        if self.effort == Effort::Instant {
            return Cow::Borrowed(query);
        }
        Cow::Owned(Query { limits: self.limited(&query.limits, movetime), ..query.clone() })
    }

    /// Whether nobody wants the answer any more, or not from this thread, or the service stops.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        search::is_set(&self.cancel) || self.recall.as_ref().is_some_and(|recall| search::is_set(recall))
    }

    /// Why a request has no whole answer: the work is cancelled, or its time is over.
    #[must_use]
    pub fn cut_off(&self) -> Refusal {
        if self.is_cancelled() { Refusal::Cancelled } else { Refusal::Expired }
    }

    /// The time taken so far, for an answer that may tell it.
    #[must_use]
    pub fn time(&self, is_pure: bool) -> Option<Duration> {
        (!(self.cacheable && is_pure)).then(|| self.start.elapsed())
    }

    /// An answer of one JSON document. `is_pure`: the same request always gets it.
    ///
    /// # Errors
    /// A value that cannot be written, which no answer is.
    pub fn json(&self, value: &impl Serialize, is_pure: bool) -> Result<Answer, Refusal> {
        let mut body = Vec::with_capacity(Answer::BYTES_USUAL);
        match self.form {
            Form::FinalRecord => serde_json::to_writer(&mut body, &FinalRecord { r#final: true, answer: value })?,
            _ => serde_json::to_writer(&mut body, value)?,
        }
        Ok(self.written(body, is_pure))
    }

    /// An answer in words. `is_pure`: the same request always gets it.
    #[must_use]
    pub fn text(&self, text: String, is_pure: bool) -> Answer {
        self.written(text.into_bytes(), is_pure)
    }

    /// An answer that is written in its form. `is_pure`: the same request always gets it.
    #[must_use]
    pub fn written(&self, body: Vec<u8>, is_pure: bool) -> Answer {
        Answer { body, form: self.form, is_pure, until: None, search: None, failed: 0 }
    }
}

/// An answer as the last record of a stream.
#[derive(Serialize)]
struct FinalRecord<'a, T> {
    r#final: bool,
    #[serde(flatten)]
    answer: &'a T,
}

/// An answer as bytes.
#[derive(Debug)]
pub struct Answer {
    pub body: Vec<u8>,
    pub form: Form,
    /// Whether the same request always gets the same answer.
    pub is_pure: bool,
    /// The end of its validity, for a pure answer that the calendar changes.
    pub until: Option<UtcDateTime>,
    /// Statistics of its searches, for a log.
    pub search: Option<Searched>,
    /// The number of elements of a batch that have a problem in place of an answer.
    pub failed: usize,
}

/// Statistics of the searches of an answer, in the words of answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// Positions that they visited, all together.
    pub nodes: u64,
    /// How the one search of a move or an analysis ended.
    pub end: Option<SearchEnd>,
}

/// The algorithm of a search, the depth that it reached, and why it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchEnd {
    pub algorithm: &'static str,
    pub depth: u32,
    pub stop: &'static str,
}

impl Answer {
    /// Most answers fit without growing.
    const BYTES_USUAL: usize = 1024;
}

/// A valid request.
pub trait Request: Send + Sync + 'static {
    /// Whether the answer is a look-up or a search.
    fn plan(&self, _engine: &Engine) -> Plan {
        Plan::Search
    }

    /// The rules of its game; `None` for a request that has several.
    fn rules(&self) -> Option<&Rules>;

    /// How long the whole answer may take; `None` for one without a search.
    fn movetime(&self) -> Option<Duration>;

    /// The answer; `None` if there is none for this effort.
    ///
    /// # Errors
    /// Work that turns out to be too much, and work that is stopped before there is any answer.
    fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal>;
}
