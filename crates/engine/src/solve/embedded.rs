//! The opening book inside the program. Without the feature `book` there is none, and look-ups find nothing.

pub(super) use book::{has_next, load, score, variation};

#[cfg(feature = "book")]
mod book {
    use crate::solve::book::{Book, Variations};
    use crate::solve::gravity::Position;

    /// Loads the book, which is otherwise loaded on first use.
    pub fn load() {
        let _ = Variations::embedded();
    }

    /// Whether every position after one move is in the book.
    pub fn has_next(position: &Position) -> bool {
        Book::embedded().has_next(position)
    }

    /// The exact score for the side to move.
    pub fn score(position: &Position) -> Option<i8> {
        Book::embedded().score(position)
    }

    /// The first moves of best play, as columns.
    pub fn variation(position: &Position) -> Option<Vec<usize>> {
        Variations::embedded().variation(position)
    }
}

#[cfg(not(feature = "book"))]
mod book {
    use crate::solve::gravity::Position;

    pub fn load() {}

    pub fn has_next(_: &Position) -> bool {
        false
    }

    pub fn score(_: &Position) -> Option<i8> {
        None
    }

    pub fn variation(_: &Position) -> Option<Vec<usize>> {
        None
    }
}
