//! The best moves of long searches in games of the search on patterns against itself: `tools/move_order.py` measures the order of moves
//! by them.
//!
//! ```text
//! cargo run --release --bin best_moves -- SEED GAMES [NODES] > moves.txt
//! ```
//!
//! A line for each position, with spaces between: the number of the game; the number of stones; the value that the search found, for the
//! side to move; the last three moves, the last one first, `-1` for a stone of the opening; the best move; then the empty cells near
//! stones, most urgent first, as `cell:shapes`: the four shapes of the side to move and the four of its opponent, in ascending order,
//! a base-12 digit for each. Left out are positions that are lost, that are won by a four, which a search finds before it lists moves, and
//! those with a four to complete or to block.

use std::cmp::Reverse;
use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use inarow_engine::game::{Cell, Position, Preset, Status};
use inarow_engine::search::patterns::{PatternBoard, kind};
use inarow_engine::search::{Limits, Memory, Threats, Verdict, Wanted};
use inarow_workbench::openings::{Random, opening};

/// Positions to visit for a best move.
const NODES: u64 = 100_000;
/// Positions to visit for the value of an opening.
const NODES_OF_OPENING: u64 = 20_000;
const MEMORY_BYTES: usize = 32 << 20;
/// An opening whose value is further from 0 is not played.
const BALANCED: i64 = 250;
/// A bound above all values that are not claims of a result.
const VALUE_MAX: i64 = 20_000;
/// The value of a proven win.
const WON: i64 = 30_000;
/// The inverse of the share of positions after which the position after one of the most urgent moves is judged, too: a search visits mostly
/// such.
const ASIDE: u64 = 2;
const MOVES_ASIDE: usize = 10;
/// The inverse of the share of moves that are one of the most urgent ones, and the most stones on the board then.
const OTHER_MOVES: u64 = 12;
const OTHER_STONES_MAX: usize = 40;
const RECENT: usize = 3;

/// A position with the moves of the game, without those of the opening.
#[derive(Clone)]
struct Played {
    position: Position,
    moves: Vec<Cell>,
}

impl Played {
    fn play(&mut self, cell: Cell) -> Option<()> {
        self.position.play(cell).ok()?;
        self.moves.push(cell);
        Some(())
    }
}

fn main() -> ExitCode {
    let numbers: Result<Vec<u64>, _> = env::args().skip(1).map(|text| text.parse()).collect();
    let (seed, games, nodes) = match numbers.as_deref() {
        Ok(&[seed, games]) => (seed, games, NODES),
        Ok(&[seed, games, nodes]) => (seed, games, nodes),
        _ => {
            eprintln!("usage: best_moves SEED GAMES [NODES]");
            return ExitCode::FAILURE;
        }
    };
    let mut random = Random(seed);
    let mut memory = Memory::new(MEMORY_BYTES);
    let mut out = io::stdout().lock();
    for number in 0..games {
        let lines = loop {
            if let Some(lines) = play(number, nodes, &mut random, &mut memory) {
                break lines;
            }
        };
        if let Err(fault) = out.write_all(lines.as_bytes()) {
            eprintln!("{fault}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The lines of one game; `None` if the opening was not balanced.
fn play(number: u64, nodes: u64, random: &mut Random, memory: &mut Memory) -> Option<String> {
    let mut game = Played { position: opening(&Preset::Gomoku.rules(), random)?, moves: Vec::new() };
    let (_, value) = search(&game.position, memory, NODES_OF_OPENING)?;
    if value.abs() > BALANCED {
        return None;
    }
    let mut lines = String::new();
    while game.position.status() == Status::Ongoing {
        let Some((best, value)) = search(&game.position, memory, nodes) else { break };
        write_line(&mut lines, number, &game, best, value);
        if value == WON {
            break;
        }
        if random.below(ASIDE) == 0 {
            let mut aside = game.clone();
            aside.play(urgent(random, &game.position))?;
            if aside.position.status() == Status::Ongoing
                && let Some((best, value)) = search(&aside.position, memory, nodes)
            {
                write_line(&mut lines, number, &aside, best, value);
            }
        }
        let is_other = game.position.stones() < OTHER_STONES_MAX && random.below(OTHER_MOVES) == 0;
        game.play(if is_other { urgent(random, &game.position) } else { best })?;
    }
    Some(lines)
}

/// One of the most urgent moves.
fn urgent(random: &mut Random, position: &Position) -> Cell {
    let cells = by_urgency(&PatternBoard::new(position));
    cells[random.below(cells.len().min(MOVES_ASIDE) as u64) as usize]
}

/// The cells near stones, most urgent first.
fn by_urgency(board: &PatternBoard) -> Vec<Cell> {
    let mut cells: Vec<Cell> = board.near().collect();
    cells.sort_by_key(|&cell| Reverse(board.urgency(board.turn(), cell)));
    cells
}

/// The best move with its value; `None` if a result is claimed, or a draw or a loss proven.
fn search(position: &Position, memory: &mut Memory, nodes: u64) -> Option<(Cell, i64)> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let moves: Vec<Cell> = position.legal_moves().collect();
    let found = Threats::new(position, memory, &limits).run(&moves, Wanted::Best(1), &mut |_| {});
    let best = found.moves.first()?;
    match best.verdict(position.empties()) {
        Verdict::Unknown { value } if value.abs() < VALUE_MAX => Some((best.cell, value)),
        Verdict::Win { .. } => Some((best.cell, WON)),
        _ => None,
    }
}

fn write_line(lines: &mut String, number: u64, of: &Played, best: Cell, value: i64) {
    let board = PatternBoard::new(&of.position);
    let (me, them) = (board.turn(), board.turn() ^ 1);
    let wins_by_fours = value == WON && board.kind(me, best) >= kind::FOUR;
    if wins_by_fours || board.count(me, kind::FIVE) + board.count(them, kind::FIVE) > 0 {
        return;
    }
    let _ = write!(lines, "{number} {} {value}", of.position.stones());
    for back in 0..RECENT {
        let at = of.moves.len().checked_sub(back + 1);
        let _ = write!(lines, " {}", at.map_or(-1, |at| of.moves[at] as i64));
    }
    let _ = write!(lines, " {best}");
    for cell in by_urgency(&board) {
        let _ = write!(lines, " {cell}:");
        for player in [me, them] {
            let mut shapes: [u8; 4] = std::array::from_fn(|direction| board.shape(player, cell, direction));
            shapes.sort_unstable();
            lines.extend(shapes.map(|shape| char::from_digit(shape.into(), 12).unwrap_or('0')));
        }
    }
    lines.push('\n');
}
