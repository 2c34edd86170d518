//! `board`, `moves`, `turn` and `strict`: where the game stands.

use std::sync::Arc;

use super::fault::{At, Faults};
use super::fields::{Field, Fields};
use super::node::{Node, shown};
use super::value::{choice, flag, integer};
use crate::game::{Cell, Game, Player, Position, Rules, Setup, SetupFault, notation};

type Cells = Vec<Option<Player>>;

/// The position that a request describes, or `None` and its faults.
pub fn position(game: Option<&Arc<Game>>, fields: &Fields<'_>, at: At<'_>, faults: &mut Faults) -> Option<Position> {
    let turn_node = fields.get(Field::Turn);
    let turn = turn_node.and_then(|node| choice(node, &Player::ALL, Player::name, at.key("turn"), faults));
    let turn_is_bad = turn_node.is_some() && turn.is_none();
    let strict = fields.get(Field::Strict).map_or(Some(false), |node| flag(node, at.key("strict"), faults));
    let (board, moves) = (fields.get(Field::Board), fields.get(Field::Moves));
    if board.is_some() && moves.is_some() {
        faults.add(at.key("moves"), "board and moves are both given; send the board or the moves that lead to it");
    }
    let game = game?;
    let from_moves = moves.and_then(|node| play(game, node, at.key("moves"), faults));
    let from_board = match (board, moves) {
        (Some(node), _) => cells(game, node, at.key("board"), faults)
            // With a turn that is wrong, any other will do to find what else is.
            .and_then(|cells| {
                set_up(game, cells, turn.or(turn_is_bad.then_some(Player::X)), strict.unwrap_or_default(), at, faults)
            }),
        (None, Some(_)) => None,
        (None, None) => set_up(game, vec![None; game.rules().cells()], turn, strict.unwrap_or_default(), at, faults),
    };
    if let (Some(position), Some(turn)) = (&from_moves, turn)
        && position.turn() != turn
    {
        let next = position.turn().name();
        let detail =
            format!("\"{}\" contradicts the moves: after them it is {next}'s turn; leave turn out", turn.name());
        faults.add(at.key("turn"), detail);
    }
    from_board.or(from_moves).filter(|_| !turn_is_bad)
}

fn set_up(
    game: &Arc<Game>,
    cells: Cells,
    turn: Option<Player>,
    strict: bool,
    at: At<'_>,
    faults: &mut Faults,
) -> Option<Position> {
    let setup = Setup { game: Arc::clone(game), cells, turn };
    setup.into_position(strict).map_err(|found| note(&found, at, faults)).ok()
}

fn note(found: &[SetupFault], at: At<'_>, faults: &mut Faults) {
    for fault in found {
        faults.add(at.key(fault.field()), fault.to_string());
    }
}

/// The cells of a board in any of its three forms.
fn cells(game: &Game, node: &Node<'_>, at: At<'_>, faults: &mut Faults) -> Option<Cells> {
    match node {
        Node::Text(text) | Node::Parameter(text) => {
            let noted = |found: Vec<SetupFault>| found.iter().for_each(|fault| faults.add(at, fault.to_string()));
            Setup::parse(game, text).map_err(noted).ok()
        }
        Node::List(rows) => rows_of_cells(game.rules(), rows, at, faults),
        _ => {
            faults.add(at, format!("{node} is not a board; send a string such as \"XO.......\" or a list of rows"));
            None
        }
    }
}

fn rows_of_cells(rules: Rules, rows: &[Node<'_>], at: At<'_>, faults: &mut Faults) -> Option<Cells> {
    let mut found = Faults::default();
    let mut cells = Vec::with_capacity(rules.cells());
    if rows.len() != rules.height() {
        let fault = SetupFault::RowCount { expected: rules.height(), found: rows.len() };
        found.add(at, fault.to_string());
    }
    for (row, node) in rows.iter().enumerate() {
        let at = at.index(row);
        let start = cells.len();
        match node {
            Node::Text(text) => {
                cells.extend(text.chars().enumerate().map(|(index, character)| {
                    symbol(character).unwrap_or_else(|| {
                        found.add(at, SetupFault::UnknownCharacter { index, character }.to_string());
                        None
                    })
                }));
            }
            Node::List(row) => {
                cells.extend(row.iter().enumerate().map(|(col, node)| one_cell(node, at.index(col), &mut found)));
            }
            _ => {
                let detail =
                    format!("{node} is not a row; send a string such as \"X.O\" or a list such as [\"X\",\"\",\"O\"]");
                found.add(at, detail);
                continue;
            }
        }
        let length = cells.len() - start;
        if length != rules.width() {
            found.add(at, SetupFault::RowLength { row, expected: rules.width(), found: length }.to_string());
        }
    }
    let good = found.is_empty();
    faults.append(found);
    good.then_some(cells)
}

/// What a character of a board stands for.
fn symbol(character: char) -> Option<Option<Player>> {
    match character {
        'X' | 'x' => Some(Some(Player::X)),
        'O' | 'o' => Some(Some(Player::O)),
        '.' | '-' | '_' => Some(None),
        _ => None,
    }
}

fn one_cell(node: &Node<'_>, at: At<'_>, faults: &mut Faults) -> Option<Player> {
    let known = match node {
        Node::Null => Some(None),
        Node::Text(text) if text.is_empty() => Some(None),
        Node::Text(text) => {
            let mut characters = text.chars();
            characters.next().and_then(symbol).filter(|_| characters.next().is_none())
        }
        _ => None,
    };
    known.unwrap_or_else(|| {
        faults.add(at, format!("{node} is not a cell; send \"X\", \"O\", or \"\" for an empty one"));
        None
    })
}

/// The position after `moves`: cells, names or, with gravity, column digits.
fn play(game: &Arc<Game>, node: &Node<'_>, at: At<'_>, faults: &mut Faults) -> Option<Position> {
    let rules = game.rules();
    let digits = match node {
        Node::Text(text) => Some(&**text),
        Node::Parameter(text) if !text.contains(',') && text.bytes().all(|byte| byte.is_ascii_digit()) => Some(&**text),
        _ => None,
    };
    let (cells, at_move) = match digits {
        Some(digits) if rules.gravity() => match notation::parse_columns(game, digits) {
            Ok(cells) => (cells, None),
            Err((index, fault)) => {
                faults.add(at, format!("digit {} of {}: {fault}", index + 1, shown(digits)));
                return None;
            }
        },
        Some(digits) if matches!(node, Node::Text(_)) => {
            let why = "column digits are for games with gravity";
            faults
                .add(at, format!("{} is not a list of moves ({why}); send a list such as [4, \"a1\"]", shown(digits)));
            return None;
        }
        _ => (list(rules, node, at, faults)?, Some(at)),
    };
    let played = Position::from_moves(Arc::clone(game), &cells);
    played.map_err(|(index, fault)| faults.add(at_move.unwrap_or(at).index(index), fault.to_string())).ok()
}

/// A list of cells, given as numbers or names; `None` where one of them is not on the board.
pub fn list(rules: Rules, node: &Node<'_>, at: At<'_>, faults: &mut Faults) -> Option<Vec<Cell>> {
    let Some(items) = node.items() else {
        faults.add(at, format!("{node} is not a list; send cells or names, such as [4, \"a1\"]"));
        return None;
    };
    // All of them, so that every bad one is noted.
    let cells: Vec<_> =
        items.iter().enumerate().map(|(index, item)| cell(rules, item, at.index(index), faults)).collect();
    cells.into_iter().collect()
}

/// A cell's number or name.
fn cell(rules: Rules, node: &Node<'_>, at: At<'_>, faults: &mut Faults) -> Option<Cell> {
    let last = rules.cells() - 1;
    let (Node::Text(name) | Node::Parameter(name)) = &*node.plain() else {
        return integer(node, 0..=last as i64, at, faults).map(|cell| cell as Cell);
    };
    let cell = notation::parse_cell(rules, name);
    if cell.is_none() {
        let highest = notation::cell_name(rules, rules.width() - 1);
        let detail = format!(
            "{node} is not a cell of this board; send a number from 0 to {last} or a name from a1 to {highest}"
        );
        faults.add(at, detail);
    }
    cell
}
