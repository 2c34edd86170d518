//! Games of the search on patterns against itself, as moves with the values that the search found: the data to which the program
//! `fit_place` fits the network that knows place. Any inputs can be made of the moves.
//!
//! ```text
//! cargo run --release --bin value_games -- SEED GAMES > games.txt
//! ```
//!
//! A line for each game: the winner (`X`, `O` or `-`), then in order of play the cells of the moves. `=VALUE` stands for the value that the
//! search found for the side to move there, `+CELL=VALUE` for that after another move. X plays first.

use std::fmt::Write as _;
use std::process::ExitCode;

use inarow_engine::game::{Player, Preset, Status};
use inarow_engine::search::Memory;
use inarow_workbench::openings::{Random, opening};
use inarow_workbench::self_play::{PROVEN, aside, print_games, search};

const NODES: u64 = 5_000;
/// Positions to visit for the value of a position aside of the game.
const NODES_ASIDE: u64 = 3_000;
/// An opening whose value is further from 0 teaches little.
const BALANCED: i64 = 250;
/// The inverse of the share of moves that are another good one, and the most stones on the board then.
const OTHER_MOVES: u64 = 12;
const OTHER_STONES_MAX: usize = 60;

fn main() -> ExitCode {
    print_games("value_games", |seed| Random(seed << 32), play)
}

/// The line of one game; `None` if the opening was not balanced.
fn play(random: &mut Random, memory: &mut Memory) -> Option<String> {
    let mut position = opening(&Preset::Gomoku.rules(), random)?;
    let mut line: String = position.moves().map(|cell| format!(" {cell}")).collect();
    let mut is_first = true;
    let winner = loop {
        match position.status() {
            Status::Ongoing => {}
            Status::Won => break Some(position.turn().opponent()),
            Status::Drawn => break None,
        }
        let (best, value) = search(&position, memory, NODES, 1).remove(0);
        if is_first && value.abs() > BALANCED {
            return None;
        }
        is_first = false;
        let _ = write!(line, " ={value}");
        if value.abs() == PROVEN {
            break Some(if value > 0 { position.turn() } else { position.turn().opponent() });
        }
        let is_other = position.stones() < OTHER_STONES_MAX && random.below(OTHER_MOVES) == 0;
        let cell = if is_other {
            let good = search(&position, memory, NODES, 4);
            good[random.below(good.len() as u64) as usize].0
        } else {
            best
        };
        if random.below(2) == 0
            && let Some((cell, aside)) = aside(random, &position)
        {
            let _ = write!(line, " +{cell}={}", search(&aside, memory, NODES_ASIDE, 1)[0].1);
        }
        position.play(cell).ok()?;
        let _ = write!(line, " {cell}");
    };
    let winner = winner.map_or('-', |winner| if winner == Player::ALL[0] { 'X' } else { 'O' });
    Some(format!("{winner}{line}\n"))
}
