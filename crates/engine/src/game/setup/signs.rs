//! The meanings of the signs of a pasted board. Circles and squares in black and white are stones on some boards and empty cells on others: the
//! other signs of the board tell which.

use crate::game::Player;

/// Signs of one kind of drawing: of the side that moves first, and of the other side.
struct Kind {
    first: &'static str,
    second: &'static str,
}

const KINDS: [Kind; 3] = [
    Kind { first: "Xx❌❎✖✕×", second: "Oo⭕○◯🅾" },
    Kind { first: "Rr🔴🟥", second: "Yy🟡🟨" },
    Kind { first: "Bb●", second: "Ww○" },
];
/// Signs that are empty cells on every board.
const EMPTY: &str = ".-_·•∙+◻▫□🔲➖🟫🟦🟩";
/// Black and white signs, which are stones or empty cells.
const CIRCLES: [char; 2] = ['⚫', '⚪'];
const SQUARES: [char; 2] = ['⬛', '⬜'];
/// A stone that is also the ground of empty boards.
const BACKGROUND: char = '🟨';

/// The ground of boards of Connect Four, and elsewhere the stone of a side.
const BLUE: char = '🔵';

/// The meaning of each sign of a board.
pub struct Meaning {
    kind: &'static Kind,
    /// The pairs of black and white signs of which each is a stone.
    stones: &'static [[char; 2]],
    /// Whether both sides have signs of the kind.
    has_both: bool,
}

impl Meaning {
    /// The meanings that the signs of a board can have. `has_empty` says that it has empty cells without a sign.
    pub fn all(signs: &[char], has_empty: bool) -> impl Iterator<Item = Meaning> {
        KINDS.iter().filter_map(move |kind| {
            let has_both = [kind.first, kind.second].iter().all(|of| signs.iter().any(|sign| of.contains(*sign)));
            Some(Meaning { kind, stones: stones(kind, signs, has_empty)?, has_both })
        })
    }

    /// The cell that a sign stands for; `None` if it stands for none.
    pub fn cell(&self, sign: char) -> Option<Option<Player>> {
        let place = |pair: &[char; 2]| pair.iter().position(|other| *other == sign);
        match () {
            () if self.kind.first.contains(sign) => Some(Some(Player::X)),
            () if self.kind.second.contains(sign) => Some(Some(Player::O)),
            () if EMPTY.contains(sign) || sign == BLUE && self.has_both => Some(None),
            () => match self.stones.iter().find_map(place) {
                Some(place) => Some(Some(Player::ALL[place])),
                None => [CIRCLES, SQUARES].as_flattened().contains(&sign).then_some(None),
            },
        }
    }
}

/// The pairs of black and white signs that are stones on a board of these signs; `None` if that is not clear.
fn stones(kind: &Kind, signs: &[char], has_empty: bool) -> Option<&'static [[char; 2]]> {
    const NONE: &[[char; 2]] = &[];
    let has = |sign: char| signs.contains(&sign);
    let has_any = |of: &str| of.chars().any(has);
    let count = |pair: [char; 2]| pair.into_iter().filter(|sign| has(*sign)).count();
    let (first, second) = (has_any(kind.first), has_any(kind.second));
    let (circles, squares) = (count(CIRCLES), count(SQUARES));
    let has_empty = has_empty || has_any(EMPTY);
    let is_black_and_white = kind.first.contains('●');
    let is_clash = first && has(CIRCLES[0]) || second && has(CIRCLES[1]);
    let is_stone = |sign: char| kind.first.contains(sign) || kind.second.contains(sign);
    let number = |of: &str, circle: char| signs.iter().filter(|sign| of.contains(**sign) || **sign == circle).count();
    let (of_first, of_second) = (number(kind.first, CIRCLES[0]), number(kind.second, CIRCLES[1]));
    let is_full = of_first + of_second == signs.len() && (of_first == of_second || of_first == of_second + 1);
    match () {
        () if circles + squares == 0 => Some(NONE),
        // Stones of one side alone may be the board.
        () if has(BACKGROUND) && is_stone(BACKGROUND) && !first => None,
        // Both sides have signs of their own.
        () if first && second => (circles == 0 || circles == 1 && squares == 0 && !has_empty).then_some(NONE),
        // Nothing is left for empty cells, or all of these are.
        () if circles > 0 && squares == 0 && !has_empty && is_full && !is_clash => Some(&[CIRCLES]),
        () if circles == 1 && squares == 0 && is_black_and_white && first != second && !is_clash => Some(&[CIRCLES]),
        () if circles + squares == 1 && !has_empty => Some(NONE),
        // Circles lie on squares.
        () if circles > 0 && !is_clash && squares + usize::from(has_empty) == 1 => Some(&[CIRCLES]),
        () if circles == 0 && has_empty && !first && !second => Some(&[SQUARES]),
        () => None,
    }
}
