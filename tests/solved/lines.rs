//! Best play from the opening on, as the book has it.

use inarow::search::Limits;
use inarow::solve::Session;
use inarow::solve::book::lines::{self, Lines};
use inarow::solve::book::{self, Book, BookError};
use inarow::solve::gravity::{Position, Solver};

use crate::TABLE_BYTES;

const EMBEDDED: &[u8] = include_bytes!("../../src/solve/book/connect-four.lines");
/// The positions in the lines that the solver is asked about have this many stones at least, where it takes no time.
const CHECKED_STONES_MIN: u32 = 17;

fn starts() -> Vec<Position> {
    let keys = book::positions(lines::PLY).pop().expect("a ply of positions");
    keys.into_iter().map(|key| Position::connect_four().with_key(key).expect("a key of its own")).collect()
}

#[test]
fn lines_survive_the_file_and_damage_is_noticed() {
    let lines = Lines::embedded();
    assert_eq!(lines.columns().len(), 8_231);
    assert!(lines::to_bytes(&lines.columns(), Book::embedded()) == EMBEDDED, "other bytes");
    assert!(EMBEDDED.len() < 50_000, "{} bytes", EMBEDDED.len());
    let damaged: Vec<u8> = EMBEDDED.iter().enumerate().map(|(at, byte)| byte ^ u8::from(at == 5_000)).collect();
    let read = |bytes| Lines::from_bytes(bytes, Book::embedded()).err();
    assert_eq!(read(&damaged), Some(BookError::Checksum));
    assert_eq!(read(&EMBEDDED[..EMBEDDED.len() - 1]), Some(BookError::Checksum));
    assert_eq!(read(b"lines"), Some(BookError::Header));
}

/// Every move of every line is possible, and no line ends early.
#[test]
fn lines_are_games() {
    for (start, line) in starts().iter().zip(Lines::embedded().columns()) {
        let mut position = *start;
        for (at, &column) in line.iter().enumerate() {
            assert!(!position.wins_at(column.into()), "{line:?} misses the end at {at}");
            position = position.play(column.into()).unwrap_or_else(|| panic!("{line:?} at {at}"));
        }
        let ends = position.winning_score().is_some() || !position.has_open_line();
        assert!(position.stones() == lines::STONES_MAX || ends, "{line:?}");
    }
}

/// The last moves of a sample of lines are those that the solver finds, and lead to where the book says.
#[test]
fn a_sample_of_lines_is_played_again() {
    let mut solver = Solver::new(TABLE_BYTES);
    let mut session = Session::new(&mut solver, Limits::default());
    let sample = starts().into_iter().zip(Lines::embedded().columns()).skip(3).step_by(59);
    let mut checked = 0;
    for (start, line) in sample {
        let mut score = Book::embedded().score(&start).expect("in the book");
        let mut position = start;
        for &column in &line {
            let stones = position.stones();
            if stones >= CHECKED_STONES_MIN {
                let keeps = |column, session: &mut Session<'_>| {
                    session.move_reaches(&position, column, score).expect("no limits")
                };
                let best = position.columns_by_cell().find(|&column| keeps(column, &mut session));
                assert_eq!(best, Some(column.into()), "{line:?} after {stones} stones");
                checked += 1;
            }
            (position, score) = (position.play(column.into()).expect("legal"), -score);
        }
        assert_eq!(session.score(&position), Ok(score), "{line:?}");
    }
    assert!(checked > 300, "{checked} moves");
}

/// A mirror image has the mirror image of the line.
#[test]
fn mirror_images_share_a_line() {
    let mut mirrored = 0;
    for columns in [[0, 1, 2, 3, 4, 5], [3, 3, 3, 3, 3, 2], [6, 6, 1, 0, 1, 1], [3, 2, 3, 2, 2, 3]] {
        let position = Position::after(7, 6, 4, &columns).expect("legal");
        let image = Position::after(7, 6, 4, &columns.map(|column| 6 - column)).expect("legal");
        let (line, of_image) = (Lines::embedded().line(&position), Lines::embedded().line(&image));
        let line = line.expect("six stones");
        assert_eq!(of_image, Some(line.iter().map(|column| 6 - column).collect()));
        mirrored += usize::from(position.is_mirrored() != image.is_mirrored());
    }
    assert_eq!(mirrored, 4);
    assert_eq!(Lines::embedded().line(&Position::connect_four()), None);
}
