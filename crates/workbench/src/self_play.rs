//! Functions for games of the search on patterns against itself.

use std::cmp::Reverse;
use std::env;
use std::io::{self, BufWriter, Write as _};
use std::process::ExitCode;

use inarow_engine::game::{Cell, Position, Status};
use inarow_engine::search::patterns::PatternBoard;
use inarow_engine::search::{Limits, Memory, RootMove, Threats, Verdict, Wanted};

use crate::openings::Random;

/// A value that stands for a proven result.
pub const PROVEN: i64 = 30_000;
/// The number of most urgent moves after one of which a position aside of the game comes.
const MOVES_ASIDE: usize = 10;
const MEMORY_BYTES: usize = 8 << 20;

/// The program `name SEED GAMES`: prints the texts of GAMES games. `random` starts the chance of a seed; `play` gives the text of one game,
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
