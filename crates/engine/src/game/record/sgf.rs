//! Smart Game Format (SGF, FF[4]): the main line of the first game of a file.
//!
//! `B` is X, who moves first. Stones that are set up before the first move are a board; `PL`, or else the first move, says who moves
//! first on it. Points are two letters, column and row from the top left (`aa`), or names of cells (`a15`).

use super::error::{RecordError, cut};
use super::replay::{Replay, Size, check_size, five_in_a_row};
use super::write::rules_text;
use crate::game::{Cell, Overline, Player, Rules, RulesSpec, notation};

/// The number of gomoku among the games of SGF, which also stands for all the games here.
const GOMOKU: &str = "4";
/// The size of a board of gomoku when the file does not say.
const SIZE_DEFAULT: Size = (15, 15);

/// Plays the moves of a file.
pub fn read(text: &str, replay: &mut Replay) -> Result<(), RecordError> {
    Head::of(text)?.check(replay.rules())?;
    let mut moves = MainLine { replay, setup: [const { Vec::new() }; 2], turn: None, has_moves: false };
    let mut lexer = Lexer { rest: text, node: 0 };
    while let Some(property) = lexer.next()? {
        moves.property(&property)?;
    }
    moves.place_setup(None)
}

/// The properties of the first node of a file that concern the rules.
#[derive(Default)]
pub struct Head<'t> {
    size: Option<Size>,
    rules: Option<&'t str>,
}

impl<'t> Head<'t> {
    /// Reads the first node.
    pub fn of(text: &'t str) -> Result<Head<'t>, RecordError> {
        let mut head = Head::default();
        let mut lexer = Lexer { rest: text, node: 0 };
        while let Some(property) = lexer.next()?.filter(|property| property.node == 1) {
            let value = property.values[0].trim();
            match property.name.as_str() {
                "GM" if value != GOMOKU => {
                    let reason = "is another game (1 is Go); send GM[4] if stones win in a row, as in gomoku";
                    return Err(RecordError::OtherGame { text: format!("GM[{}]", cut(value)), reason });
                }
                "SZ" => head.size = Some(size(value)?),
                "RU" => head.rules = Some(value),
                _ => {}
            }
        }
        Ok(head)
    }

    /// The rules of the game.
    pub fn rules(&self) -> Result<Rules, RecordError> {
        let size = self.size.unwrap_or(SIZE_DEFAULT);
        let plain = five_in_a_row(size)?;
        let Some(named) = self.rules.map(NamedRules::of).transpose()?.flatten() else { return Ok(plain) };
        let NamedRules { k, gravity, overline, misere } = named;
        let (width, height) = size;
        Rules::new(RulesSpec { width, height, k, gravity, overline, misere })
            .map_err(|_| RecordError::OtherRules { text: self.rules.map(cut).unwrap_or_default() })
    }

    /// Refuses a game of another size or of other rules.
    fn check(&self, rules: &Rules) -> Result<(), RecordError> {
        if let Some(size) = self.size {
            check_size(size, rules)?;
        }
        let Some(text) = self.rules else { return Ok(()) };
        let own = NamedRules {
            k: rules.k() as u64,
            gravity: rules.gravity(),
            overline: rules.overline(),
            misere: rules.misere(),
        };
        match NamedRules::of(text)? {
            Some(named) if named != own => Err(RecordError::OtherRules { text: cut(text) }),
            _ => Ok(()),
        }
    }
}

/// `15` or `7:6`.
fn size(text: &str) -> Result<Size, RecordError> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    match (width.trim().parse(), height.trim().parse()) {
        (Ok(width), Ok(height)) => Ok((width, height)),
        _ => Err(malformed(format!("SZ[{}] is not a size such as SZ[15] or SZ[7:6]", cut(text)))),
    }
}

/// The rules that `RU` names.
#[derive(PartialEq, Eq)]
struct NamedRules {
    k: u64,
    gravity: bool,
    overline: Overline,
    misere: bool,
}

impl NamedRules {
    /// Reads the words of [`rules_text`], and names that are in use for gomoku; `None` for any other text, which tells no rules.
    fn of(text: &str) -> Result<Option<NamedRules>, RecordError> {
        let gomoku = |overline| NamedRules { k: 5, gravity: false, overline, misere: false };
        let lower = text.trim().to_lowercase();
        match lower.as_str() {
            "freestyle" | "free" | "gomoku" => return Ok(Some(gomoku(Overline::Allowed))),
            "standard" => return Ok(Some(gomoku(Overline::Forbidden))),
            text if text.contains("renju") => {
                let reason = "has forbidden moves, which are not supported";
                return Err(RecordError::OtherGame { text: format!("RU[{}]", cut(text)), reason });
            }
            _ => {}
        }
        let mut parts = lower.split(',').map(str::trim);
        let k = parts.next().and_then(|part| part.strip_suffix(rules_text::IN_A_ROW)?.trim().parse().ok());
        let Some(k) = k else { return Ok(None) };
        let mut rules = NamedRules { k, ..gomoku(Overline::Allowed) };
        for part in parts {
            match part {
                rules_text::NO_OVERLINES => rules.overline = Overline::Forbidden,
                rules_text::GRAVITY => rules.gravity = true,
                rules_text::MISERE => rules.misere = true,
                _ => return Ok(None),
            }
        }
        Ok(Some(rules))
    }
}

/// Plays the properties of the main line.
struct MainLine<'r, 't> {
    replay: &'r mut Replay,
    /// The points of `AB` and `AW`.
    setup: [Vec<&'t str>; 2],
    /// The side that `PL` names before the first move.
    turn: Option<Player>,
    has_moves: bool,
}

impl<'t> MainLine<'_, 't> {
    fn property(&mut self, property: &Property<'t>) -> Result<(), RecordError> {
        let name = property.name.as_str();
        match name {
            "B" => self.play(Player::X, property),
            "W" => self.play(Player::O, property),
            "AB" | "AW" | "AE" if self.has_moves || name == "AE" => {
                Err(malformed(format!("{name} changes the board; only stones before the first move can be read")))
            }
            "AB" | "AW" => {
                let player = if name == "AB" { Player::X } else { Player::O };
                self.setup[player.index()].extend(&property.values);
                Ok(())
            }
            "PL" => {
                let turn = match property.values[0].trim().to_lowercase().as_str() {
                    "b" | "black" | "1" => Player::X,
                    "w" | "white" | "2" => Player::O,
                    other => return Err(malformed(format!("PL[{}] is neither PL[B] nor PL[W]", cut(other)))),
                };
                if self.has_moves {
                    return self.check_turn(turn);
                }
                self.turn = Some(turn);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn play(&mut self, player: Player, property: &Property<'t>) -> Result<(), RecordError> {
        self.place_setup(Some(player))?;
        self.check_turn(player)?;
        let point = property.values[0].trim();
        match property.values.len() {
            1 => self.replay.play(cell(self.replay.rules(), point), point),
            _ => Err(malformed(format!("move {} has more than one point", self.replay.number()))),
        }
    }

    fn check_turn(&self, player: Player) -> Result<(), RecordError> {
        let (number, turn) = (self.replay.number(), self.replay.turn());
        match turn == player {
            true => Ok(()),
            false if self.replay.is_set_up => {
                let reason =
                    format!("at move {number}, after a setup, it is the turn of {turn}, and it names {player}");
                Err(malformed(reason))
            }
            false => Err(RecordError::WrongSide { number, turn: player }),
        }
    }

    /// Begins the game on the stones of the setup, once, before a first move of this side.
    fn place_setup(&mut self, first: Option<Player>) -> Result<(), RecordError> {
        if std::mem::replace(&mut self.has_moves, true) {
            return Ok(());
        }
        let rules = self.replay.rules();
        let mut cells = vec![None; rules.cells()];
        for (player, points) in Player::ALL.into_iter().zip(&self.setup) {
            for point in points {
                let cell = cell(rules, point.trim()).ok_or_else(|| self.replay.no_stone(point))?;
                if cells[cell].replace(player).is_some() {
                    let name = notation::cell_name(rules, cell);
                    return Err(malformed(format!("AB and AW place two stones on {name}")));
                }
            }
        }
        let has_stones = self.setup.iter().any(|points| !points.is_empty());
        match self.turn.or(first.filter(|_| has_stones)) {
            None if !has_stones => Ok(()),
            turn => self.replay.begin(cells, turn),
        }
    }
}

/// The cell of a point.
fn cell(rules: &Rules, point: &str) -> Option<Cell> {
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    match *point.as_bytes() {
        [column, row] if row.is_ascii_alphabetic() => {
            let (column, row) = (index(column)?, index(row)?);
            (column < rules.width() && row < rules.height()).then(|| row * rules.width() + column)
        }
        _ => notation::parse_cell(rules, point),
    }
}

fn malformed(reason: String) -> RecordError {
    RecordError::Malformed { form: "SGF file", reason }
}

/// A property of a node.
struct Property<'t> {
    /// The number of the node, from 1.
    node: usize,
    /// The capital letters of its name.
    name: String,
    /// One at least, as written.
    values: Vec<&'t str>,
}

/// Reads the properties of the main line, one by one.
struct Lexer<'t> {
    rest: &'t str,
    /// The number of nodes begun.
    node: usize,
}

impl<'t> Lexer<'t> {
    /// The next property; `None` at the end of the main line, which is the first closing parenthesis.
    fn next(&mut self) -> Result<Option<Property<'t>>, RecordError> {
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.chars().next() {
                Some(')') if self.node > 0 => return Ok(None),
                Some('(') => self.skip(),
                Some(';') => {
                    self.node += 1;
                    self.skip();
                }
                Some(letter) if letter.is_ascii_alphabetic() && self.node > 0 => return self.property().map(Some),
                Some(_) => return Err(malformed(format!("unexpected {:?}", cut(self.rest)))),
                None => return Err(malformed("the closing parenthesis is missing".to_owned())),
            }
        }
    }

    /// Skips one ASCII character.
    fn skip(&mut self) {
        self.rest = &self.rest[1..];
    }

    fn property(&mut self) -> Result<Property<'t>, RecordError> {
        let end = self.rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        let mut values = Vec::new();
        while self.rest.starts_with('[') {
            self.skip();
            let end =
                value_end(self.rest).ok_or_else(|| malformed(format!("a value of {} is not closed", cut(name))))?;
            values.push(&self.rest[..end]);
            self.rest = self.rest[end + 1..].trim_start();
        }
        if values.is_empty() {
            return Err(malformed(format!("{} has no value", cut(name))));
        }
        let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
        if capitals.is_empty() {
            let (name, meant) = (cut(name), cut(&name.to_ascii_uppercase()));
            return Err(malformed(format!("names of properties have capital letters; {name} has none: send {meant}")));
        }
        Ok(Property { node: self.node, name: capitals, values })
    }
}

/// The end of a value: the first bracket that no backslash escapes.
fn value_end(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b']' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })
}
