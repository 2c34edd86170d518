//! `/v1/continuations`: the games that can follow from a position, counted and listed.

use std::time::Instant;

use serde::Serialize;

use crate::http::accept::{JSON, NDJSON};
use crate::http::input::Input;
use crate::http::job::{Answer, Job, Run};
use crate::http::problem::Failure;
use crate::http::request::{ContinuationsRequest, ErrorCode, Pointer};
use crate::http::respond;
use crate::http::response::{Place, Places, PositionView, ScoreView, milliseconds};
use crate::http::state::AppState;
use inarow_engine::engine::continuations::{
    Continuations, EngineMoves, GameResult, GamesError, GamesQuery, Opening, ResultCounts, SymmetryMode,
};
use inarow_engine::game::{Player, Position};

/// The answer in one document.
#[derive(Serialize)]
struct ContinuationsAnswer<'a> {
    #[serde(flatten)]
    counted: Counted,
    games: Vec<GameView<'a>>,
    next: Option<u64>,
}

/// What is known without listing a game: the first record of a stream.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Counted {
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
struct GameView<'a> {
    index: u64,
    length: usize,
    winner: Option<&'static str>,
    moves: Places<'a>,
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
    r#move: Place,
    score: ScoreView,
    replies: Vec<ReplyView>,
}

#[derive(Serialize)]
struct ReplyView {
    r#move: Place,
    score: ScoreView,
    holds: bool,
}

impl Job for ContinuationsRequest {
    const PATH: &'static str = "/v1/continuations";
    const MEDIA_TYPES: &'static [&'static str] = &[JSON, NDJSON];

    fn read(input: &Input, app: &AppState) -> Result<Self, Failure> {
        Ok(ContinuationsRequest::read(input.fields()?, &app.limits, input.arrival, Pointer::ROOT)?)
    }

    fn deadline(&self) -> Option<Instant> {
        self.query.limits.deadline
    }

    fn run(mut self, run: &mut Run<'_>) -> Result<Answer, Failure> {
        self.query.limits.cancel = Some(run.cancel.clone());
        let found = run.engine.continuations(&self.query).map_err(|error| refuse(error, &self))?;
        let answer = view(&self.query, &found, milliseconds(run.arrival.elapsed()));
        if run.media_type == NDJSON {
            Ok(Answer::lines(lines(&answer)?))
        } else {
            Ok(Answer::json(respond::to_json(&answer)?, false))
        }
    }
}

/// Why games are not counted, with a remedy.
fn refuse(error: GamesError, request: &ContinuationsRequest) -> Failure {
    match error {
        GamesError::Cancelled => Failure::ShuttingDown,
        GamesError::Engine(error) => error.into(),
        GamesError::TooManyPositions { .. } | GamesError::TooManyGames | GamesError::OutOfTime { .. } => {
            let remedy = remedy(&error, &request.query);
            let detail = format_args!("{error}; start deeper in the game{remedy}");
            Failure::of_field(Pointer::ROOT.key(request.start), ErrorCode::TooLarge, detail)
        }
    }
}

/// What makes a count smaller or faster beside a later start: something that the request does not yet do.
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
            .map(|(index, game)| GameView {
                index,
                length: game.moves.len(),
                winner: game.winner.map(Player::name),
                moves: Places { rules: position.rules(), cells: &game.moves },
            })
            .collect(),
        next: (end < found.matching).then_some(end),
    }
}

fn opening(opening: &Opening, position: &Position) -> OpeningView {
    let (rules, turn) = (position.rules(), position.turn());
    let replier = turn.opponent();
    let replies = opening.replies.iter().map(|reply| ReplyView {
        r#move: Place::new(rules, reply.cell),
        score: ScoreView::new(reply.verdict, replier, replier),
        holds: reply.holds,
    });
    OpeningView {
        r#move: Place::new(rules, opening.cell),
        score: ScoreView::new(opening.verdict, turn, turn),
        replies: replies.collect(),
    }
}

/// The answer as one JSON document a line: what was counted, each game, the end.
fn lines(answer: &ContinuationsAnswer<'_>) -> Result<Vec<u8>, serde_json::Error> {
    let mut body = respond::to_json(&answer.counted)?;
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
    use crate::config::ServerLimits;
    use crate::http::request::Fields;

    #[test]
    fn a_count_that_runs_out_of_time_may_take_a_smaller_depth() {
        for (body, expected) in [
            (r#"{"engine": "X"}"#, ", or send a smaller depth"),
            (r#"{"engine": "X", "depth": 2}"#, ", or send a smaller depth"),
            (r#"{"engine": "X", "depth": 1}"#, ", or send engineMoves \"first\""),
        ] {
            let fields = Fields::from_json(body.as_bytes()).expect("an object");
            let request = ContinuationsRequest::read(&fields, &ServerLimits::DEFAULT, Instant::now(), Pointer::ROOT);
            let query = request.expect("a good request").query;
            assert_eq!(remedy(&GamesError::OutOfTime { positions: 1 }, &query), expected, "{body}");
            let other = remedy(&GamesError::TooManyGames, &query);
            assert_eq!(other, ", or send engineMoves \"first\"", "only time depends on the depth");
        }
    }
}
