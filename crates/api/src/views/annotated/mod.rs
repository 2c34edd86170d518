//! A reviewed game as people keep it: an SGF file, or numbered moves with remarks.

mod sgf;
mod text;

use super::rounded;
use inarow_engine::engine::RankedMove;
use inarow_engine::engine::review::{Label, ReviewedMove, ReviewedSide};
use inarow_engine::game::{Player, Position, notation};
use inarow_engine::search::Verdict;

/// A reviewed game.
pub struct AnnotatedGame<'a> {
    /// The last position.
    pub game: &'a Position,
    pub moves: &'a [ReviewedMove],
    /// Most better moves that are shown for a move.
    pub better_max: usize,
    /// Sentences about each move; empty without them.
    pub why: Vec<Vec<String>>,
}

/// `d1!`: the signs of annotated games.
const fn sign(label: Label) -> &'static str {
    match label {
        Label::OnlyMove => "!",
        Label::Inaccuracy | Label::Prolonged | Label::Hastened => "?!",
        Label::Mistake => "?",
        Label::Blunder | Label::MissedWin | Label::ThrewAwayDraw => "??",
        _ => "",
    }
}

/// The label in words, with the best move where it is better; `None` for a move that needs no words.
fn remark(reviewed: &ReviewedMove) -> Option<String> {
    let played = outlook(reviewed, &reviewed.played);
    let own = match reviewed.label {
        Label::OnlyMove => return Some("the only move".to_owned()),
        Label::Inaccuracy => format!("an inaccuracy, {played}"),
        Label::Mistake => format!("a mistake, {played}"),
        Label::Blunder => format!("a blunder, {played}"),
        Label::MissedWin => "let a win slip".to_owned(),
        Label::ThrewAwayDraw => "threw a draw away".to_owned(),
        Label::Prolonged => format!("{played}, later than need be"),
        Label::Hastened => format!("{played}, sooner than need be"),
        _ => return None,
    };
    let better = reviewed.best.first().map(|best| {
        let name = notation::cell_name(reviewed.position.rules(), best.cell);
        format!("; {name} {}", outlook(reviewed, best))
    });
    Some(own + &better.unwrap_or_default())
}

/// What a move leads to, for its side: `wins in 5 plies`.
fn outlook(reviewed: &ReviewedMove, ranked: &RankedMove) -> String {
    let after = |plies: u32| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    match ranked.verdict {
        Verdict::Win { plies } => format!("wins in {}", after(plies)),
        Verdict::Loss { plies } => format!("loses in {}", after(plies)),
        Verdict::Draw { .. } => "draws".to_owned(),
        verdict @ Verdict::Unknown { .. } => {
            let percent = rounded(reviewed.expectation.of(verdict), 1e4) * 100.0;
            format!("expects {percent:.0} % of the points")
        }
    }
}

impl AnnotatedGame<'_> {
    /// `X 100.0 %, O 39.7 %`: a side without a move has a dash.
    fn accuracy(&self) -> String {
        let [x, o] = [Player::X, Player::O].map(|side| {
            let accuracy = ReviewedSide::of(side, self.moves).accuracy;
            accuracy.map_or_else(|| "–".to_owned(), |accuracy| format!("{:.1} %", rounded(accuracy, 10.0)))
        });
        format!("X {x}, O {o}")
    }
}
