//! `/v1/continuations`: the games that can follow from a position, counted and listed.

use std::time::Duration;

use serde::Serialize;

use super::Context;
use crate::limits::SEED_MAX;
use crate::read::{EngineSide, ErrorCode, Pointer, Reader, Start, heuristic};
use crate::refusal::Refusal;
use crate::run::{Answer, Form, Request, Run};
use crate::views::{GameView, MoveView, MovesView, PositionView, ScoreView, milliseconds};
use inarow_engine::engine::Algorithm;
use inarow_engine::engine::continuations::{
    Continuations, EngineMoves, GameResult, GamesError, GamesQuery, Opening, ResultCounts, SymmetryMode,
};
use inarow_engine::game::{Player, Position, Rules};
use inarow_engine::search::Limits;

/// A valid request for games.
#[derive(Clone, Debug)]
pub struct ContinuationsRequest {
    query: GamesQuery,
    movetime: Duration,
    /// The field that says where the games start.
    start: &'static str,
}

/// The answer in one document.
#[derive(Serialize)]
struct ContinuationsAnswer<'a> {
    #[serde(flatten)]
    counted: Counted,
    games: Vec<ContinuedGame<'a>>,
    next: Option<u64>,
}

/// The counts, which need no list of games: the first record of a stream.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Counted {
    game: GameView,
    position: PositionView,
    counts: CountsView,
    by_length: Vec<LengthView>,
    matching: u64,
    positions: usize,
    time_ms: f64,
    replies: Option<Vec<OpeningView>>,
}

#[derive(Serialize)]
struct CountsView {
    games: u64,
    x: u64,
    o: u64,
    draws: u64,
}

impl CountsView {
    fn new(games: &ResultCounts) -> CountsView {
        let of = |result| games.of(result);
        CountsView { games: games.total(), x: of(GameResult::X), o: of(GameResult::O), draws: of(GameResult::Draw) }
    }
}

#[derive(Serialize)]
struct LengthView {
    length: usize,
    #[serde(flatten)]
    counts: CountsView,
}

/// One game: a record of a stream.
#[derive(Serialize)]
struct ContinuedGame<'a> {
    index: u64,
    length: usize,
    winner: Option<&'static str>,
    moves: MovesView<'a>,
}

/// The last record of a stream.
#[derive(Serialize)]
struct End {
    r#final: bool,
    games: usize,
    next: Option<u64>,
}

/// A first move and all replies to it.
#[derive(Serialize)]
struct OpeningView {
    r#move: MoveView,
    score: ScoreView,
    replies: Vec<ReplyView>,
}

#[derive(Serialize)]
struct ReplyView {
    r#move: MoveView,
    score: ScoreView,
    holds: bool,
}

impl ContinuationsRequest {
    /// Reads a request.
    pub fn read(r: &Reader<'_>, context: Context<'_>) -> Option<Self> {
        let limits = context.limits;
        let Start { rules, position, field, .. } = Start::read(r);
        let heuristic = heuristic(r, rules.as_ref());
        let engine = EnginePlay::read(r, limits.depth_max);
        // Symmetries under which games count as the same.
        let symmetry = r.choice("symmetry").unwrap_or(SymmetryMode::All);
        if engine.player.is_some() && engine.moves == EngineMoves::First && symmetry != SymmetryMode::All {
            let detail = "\"first\" depends on the order of the cells and cannot be combined with symmetry; send engineMoves \
                          \"all\" or symmetry \"all\"";
            r.error("engineMoves", ErrorCode::Conflict, detail);
        }
        let result = r.choice("winner");
        let offset = r.number("offset", 0..=SEED_MAX);
        let page_max = r.number("limit", 0..=u64::from(limits.continuation_page_max));
        // Whether to list all replies to each first move.
        let replies = r.flag("replies");
        let position = position.filter(|_| r.is_clean())?;
        let query = GamesQuery {
            position,
            engine: engine.player,
            engine_moves: engine.moves,
            algorithm: engine.algorithm,
            heuristic,
            limits: Limits { depth: engine.depth, ..Limits::default() },
            symmetry,
            result,
            offset: offset.unwrap_or_default(),
            page_max: page_max.map_or(limits.continuation_page_default() as usize, |max| max as usize),
            replies: replies.unwrap_or_default(),
            positions_max: limits.continuation_positions_max as usize,
        };
        Some(ContinuationsRequest { query, movetime: limits.movetime_max(), start: field })
    }
}

/// The side that the engine plays, and how it plays.
struct EnginePlay {
    player: Option<Player>,
    moves: EngineMoves,
    algorithm: Algorithm,
    depth: Option<u32>,
}

impl EnginePlay {
    fn read(r: &Reader<'_>, depth_max: u32) -> EnginePlay {
        let side: Option<EngineSide> = r.choice("engine");
        let play = EnginePlay {
            player: side.and_then(EngineSide::player),
            moves: r.choice("engineMoves").unwrap_or(EngineMoves::All),
            algorithm: r.choice("algorithm").unwrap_or(Algorithm::Auto),
            depth: r.number("depth", 1..=u64::from(depth_max)).map(|depth| depth as u32),
        };
        // Nothing is ignored: a request that says how the engine plays must say which side it plays.
        let how = ["heuristic", "algorithm", "depth", "engineMoves"].into_iter().find(|name| r.is_given(name));
        let has_engine = r.is_given("engine");
        if let Some(name) = how.filter(|_| !has_engine || side == Some(EngineSide::None)) {
            let remedy = format_args!("send engine \"X\" or \"O\", or leave {name} out");
            let code = if has_engine { ErrorCode::Conflict } else { ErrorCode::Missing };
            r.error("engine", code, format_args!("{name} has no effect without engine; {remedy}"));
        }
        play
    }
}

impl Request for ContinuationsRequest {
    fn rules(&self) -> Option<&Rules> {
        Some(self.query.position.rules())
    }

    fn movetime(&self) -> Option<Duration> {
        Some(self.movetime)
    }

    fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
        if !run.effort.is_full() {
            return Ok(None);
        }
        let query = GamesQuery { limits: run.limited(&self.query.limits, self.movetime), ..self.query.clone() };
        let found = run.engine.continuations(&query).map_err(|error| refuse(error, self))?;
        let answer = view(&query, &found, milliseconds(run.start.elapsed()));
        if run.form == Form::Lines {
            return Ok(Some(run.written(lines(&answer)?, false)));
        }
        run.json(&answer, false).map(Some)
    }
}

/// Why games are not counted, with a remedy.
fn refuse(error: GamesError, request: &ContinuationsRequest) -> Refusal {
    match error {
        GamesError::Cancelled => Refusal::Cancelled,
        GamesError::Engine(error) => error.into(),
        GamesError::TooManyPositions { .. } | GamesError::TooManyGames | GamesError::OutOfTime { .. } => {
            let remedy = remedy(&error, &request.query);
            let detail = format_args!("{error}; start deeper in the game{remedy}");
            Refusal::of_field(Pointer::ROOT.key(request.start), ErrorCode::TooLarge, detail)
        }
    }
}

/// A change that makes a count smaller or faster, beside a later start; empty where the request has all of them.
fn remedy(error: &GamesError, query: &GamesQuery) -> &'static str {
    let is_late = matches!(error, GamesError::OutOfTime { .. });
    match query.engine {
        None => ", or let an engine play one side",
        Some(_) if query.replies => ", or leave replies out, which follow every move of both sides",
        Some(_) if is_late && query.limits.depth.is_none_or(|depth| depth > 1) => ", or send a smaller depth",
        Some(_) if query.engine_moves == EngineMoves::All && query.symmetry == SymmetryMode::All => {
            ", or send engineMoves \"first\""
        }
        Some(_) => "",
    }
}

fn view<'a>(query: &'a GamesQuery, found: &'a Continuations, time_ms: f64) -> ContinuationsAnswer<'a> {
    let position = &query.position;
    let lengths = found.by_length.iter().enumerate().filter(|(_, games)| games.total() > 0);
    let openings = found.openings.as_ref();
    let end = query.offset.saturating_add(found.page.len() as u64);
    ContinuationsAnswer {
        counted: Counted {
            game: GameView::new(position.rules()),
            position: PositionView::new(position),
            counts: CountsView::new(&found.total),
            by_length: lengths.map(|(length, games)| LengthView { length, counts: CountsView::new(games) }).collect(),
            matching: found.matching,
            positions: found.positions,
            time_ms,
            replies: openings.map(|openings| openings.iter().map(|one| opening(one, position)).collect()),
        },
        games: (query.offset..)
            .zip(&found.page)
            .map(|(index, game)| ContinuedGame {
                index,
                length: game.moves.len(),
                winner: game.winner.map(Player::name),
                moves: MovesView { rules: position.rules(), cells: &game.moves },
            })
            .collect(),
        // A page without games has none after it: pages would never end.
        next: (query.page_max > 0 && end < found.matching).then_some(end),
    }
}

fn opening(opening: &Opening, position: &Position) -> OpeningView {
    let (rules, turn) = (position.rules(), position.turn());
    let replier = turn.opponent();
    let replies = opening.replies.iter().map(|reply| ReplyView {
        r#move: MoveView::new(rules, reply.cell),
        score: ScoreView::of_proven(reply.verdict, replier),
        holds: reply.holds,
    });
    OpeningView {
        r#move: MoveView::new(rules, opening.cell),
        score: ScoreView::of_proven(opening.verdict, turn),
        replies: replies.collect(),
    }
}

/// The answer as one JSON document a line: the counts, each game, the end.
fn lines(answer: &ContinuationsAnswer<'_>) -> Result<Vec<u8>, serde_json::Error> {
    let mut body = serde_json::to_vec(&answer.counted)?;
    for game in &answer.games {
        body.push(b'\n');
        serde_json::to_writer(&mut body, game)?;
    }
    body.push(b'\n');
    serde_json::to_writer(&mut body, &End { r#final: true, games: answer.games.len(), next: answer.next })?;
    body.push(b'\n');
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::Fields;
    use inarow_engine::engine::{Engine, EngineConfig};

    #[test]
    fn a_count_that_runs_out_of_time_may_take_a_smaller_depth() {
        let engine = Engine::new(EngineConfig { table_bytes: 1 << 16 });
        let context = Context { limits: &crate::Limits::DEFAULT, engine: &engine, now: time::UtcDateTime::UNIX_EPOCH };
        for (body, expected) in [
            (r#"{"engine": "X"}"#, ", or send a smaller depth"),
            (r#"{"engine": "X", "depth": 2}"#, ", or send a smaller depth"),
            (r#"{"engine": "X", "depth": 1}"#, ", or send engineMoves \"first\""),
        ] {
            let fields = Fields::from_json(body.as_bytes()).expect("an object");
            let read = |r: &Reader<'_>| ContinuationsRequest::read(r, context);
            let query = Reader::of_request(&fields, "", Pointer::ROOT, read).expect("a good request").query;
            assert_eq!(remedy(&GamesError::OutOfTime { positions: 1 }, &query), expected, "{body}");
            let other = remedy(&GamesError::TooManyGames, &query);
            assert_eq!(other, ", or send engineMoves \"first\"", "only time depends on the depth");
        }
    }
}
