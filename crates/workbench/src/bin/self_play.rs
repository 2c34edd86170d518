//! Games of the search on patterns against itself, as positions with the result and the patterns of both sides: the data to which
//! `tools/fit_patterns.py` fits the weights of patterns.
//!
//! ```text
//! cargo run --release --bin self_play -- SEED GAMES > games.txt
//! ```
//!
//! A line for each position: for the side to move the result (1, 0.5 or 0; `-` if the position is not of the game, but after another
//! move in it) and the value that the search found; the number of stones; then the cells of interest, each as the four shapes of
//! the side to move and the four of its opponent, in ascending order, a base-12 digit for each.

use std::process::ExitCode;

use inarow_engine::game::{Position, Preset, Status};
use inarow_engine::search::Memory;
use inarow_engine::search::patterns::{PatternBoard, kind, shape};
use inarow_workbench::openings::{Random, opening};
use inarow_workbench::self_play::{PROVEN, aside, print_games, search};

const NODES: u64 = 5_000;
/// Positions to visit for the value of a position aside of the game.
const NODES_ASIDE: u64 = 3_000;
/// An opening whose value is further from 0 teaches little.
const BALANCED: i64 = 250;
/// The inverse of the share of moves that are another good one, and the most stones on the board then.
const OTHER_MOVES: u64 = 12;
const OTHER_STONES_MAX: usize = 40;

fn main() -> ExitCode {
    print_games("self_play", Random, play)
}

/// The lines of one game; `None` if the opening was not balanced.
fn play(random: &mut Random, memory: &mut Memory) -> Option<String> {
    let mut position = opening(&Preset::Gomoku.rules(), random)?;
    let mut seen = Vec::new();
    let winner = loop {
        match position.status() {
            Status::Ongoing => {}
            Status::Won => break Some(position.turn().opponent()),
            Status::Drawn => break None,
        }
        let (best, value) = search(&position, memory, NODES, 1).remove(0);
        if seen.is_empty() && value.abs() > BALANCED {
            return None;
        }
        seen.extend(patterns(&position).map(|patterns| (Some(position.turn()), value, patterns)));
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
            && let Some((_, aside)) = aside(random, &position)
            && let Some(patterns) = patterns(&aside)
        {
            seen.push((None, search(&aside, memory, NODES_ASIDE, 1)[0].1, patterns));
        }
        position.play(cell).ok()?;
    };
    let line = |(turn, value, patterns)| {
        let result = match (turn, winner) {
            (None, _) => "-",
            (_, None) => "0.5",
            (turn, winner) if winner == turn => "1",
            _ => "0",
        };
        format!("{result} {value}{patterns}\n")
    };
    Some(seen.into_iter().map(line).collect())
}

/// The cells of both sides in a position that is judged by its patterns: neither side completes a row at once.
fn patterns(position: &Position) -> Option<String> {
    let board = PatternBoard::new(position);
    let (me, them) = (board.turn(), board.turn() ^ 1);
    if board.count(me, kind::FIVE) + board.count(them, kind::FIVE) + board.count(me, kind::FOURS) > 0 {
        return None;
    }
    let mut text = format!(" {}|", position.stones());
    for cell in board.empty_cells() {
        let [own, other] = [me, them].map(|player| {
            let mut shapes: [u8; 4] = std::array::from_fn(|direction| board.shape(player, cell, direction));
            shapes.sort_unstable();
            shapes
        });
        if own[3].max(other[3]) > shape::OPEN_ONE {
            let digits = own.into_iter().chain(other).map(|shape| char::from_digit(shape.into(), 12).unwrap_or('0'));
            text.extend(digits.chain([' ']));
        }
    }
    Some(text)
}
