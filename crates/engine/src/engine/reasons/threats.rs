//! Fours and open threes: the threats of a stone where stones are placed freely.
//!
//! In these words k is 5, as in Gomoku; for another k a *four* has k − 1 stones and a *three* k − 2. Of a stone, in each of the four
//! directions: it makes a *four* if one more stone of its side would complete a line through it, an *open four* if there are two
//! such cells or more, and an *open three* if it makes no four, and one more stone would make an open four. It makes an *open two* if it makes
//! none of these, and one more stone would make an open three.

use super::{Reason, ReasonKind};
use crate::game::{Cell, Overline, Player, Position, Rules};

/// Steps along the rows of a board, to the right and down, towards later cells.
const DIRECTIONS: [[isize; 2]; 4] = [[1, 0], [0, 1], [1, 1], [-1, 1]];
/// Shortest line with threats: below it, one stone is one.
const K_MIN: usize = 4;
/// Shortest line whose threes are reasons.
const K_MIN_OF_REASONS: usize = 5;

/// The strongest threat of a stone, in the order of their weight. A plain four stands behind the open threes: its one answer ends it, and may be
/// a threat itself, where an open three goes on to an open four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Threat {
    /// Two ways to complete a line in one direction: it cannot be stopped.
    OpenFour,
    /// Fours in two directions or more: they cannot be stopped.
    TwoFours,
    /// A four in one direction, an open three in another.
    FourAndOpenThree,
    /// Open threes in two directions or more.
    TwoOpenThrees,
    /// A way to an open four in one direction.
    OpenThree,
    /// One way to complete a line, and no open three.
    Four,
    /// Open twos in two directions or more.
    TwoOpenTwos,
    /// A way to an open three in one direction.
    OpenTwo,
}

impl Threat {
    /// Whether a line can be completed next.
    #[must_use]
    pub fn is_four(self) -> bool {
        matches!(self, Threat::OpenFour | Threat::TwoFours | Threat::FourAndOpenThree | Threat::Four)
    }

    /// Whether it threatens nothing yet.
    #[must_use]
    pub fn is_open_two(self) -> bool {
        self >= Threat::TwoOpenTwos
    }

    /// Whether it is the same or weighs more. A plain four and open threes have different effects: neither is as strong as the other.
    #[must_use]
    pub fn is_as_strong_as(self, other: Threat) -> bool {
        let is_slower = other == Threat::Four && !self.is_four();
        self <= other && !is_slower
    }
}

/// The threat of a stone of a side on an empty cell; `None` if it completes a line, if it threatens nothing of this, and where
/// stones fall, lines lose, or the game is no ordinary board.
#[must_use]
pub fn threat(position: &Position, cell: Cell, side: Player) -> Option<Threat> {
    let rows = rows(position, cell, side, K_MIN)?;
    if rows.iter().any(Row::is_full) {
        return None;
    }
    let ways = rows.each_ref().map(|row| row.completions().len());
    let fours = ways.iter().filter(|ways| **ways > 0).count();
    let threes = rows.iter().filter(|row| !row.open_fours().is_empty()).count();
    match (fours, threes) {
        _ if ways.iter().any(|ways| *ways > 1) => Some(Threat::OpenFour),
        (2.., _) => Some(Threat::TwoFours),
        (1, 0) => Some(Threat::Four),
        (1, _) => Some(Threat::FourAndOpenThree),
        (_, 0) => None,
        (_, 1) => Some(Threat::OpenThree),
        _ => Some(Threat::TwoOpenThrees),
    }
}

/// As [`threat`], with shapes that threaten nothing yet as well: [`Threat::TwoOpenTwos`] and [`Threat::OpenTwo`], where k is 5 or more.
#[must_use]
pub fn shape(position: &Position, cell: Cell, side: Player) -> Option<Threat> {
    let rows = rows(position, cell, side, K_MIN_OF_REASONS);
    threat(position, cell, side).or_else(|| {
        let rows = rows.filter(|rows| !rows.iter().any(Row::is_full))?;
        match rows.iter().filter(|row| row.is_open_two()).count() {
            0 => None,
            1 => Some(Threat::OpenTwo),
            _ => Some(Threat::TwoOpenTwos),
        }
    })
}

/// Open threes that the stone makes, and those that it keeps the opponent from making on its cell.
pub(super) fn open_threes(position: &Position, cell: Cell, found: &mut Vec<Reason>) {
    let of = |side| rows(position, cell, side, K_MIN_OF_REASONS).into_iter().flatten();
    let mover = position.turn();
    for (side, kind) in [(mover, ReasonKind::MakesOpenThree), (mover.opponent(), ReasonKind::StopsOpenThree)] {
        let fours = of(side).map(|row| row.open_fours()).filter(|fours| !fours.is_empty());
        found.extend(fours.map(|fours| Reason::of_cells(kind, fours)));
    }
}

/// A row through a stone, as far as the stone matters.
#[derive(Clone, Debug)]
struct Row {
    places: Vec<Place>,
    /// The index of the stone among them.
    centre: usize,
    k: usize,
    /// Whether a longer run of stones is no line.
    is_exact: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Own,
    Free(Cell),
    /// A stone of the opponent, or no cell.
    Other,
}

/// The rows through an empty cell with a stone of the side on it.
fn rows(position: &Position, cell: Cell, side: Player, k_min: usize) -> Option<[Row; 4]> {
    let rules = position.rules();
    let has_threats = rules.is_grid() && !rules.gravity() && !rules.misere() && rules.k() >= k_min;
    has_threats.then(|| DIRECTIONS.map(|step| Row::new(position, cell, side, step)))
}

impl Row {
    fn new(position: &Position, cell: Cell, side: Player, step: [isize; 2]) -> Row {
        let rules = position.rules();
        let (k, is_exact) = (rules.k(), rules.overline() != Overline::Allowed);
        let reach = if is_exact { k } else { k - 1 };
        let place = |index: usize| {
            let distance = index as isize - reach as isize;
            match at(rules, cell, step, distance) {
                _ if distance == 0 => Place::Own,
                Some(other) => match position.cell(other) {
                    None => Place::Free(other),
                    Some(stone) if stone == side => Place::Own,
                    Some(_) => Place::Other,
                },
                None => Place::Other,
            }
        };
        Row { places: (0..=2 * reach).map(place).collect(), centre: reach, k, is_exact }
    }

    /// Whether the stone completes a line.
    fn is_full(&self) -> bool {
        let own = |place: &&Place| **place == Place::Own;
        let before = self.places[..self.centre].iter().rev().take_while(own).count();
        let run = before + self.places[self.centre..].iter().take_while(own).count();
        if self.is_exact { run == self.k } else { run >= self.k }
    }

    /// The rows with one stone more, each with its cell.
    fn next(&self) -> impl Iterator<Item = (Cell, Row)> {
        self.places.iter().enumerate().filter_map(|(index, place)| {
            let &Place::Free(cell) = place else { return None };
            let mut next = self.clone();
            next.places[index] = Place::Own;
            Some((cell, next))
        })
    }

    /// The cells where one more stone completes a line through the stone.
    fn completions(&self) -> Vec<Cell> {
        if self.stones() + 1 < self.k {
            return Vec::new();
        }
        self.next().filter(|(_, next)| next.is_full()).map(|(cell, _)| cell).collect()
    }

    /// The cells where one more stone makes an open four, if the stone makes an open three; else none. In ascending order.
    fn open_fours(&self) -> Vec<Cell> {
        if self.stones() + 2 < self.k || self.is_full() || !self.completions().is_empty() {
            return Vec::new();
        }
        let open = self.next().filter(|(_, next)| !next.is_full() && next.completions().len() > 1);
        open.map(|(cell, _)| cell).collect()
    }

    fn is_open_two(&self) -> bool {
        self.stones() + 3 >= self.k
            && !self.is_full()
            && self.completions().is_empty()
            && self.open_fours().is_empty()
            && self.next().any(|(_, next)| !next.open_fours().is_empty())
    }

    fn stones(&self) -> usize {
        self.places.iter().filter(|place| **place == Place::Own).count()
    }
}

/// The cell `steps` steps away, if it is on the board.
fn at(rules: &Rules, cell: Cell, [right, down]: [isize; 2], steps: isize) -> Option<Cell> {
    let (row, col) = rules.place(cell);
    let within = |index: usize, by: isize, count: usize| index.checked_add_signed(by).filter(|index| *index < count);
    Some(within(row, steps * down, rules.height())? * rules.width() + within(col, steps * right, rules.width())?)
}
