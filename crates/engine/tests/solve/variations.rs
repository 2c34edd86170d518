//! Best play from the opening on, as the book has it.

use inarow_engine::search::Limits;
use inarow_engine::solve::Session;
use inarow_engine::solve::book::format::{SPANS, starts};
use inarow_engine::solve::book::{Book, BookError, Variations};
use inarow_engine::solve::gravity::{Position, Solver};

use crate::TABLE_BYTES;

const EMBEDDED: &[u8] = include_bytes!("../../src/solve/book/connect-four.variations");

#[test]
fn damage_to_the_file_is_noticed() {
    assert!(EMBEDDED.len() < 250_000, "{} bytes", EMBEDDED.len());
    let damaged: Vec<u8> = EMBEDDED.iter().enumerate().map(|(at, byte)| byte ^ u8::from(at == 5_000)).collect();
    let read = |bytes| Variations::from_bytes(bytes, Book::embedded()).err();
    assert_eq!(read(&damaged), Some(BookError::Checksum));
    assert_eq!(read(&EMBEDDED[..EMBEDDED.len() - 1]), Some(BookError::Checksum));
    assert_eq!(read(b"other"), Some(BookError::Header));
    let without = Variations::from_bytes(&[], Book::embedded()).expect("no variations");
    assert_eq!(without.variation(&starts(SPANS[0]).next().expect("a position")), None);
}

/// A sample of variations goes on to the end of its span, unless the game ends, and each of its moves keeps the score.
#[test]
fn a_sample_of_variations_is_best_play() {
    let mut solver = Solver::new(TABLE_BYTES);
    let mut session = Session::new(&mut solver, Limits::default());
    for span in SPANS {
        let starts: Vec<Position> = starts(span).collect();
        let mut stored = 0;
        for start in starts.iter().skip(3).step_by(starts.len() / 60) {
            let variation =
                Variations::embedded().variation(start).unwrap_or_else(|| panic!("a variation from {start:?}"));
            let mut position = *start;
            let mut score = Book::embedded().score(&position).expect("in the book");
            for &column in &variation {
                assert!(!position.wins_at(column), "{variation:?} misses a win");
                (position, score) = (position.play(column).expect("legal"), -score);
            }
            assert_eq!(session.score(&position), Ok(score), "{variation:?} from {start:?}");
            let ends = position.winning_score().is_some() || !position.has_open_line();
            assert!(position.stones() == span.to || ends, "{variation:?} from {start:?}");
            stored += position.stones().saturating_sub(span.from);
        }
        assert!(stored > 60 * (span.to - span.from) / 2, "{stored} moves of {span:?}");
    }
}

/// The stored moves are those that are found without them: of the best ones the most promising.
#[test]
fn a_sample_of_moves_is_found_again() {
    let mut solver = Solver::new(TABLE_BYTES);
    let mut session = Session::new(&mut solver, Limits::default());
    let [_, span] = SPANS;
    let starts: Vec<Position> = starts(span).collect();
    for start in starts.iter().skip(7).step_by(starts.len() / 12) {
        let variation = Variations::embedded().variation(start).unwrap_or_else(|| panic!("a variation from {start:?}"));
        let mut position = *start;
        for &column in &variation {
            if position.stones() >= span.from {
                let score = session.score(&position).expect("no limits");
                let columns = position.columns_by_promise();
                let keeps = |column: &&usize| session.move_reaches(&position, **column, score) == Ok(true);
                assert_eq!(columns.iter().find(keeps), Some(&column), "{variation:?} from {start:?}");
            }
            position = position.play(column).expect("legal");
        }
    }
}

/// A mirror image has the mirror image of the variation.
#[test]
fn mirror_images_share_a_variation() {
    for columns in [&[0, 1, 2, 3, 4, 5][..], &[6, 6, 1, 0, 1, 1], &[3, 2, 3, 2, 2, 1], &[6, 2, 1, 1, 0, 5, 5, 3, 4]] {
        let position = Position::after(7, 6, 4, columns).expect("legal");
        let mirrored: Vec<usize> = columns.iter().map(|column| 6 - column).collect();
        let image = Position::after(7, 6, 4, &mirrored).expect("legal");
        let (variation, of_image) =
            (Variations::embedded().variation(&position), Variations::embedded().variation(&image));
        let variation = variation.unwrap_or_else(|| panic!("a variation from {columns:?}"));
        assert_eq!(of_image, Some(variation.iter().map(|column| 6 - column).collect()));
    }
}

#[test]
fn other_positions_have_no_variation() {
    assert_eq!(Variations::embedded().variation(&Position::connect_four()), None);
    let wins_at_once = Position::after(7, 6, 4, &[3, 0, 3, 0, 3, 0]).expect("legal");
    assert_eq!(Variations::embedded().variation(&wins_at_once), None);
    let other_board = Position::after(6, 6, 4, &[0, 1, 2, 3, 4, 5]).expect("legal");
    assert_eq!(Variations::embedded().variation(&other_board), None);
}
