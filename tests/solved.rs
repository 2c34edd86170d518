//! The gravity solver against plain minimax, known scores and published results.

use inarow::solve::book::{self, Book, BookError};
use inarow::solve::gravity::{Cell, Interrupted, Limits, Position, Solver};
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

const TABLE_BYTES: usize = 16 << 20;

/// A board as plain cells, and minimax without any of the solver's reasoning: the oracle.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Plain {
    width: usize,
    height: usize,
    k: usize,
    /// Row by row from the top left; the side to move, seen from itself.
    cells: Vec<Cell>,
}

impl Plain {
    fn landing(&self, column: usize) -> Option<usize> {
        (0..self.height).rev().map(|row| row * self.width + column).find(|&at| self.cells[at] == Cell::Empty)
    }

    fn completes(&self, at: usize, owner: Cell) -> bool {
        let (row, column) = ((at / self.width) as i32, (at % self.width) as i32);
        let owned = |step: i32, (down, right): (i32, i32)| {
            let (r, c) = (row + step * down, column + step * right);
            let inside = (0..self.height as i32).contains(&r) && (0..self.width as i32).contains(&c);
            inside && self.cells[r as usize * self.width + c as usize] == owner
        };
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|direction| {
            let run = |sign: i32| (1..).take_while(|&i| owned(sign * i, direction)).count();
            1 + run(1) + run(-1) >= self.k
        })
    }

    fn has_line(&self) -> bool {
        (0..self.cells.len()).any(|at| self.cells[at] != Cell::Empty && self.completes(at, self.cells[at]))
    }

    fn empty(&self) -> usize {
        self.cells.iter().filter(|&&cell| cell == Cell::Empty).count()
    }

    fn play(&self, at: usize) -> Plain {
        let mut next = self.clone();
        next.cells[at] = Cell::Mover;
        for cell in &mut next.cells {
            *cell = match cell {
                Cell::Empty => Cell::Empty,
                Cell::Mover => Cell::Other,
                Cell::Other => Cell::Mover,
            };
        }
        next
    }

    fn score(&self, known: &mut HashMap<Plain, i8>) -> i8 {
        if let Some(&score) = known.get(self) {
            return score;
        }
        let score = self.scores(known).into_iter().flatten().max().unwrap_or(0);
        known.insert(self.clone(), score);
        score
    }

    fn scores(&self, known: &mut HashMap<Plain, i8>) -> Vec<Option<i8>> {
        (0..self.width)
            .map(|column| {
                let at = self.landing(column)?;
                let wins = self.completes(at, Cell::Mover);
                Some(if wins { self.empty().div_ceil(2) as i8 } else { -self.play(at).score(known) })
            })
            .collect()
    }

    fn position(&self) -> Option<Position> {
        Position::from_cells(self.width as u32, self.height as u32, self.k as u32, &self.cells)
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n as u64) as usize
    }

    /// `stones` stones of random owners, as gravity leaves them: mostly not reachable by play.
    fn board(&mut self, width: usize, height: usize, k: usize, stones: usize) -> Plain {
        let mut board = Plain { width, height, k, cells: vec![Cell::Empty; width * height] };
        for _ in 0..stones {
            let column = self.below(width);
            if let Some(at) = board.landing(column) {
                board.cells[at] = if self.below(2) == 0 { Cell::Mover } else { Cell::Other };
            }
        }
        board
    }
}

fn agrees_with_minimax(width: usize, height: usize, k: usize, stones: std::ops::Range<usize>, samples: usize) {
    let mut random = Random(0x1234_5678_9ABC_DEF1 + (width * 100 + height * 10 + k) as u64);
    let mut known = HashMap::new();
    let mut solver = Solver::new(TABLE_BYTES);
    let mut checked = 0;
    while checked < samples {
        let count = stones.start + random.below(stones.len());
        let board = random.board(width, height, k, count);
        let Some(position) = board.position() else {
            assert!(board.has_line(), "{width}x{height} k{k} refused: {:?}", board.cells);
            continue;
        };
        checked += 1;
        let expected = board.score(&mut known);
        let at = || format!("{width}x{height} k{k} {:?}", board.cells);
        assert_eq!(solver.solve(&position), expected, "{}", at());
        assert_eq!(solver.analyse(&position), board.scores(&mut known), "{}", at());
        let line = solver.principal_variation(&position);
        assert_eq!(line.len() as u32, position.plies_to_end(expected), "{}", at());
    }
}

#[test]
fn small_boards_agree_with_minimax() {
    for (width, height, k) in
        [(4, 4, 4), (5, 4, 4), (4, 5, 4), (4, 4, 3), (5, 3, 3), (3, 5, 3), (3, 3, 2), (5, 2, 3), (1, 9, 4), (9, 1, 4)]
    {
        let cells = width * height;
        agrees_with_minimax(width, height, k, cells.saturating_sub(13)..cells + 1, 60);
    }
}

#[test]
fn larger_boards_agree_with_minimax_near_the_end() {
    for (width, height, k) in
        [(7, 6, 4), (6, 7, 4), (8, 7, 4), (7, 8, 4), (7, 7, 5), (9, 6, 4), (8, 5, 4), (5, 6, 4), (12, 4, 4)]
    {
        let cells = width * height;
        agrees_with_minimax(width, height, k, cells - 10..cells + 14, 60);
    }
}

#[test]
fn played_positions_agree_with_minimax() {
    let mut random = Random(99);
    let mut solver = Solver::new(TABLE_BYTES);
    let mut known = HashMap::new();
    for (width, height, samples) in [(5, 4, 40), (4, 5, 40), (7, 6, 150)] {
        let mut checked = 0;
        while checked < samples {
            let mut board = random.board(width, height, 4, 0);
            let stones = if width == 7 { 30 + random.below(12) } else { 4 + random.below(16) };
            for _ in 0..stones {
                let column = random.below(width);
                match board.landing(column) {
                    Some(at) if !board.completes(at, Cell::Mover) => board = board.play(at),
                    _ => {}
                }
            }
            if width == 7 && board.empty() > 13 {
                continue;
            }
            checked += 1;
            let position = board.position().expect("nobody has won");
            assert_eq!(solver.solve(&position), board.score(&mut known), "{:?}", board.cells);
        }
    }
}

fn check_lines(name: &str, text: &str, take: usize) {
    let mut solver = Solver::new(TABLE_BYTES);
    for line in text.lines().filter(|line| !line.starts_with('#')).take(take) {
        let (moves, score) = line.split_once(' ').expect("moves and score");
        let columns: Vec<usize> = moves.bytes().map(|digit| usize::from(digit - b'1')).collect();
        let position = Position::after(7, 6, 4, &columns).expect("legal");
        assert_eq!(solver.solve(&position).to_string(), score.trim(), "{name}: {moves}");
    }
}

#[test]
fn own_sets_have_their_scores() {
    for set in include_str!("data/connect-four.txt").split("# set ").skip(1) {
        let (name, lines) = set.split_once('\n').expect("a name and lines");
        check_lines(name, lines, if name.ends_with("L1_R2") { 5 } else { 1000 });
    }
}

#[test]
fn published_sets_have_their_scores() {
    for name in ["Test_L3_R1", "Test_L2_R1", "Test_L1_R1"] {
        if let Ok(text) = std::fs::read_to_string(Path::new("../shared/data/connect-four").join(name)) {
            assert_eq!(text.lines().count(), 1000);
            check_lines(name, &text, 1000);
        }
    }
}

/// John Tromp, tromp.github.io/c4/c4.html: who wins (1: the first player, -1: the second), with which stone. The larger
/// ones are solved by `cargo test --release -- --ignored`.
const SIZES: [(u32, u32, i8, u32); 7] =
    [(4, 4, 0, 16), (5, 4, 0, 20), (6, 4, -1, 24), (7, 4, 0, 28), (4, 5, 0, 20), (5, 5, 0, 25), (4, 6, 0, 24)];
const LARGER_SIZES: [(u32, u32, i8, u32); 12] = [
    (6, 5, 0, 30),
    (5, 6, 0, 30),
    (4, 7, 0, 28),
    (4, 8, 0, 32),
    (4, 9, 0, 36),
    (4, 10, 0, 40),
    (8, 4, -1, 32),
    (9, 4, -1, 36),
    (7, 5, 0, 35),
    (6, 6, -1, 36),
    (5, 7, 0, 35),
    (5, 8, 0, 40),
];

fn check_sizes(sizes: &[(u32, u32, i8, u32)]) {
    for &(width, height, winner, last_stone) in sizes {
        let position = Position::empty(width, height, 4).expect("fits");
        let mut solver = Solver::new(128 << 20);
        let score = solver.solve(&position);
        assert_eq!((score.signum(), position.plies_to_end(score)), (winner, last_stone), "{width}x{height}");
    }
}

#[test]
fn small_sizes_end_as_published() {
    check_sizes(&SIZES);
}

#[test]
#[ignore = "minutes without optimisation"]
fn larger_sizes_end_as_published() {
    check_sizes(&LARGER_SIZES);
}

#[test]
fn limits_stop_the_search_and_leave_the_solver_usable() {
    let mut solver = Solver::new(TABLE_BYTES);
    let empty = Position::connect_four();
    let few = Limits { nodes_max: 5_000, ..Limits::NONE };
    assert_eq!(solver.solve_with(&empty, &few), Err(Interrupted));
    assert!(solver.nodes() < 5_000 + 1_024);

    let cancelled = AtomicBool::new(true);
    let stop = || cancelled.load(Ordering::Relaxed);
    let limits = Limits { stop: &stop, ..Limits::NONE };
    assert_eq!(solver.analyse_with(&empty, &limits), Err(Interrupted));
    cancelled.store(false, Ordering::Relaxed);
    let position = Position::after(7, 6, 4, &[2, 1, 0, 5, 3, 5, 1, 4]).expect("legal");
    assert_eq!(solver.solve_with(&position, &limits), Ok(11));
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    assert!(Position::empty(9, 7, 4).is_none(), "9 × 8 bits");
    assert!(Position::empty(8, 7, 4).is_some(), "64 bits");
    assert!(Position::empty(7, 6, 1).is_none());
    assert!(Position::empty(0, 6, 4).is_none());
    assert!(Position::after(7, 6, 4, &[7]).is_none());
    assert!(Position::after(7, 6, 4, &[0, 1, 0, 1, 0, 1, 0]).is_none(), "that wins");
    let mut cells = vec![Cell::Empty; 42];
    cells[0] = Cell::Mover;
    assert!(Position::from_cells(7, 6, 4, &cells).is_none(), "it hangs in the air");
}

#[test]
fn keys_lead_back_to_their_positions() {
    let mut random = Random(5);
    for _ in 0..1_000 {
        let stones = random.below(43);
        if let Some(position) = random.board(7, 6, 4, stones).position() {
            let again = position.with_key(position.key()).expect("a key of its own");
            assert_eq!(again.key(), position.key());
            assert_eq!(again.stones(), position.stones());
        }
    }
}

#[test]
fn book_positions_are_counted_as_published() {
    let counts: Vec<usize> = book::positions(8).iter().map(Vec::len).collect();
    assert_eq!(counts, [1, 4, 25, 121, 568, 2_144, 8_231, 27_109, 91_295]);
}

#[test]
fn book_survives_the_file_and_damage_is_noticed() {
    let scores: Vec<i8> = vec![-2, -1, 0, 1];
    let bytes = book::to_bytes(1, &scores);
    let read = Book::from_bytes(&bytes).expect("whole");
    assert_eq!((read.ply_max(), read.scores(1), read.scores(0)), (1, &scores[..], &[2][..]));
    let mut damaged = bytes.clone();
    *damaged.last_mut().expect("not empty") ^= 1;
    assert_eq!(Book::from_bytes(&damaged).err(), Some(BookError::Checksum));
    assert_eq!(Book::from_bytes(&bytes[..18]).err(), Some(BookError::Length));
    assert_eq!(Book::from_bytes(b"book").err(), Some(BookError::Header));
}

#[test]
fn embedded_book_knows_the_opening() {
    let book = Book::embedded();
    let empty = Position::connect_four();
    assert_eq!(book.score(&empty), Some(1), "the first player wins with its last stone but one");
    let first: Vec<i8> = (0..7).map(|column| -book.score(&empty.play(column).expect("free")).expect("ply 1")).collect();
    assert_eq!(first, [-2, -1, 0, 1, 0, -1, -2]);
    assert_eq!(book.score(&Position::empty(6, 6, 4).expect("fits")), None);
    if book.ply_max() == 8 {
        let count = |sign: i8| book.scores(8).iter().filter(|score| score.signum() == sign).count();
        assert_eq!([count(1), count(0), count(-1)], [62_373, 7_344, 21_578]);
    }
}

#[test]
fn a_generation_that_was_interrupted_goes_on() {
    let state = std::env::temp_dir().join(format!("inarow-book-{}.state", std::process::id()));
    // All but one score of ply 1 are there, and a line that was cut off. The last is the corner's or the centre's.
    let keys = book::positions(1).pop().expect("ply 1");
    let known: Vec<i8> = keys
        .iter()
        .map(|&key| Book::embedded().score(&Position::connect_four().with_key(key).expect("key")).expect("in the book"))
        .collect();
    let lines: String = known.iter().enumerate().map(|(i, score)| format!("{i} {score}\n")).collect();
    std::fs::write(&state, format!("{lines}0 1")).expect("writable");
    let scores = book::solve_ply(1, 0..keys.len(), &state, 1 << 20, |_| panic!("everything was solved before"))
        .expect("readable");
    std::fs::remove_file(&state).expect("still there");
    assert_eq!(scores, known);
}
