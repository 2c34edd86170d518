//! Variations of best play from the opening, where solving takes longest.
//!
//! For all positions with as many stones as one of the [`SPANS`] says, the file holds the moves of a stretch of the variation;
//! those before follow from the book, those after it are quick to find. A move is stored as its rank among the columns by
//! promise: mostly it is one of the first, so that it takes 1.6 bits. Positions that the next two moves decide have no
//! variation.
//!
//! The file, `C4L3`, contains the variations of each span:
//!
//! | bytes | meaning |
//! |---|---|
//! | moves × 7 | relative frequencies of the ranks of each move, at least 1 |
//! | rest | the ranks of all moves, coded by `codes` |
//!
//! Boards that no game reaches, and variations that end early, have the rank 0. An empty file holds no variations. A new book
//! starts with an empty file.

use std::sync::LazyLock;

use super::codes::Codes;
use super::error::take;
use super::file::{self, VARIATIONS_MAGIC};
use super::model::static_score;
use super::positions::{SHAPE, board};
use super::rank::{self, block_and_word, boards};
use super::statistics::Statistics;
use super::{Book, BookError};
use crate::solve::gravity::{Node, Position};

/// The stretch of moves that is stored.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// Stones of the positions that have a variation.
    pub ply: u32,
    /// The moves up to this many stones follow from the book: of the best ones the lowest cell. From here on they are stored:
    /// of the best ones the most promising.
    pub from: u32,
    /// Stones of the positions where the stored moves end.
    pub to: u32,
}

/// The variations that are stored. The first ones spare early positions the book: without a score of the last ply decoded, to
/// find the moves after eight stones takes milliseconds. The second ones end with the moves that take most of the search.
pub const SPANS: [Span; 2] = [Span { ply: 6, from: 8, to: 22 }, Span { ply: 9, from: 12, to: 16 }];

/// Columns of the board. Ranks are below it.
pub const COLUMNS: usize = 7;

static EMBEDDED: LazyLock<Variations<'static>> = LazyLock::new(|| {
    Variations::from_bytes(include_bytes!("connect-four.variations"), Book::embedded())
        .expect("the embedded variations are whole; a test checks it")
});

/// The variations of best play from the positions of some plies.
pub struct Variations<'a> {
    book: &'a Book<'a>,
    spans: Vec<Coded<'a>>,
}

/// The variations of a span.
struct Coded<'a> {
    span: Span,
    /// A context for each move.
    statistics: Statistics,
    codes: Codes<'a>,
}

impl Variations<'static> {
    /// The embedded variations.
    #[must_use]
    pub fn embedded() -> &'static Variations<'static> {
        &EMBEDDED
    }
}

impl<'a> Variations<'a> {
    /// Reads a file of variations.
    ///
    /// # Errors
    /// The bytes are damaged, or not variations of a book.
    pub fn from_bytes(bytes: &'a [u8], book: &'a Book<'a>) -> Result<Variations<'a>, BookError> {
        let mut spans = Vec::new();
        if bytes.is_empty() {
            return Ok(Variations { book, spans });
        }
        let mut rest = file::open(bytes, VARIATIONS_MAGIC)?;
        for span in SPANS {
            let coded;
            (coded, rest) = Coded::from_bytes(span, rest)?;
            spans.push(coded);
        }
        if rest.is_empty() { Ok(Variations { book, spans }) } else { Err(BookError::Length) }
    }

    /// The ranks of the stored moves of all variations, for each span in the order of its positions.
    #[doc(hidden)]
    #[must_use]
    pub fn ranks(&self) -> Vec<Vec<u8>> {
        let of_span = |coded: &Coded| -> Vec<Vec<u8>> {
            let variations = coded.codes.masks.iter().flat_map(|&mask| coded.variations(mask));
            variations.filter(|(_, start, _)| rank::is_reachable(start)).map(|(.., ranks)| ranks).collect()
        };
        self.spans.iter().flat_map(of_span).collect()
    }

    /// The variation of a position, as columns, if it has one. Mirror images have mirrored variations.
    #[must_use]
    pub fn variation(&self, position: &Position) -> Option<Vec<usize>> {
        if !position.is_connect_four() {
            return None;
        }
        let coded = self.spans.iter().find(|coded| coded.span.ply == position.stones())?;
        let (mask, word) = block_and_word(position);
        let (_, start, ranks) = coded.variations(mask).find(|&(other, ..)| other == word)?;
        let opening = opening(self.book, start, coded.span)?;
        let (mut variation, mut end) = (opening.columns, opening.end);
        for rank in ranks {
            if !goes_on(&end) {
                break;
            }
            let column = *end.columns_by_promise().get(usize::from(rank))?;
            end = end.play(column)?;
            variation.push(column);
        }
        let is_mirrored = mask != position.mask;
        Some(variation.into_iter().map(|column| if is_mirrored { COLUMNS - 1 - column } else { column }).collect())
    }
}

impl<'a> Coded<'a> {
    fn from_bytes(span: Span, bytes: &'a [u8]) -> Result<(Coded<'a>, &'a [u8]), BookError> {
        let (frequencies, rest) = take(bytes, (span.to - span.from) as usize * COLUMNS)?;
        let mut statistics = Statistics::new(COLUMNS);
        statistics.set_frequencies(frequencies);
        let (codes, rest) = Codes::from_bytes(span.ply, rest)?;
        Ok((Coded { span, statistics, codes }, rest))
    }

    /// The boards of a block that have a variation, by ascending word, and the ranks of the moves.
    fn variations(&self, mask: u64) -> impl Iterator<Item = (usize, Position, Vec<u8>)> {
        let mut decoder = self.codes.decoder(self.codes.block(mask));
        let moves = 0..(self.span.to - self.span.from) as usize;
        starts_of_block(mask).map(move |(word, start)| {
            let ranks = moves.clone().map(|context| self.statistics.decode(context, &mut decoder) as u8).collect();
            (word, start, ranks)
        })
    }
}

/// The boards of a block that have a variation, by ascending word; some of them are reached by no game.
pub fn starts_of_block(mask: u64) -> impl Iterator<Item = (usize, Position)> {
    let is_open = move |mover| static_score(&Node::root(SHAPE, mover, mask), mask).is_none();
    boards(mask).filter(move |&(_, _, mover)| is_open(mover)).map(move |(_, word, mover)| (word, board(mover, mask)))
}

/// The positions that have a variation in a span, in the order of the file.
pub fn starts(span: Span) -> impl Iterator<Item = Position> {
    let of_block = |mask| starts_of_block(mask).map(|(_, start)| start);
    rank::blocks(span.ply).into_iter().flat_map(of_block).filter(rank::is_reachable)
}

/// The part of a variation that follows from the book.
pub struct Opening {
    pub columns: Vec<usize>,
    pub end: Position,
    /// The score of the end, for the side to move.
    pub score: i8,
}

/// Best play according to the book; of equal moves the lowest cell. `None` if the position is not in the book.
pub fn opening(book: &Book, start: Position, span: Span) -> Option<Opening> {
    let mut opening = Opening { columns: Vec::new(), end: start, score: book.score(&start)? };
    while opening.end.stones() < span.from && goes_on(&opening.end) {
        let keeps =
            |&column: &usize| opening.end.play(column).and_then(|next| book.score(&next)) == Some(-opening.score);
        let column = opening.end.columns_by_cell().find(keeps)?;
        opening.end = opening.end.play(column)?;
        opening.columns.push(column);
        opening.score = -opening.score;
    }
    Some(opening)
}

/// Whether a variation goes on: not if the next move wins, or no line is open.
pub fn goes_on(position: &Position) -> bool {
    position.winning_score().is_none() && position.has_open_line()
}
