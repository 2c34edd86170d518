//! What games of the search on patterns against itself share.

use std::cmp::Reverse;
use std::env;
use std::io::{self, BufWriter, Write as _};
use std::process::ExitCode;

use inarow_engine::game::{Cell, Position, Status};
use inarow_engine::search::patterns::{PatternBoard, kind};
use inarow_engine::search::{Limits, Memory, RootMove, Threats, Verdict, Wanted};

use crate::openings::Random;

/// A value that stands for a proven result.
pub const PROVEN: i64 = 30_000;
/// A position aside of the game comes after one of so many moves.
const MOVES_ASIDE: usize = 10;
/// Most moves of a walk.
const WALK_MAX: u64 = 5;
const MEMORY_BYTES: usize = 8 << 20;

/// The program `name SEED GAMES`: prints the texts of so many games. `random` starts the chance of a seed; `play` gives the text of one game,
/// `None` if its opening was not balanced.
pub fn print_games(
    name: &str,
    random: impl FnOnce(u64) -> Random,
    play: impl Fn(&mut Random, &mut Memory) -> Option<String>,
) -> ExitCode {
    let mut numbers = env::args().skip(1).map(|text| text.parse::<u64>());
    let (Some(Ok(seed)), Some(Ok(games)), None) = (numbers.next(), numbers.next(), numbers.next()) else {
        eprintln!("usage: {name} SEED GAMES");
        return ExitCode::FAILURE;
    };
    let mut random = random(seed);
    let mut memory = Memory::new(MEMORY_BYTES);
    let mut out = BufWriter::new(io::stdout().lock());
    for _ in 0..games {
        let game = loop {
            if let Some(game) = play(&mut random, &mut memory) {
                break game;
            }
        };
        if let Err(fault) = out.write_all(game.as_bytes()) {
            eprintln!("{fault}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The best moves with their values, [`PROVEN`] or its opposite for proven results.
pub fn search(position: &Position, memory: &mut Memory, nodes: u64, count: usize) -> Vec<(Cell, i64)> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let moves: Vec<Cell> = position.legal_moves().collect();
    let found = Threats::new(position, memory, &limits).run(&moves, Wanted::Best(count), &mut |_| {});
    let value = |root: &RootMove| match root.verdict(position.empties()) {
        Verdict::Win { .. } => PROVEN,
        Verdict::Loss { .. } => -PROVEN,
        Verdict::Unknown { value } => value,
        Verdict::Draw { .. } => 0,
    };
    found.moves.iter().map(|root| (root.cell, value(root))).collect()
}

/// One of the most urgent moves and the position after it, if that is unfinished: the search judges many positions that no game reaches.
pub fn aside(random: &mut Random, position: &Position) -> Option<(Cell, Position)> {
    let board = PatternBoard::new(position);
    let mut urgent: Vec<Cell> = board.near().collect();
    urgent.sort_by_key(|&cell| Reverse(board.urgency(board.turn(), cell)));
    urgent.truncate(MOVES_ASIDE);
    let cell = urgent[random.below(urgent.len() as u64) as usize];
    let mut aside = position.clone();
    aside.play(cell).ok()?;
    (aside.status() == Status::Ongoing).then_some((cell, aside))
}

/// A few moves from a position and the position after them, if that is unfinished, as in a search: one side plays any of its ten most
/// urgent moves, the other one of its two. Rows of four are stopped.
pub fn walk(random: &mut Random, position: &Position) -> Option<(Vec<Cell>, Position)> {
    let mut after = position.clone();
    let plies = 1 + random.below(WALK_MAX);
    let loose = random.below(2);
    let mut cells = Vec::new();
    for ply in 0..plies {
        let board = PatternBoard::new(&after);
        let choices = match () {
            () if board.count(board.turn() ^ 1, kind::FIVE) > 0 => 1,
            () if ply % 2 == loose => MOVES_ASIDE,
            () => 2,
        };
        let mut urgent: Vec<Cell> = board.near().collect();
        urgent.sort_by_key(|&cell| Reverse(board.urgency(board.turn(), cell)));
        urgent.truncate(choices);
        let cell = urgent[random.below(urgent.len() as u64) as usize];
        after.play(cell).ok()?;
        cells.push(cell);
        if after.status() != Status::Ongoing {
            return None;
        }
    }
    Some((cells, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use inarow_engine::game::{Game, Preset};

    #[test]
    fn a_walk_ends_at_an_unfinished_position_and_stops_rows_of_four() {
        let mut position = Position::new(Game::shared(Preset::Gomoku.rules()));
        // X has four in a row, one end of them stopped; O is to move.
        for cell in [112, 111, 113, 97, 114, 99, 115] {
            position.play(cell).expect("legal");
        }
        let mut random = Random(4);
        let mut plies = [0; WALK_MAX as usize + 1];
        for _ in 0..200 {
            let Some((cells, after)) = walk(&mut random, &position) else { continue };
            assert_eq!((cells[0], after.status()), (116, Status::Ongoing));
            assert_eq!(after.stones(), position.stones() + cells.len());
            plies[cells.len()] += 1;
        }
        assert!(plies[1..].iter().all(|&count| count > 10), "{plies:?}");
    }
}
