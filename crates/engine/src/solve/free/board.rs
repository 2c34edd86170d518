//! Bitboards of up to 64 cells, with keys of all images under the symmetries.

use crate::game::zobrist::mix;
use crate::game::{Cell, Game, Overline, Player, Position, Rules, subgroup};

/// Largest board, in cells: a bit for each.
const BITBOARD_CELLS_MAX: usize = 64;
/// A square has eight symmetries.
const SYMMETRIES_MAX: usize = 8;
/// Largest board with exact keys: 3^40 < 2^64.
const EXACT_KEY_CELLS_MAX: usize = 40;

/// A line of k cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub cells: u64,
    /// Where overlines are forbidden, the cells beyond its ends: a stone there makes an overline.
    pub beyond: u64,
}

/// Gravity, or none: the rule of playable cells.
#[derive(Debug, Clone)]
enum Gravity {
    /// All empty ones.
    Free,
    /// The cell below is `stride` cells further; the cells of `above` have one below.
    Stride { stride: u32, above: u64 },
    /// Each cell that has one below, and that one, as bits.
    Pairs(Vec<(u64, u64)>),
}

impl Gravity {
    fn of(game: &Game) -> Gravity {
        let pairs: Vec<(Cell, Cell)> =
            (0..game.rules().cells()).filter_map(|cell| Some((cell, game.below(cell)?))).collect();
        let stride = |&(cell, below): &(Cell, Cell)| below.checked_sub(cell);
        let Some(first) = pairs.first() else { return Gravity::Free };
        match stride(first).filter(|_| pairs.iter().all(|pair| stride(pair) == stride(first))) {
            Some(stride) => {
                let above = pairs.iter().fold(0, |set, &(cell, _)| set | 1 << cell);
                Gravity::Stride { stride: stride as u32, above }
            }
            None => Gravity::Pairs(pairs.into_iter().map(|(cell, below)| (1 << cell, 1 << below)).collect()),
        }
    }
}

/// Tables of a game.
#[derive(Debug, Clone)]
pub(super) struct Board {
    pub rules: Rules,
    gravity: Gravity,
    pub lines: Vec<Line>,
    /// All cells.
    pub all: u64,
    /// `images[symmetry][cell]`, and the inverse permutations. Boards with fewer symmetries repeat the identity.
    images: [[u8; BITBOARD_CELLS_MAX]; SYMMETRIES_MAX],
    origins: [[u8; BITBOARD_CELLS_MAX]; SYMMETRIES_MAX],
    /// The increment of the key of each image by X's stone on a cell. O's stone adds twice as much.
    digits: Vec<[u64; SYMMETRIES_MAX]>,
}

/// A position from the point of view of the side to move.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Node {
    pub(super) own: u64,
    pub(super) other: u64,
    /// Whether the side to move is O.
    second: bool,
    keys: [u64; SYMMETRIES_MAX],
}

/// Whether the board fits into 64 bits.
pub(super) fn fits(rules: &Rules) -> bool {
    rules.cells() <= BITBOARD_CELLS_MAX
}

impl Board {
    pub(super) fn new(game: &Game) -> Board {
        let (rules, lines) = (game.rules(), game.lines());
        let strict = rules.overline() == Overline::Forbidden;
        let line = |line: usize| Line {
            cells: lines.cells(line).iter().fold(0, |set, &cell| set | 1 << cell),
            beyond: if strict { lines.beyond(line).fold(0, |set, cell| set | 1 << cell) } else { 0 },
        };
        let cells = rules.cells();
        let (mut images, mut origins) =
            ([[0; BITBOARD_CELLS_MAX]; SYMMETRIES_MAX], [[0; BITBOARD_CELLS_MAX]; SYMMETRIES_MAX]);
        let symmetries = subgroup(game.symmetries(), SYMMETRIES_MAX);
        for at in 0..SYMMETRIES_MAX {
            let symmetry = symmetries.get(at).unwrap_or(&symmetries[0]);
            for cell in 0..cells {
                images[at][cell] = symmetry.image(cell) as u8;
                origins[at][symmetry.image(cell)] = cell as u8;
            }
        }
        let digit = |cell: Cell| if cells <= EXACT_KEY_CELLS_MAX { 3_u64.pow(cell as u32) } else { mix(cell as u64) };
        let mut digits = vec![[0; SYMMETRIES_MAX]; cells];
        for (cell, digits) in digits.iter_mut().enumerate() {
            for (image, digit_of_image) in images.iter().zip(digits) {
                *digit_of_image = digit(Cell::from(image[cell]));
            }
        }
        let lines = (0..lines.len()).map(line).collect();
        Board {
            rules: rules.clone(),
            gravity: Gravity::of(game),
            lines,
            all: u64::MAX >> (BITBOARD_CELLS_MAX - cells),
            images,
            origins,
            digits,
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.digits.len()
    }

    pub(super) fn node(&self, position: &Position) -> Node {
        let mut node = Node { own: 0, other: 0, second: false, keys: [0; SYMMETRIES_MAX] };
        for (cell, stone) in position.cells().iter().enumerate() {
            if let Some(player) = *stone {
                if player == position.turn() {
                    node.own |= 1 << cell;
                } else {
                    node.other |= 1 << cell;
                }
                self.add(&mut node.keys, cell, player == Player::O);
            }
        }
        Node { second: position.turn() == Player::O, ..node }
    }

    #[inline]
    fn add(&self, keys: &mut [u64; SYMMETRIES_MAX], cell: Cell, second: bool) {
        for (key, digit) in keys.iter_mut().zip(&self.digits[cell]) {
            *key = key.wrapping_add(digit << u32::from(second));
        }
    }

    /// The position after a move, for the opponent.
    #[inline]
    pub(super) fn play(&self, node: &Node, cell: Cell) -> Node {
        let mut keys = node.keys;
        self.add(&mut keys, cell, node.second);
        Node { own: node.other, other: node.own | 1 << cell, second: !node.second, keys }
    }

    /// The playable cells.
    #[inline]
    pub(super) fn playable(&self, node: &Node) -> u64 {
        let empty = self.all & !node.stones();
        // Where stones fall, the cell below must not be empty.
        match &self.gravity {
            Gravity::Free => empty,
            Gravity::Stride { stride, above } => empty & !(empty >> stride & above),
            Gravity::Pairs(pairs) => pairs
                .iter()
                .fold(empty, |playable, &(cell, below)| if empty & below == 0 { playable } else { playable & !cell }),
        }
    }

    /// The key of the canonical image, and the symmetry that maps the position to it.
    #[inline]
    pub(super) fn canonical(node: &Node) -> (u64, usize) {
        let (mut key, mut at) = (node.keys[0], 0);
        for symmetry in 1..SYMMETRIES_MAX {
            if node.keys[symmetry] < key {
                (key, at) = (node.keys[symmetry], symmetry);
            }
        }
        (key, at)
    }

    #[inline]
    pub(super) fn image(&self, symmetry: usize, cell: Cell) -> u8 {
        self.images[symmetry][cell]
    }

    #[inline]
    pub(super) fn origin(&self, symmetry: usize, cell: u8) -> Cell {
        Cell::from(self.origins[symmetry][usize::from(cell)])
    }
}

impl Node {
    #[inline]
    pub(super) fn stones(&self) -> u64 {
        self.own | self.other
    }

    #[inline]
    pub(in crate::solve) fn count(&self) -> i32 {
        self.stones().count_ones() as i32
    }
}
