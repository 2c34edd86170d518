//! `/v1/batch`: requests of several kinds in one body, each of them valid or not for itself.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer};
use super::fields::Fields;
use super::param::{Choice, FieldType, Number, Param, Shown, by_name, not_allowed};
use super::{AnalysisRequest, Kind, MoveRequest, PositionRequest};
use crate::config::ServerLimits;

/// The fields of `/v1/batch`.
#[derive(Deserialize, Default, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct BatchParams {
    /// 1 to `batchRequestsMax` requests; required.
    requests: Param<Vec<ItemParams>>,
    /// Milliseconds for all searches together, 1 to `batchMovetimeMsMax`; default: the most.
    movetime: Param<Number>,
}

/// An element of a batch: the fields of a request of its `kind`, which is one of [`BatchRequest::KINDS`].
#[derive(Debug)]
pub struct ItemParams;

impl FieldType for ItemParams {}

/// A valid batch; its elements need not be.
#[derive(Clone, Debug)]
pub struct BatchRequest {
    pub items: Vec<Result<Item, FieldErrors>>,
    /// For all searches together, from the request's arrival.
    pub movetime: Duration,
}

/// A valid element of a batch.
#[derive(Clone, Debug)]
pub enum Item {
    Move(MoveRequest),
    Analysis(AnalysisRequest),
    Position(PositionRequest),
}

impl BatchRequest {
    /// What a batch may hold.
    pub const KINDS: [Kind; 3] = [Kind::Move, Kind::Analysis, Kind::Position];

    /// Reads a batch that arrived at `arrival`.
    ///
    /// # Errors
    /// Everything that is wrong with the batch as a whole.
    pub fn read(fields: &Fields, limits: &ServerLimits, arrival: Instant) -> Result<BatchRequest, FieldErrors> {
        let (sent, mut errors) = fields.params::<BatchParams>("/v1/batch", Pointer::ROOT);
        if errors.unlisted() > 0 {
            // Errors that are only counted belong to nobody: no element is known to be valid.
            return Err(errors);
        }
        let mut of_items = errors.split_off(|pointer| pointer.starts_with("/requests/"));
        let max_ms = limits.batch_movetime_ms_max;
        let movetime_ms = sent.movetime.number(1..=max_ms, Pointer::ROOT.key("movetime"), &mut errors);
        let at = Pointer::ROOT.key("requests");
        let values = elements(sent.requests, limits.batch_requests_max, at, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        // All elements together list no more errors than one request; each invalid one lists its first.
        let mut room = ServerLimits::ERRORS_MAX as usize;
        let items = values.into_iter().enumerate().map(|(index, value)| {
            let at = at.index(index);
            let own = at.to_string();
            let is_own = |pointer: &str| {
                pointer.strip_prefix(&*own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            let mut errors = FieldErrors::with_room(room);
            errors.append(of_items.split_off(is_own));
            let item = item(value, limits, arrival, at, errors);
            room = room.saturating_sub(item.as_ref().err().map_or(0, |errors| errors.list().len()));
            item
        });
        Ok(BatchRequest { items: items.collect(), movetime: Duration::from_millis(movetime_ms.unwrap_or(max_ms)) })
    }
}

fn elements(requests: Param<Vec<ItemParams>>, max: u32, at: Pointer<'_>, errors: &mut FieldErrors) -> Vec<Value> {
    let (code, detail) = match requests.into_sent() {
        Some(Value::Array(list)) if list.is_empty() => {
            (ErrorCode::WrongLength, "the list is empty; send one request at least".to_owned())
        }
        Some(Value::Array(list)) if list.len() > max as usize => {
            (ErrorCode::WrongLength, format!("{} requests are too many; send at most {max}", list.len()))
        }
        Some(Value::Array(list)) => return list,
        Some(other) => (ErrorCode::WrongType, format!("{} is not a list; send a list of requests", Shown(&other))),
        None => {
            let remedy = "send a list such as [{\"kind\":\"move\",\"board\":\"XO.......\"}]";
            (ErrorCode::Missing, format!("it is missing; {remedy}"))
        }
    };
    errors.add(at, code, detail);
    Vec::new()
}

/// Reads an element of a batch; `errors` has those of its form.
fn item(
    value: Value,
    limits: &ServerLimits,
    arrival: Instant,
    at: Pointer<'_>,
    mut errors: FieldErrors,
) -> Result<Item, FieldErrors> {
    let Value::Object(mut members) = value else {
        let remedy = "send an object such as {\"kind\":\"move\"}";
        errors.add(at, ErrorCode::WrongType, format_args!("{} is not a request; {remedy}", Shown(&value)));
        return Err(errors);
    };
    let kind = members.remove("kind").filter(|kind| !kind.is_null());
    let Some(found) = kind.as_ref().and_then(|kind| by_name(kind, &BatchRequest::KINDS)) else {
        match &kind {
            Some(kind) => not_allowed(kind, &BatchRequest::KINDS, "", false, at.key("kind"), &mut errors),
            None => errors.add_with(at.key("kind"), ErrorCode::Missing, || {
                format!("it is missing; send one of \"{}\"", BatchRequest::KINDS.map(Choice::name).join("\", \""))
            }),
        }
        return Err(errors);
    };
    let fields = Fields::from_object(members, errors);
    match found {
        Kind::Analysis => AnalysisRequest::read(&fields, limits, arrival, at).map(Item::Analysis),
        Kind::Position => PositionRequest::read(&fields, at).map(Item::Position),
        // The other kinds are none of `KINDS`.
        _ => MoveRequest::read(&fields, limits, arrival, at).map(Item::Move),
    }
}
