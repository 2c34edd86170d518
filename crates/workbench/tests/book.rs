//! The files of the opening book: written, read again, and made anew.

use std::path::PathBuf;

use inarow_engine::game::zobrist::mix;
use inarow_engine::solve::book::{Book, BookError, Variations, positions};
use inarow_engine::solve::gravity::{Position, Solver, SolverLimits};
use inarow_workbench::book::{generate, generate_variations, solve_ply, to_bytes, variations};

const TABLE_BYTES: usize = 16 << 20;
const VARIATIONS: &[u8] = include_bytes!("../../engine/src/solve/book/connect-four.variations");

#[test]
fn book_survives_the_file_and_damage_is_noticed() {
    let scores: Vec<i8> = vec![-2, -1, 0, 1];
    let bytes = to_bytes(1, &scores);
    let read = Book::from_bytes(&bytes).expect("whole");
    assert_eq!((read.ply_max(), read.scores(1), read.scores(0)), (1, scores, vec![2]));
    let mut damaged = bytes.clone();
    *damaged.last_mut().expect("not empty") ^= 1;
    assert_eq!(Book::from_bytes(&damaged).err(), Some(BookError::Checksum));
    assert_eq!(Book::from_bytes(&bytes[..bytes.len() - 2]).err(), Some(BookError::Checksum));
    assert_eq!(Book::from_bytes(&bytes[..11]).err(), Some(BookError::Header));
    assert_eq!(Book::from_bytes(b"book").err(), Some(BookError::Header));
}

#[test]
fn variations_survive_the_file() {
    let ranks = Variations::embedded().ranks();
    assert!(variations::to_bytes(&ranks) == VARIATIONS, "other bytes");
}

/// Indices of positions after 8 stones that take few nodes.
fn sample(draws: u64, nodes_max: u64) -> Vec<usize> {
    let keys = positions(8).pop().expect("ply 8");
    let mut solver = Solver::new(TABLE_BYTES);
    let limits = SolverLimits { nodes_max, ..SolverLimits::NONE };
    let indices = (0..draws).map(|draw| (mix(draw) % keys.len() as u64) as usize);
    let is_quick = |&index: &usize| {
        let position = Position::connect_four().with_key(keys[index]).expect("a key of its own");
        solver.solve_with(&position, &limits).is_ok()
    };
    indices.filter(is_quick).collect()
}

/// A file of this test process.
fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("inarow-{}-{name}", std::process::id()))
}

/// From the state of a run that was interrupted before its last few positions, the generator makes the same book.
#[test]
fn the_generator_makes_the_same_bytes() {
    let missing = sample(30, 20_000);
    assert!(!missing.is_empty());
    let keys = positions(8).pop().expect("ply 8");
    let scores = Book::embedded().scores(8);
    let known = keys.iter().zip(&scores).enumerate().filter(|&(index, _)| !missing.contains(&index));
    let lines: String = known.map(|(_, (key, score))| format!("{key} {score}\n")).collect();
    let (state, out) = (scratch("ply8.state"), scratch("ply8.book"));
    std::fs::write(&state, lines).expect("writable");
    let mut solved = 0;
    generate(8, &state, &out, TABLE_BYTES, |progress| solved = progress.solved).expect("both files are there");
    let made = std::fs::read(&out).expect("written");
    std::fs::remove_file(&state).expect("still there");
    std::fs::remove_file(&out).expect("still there");
    assert!(made == to_bytes(8, &scores), "other bytes");
    let (made, plies) = (Book::from_bytes(&made).expect("whole"), [0, 3, 7, 8]);
    assert!(plies.iter().all(|&ply| made.scores(ply) == Book::embedded().scores(ply)));
    assert!(solved > 0 && solved <= missing.len());
}

/// The same for the variations: some of those that are quick to find are missing.
#[test]
fn the_generator_makes_the_same_variations() {
    let ranks = Variations::embedded().ranks();
    let missing = [ranks.len() - 2, ranks.len() - 1];
    let digits = |ranks: &[u8]| ranks.iter().map(u8::to_string).collect::<String>();
    let known = ranks.iter().enumerate().filter(|(index, _)| !missing.contains(index));
    let lines: String = known.map(|(index, ranks)| format!("{index} {}\n", digits(ranks))).collect();
    let (state, out) = (scratch("variations.state"), scratch("variations"));
    std::fs::write(&state, lines).expect("writable");
    let mut solved = 0;
    generate_variations(None, &state, &out, TABLE_BYTES, |progress| solved = progress.solved).expect("both are there");
    let made = std::fs::read(&out).expect("written");
    std::fs::remove_file(&state).expect("still there");
    std::fs::remove_file(&out).expect("still there");
    assert!(made == VARIATIONS, "other bytes");
    assert_eq!(solved, missing.len());
}

#[test]
fn a_generation_that_was_interrupted_goes_on() {
    let state = scratch("ply1.state");
    // All scores of ply 1 are there, and a line that was cut off.
    let keys = positions(1).pop().expect("ply 1");
    let known: Vec<i8> = keys
        .iter()
        .map(|&key| Book::embedded().score(&Position::connect_four().with_key(key).expect("key")).expect("in the book"))
        .collect();
    let lines: String = keys.iter().zip(&known).map(|(key, score)| format!("{key} {score}\n")).collect();
    std::fs::write(&state, format!("{lines}{} 1", keys[0])).expect("writable");
    let scores =
        solve_ply(1, 0..keys.len(), &state, 1 << 20, |_| panic!("everything was solved before")).expect("readable");
    let left = std::fs::read_to_string(&state).expect("still there");
    std::fs::remove_file(&state).expect("still there");
    assert_eq!(scores, known);
    assert!(left == lines, "the line that was cut off is still there");
}
