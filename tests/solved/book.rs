//! The opening book: its positions, its file, and what it says.

use std::path::PathBuf;

use inarow::solve::book::{self, Book, BookError};
use inarow::solve::gravity::{Limits, Position, Solver};

use crate::TABLE_BYTES;
use crate::common::Seeded;

const EMBEDDED: &[u8] = include_bytes!("../../src/solve/book/connect-four.book");
/// FNV-1a, 64 bits, of the packed scores.
const CHECKSUM: u64 = 0x90CF_AF68_1626_F0D7;

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
    assert_eq!(book.ply_max(), 8);
    let split = |ply: u32, sign: i8| book.scores(ply).iter().filter(|score| score.signum() == sign).count();
    assert_eq!([split(8, 1), split(8, 0), split(8, -1)], [62_373, 7_344, 21_578], "as published by others");
    assert!(book.scores(8).iter().all(|score| (-17..=17).contains(score)), "from ply 8, nobody can win earlier");
}

#[test]
fn embedded_book_has_its_checksum_and_its_size() {
    assert_eq!(EMBEDDED[9..17], CHECKSUM.to_le_bytes());
    assert_eq!(EMBEDDED.len(), 68_489);
    assert_eq!(Book::embedded().scores(8).len(), 91_295);
    let damaged: Vec<u8> = EMBEDDED.iter().enumerate().map(|(at, byte)| byte ^ u8::from(at == 40_000)).collect();
    assert_eq!(Book::from_bytes(&damaged).err(), Some(BookError::Checksum));
}

/// Indices of positions after 8 stones that take few nodes, drawn by lot, with their scores found anew.
fn sample(draws: usize, nodes_max: u64, seed: u64) -> Vec<(usize, i8)> {
    let keys = book::positions(8).pop().expect("ply 8");
    let (mut random, mut solver) = (Seeded::new(seed), Solver::new(TABLE_BYTES));
    let limits = Limits { nodes_max, ..Limits::NONE };
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
    let sample = sample(80, 40_000, 20_260_101);
    assert!(sample.len() >= 15, "{} of 80 were solved", sample.len());
    for (index, score) in sample {
        assert_eq!(Book::embedded().scores(8)[index], score, "index {index}");
    }
}

/// A file of this test process.
fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("inarow-{}-{name}", std::process::id()))
}

/// From the state of a run that was interrupted before its last few positions, the generator makes the embedded bytes.
#[test]
fn the_generator_makes_the_same_bytes() {
    let missing = sample(30, 20_000, 7);
    assert!(!missing.is_empty());
    let is_missing = |index: usize| missing.iter().any(|&(other, _)| other == index);
    let known = Book::embedded().scores(8).iter().enumerate().filter(|&(index, _)| !is_missing(index));
    let lines: String = known.map(|(index, score)| format!("{index} {score}\n")).collect();
    let (state, out) = (scratch("ply8.state"), scratch("ply8.book"));
    std::fs::write(&state, lines).expect("writable");
    let mut solved = 0;
    book::generate(8, &state, &out, TABLE_BYTES, |progress| solved = progress.solved).expect("both files are there");
    let made = std::fs::read(&out).expect("written");
    std::fs::remove_file(&state).expect("still there");
    std::fs::remove_file(&out).expect("still there");
    assert!(made == EMBEDDED, "other bytes");
    assert!(solved > 0 && solved <= missing.len());
}

#[test]
fn a_generation_that_was_interrupted_goes_on() {
    let state = scratch("ply1.state");
    // All scores of ply 1 are there, and a line that was cut off.
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
