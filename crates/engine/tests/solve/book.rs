//! The opening book: its positions, its file, its scores.

use inarow_engine::solve::book::{self, Book, BookError};
use inarow_engine::solve::gravity::{Cell, Position, Solver, SolverLimits};

use crate::TABLE_BYTES;
use crate::common::Seeded;

const EMBEDDED: &[u8] = include_bytes!("../../src/solve/book/connect-four.book");
/// XXH3, 64 bits, of the levels.
const CHECKSUM: u64 = 0x758B_075B_4D0C_42DD;
/// FNV-1a, 64 bits, of the scores after 8 stones, as our own solver found them for an earlier book: one after the other as
/// score + 32 in six bits, the lowest bits of a byte first.
const CHECKSUM_OF_OWN_PLY_8: u64 = 0x90CF_AF68_1626_F0D7;

#[test]
fn book_positions_are_counted_as_published() {
    let counts: Vec<usize> = book::positions(8).iter().map(Vec::len).collect();
    assert_eq!(counts, [1, 4, 25, 121, 568, 2_144, 8_231, 27_109, 91_295]);
}

#[test]
fn embedded_book_knows_the_opening() {
    let book = Book::embedded();
    let empty = Position::connect_four();
    assert_eq!(book.score(&empty), Some(1), "the first player wins with its last stone but one");
    let first: Vec<i8> = (0..7).map(|column| -book.score(&empty.play(column).expect("free")).expect("ply 1")).collect();
    assert_eq!(first, [-2, -1, 0, 1, 0, -1, -2]);
    assert_eq!(book.score(&Position::empty(6, 6, 4).expect("fits")), None);
    assert_eq!(book.ply_max(), 12);
    let after_13 = Position::after(7, 6, 4, &[3, 3, 3, 3, 3, 2, 3, 2, 2, 2, 2, 1, 1]).expect("nobody has won");
    assert_eq!(book.score(&after_13), None);
}

#[test]
fn boards_that_no_game_reaches_are_not_in_the_book() {
    use Cell::{Empty, Mover, Other};
    for column in [[Mover, Mover, Other, Other], [Other, Mover, Other, Mover]] {
        let cell = |index: usize| match (index % 7, 5 - index / 7) {
            (2, row @ 0..4) => column[row],
            _ => Empty,
        };
        let cells: Vec<Cell> = (0..42).map(cell).collect();
        let position = Position::from_cells(7, 6, 4, &cells).expect("nobody has won");
        assert_eq!(Book::embedded().score(&position), None, "{column:?}");
    }
}

/// The database that the scores come from and our own solver agree after 8 stones, where our solver has solved all positions.
#[test]
fn scores_after_8_stones_are_those_of_our_own_solver() {
    let scores = Book::embedded().scores(8);
    let mut packed = vec![0u8; (scores.len() * 6).div_ceil(8)];
    for (bit, value) in (0..).step_by(6).zip(&scores) {
        let value = u16::from((value + 32) as u8) << (bit % 8);
        packed[bit / 8] |= value as u8;
        if value > 0xFF {
            packed[bit / 8 + 1] |= (value >> 8) as u8;
        }
    }
    let fnv = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    assert_eq!(packed.iter().fold(0xCBF2_9CE4_8422_2325, fnv), CHECKSUM_OF_OWN_PLY_8);
    assert!(scores.iter().all(|score| (-17..=17).contains(score)), "from ply 8, nobody can win earlier");
}

/// Wins, draws and losses of the side to move, among unfinished positions, mirror images once. `cargo bench --bench
/// connect_four -- results` counts later plies.
#[test]
fn results_are_counted_as_published() {
    let scores = Book::embedded().scores(8);
    let split = [1, 0, -1].map(|sign| scores.iter().filter(|score| score.signum() == sign).count());
    assert_eq!(split, [62_373, 7_344, 21_578]);
}

#[test]
fn embedded_book_has_its_checksum_and_its_size() {
    assert_eq!(EMBEDDED[4..12], CHECKSUM.to_le_bytes());
    assert!(EMBEDDED.len() <= 1_650_000, "{} bytes", EMBEDDED.len());
    let damaged: Vec<u8> = EMBEDDED.iter().enumerate().map(|(at, byte)| byte ^ u8::from(at == 40_000)).collect();
    assert_eq!(Book::from_bytes(&damaged).err(), Some(BookError::Checksum));
    assert_eq!(Book::from_bytes(&EMBEDDED[..EMBEDDED.len() - 2]).err(), Some(BookError::Checksum));
    assert_eq!(Book::from_bytes(&EMBEDDED[..11]).err(), Some(BookError::Header));
    assert_eq!(Book::from_bytes(b"book").err(), Some(BookError::Header));
}

/// Indices of positions after 8 stones that take few nodes, drawn by lot, with their scores found anew.
fn sample(draws: usize, nodes_max: u64, seed: u64) -> Vec<(usize, i8)> {
    let keys = book::positions(8).pop().expect("ply 8");
    let (mut random, mut solver) = (Seeded::new(seed), Solver::new(TABLE_BYTES));
    let limits = SolverLimits { nodes_max, ..SolverLimits::NONE };
    let solve = |_| {
        let index = random.below(keys.len());
        let position = Position::connect_four().with_key(keys[index]).expect("a key of its own");
        solver.solve_with(&position, &limits).ok().map(|score| (index, score))
    };
    (0..draws).filter_map(solve).collect()
}

/// Larger samples, without a limit of nodes, are solved by `cargo bench --bench connect_four -- book`.
#[test]
fn a_sample_of_the_book_is_solved_again() {
    let scores = Book::embedded().scores(8);
    let sample = sample(80, 40_000, 20_260_101);
    assert!(sample.len() >= 15, "{} of 80 were solved", sample.len());
    for (index, score) in sample {
        assert_eq!(scores[index], score, "index {index}");
    }
}

#[test]
fn a_sample_of_the_last_plies_is_solved_again() {
    let (mut random, mut solver) = (Seeded::new(12), Solver::new(TABLE_BYTES));
    let limits = SolverLimits { nodes_max: 40_000, ..SolverLimits::NONE };
    let mut checked = 0;
    for draw in 0..200 {
        let mut position = Position::connect_four();
        while position.stones() < 9 + draw % 4 {
            let column = random.below(7);
            let next = if position.wins_at(column) { None } else { position.play(column) };
            position = next.unwrap_or_else(Position::connect_four);
        }
        if let Ok(score) = solver.solve_with(&position, &limits) {
            assert_eq!(Book::embedded().score(&position), Some(score), "draw {draw}: {position:?}");
            checked += 1;
        }
    }
    assert!(checked >= 60, "{checked} of 200 were solved");
}
