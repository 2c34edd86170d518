//! A batch: requests of several kinds in one body, each of them good or bad for itself.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use super::fault::{At, Faults};
use super::fields::{Fields, Kind};
use super::node::Node;
use super::value::{choice, integer, members};
use super::{AnalysisRequest, MoveRequest, PositionRequest};
use crate::config::ServerLimits;

/// A valid batch; its elements need not be.
#[derive(Debug)]
pub struct BatchRequest {
    pub items: Vec<Result<Item, Faults>>,
    /// For all searches together, from the request's arrival.
    pub movetime: Duration,
}

/// A valid element of a batch.
#[derive(Debug)]
pub enum Item {
    Move(MoveRequest),
    Analysis(AnalysisRequest),
    Position(PositionRequest),
}

impl BatchRequest {
    /// What a batch may hold.
    pub const KINDS: [Kind; 3] = [Kind::Move, Kind::Analysis, Kind::Position];
    /// The fields of a batch.
    pub const FIELDS: [&'static str; 2] = ["requests", "movetime"];

    /// Reads the members of a batch that arrived at `arrival`.
    ///
    /// # Errors
    /// Everything that is wrong with the batch as a whole.
    pub fn read(
        object: &[(Cow<'_, str>, Node<'_>)],
        limits: &ServerLimits,
        arrival: Instant,
    ) -> Result<BatchRequest, Faults> {
        let mut faults = Faults::default();
        let [requests, movetime] = members(object, Self::FIELDS, At::ROOT, &mut faults);
        let max_ms = limits.batch_movetime_ms_max;
        let movetime_ms =
            movetime.and_then(|node| integer(node, 1..=max_ms as i64, At::ROOT.key("movetime"), &mut faults));
        let nodes = elements(requests, limits.batch_requests_max, At::ROOT.key("requests"), &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let at = At::ROOT.key("requests");
        let items = nodes.iter().enumerate().map(|(index, node)| item(node, limits, arrival, at.index(index)));
        Ok(BatchRequest {
            items: items.collect(),
            movetime: Duration::from_millis(movetime_ms.map_or(max_ms, |movetime_ms| movetime_ms as u64)),
        })
    }
}

fn elements<'n>(requests: Option<&'n Node<'n>>, max: u32, at: At<'_>, faults: &mut Faults) -> &'n [Node<'n>] {
    let detail = match requests {
        Some(Node::List(list)) if list.is_empty() => "the list is empty; send one request at least".to_owned(),
        Some(Node::List(list)) if list.len() > max as usize => {
            format!("{} requests are too many; send at most {max}", list.len())
        }
        Some(Node::List(list)) => return list,
        Some(other) => format!("{other} is not a list; send a list of requests"),
        None => "it is missing; send a list such as [{\"kind\":\"move\",\"board\":\"XO.......\"}]".to_owned(),
    };
    faults.add(at, detail);
    &[]
}

fn item(node: &Node<'_>, limits: &ServerLimits, arrival: Instant, at: At<'_>) -> Result<Item, Faults> {
    let mut faults = Faults::default();
    let Node::Object(object) = node else {
        faults.add(at, format!("{node} is not a request; send an object such as {{\"kind\":\"move\"}}"));
        return Err(faults);
    };
    let is_kind = |member: &&(Cow<'_, str>, Node<'_>)| member.0 == "kind";
    let mut kinds = object.iter().filter(is_kind);
    let kind = match (kinds.next(), kinds.next()) {
        (Some((_, node)), None) => choice(node, &BatchRequest::KINDS, Kind::name, at.key("kind"), &mut faults),
        (Some(_), Some(_)) => {
            faults.add(at.key("kind"), "\"kind\" is given twice; send it once");
            None
        }
        (None, _) => {
            let names = BatchRequest::KINDS.map(|kind| format!("\"{}\"", kind.name())).join(", ");
            faults.add(at.key("kind"), format!("it is missing; send one of {names}"));
            None
        }
    };
    let Some(kind) = kind else { return Err(faults) };
    let fields = Fields::from_members(object.iter().filter(|member| !is_kind(member)).cloned());
    match kind {
        Kind::Move => MoveRequest::read(&fields, limits, arrival, at).map(Item::Move),
        Kind::Analysis => AnalysisRequest::read(&fields, limits, arrival, at).map(Item::Analysis),
        Kind::Position => PositionRequest::read(&fields, at).map(Item::Position),
        // None of `KINDS`, and said here again for whoever adds to them.
        Kind::Tree | Kind::Continuations => {
            faults.add(at.key("kind"), format!("a batch takes no \"{}\"; ask {} for it", kind.name(), kind.path()));
            Err(faults)
        }
    }
}
