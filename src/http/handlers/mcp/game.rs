//! The game that a call is about.

use std::cell::LazyCell;

use serde_json::{Map, Value};

use super::words::game_title;
use inarow_api::Fields;
use inarow_api::endpoints::PositionRequest;
use inarow_api::read::{
    OtherLabel, Pointer, Reader, SaidResult, before_fault, colours, has_column_numbers, has_numbers, json_of,
    of_signed_numbers, of_tool, other_label, result, said_result,
};
use inarow_api::views::names;
use inarow_engine::engine::Level;
use inarow_engine::game::{Cell, Position, Preset, Rules, Status, notation};

const MOVES: &str = "moves";
const CHOICES: &str = "searchMoves";
/// Most moves that a note repeats.
const MOVES_SHOWN_MAX: usize = 12;

/// The arguments that say which position is meant.
#[derive(Clone, Debug, Default)]
pub(super) struct Game {
    fields: Map<String, Value>,
    /// The moves to compare.
    choices: Option<Value>,
    /// The level of play.
    level: Option<Value>,
    /// The result that the headers of a record have.
    result: Option<SaidResult>,
}

impl Game {
    /// The game of arguments without the headers of PGN, which had this result.
    pub(super) fn of(arguments: &Map<String, Value>, result_header: Option<&str>) -> Game {
        let is_ours = |name: &str| matches!(name, "game" | MOVES | "board" | "turn" | "record");
        let ours = arguments.iter().filter(|(name, _)| is_ours(name));
        let fields = ours.map(|(name, value)| (name.clone(), value.clone())).collect();
        let [choices, level] = [CHOICES, "level"].map(|name| arguments.get(name).cloned());
        Game { fields, choices, level, result: result_header.and_then(result) }
    }

    /// The position after the moves; `None` if they are not legal.
    pub(super) fn position(&self) -> Option<Position> {
        self.request().map(|request| request.position)
    }

    fn request(&self) -> Option<PositionRequest> {
        let fields = Fields::of_tool(self.fields.clone());
        Reader::of_request(&fields, "", Pointer::ROOT, PositionRequest::read).ok()
    }

    /// Lines about how the game of a call was read, for its answer; `lists_moves` if that lists the moves.
    pub(super) fn notes(&self, lists_moves: bool) -> String {
        // The request is read again only where a note needs it, and once.
        let request = LazyCell::new(|| self.request());
        self.game_note(|| request.as_ref())
            + &self.sides_note()
            + &self.labels_note(|| request.as_ref()).unwrap_or_default()
            + &self.moves_note(lists_moves, || request.as_ref()).unwrap_or_default()
            + &self.result_note(|| request.as_ref()).unwrap_or_default()
            + &self.choices_note(|| request.as_ref()).unwrap_or_default()
            + &self.level_note().unwrap_or_default()
    }

    /// A line that names the level where a call calls it by another name, such as "grandmaster"; nothing for others.
    fn level_note(&self) -> Option<String> {
        let sent = self.level.as_ref()?;
        let level = of_tool::<Level>(sent, &Level::ALL).filter(|level| sent.as_str() != Some(level.name()))?;
        Some(format!("Level: {}.\n", level.name()))
    }

    /// A line with the moves as they were read: numbers are columns from 1 here, where programs often count from 0, and a text that
    /// is more than the names of its moves may mean others. Nothing where moves are sent by their names, or the answer `lists` them.
    fn moves_note<'r>(&self, lists: bool, request: impl FnOnce() -> Option<&'r PositionRequest>) -> Option<String> {
        let sent = [MOVES, "record"].iter().find_map(|name| self.fields.get(*name))?;
        if !has_numbers(sent) && (lists || !sent.is_string()) {
            return None;
        }
        let PositionRequest { position, moves, .. } = request()?;
        let rules = position.rules();
        let has_numbers = has_column_numbers(rules, sent);
        let played = moves.as_ref().filter(|moves| {
            has_numbers || !lists && sent.as_str().is_some_and(|text| !are_names(rules, text, moves))
        })?;
        let shown = names(rules, &played[..played.len().min(MOVES_SHOWN_MAX)]).join(" ");
        let begin = if has_numbers { "Numbers in your moves count columns from 1:" } else { "Your moves were read as" };
        let more = if played.len() > MOVES_SHOWN_MAX { " …" } else { "" };
        Some(format!("{begin} {shown}{more}.\n"))
    }

    /// A line about a result that is not the one on the board; nothing of a draw where the game goes on, which may have been agreed.
    fn result_note<'r>(&self, request: impl FnOnce() -> Option<&'r PositionRequest>) -> Option<String> {
        let sent = [MOVES, "record"].iter().find_map(|name| self.fields.get(*name))?;
        // A result has one of these.
        let may_have = ["1", "½", "draw", "won", "wins", "RE["];
        let text = sent.to_string();
        if self.result.is_none()
            && !may_have.iter().any(|part| text.contains(part) || text.to_lowercase().contains(part))
        {
            return None;
        }
        let position = &request()?.position;
        let said = [self.result, said_result(position.rules(), sent)];
        let won = said.iter().flatten().find_map(|said| said.winner).filter(|_| position.status() == Status::Ongoing);
        if let Some(winner) = won {
            let (winner, loser) = (winner.name(), winner.opponent().name());
            return Some(format!(
                "The result that was sent says that {winner} won; on the board the game goes on: {loser} resigned, or a move is missing.\n"
            ));
        }
        let other = said.into_iter().flatten().find(|said| said.winner != position.winner())?;
        let [said, real] = [other.winner, position.winner()]
            .map(|winner| winner.map_or_else(|| "nobody won".to_owned(), |side| format!("{} won", side.name())));
        let is_over = position.status() != Status::Ongoing;
        is_over.then(|| {
            format!(
                "The result that was sent says that {said}, and on the board {real}: a move may be missing or wrong.\n"
            )
        })
    }

    /// A line that says how numbers among the moves to compare count; nothing for others.
    fn choices_note<'r>(&self, request: impl FnOnce() -> Option<&'r PositionRequest>) -> Option<String> {
        let choices = self.choices.as_ref().filter(|choices| has_numbers(choices))?;
        let has_columns = has_column_numbers(request()?.position.rules(), choices);
        has_columns.then(|| format!("Numbers in {CHOICES} count columns from 1.\n"))
    }

    /// A line about the labels of a pasted board where they name other cells than names here do; nothing for other boards.
    fn labels_note<'r>(&self, request: impl FnOnce() -> Option<&'r PositionRequest>) -> Option<String> {
        let board = ["board", "record"].iter().find_map(|name| self.fields.get(*name))?;
        let PositionRequest { position, .. } = request().filter(|request| request.moves.is_none())?;
        let rules = position.rules();
        let OtherLabel { name, own, .. } = other_label(rules, board)?;
        let has_number = own.ends_with(|last: char| last.is_ascii_digit()) && own.contains("column ");
        let moves = if has_number { ", and a number in moves counts columns from 1" } else { "" };
        let moves = if rules.gravity() { moves } else { "" };
        Some(format!("The labels of your board are not the names of cells here: {name} is your {own}{moves}.\n"))
    }

    /// A line that names the game of an answer where the call does not by its own name, or by its rules; nothing for others.
    fn game_note<'r>(&self, request: impl FnOnce() -> Option<&'r PositionRequest>) -> String {
        let sent = self.fields.get("game").filter(|sent| !sent.is_null());
        let is_named =
            |sent: &Value| sent.as_str().is_none_or(|name| Preset::from_name(&name.to_lowercase()).is_some());
        if sent.is_some_and(is_named) {
            return String::new();
        }
        // "3D tic-tac-toe" is played on both cubes.
        let has_size = sent.and_then(Value::as_str).is_none_or(|name| name.contains('4'));
        let rules = request().map(|request| request.position.rules());
        let other = rules.is_some_and(|rules| Preset::of_rules(rules) == Some(Preset::Qubic) && !has_size);
        let other = if other { "; on 3×3×3 it is three-cubed" } else { "" };
        rules.map_or_else(String::new, |rules| format!("Game: {}{other}.\n", game_title(rules)))
    }

    /// The position before the first move that is not legal, and how many come before it; `None` where all are legal.
    pub(super) fn before_fault(&self) -> Option<(usize, Position)> {
        before_fault(&Fields::of_tool(self.fields.clone()))
    }

    /// A line that says which side is X where a call names sides by their colours; nothing for others.
    fn sides_note(&self) -> String {
        let of_moves = || [MOVES, "record"].iter().find_map(|name| colours(self.fields.get(*name)?));
        if let Some([x, o]) = of_moves() {
            return format!("In your moves {x} is X, which moves first, and {o} is O.\n");
        }
        let Some(board) = self.fields.get("board") else { return String::new() };
        let read = board.as_str().and_then(json_of);
        let are_numbers = of_signed_numbers(read.as_ref().unwrap_or(board)).is_some();
        // JSON has the ends of lines as letters.
        let board = board.as_str().map_or_else(|| board.to_string(), str::to_owned);
        let has = |signs: &str| board.contains(|letter: char| signs.contains(letter));
        let words = || board.split(|letter: char| !letter.is_alphabetic());
        // A word of other letters is a label.
        let has_letters = |all: &str, second: char| {
            words().any(|word| word.chars().all(|letter| all.contains(letter)) && word.to_uppercase().contains(second))
        };
        let set = match () {
            () if are_numbers => Some(["1", "-1"]),
            () if has("🟡🟨🔴🟥") || has_letters("RrYy", 'Y') || has_letters("Rr", 'R') && !has("Xx") => {
                Some(["R (red)", "Y (yellow)"])
            }
            () if has("⚫●") || has_letters("BbWw", 'W') => Some(["B (black)", "W (white)"]),
            () => None,
        };
        set.map_or_else(String::new, |[x, o]| format!("On your board {x} is X, which moves first, and {o} is O.\n"))
    }
}

/// Whether a text is the names of these moves, or where stones fall the letters of their columns, and nothing else.
fn are_names(rules: &Rules, text: &str, moves: &[Cell]) -> bool {
    let mut words = text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty());
    let is_name = |word: &str, cell: Cell| {
        let name = notation::cell_name(rules, cell);
        let is_column = rules.gravity() && word.len() == 1 && name.starts_with(&word.to_lowercase());
        word.eq_ignore_ascii_case(&name) || is_column
    };
    moves.iter().all(|&cell| words.next().is_some_and(|word| is_name(word, cell))) && words.next().is_none()
}
