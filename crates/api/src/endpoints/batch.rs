//! `/v1/batch`: several requests in one, answered in order under one time budget, each of them valid or not for itself. Searches that
//! name no limit share the time that is left.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::{Context, Endpoint};
use crate::limits::{ERRORS_MAX, Limits};
use crate::problem::Origin;
use crate::read::{Choice, ErrorCode, FieldErrors, Fields, Pointer, Reader, Shown, by_name, not_allowed};
use crate::refusal::Refusal;
use crate::run::{Answer, Cancel, Effort, MakeRecord, Request, Run, Searched};
use inarow_engine::clock::Instant;
use inarow_engine::engine::{Engine, Plan};
use inarow_engine::game::Rules;
use inarow_engine::parts::{Parts, Seat};

/// The kinds of requests that a batch may hold.
pub const BATCH_KINDS: [Endpoint; 3] = [Endpoint::Move, Endpoint::Analysis, Endpoint::Position];

/// A valid batch; its elements need not be.
pub struct BatchRequest {
    items: Vec<Result<Item, FieldErrors>>,
    /// Time of all searches together.
    movetime: Duration,
}

/// A valid element.
struct Item {
    request: Arc<dyn Request>,
    /// Whether only the default time bounds its search, so that it shares the time of the batch.
    is_open: bool,
}

impl Item {
    /// The fields of an element that bound its search.
    const LIMITS: [&'static str; 3] = ["depth", "nodes", "movetime"];
}

/// The answer of one element: the status, and the JSON of the body or of the problem that it would have had alone.
struct ItemAnswer {
    status: u16,
    outcome: Result<Vec<u8>, Vec<u8>>,
    /// Positions that its searches visited.
    nodes: u64,
}

impl ItemAnswer {
    /// About the bytes of its names and its status.
    const FRAME_BYTES: usize = 32;

    fn bytes(&self) -> usize {
        let (Ok(json) | Err(json)) = &self.outcome;
        json.len()
    }
}

/// The JSON of a batch. The answers are JSON already: to parse them again, as a `RawValue` does, takes as long as to search late ones.
fn json_of(answers: &[ItemAnswer]) -> Vec<u8> {
    let bytes: usize = answers.iter().map(|answer| answer.bytes() + ItemAnswer::FRAME_BYTES).sum();
    let mut body = Vec::with_capacity(bytes + ItemAnswer::FRAME_BYTES);
    body.extend_from_slice(b"{\"results\":[");
    for (index, ItemAnswer { status, outcome, .. }) in answers.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        let (name, json) = match outcome {
            Ok(json) => ("body", json),
            Err(json) => ("problem", json),
        };
        body.extend_from_slice(format!("{separator}{{\"status\":{status},\"{name}\":").as_bytes());
        body.extend_from_slice(json);
        body.push(b'}');
    }
    body.extend_from_slice(b"]}");
    body
}

impl BatchRequest {
    /// Reads a batch: 1 to `batchRequestsMax` requests, and milliseconds for all searches together.
    pub fn read(r: &Reader<'_>, context: Context<'_>) -> Option<BatchRequest> {
        let limits = context.limits;
        if r.at().has_unlisted_errors() {
            // Errors that are only counted belong to nobody: no element is known to be valid.
            let _ = (r.sent("requests"), r.sent("movetime"));
            return None;
        }
        let mut of_items = r.at().take_errors(|path| path.element_of("requests").is_some());
        let values = elements(r, limits.batch_requests_max);
        let movetime_ms = r.number("movetime", 1..=limits.batch_movetime_ms_max);
        let values = values.filter(|_| r.is_clean())?;
        let requests = Pointer::ROOT.key("requests");
        // All elements together list no more errors than one request; each invalid one lists its first.
        let mut room = ERRORS_MAX as usize;
        let items = values.iter().enumerate().map(|(index, value)| {
            let mut errors = FieldErrors::with_room(room);
            errors.append(of_items.split_off(|path| path.element_of("requests") == Some(index)));
            let item = item(value, errors, context, requests.index(index));
            room = room.saturating_sub(item.as_ref().err().map_or(0, |errors| errors.list().len()));
            item
        });
        let movetime = Duration::from_millis(movetime_ms.unwrap_or(limits.batch_movetime_ms_max));
        Some(BatchRequest { items: items.collect(), movetime })
    }
}

fn elements<'a>(r: &Reader<'a>, max: u32) -> Option<&'a [Value]> {
    let (code, detail) = match r.sent("requests") {
        Some(Value::Array(list)) if list.is_empty() => {
            (ErrorCode::WrongLength, "the list is empty; send one request at least".to_owned())
        }
        Some(Value::Array(list)) if list.len() > max as usize => {
            (ErrorCode::WrongLength, format!("{} requests are too many; send at most {max}", list.len()))
        }
        Some(Value::Array(list)) => return Some(list),
        Some(other) => (ErrorCode::WrongType, format!("{} is not a list; send a list of requests", Shown(other))),
        None => {
            let remedy = "send a list such as [{\"kind\":\"move\",\"board\":\"XO.......\"}]";
            (ErrorCode::Missing, format!("it is missing; {remedy}"))
        }
    };
    r.error("requests", code, detail);
    None
}

/// Reads an element of a batch; `errors` has those of its form.
fn item(value: &Value, mut errors: FieldErrors, context: Context<'_>, at: Pointer<'_>) -> Result<Item, FieldErrors> {
    let Value::Object(members) = value else {
        let remedy = "send an object such as {\"kind\":\"move\"}";
        errors.add(at, ErrorCode::WrongType, format_args!("{} is not a request; {remedy}", Shown(value)));
        return Err(errors);
    };
    let mut members = members.clone();
    let kind = members.remove("kind").filter(|kind| !kind.is_null());
    match kind.as_ref().map(|kind| by_name(kind, &BATCH_KINDS).ok_or(kind)) {
        Some(Ok(endpoint)) => {
            let has_limit = Item::LIMITS.iter().any(|name| members.get(*name).is_some_and(|limit| !limit.is_null()));
            let request = endpoint.read_at(&Fields::from_object(members, errors), context, at)?;
            // A game that is solved from every position has the longest time, and needs little of it.
            let is_open = !has_limit && request.movetime() == Some(context.limits.movetime_default());
            Ok(Item { request, is_open })
        }
        Some(Err(other)) => {
            let (code, detail) = not_allowed(other, &BATCH_KINDS, "", false);
            errors.add_with(at.key("kind"), code, detail);
            Err(errors)
        }
        None => {
            errors.add_with(at.key("kind"), ErrorCode::Missing, || {
                format!("it is missing; send one of \"{}\"", BATCH_KINDS.map(Choice::name).join("\", \""))
            });
            Err(errors)
        }
    }
}

impl Request for BatchRequest {
    fn plan(&self, engine: &Engine) -> Plan {
        let is_instant = |item: &Item| item.request.plan(engine) == Plan::Instant;
        if self.items.iter().flatten().all(is_instant) { Plan::Instant } else { Plan::Search }
    }

    fn rules(&self) -> Option<&Rules> {
        let mut all = self.items.iter().flatten().map(|item| item.request.rules());
        let first = all.next()?;
        if all.all(|other| other == first) { first } else { None }
    }

    fn movetime(&self) -> Option<Duration> {
        Some(self.movetime)
    }

    fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
        if run.effort == Effort::Least || run.effort == Effort::Instant && self.plan(run.engine) == Plan::Search {
            return Ok(None);
        }
        let parts = Elements::new(&self.items, run.start + self.movetime, Shared::of(run));
        let work = |index: usize, seat: Seat<'_, _>| parts.answer(index, &seat);
        let (mut bytes, max) = (0, run.limits.answer_bytes_max);
        let mut count = |_: usize, result: &Result<ItemAnswer, Refusal>| {
            bytes += result.as_ref().map_or(0, ItemAnswer::bytes);
            let is_whole = result.is_ok() && bytes <= max as usize;
            if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let all = Parts { count: self.items.len(), needs: &|_| [None, None], work: &work };
        let results = all.run(run.threads, &mut count).into_iter().collect::<Result<Vec<_>, _>>()?;
        if bytes > max as usize {
            return Err(Refusal::AnswerTooLarge { max });
        }
        let failed = results.iter().filter(|result| result.outcome.is_err()).count();
        let search = Some(Searched::all(results.iter().map(|result| result.nodes)));
        Ok(Some(Answer { failed, search, ..run.written(json_of(&results), false) }))
    }
}

/// The part of a run that the threads of a batch share.
struct Shared<'a> {
    engine: &'a Engine,
    limits: &'a Limits,
    cancel: Cancel,
    is_late: bool,
    origin: Origin<'a>,
}

impl<'a> Shared<'a> {
    fn of(run: &Run<'a>) -> Shared<'a> {
        let &Run { engine, limits, ref cancel, is_late, origin, .. } = run;
        Shared { engine, limits, cancel: Arc::clone(cancel), is_late, origin }
    }
}

/// The elements of a batch, which are answered independently of each other.
struct Elements<'a> {
    items: &'a [Result<Item, FieldErrors>],
    /// For each element: the number of searches from it on.
    searches: Vec<usize>,
    /// The end of the batch.
    end: Instant,
    run: Shared<'a>,
}

impl<'a> Elements<'a> {
    fn new(items: &'a [Result<Item, FieldErrors>], end: Instant, run: Shared<'a>) -> Elements<'a> {
        let is_search = |item: &Item| item.request.plan(run.engine) == Plan::Search;
        let mut searches: Vec<usize> = items.iter().map(|item| item.as_ref().is_ok_and(is_search).into()).collect();
        for index in (1..searches.len()).rev() {
            searches[index - 1] += searches[index];
        }
        Elements { items, searches, end, run }
    }

    /// Answers an element on one of `seat.threads` threads.
    fn answer(&self, index: usize, seat: &Seat<'_, Result<ItemAnswer, Refusal>>) -> Result<ItemAnswer, Refusal> {
        let Shared { engine, limits, ref cancel, is_late, origin } = self.run;
        let mut no_progress = |_: MakeRecord<'_>| {};
        let run = &mut Run {
            end: Some(self.end),
            cancel: Arc::clone(cancel),
            recall: seat.recall.cloned(),
            is_late,
            origin,
            ..Run::new(engine, limits, &mut no_progress)
        };
        let result = match &self.items[index] {
            Ok(item) => {
                let share = share(self.end.saturating_duration_since(run.start), self.searches[index], seat.threads);
                run.end = Some(if item.is_open { run.start + share } else { self.end });
                answer_item(&*item.request, self.end, run)
            }
            Err(errors) => Err(Refusal::Invalid(errors.clone())),
        };
        item_answer(result, run)
    }
}

/// The even share that a search has of the time that is left, for `searches` searches on `threads` threads.
fn share(left: Duration, searches: usize, threads: usize) -> Duration {
    left.min(left / searches.max(1) as u32 * threads as u32)
}

/// Answers an element: its time counts from its turn, and ends with that of the batch. After that it gets the least answer there
/// is, since a table cannot be left half made.
fn answer_item(request: &dyn Request, end: Instant, run: &mut Run<'_>) -> Result<Answer, Refusal> {
    if run.is_cancelled() {
        // The refusal that it would have had alone by now.
        return Err(Refusal::Cancelled);
    }
    if run.start >= end && request.plan(run.engine) == Plan::Search {
        run.effort = Effort::Least;
        run.is_late = true;
    }
    request.answer(run)?.ok_or(Refusal::Expired)
}

fn item_answer(result: Result<Answer, Refusal>, run: &Run<'_>) -> Result<ItemAnswer, Refusal> {
    match result {
        Ok(Answer { body, search, .. }) => {
            let nodes = search.map_or(0, |search| search.nodes);
            Ok(ItemAnswer { status: 200, outcome: Ok(body), nodes })
        }
        Err(refusal) => {
            let problem = refusal.into_problem();
            let document = serde_json::to_vec(&problem.document(&run.origin))?;
            Ok(ItemAnswer { status: problem.code.status(), outcome: Err(document), nodes: 0 })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use inarow_engine::engine::EngineConfig;

    /// The answers to a batch whose time is over `late` before its first turn.
    fn results(requests: &str, late: Duration) -> Vec<serde_json::Value> {
        let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
        let limits = Limits::DEFAULT;
        let fields = Fields::from_json(format!("{{\"requests\":{requests}}}").as_bytes()).expect("an object");
        let context = Context { limits: &limits, engine: &engine, now: time::UtcDateTime::UNIX_EPOCH };
        let batch = Endpoint::Batch.read(&fields, context).expect("a batch");
        let mut on_progress = |_: crate::MakeRecord<'_>| {};
        let run = Run::new(&engine, &limits, &mut on_progress);
        let answer = batch.answer(&mut Run { start: Instant::now() - late, ..run });
        let body = answer.expect("no refusal").expect("an answer").body;
        let mut answer: Value = serde_json::from_slice(&body).expect("JSON");
        serde_json::from_value(answer["results"].take()).expect("a list")
    }

    /// Notes how long its search may take.
    struct Probe {
        plan: Plan,
        seen: std::sync::Mutex<Option<(Instant, Instant)>>,
    }

    impl Request for Probe {
        fn plan(&self, _: &Engine) -> Plan {
            self.plan
        }

        fn rules(&self) -> Option<&Rules> {
            None
        }

        fn movetime(&self) -> Option<Duration> {
            None
        }

        fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
            *self.seen.lock().expect("no panic") = run.end.map(|end| (run.start, end));
            Ok(Some(run.text(String::new(), true)))
        }
    }

    #[test]
    fn open_searches_share_the_time_that_is_left() {
        let (engine, limits) = (Engine::new(EngineConfig { table_bytes: 1 << 16 }), Limits::DEFAULT);
        let kinds = [(Plan::Search, true), (Plan::Instant, false), (Plan::Search, false), (Plan::Search, true)];
        let probes = kinds.map(|(plan, _)| Arc::new(Probe { plan, seen: Default::default() }));
        let item = |index: usize| Item { request: Arc::clone(&probes[index]) as _, is_open: kinds[index].1 };
        let items: Vec<_> = (0..kinds.len()).map(|index| Ok(item(index))).collect();
        for (threads, shares) in [(1, [3, 1, 1, 1]), (2, [3, 1, 1, 1]), (8, [1, 1, 1, 1])] {
            let end = Instant::now() + Duration::from_secs(1_000);
            let mut on_progress = |_: crate::MakeRecord<'_>| {};
            let run = Run::new(&engine, &limits, &mut on_progress);
            let elements = Elements::new(&items, end, Shared::of(&run));
            for (index, divisor) in shares.into_iter().enumerate() {
                elements.answer(index, &Seat { results: &[], recall: None, threads }).expect("an answer");
                let (start, own_end) = probes[index].seen.lock().expect("no panic").expect("a time");
                let left = end.saturating_duration_since(start);
                let expected = left / divisor * if divisor == 1 { 1 } else { threads as u32 };
                assert_eq!(own_end.saturating_duration_since(start), expected, "{index} on {threads} threads");
            }
        }
    }

    #[test]
    fn a_search_is_open_that_names_no_limit_and_needs_one() {
        let (engine, limits) = (Engine::new(EngineConfig { table_bytes: 1 << 16 }), Limits::DEFAULT);
        for (element, is_open) in [
            (r#"{"kind":"move","game":"gomoku"}"#, true),
            (r#"{"kind":"analysis","game":"gomoku","movetime":null,"heuristic":"lines"}"#, true),
            (r#"{"kind":"move","game":"gomoku","movetime":1000}"#, false),
            (r#"{"kind":"move","game":"gomoku","depth":2}"#, false),
            (r#"{"kind":"analysis","game":"gomoku","nodes":9}"#, false),
            (r#"{"kind":"move","game":"connect-four"}"#, false),
            (r#"{"kind":"position","game":"gomoku"}"#, false),
        ] {
            let fields = Fields::from_json(format!("{{\"requests\":[{element}]}}").as_bytes()).expect("an object");
            let context = Context { limits: &limits, engine: &engine, now: time::UtcDateTime::UNIX_EPOCH };
            let batch = Reader::of_request(&fields, "", Pointer::ROOT, |r| BatchRequest::read(r, context));
            let items = batch.unwrap_or_else(|errors| panic!("{element}: {errors:?}")).items;
            assert_eq!(items[0].as_ref().is_ok_and(|item| item.is_open), is_open, "{element}");
        }
    }

    #[test]
    fn a_search_whose_batch_has_ended_gets_the_least_answer() {
        let over = Limits::DEFAULT.movetime_max() + Duration::from_millis(Limits::DEFAULT.batch_movetime_ms_max);
        let requests = r#"[{"kind":"move","game":"gomoku"},{"kind":"move","board":"XO......."},
            {"kind":"move","game":{"width":4,"height":3,"k":3},"algorithm":"retrograde"}]"#;
        let late = results(requests, over);
        let facts = |result: &Value| (result["status"].clone(), result["body"]["search"]["stop"].clone());
        assert_eq!(facts(&late[0]), (200.into(), "queue".into()), "a search has an answer at once");
        assert_eq!(facts(&late[1]), (200.into(), "solved".into()), "so has a table that is there");
        assert_eq!(late[2]["status"], 503, "a table cannot be left half made");
    }

    /// Neither threats far ahead nor proofs are looked for.
    #[test]
    fn a_late_search_looks_at_each_move_once() {
        let over = Limits::DEFAULT.movetime_max() + Duration::from_millis(Limits::DEFAULT.batch_movetime_ms_max);
        let stone = |cell: usize| match (cell * 7 + cell / 20 * 5) % 11 {
            0 | 1 => 'X',
            2 | 3 => 'O',
            _ => '.',
        };
        let board: String = (0..400).map(stone).collect();
        let moves = board.matches('.').count() as u64;
        let game = format!(r#""game":{{"width":20,"height":20,"k":5}},"board":"{board}","turn":"X""#);
        let late = results(&format!(r#"[{{"kind":"analysis",{game}}},{{"kind":"move",{game}}}]"#), over);
        assert_eq!(late[0]["body"]["lines"].as_array().map(Vec::len), Some(moves as usize), "all of them are ranked");
        for result in late {
            let nodes = result["body"]["search"]["nodes"].as_u64().expect("a number");
            assert!((1..moves + 10).contains(&nodes), "{nodes} positions for {moves} moves");
        }
    }
}
