//! `/v1/match`: engine against engine.

use std::ops::ControlFlow;
use std::time::Instant;

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use super::analysis::MEDIA_TYPES;
use crate::http::engine_error::refused;
use crate::http::input::Input;
use crate::http::job::{Answer, Job, Run};
use crate::http::problem::Failure;
use crate::http::request::{MatchRequest, Pointer};
use crate::http::respond;
use crate::http::response::{Place, PositionView, ScoreView, milliseconds};
use crate::http::state::AppState;
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::{Engine, EngineError, Match, PlayedGame, PlayedMove, PlayerResult};
use inarow_engine::game::Rules;

/// What a match came to.
#[derive(Serialize)]
struct MatchAnswer {
    results: [ResultView; 2],
    games: Vec<Box<RawValue>>,
    position: PositionView,
    /// Whether all games were played: `false` if time was up or the answer became too long.
    complete: bool,
    seed: Option<u64>,
}

/// A record for each game on the way.
#[derive(Serialize)]
struct MatchProgress<'a> {
    r#final: bool,
    game: &'a RawValue,
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
    fn new(result: &PlayerResult) -> ResultView {
        let PlayerResult { wins, draws, losses, moves, nodes, time } = *result;
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
        let (rules, first_side) = (plan.start.rules(), plan.start.turn());
        let expectations =
            plan.players.each_ref().map(|player| Expectation::of_heuristic(player.heuristic.as_ref(), rules));
        serializer.collect_seq(game.moves.iter().enumerate().map(|(ply, played)| {
            let player = (game.first + ply) % 2;
            let side = if ply % 2 == 0 { first_side } else { first_side.opponent() };
            let score = ScoreView::expecting(played.verdict, side, side, expectations[player]);
            MoveView::new(rules, player, score, played)
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

impl Job for MatchRequest {
    const PATH: &'static str = "/v1/match";
    const MEDIA_TYPES: &'static [&'static str] = MEDIA_TYPES;

    fn read(input: &Input, app: &AppState) -> Result<Self, Failure> {
        Ok(MatchRequest::read(input.fields()?, &app.limits, input.arrival)?)
    }

    fn check(&self, engine: &Engine) -> Result<(), Failure> {
        engine.check_match(&self.plan).map_err(refused_player)
    }

    fn deadline(&self) -> Option<Instant> {
        self.plan.deadline
    }

    fn run(self, run: &mut Run<'_>) -> Result<Answer, Failure> {
        let MatchRequest { mut plan, seed } = self;
        plan.cancel = Some(run.cancel.clone());
        let bytes_max = run.limits.answer_bytes_max.saturating_sub(LAST_GAME_BYTES) as usize;
        let mut bytes = 0;
        let mut games = Vec::new();
        let result = run.engine.play_match(&plan, &mut |game, results| {
            // Writing fails for no game.
            let Ok(game) = to_raw_value(&GameView::new(&plan, game)) else { return ControlFlow::Continue(()) };
            let results = || [0, 1].map(|player| ResultView::new(&results[player]));
            (run.on_progress)(&|| to_raw_value(&MatchProgress { r#final: false, game: &game, results: results() }));
            bytes += game.get().len();
            games.push(game);
            if bytes > bytes_max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let result = result.map_err(refused_player)?;
        let body = respond::to_json(&MatchAnswer {
            results: [0, 1].map(|player| ResultView::new(&result.results[player])),
            games,
            position: PositionView::new(&plan.start),
            complete: result.complete,
            seed,
        })?;
        Ok(Answer::json(body, false))
    }
}

/// Room for the game that passes the limit of bytes, and for what surrounds the games: a move takes less than 256 bytes.
const LAST_GAME_BYTES: u64 = 128 << 10;

/// What the engine refuses, at the player it concerns.
fn refused_player((player, error): (usize, EngineError)) -> Failure {
    refused(&error, Pointer::ROOT.key("players").index(player))
}
