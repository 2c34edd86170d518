//! Answers in words, for people who read them in a terminal or in a chat.

use super::{ReasonView, rounded};
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::game::{Cell, Player, Position, Rules, Status, notation};
use inarow_engine::search::Verdict;

/// A verdict for this side.
#[must_use]
pub fn verdict_text(verdict: Verdict, side: Player, expectation: Expectation) -> String {
    let (me, other) = (side.name(), side.opponent().name());
    let after = |plies: u32| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    match verdict {
        Verdict::Win { plies } => format!("{me} wins in {}, proven", after(plies)),
        Verdict::Loss { plies } => format!("{other} wins in {}, proven", after(plies)),
        Verdict::Draw { .. } => "a draw with best play, proven".to_owned(),
        Verdict::Unknown { value } => {
            let percent = rounded(expectation.of(verdict), 1e4) * 100.0;
            format!("not proven, heuristic value {value}, {percent:.0} % of the points expected for {me}")
        }
    }
}

/// How play goes on after a move, and why it is played, a line each.
#[must_use]
pub fn play_text(pv: &[String], reasons: &[ReasonView], indent: &str) -> String {
    let mut text = String::new();
    if pv.len() > 1 {
        text += &format!("{indent}Best play: {}.\n", pv.join(" "));
    }
    if !reasons.is_empty() {
        let sentences: Vec<&str> = reasons.iter().map(ReasonView::text).collect();
        text += &format!("{indent}Why: {}\n", sentences.join(" "));
    }
    text
}

/// Whose turn it is, or how the game ended.
#[must_use]
pub fn state_text(position: &Position) -> String {
    let after = moves_text(position.stones());
    match (position.status(), position.winner()) {
        (Status::Ongoing, _) => format!("{} to move after {after}.", position.turn().name()),
        (_, Some(winner)) => format!("The game is over: {} has won after {after}.", winner.name()),
        _ => format!("The game is over: a draw after {after}."),
    }
}

/// So many moves.
#[must_use]
pub fn moves_text(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

/// The names of cells.
#[must_use]
pub fn names(rules: &Rules, cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|&cell| notation::cell_name(rules, cell)).collect()
}

/// The names of the legal moves; where stones fall, one for each column from the left.
#[must_use]
pub fn legal_names(position: &Position) -> Vec<String> {
    let rules = position.rules();
    let mut cells: Vec<Cell> = position.legal_moves().collect();
    if rules.gravity() {
        cells.sort_unstable_by_key(|&cell| (rules.place(cell).1, cell));
    }
    names(rules, &cells)
}

/// The legal moves as a sentence; empty once the game is over.
#[must_use]
pub fn legal_text(position: &Position) -> String {
    let names = legal_names(position);
    let by = if position.rules().gravity() { ", one for each column" } else { "" };
    if names.is_empty() { String::new() } else { format!("Legal moves{by}: {}.", names.join(", ")) }
}
