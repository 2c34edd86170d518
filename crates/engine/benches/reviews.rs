//! How long reviews of whole games take, on one thread.
//!
//! ```text
//! cargo bench --bench reviews            # 20 games
//! cargo bench --bench reviews -- 50 7    # so many games of each kind, from seed 7
//! ```
//!
//! The games are random and long: 41 moves of Connect Four, whole games of tic-tac-toe, 60 moves of Gomoku. First the judgements
//! are asserted: where a game is solved, the score of each move is that of the position after it, one ply earlier. Then each game
//! is reviewed once more.

use std::time::{Duration, Instant};

use inarow_engine::engine::review::{Review, ReviewedMove};
use inarow_engine::engine::{Algorithm, Engine, EngineConfig};
use inarow_engine::game::zobrist::mix;
use inarow_engine::game::{Cell, Game, Position, Preset, Status};
use inarow_engine::search::Limits;

/// Time for the review of a game of Gomoku.
const GOMOKU_TIME: Duration = Duration::from_secs(2);

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let (count, seed) = (args.first().copied().unwrap_or(20), args.get(1).copied().unwrap_or(1));
    let engine = Engine::new(EngineConfig { table_bytes: 64 << 20 });
    println!("| game | moves | median ms | longest ms |");
    println!("|---|---|---|---|");
    for (preset, plies) in [(Preset::TicTacToe, 9), (Preset::ConnectFour, 41)] {
        let games: Vec<Review> = (0..count).map(|number| review(preset, plies, mix(seed ^ mix(number)))).collect();
        games.iter().for_each(|game| check(&judge(&engine, game)));
        report(preset, plies, games.iter().map(|game| time(&engine, game)).collect());
    }
    let games = (0..count.min(5)).map(|number| review(Preset::Gomoku, 60, mix(seed ^ mix(number))));
    let timed = games.map(|game| {
        let limits = Limits { deadline: Some(Instant::now() + GOMOKU_TIME), ..Limits::default() };
        time(&engine, &Review { limits, ..game })
    });
    report(Preset::Gomoku, 60, timed.collect());
}

/// A random game that goes on for `plies` plies, or ends with the last of them.
fn review(preset: Preset, plies: usize, seed: u64) -> Review {
    let game = Game::shared(preset.rules());
    let play = |attempt: u64| {
        let mut position = Position::new(game.clone());
        for ply in 0..plies {
            let moves: Vec<Cell> = position.legal_moves().collect();
            let random = mix(mix(seed ^ mix(attempt)) ^ ply as u64) as usize;
            position.play(*moves.get(random % moves.len().max(1))?).ok()?;
            if position.status() == Status::Won && ply + 1 < plies {
                position.undo();
                // Another move than the winning one, if there is one that does not win.
                let quiet = moves.into_iter().find(|&cell| {
                    let mut after = position.clone();
                    after.play(cell).is_ok() && after.status() == Status::Ongoing
                })?;
                position.play(quiet).ok()?;
            }
        }
        Some(position)
    };
    let game = (0..).find_map(play).expect("a long game");
    Review { game, algorithm: Algorithm::Auto, heuristic: None, limits: Limits::default(), multi_pv: 3 }
}

fn judge(engine: &Engine, game: &Review) -> Vec<ReviewedMove> {
    engine.review(game).expect("a game to review").expect("a review")
}

fn time(engine: &Engine, game: &Review) -> Duration {
    let start = Instant::now();
    assert_eq!(judge(engine, game).len(), game.game.moves().len());
    start.elapsed()
}

fn check(moves: &[ReviewedMove]) {
    for pair in moves.windows(2) {
        assert!(pair.iter().all(|one| one.report.complete), "every position is solved");
        assert_eq!(pair[0].played.verdict, pair[1].best_verdict().before_move(), "ply {}", pair[0].ply);
    }
}

fn report(preset: Preset, plies: usize, mut times: Vec<Duration>) {
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let longest = times.last().copied().unwrap_or_default();
    println!("| {} | {plies} | {:.3} | {:.3} |", preset.name(), ms(times[times.len() / 2]), ms(longest));
}
