//! What the records of a stream look like.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName};

use super::super::accept::{self, EVENT_STREAM, JSON, NDJSON};
use super::super::gate::RequestId;
use super::super::problem::Failure;

/// The id of the last event: a browser that lost its connection after it has everything.
const LAST_ID: &str = "final";
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// How records follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Server-sent events.
    Events,
    /// Lines of JSON.
    Lines,
}

impl Format {
    pub const fn media_type(self) -> &'static str {
        match self {
            Format::Events => EVENT_STREAM,
            Format::Lines => NDJSON,
        }
    }
}

/// What a client that wants a stream says of it.
#[derive(Clone, Debug)]
pub struct Wishes {
    pub(super) format: Format,
    pub(super) id: RequestId,
    /// A reconnection after the last event, as `EventSource` makes it by itself when a stream ends.
    pub(super) has_all: bool,
}

impl Wishes {
    /// Reads the headers of a request; `None` where one document is liked best.
    ///
    /// # Errors
    /// A client that accepts neither a document nor a stream.
    pub fn of(headers: &HeaderMap) -> Result<Option<Wishes>, Failure> {
        let format = match accept::choose(headers, &[JSON, EVENT_STREAM, NDJSON]) {
            Some(EVENT_STREAM) => Format::Events,
            Some(NDJSON) => Format::Lines,
            Some(_) => return Ok(None),
            None => {
                return Err(Failure::NotAcceptable {
                    offered: "application/json, text/event-stream, application/x-ndjson",
                });
            }
        };
        let has_all = format == Format::Events && headers.get(LAST_EVENT_ID).is_some_and(|id| id == LAST_ID);
        Ok(Some(Wishes { format, id: RequestId::of(headers), has_all }))
    }
}

/// Writes the records of one stream.
#[derive(Debug)]
pub struct Teller {
    format: Format,
    path: &'static str,
    id: RequestId,
    told: u64,
}

impl Teller {
    pub fn new(format: Format, path: &'static str, id: RequestId) -> Teller {
        Teller { format, path, id, told: 0 }
    }

    /// The record of a completed depth.
    pub fn depth(&mut self, record: &[u8]) -> Bytes {
        self.told += 1;
        let id = self.told.to_string();
        self.frame(&id, "depth", record)
    }

    /// The last record: the whole answer, or why there is none.
    pub fn last(&self, answer: Result<Vec<u8>, Failure>) -> Bytes {
        match answer {
            Ok(answer) => {
                let rest = answer.strip_prefix(b"{").unwrap_or(&answer);
                self.frame(LAST_ID, "final", &[b"{\"final\":true,", rest].concat())
            }
            Err(failure) => {
                let problem = failure.into_problem();
                let document = serde_json::to_vec(&problem.document(self.path, self.id.as_str())).unwrap_or_default();
                let record = [b"{\"final\":true,\"problem\":", &*document, b"}"].concat();
                self.frame(LAST_ID, "problem", &record)
            }
        }
    }

    /// A sign of life.
    pub fn heartbeat(&self) -> Bytes {
        Bytes::from_static(match self.format {
            Format::Events => b": heartbeat\n\n",
            Format::Lines => b"{\"heartbeat\":true}\n",
        })
    }

    fn frame(&self, id: &str, event: &str, record: &[u8]) -> Bytes {
        match self.format {
            Format::Events => {
                let head = format!("id: {id}\nevent: {event}\ndata: ");
                [head.as_bytes(), record, b"\n\n"].concat().into()
            }
            Format::Lines => [record, b"\n"].concat().into(),
        }
    }
}
