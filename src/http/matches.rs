//! `/v1/match`: engine against engine.

use std::time::Instant;

use axum::extract::State;
use axum::response::Response;
use serde::{Serialize, Serializer};

use super::answer::{Place, PositionView, ScoreView, milliseconds};
use super::problem::Failure;
use super::question::{Job, Record};
use super::request::{At, Faults, MatchRequest, Streamable};
use super::state::Shared;
use super::workers::Cancel;
use super::{respond, stream};
use crate::engine::{Engine, EngineError, Match, PlayedGame, PlayedMove, Tally};
use crate::game::Rules;

/// Where matches are played.
pub const PATH: &str = "/v1/match";

/// What a match came to.
#[derive(Serialize)]
struct MatchAnswer<'a> {
    results: [ResultView; 2],
    games: Vec<GameView<'a>>,
    position: PositionView,
    /// Whether all games were played.
    complete: bool,
    seed: Option<u64>,
}

/// A record for each game on the way.
#[derive(Serialize)]
struct MatchProgress<'a> {
    r#final: bool,
    game: GameView<'a>,
    results: [ResultView; 2],
}

/// One player's part of the table.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultView {
    wins: u32,
    draws: u32,
    losses: u32,
    /// A win counts 1, a draw a half.
    points: f64,
    moves: u64,
    nodes: u64,
    time_ms: f64,
}

impl ResultView {
    fn new(tally: &Tally) -> ResultView {
        let Tally { wins, draws, losses, moves, nodes, time } = *tally;
        let points = f64::from(wins) + f64::from(draws) / 2.0;
        ResultView { wins, draws, losses, points, moves, nodes, time_ms: milliseconds(time) }
    }
}

#[derive(Serialize)]
struct GameView<'a> {
    number: u32,
    /// Which player moved first.
    first: usize,
    /// Which player won.
    winner: Option<usize>,
    /// The side that won.
    side: Option<&'static str>,
    board: &'a str,
    moves: Moves<'a>,
}

impl<'a> GameView<'a> {
    fn new(plan: &'a Match, game: &'a PlayedGame) -> GameView<'a> {
        GameView {
            number: game.number,
            first: game.first,
            winner: game.winner,
            side: game.winning_side.map(|side| side.name()),
            board: &game.board,
            moves: Moves { plan, game },
        }
    }
}

struct Moves<'a> {
    plan: &'a Match,
    game: &'a PlayedGame,
}

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Moves { plan, game } = self;
        let first_side = plan.start.turn();
        serializer.collect_seq(game.moves.iter().enumerate().map(|(ply, played)| {
            let side = if ply % 2 == 0 { first_side } else { first_side.opponent() };
            let score = ScoreView::new(played.verdict, side, side);
            MoveView::new(plan.start.rules(), (game.first + ply) % 2, score, played)
        }))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveView {
    player: usize,
    r#move: Place,
    /// What the player thought of it.
    score: ScoreView,
    depth: u32,
    nodes: u64,
    time_ms: f64,
}

impl MoveView {
    fn new(rules: Rules, player: usize, score: ScoreView, played: &PlayedMove) -> MoveView {
        MoveView {
            player,
            r#move: Place::new(rules, played.cell),
            score,
            depth: played.report.depth,
            nodes: played.report.counts.nodes,
            time_ms: milliseconds(played.time),
        }
    }
}

/// Answers POST, as one document or as a stream with a record for each game.
///
/// # Errors
/// A match that is not valid, and saturation.
pub async fn answer(app: State<Shared>, asked: Streamable) -> Result<Response, Failure> {
    let Streamable { input, wishes } = asked;
    let mut request = MatchRequest::read(&input.members()?.0, &app.limits, input.arrival)?;
    if let Some(wishes) = wishes {
        return stream::respond(&app, request, input.arrival, PATH, wishes).await;
    }
    request.check(app.engine())?;
    let engine = std::sync::Arc::clone(app.engine());
    let (arrival, deadline) = (input.arrival, app.job_deadline(&request));
    let job = move |cancel| {
        request.set_cancel(cancel);
        request.work(&engine, arrival, &mut |_| {})
    };
    Ok(respond::fresh(app.workers().run(deadline, job).await??))
}

impl Job for MatchRequest {
    fn check(&self, engine: &Engine) -> Result<(), Failure> {
        engine.check_match(&self.plan).map_err(refused)
    }

    fn is_instant(&self, _engine: &Engine) -> bool {
        false
    }

    fn deadline(&self) -> Option<Instant> {
        self.plan.deadline
    }

    fn set_cancel(&mut self, cancel: Cancel) {
        self.plan.cancel = Some(cancel);
    }

    fn work(self, engine: &Engine, _since: Instant, tell: &mut dyn FnMut(Record<'_>)) -> Result<Vec<u8>, Failure> {
        let MatchRequest { plan, seed } = self;
        let result = engine.play_match(&plan, &mut |game, tallies| {
            let results = || [0, 1].map(|player| ResultView::new(&tallies[player]));
            let game = || GameView::new(&plan, game);
            tell(&|| respond::to_json(&MatchProgress { r#final: false, game: game(), results: results() }));
        });
        let result = result.map_err(refused)?;
        Ok(respond::to_json(&MatchAnswer {
            results: [0, 1].map(|player| ResultView::new(&result.tallies[player])),
            games: result.games.iter().map(|game| GameView::new(&plan, game)).collect(),
            position: PositionView::new(&plan.start),
            complete: result.complete,
            seed,
        })?)
    }
}

/// What the engine refuses, at the player it concerns.
fn refused((player, error): (usize, EngineError)) -> Failure {
    let mut faults = Faults::default();
    faults.add(At::ROOT.key("players").index(player).key(error.field()), error.to_string());
    Failure::Invalid(faults)
}
