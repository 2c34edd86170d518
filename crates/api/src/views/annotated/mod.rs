//! A reviewed game as people keep it: an SGF file, or numbered moves with remarks.

mod sgf;
mod text;

use super::text::{distance_text, points_text};
use super::{refutation_text, rounded};
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

/// A reviewed move in words, for all forms of a review: the label, with the best move where it is better, and the reason.
#[must_use]
pub fn judgement(reviewed: &ReviewedMove) -> String {
    let words = words(reviewed);
    let mut letters = words.chars();
    let first = letters.next().map_or_else(String::new, |first| first.to_uppercase().to_string());
    let why = refutation_text(reviewed).map_or_else(String::new, |why| format!(" {why}"));
    format!("{first}{}.{why}", letters.as_str())
}

/// The judgement as a remark; `None` for a move that needs none.
fn remark(reviewed: &ReviewedMove) -> Option<String> {
    let is_fine = matches!(reviewed.label, Label::Best | Label::Good);
    (!is_fine).then(|| words(reviewed))
}

fn words(reviewed: &ReviewedMove) -> String {
    let played = outlook(reviewed, &reviewed.played);
    let own = match reviewed.label {
        Label::OnlyMove => return "the only move".to_owned(),
        Label::Inaccuracy => format!("an inaccuracy, {played}"),
        Label::Mistake => format!("a mistake, {played}"),
        Label::Blunder => format!("a blunder, {played}"),
        Label::MissedWin => "let a win slip".to_owned(),
        Label::ThrewAwayDraw => "threw a draw away".to_owned(),
        Label::Prolonged => format!("{played}, later than need be"),
        Label::Hastened => format!("{played}, sooner than need be"),
        Label::Good => format!("a good move, {played}"),
        _ => return format!("the best move, {played}"),
    };
    let better = reviewed.best.first().map(|best| {
        let name = notation::cell_name(reviewed.position.rules(), best.cell);
        format!("; {name} {}", outlook(reviewed, best))
    });
    own + &better.unwrap_or_default()
}

/// The score of a move in words, for its side: `wins in 3 moves`, `scores about 40 in 100 games`.
fn outlook(reviewed: &ReviewedMove, ranked: &RankedMove) -> String {
    match ranked.verdict {
        verdict @ Verdict::Win { .. } => format!("wins {}", distance_text(verdict, reviewed.expectation)),
        verdict @ Verdict::Loss { .. } => format!("loses {}", distance_text(verdict, reviewed.expectation)),
        Verdict::Draw { .. } => "draws".to_owned(),
        verdict @ Verdict::Unknown { .. } => {
            format!("scores {}", points_text(reviewed.expectation.of_people(verdict)))
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
