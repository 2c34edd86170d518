//! Smart Game Format (SGF, FF[4]): labels as comments, better moves as variations, values as properties.

use super::{AnnotatedGame, remark};
use crate::views::{rounded, verdict_text};
use inarow_engine::engine::RankedMove;
use inarow_engine::engine::review::{Label, ReviewedMove};
use inarow_engine::game::record::{sgf_point, sgf_root, sgf_text};
use inarow_engine::game::{Cell, Player, Position, Status};
use inarow_engine::search::Verdict;

impl AnnotatedGame<'_> {
    /// A file with one game. Its main line is the first variation everywhere.
    #[must_use]
    pub fn sgf(&self) -> String {
        let mut file = format!("({}\n", self.root());
        // The variations that follow the main line, each list with the parenthesis that closes its main line.
        let mut open = Vec::new();
        for (index, reviewed) in self.moves.iter().enumerate() {
            let variations = self.variations(reviewed);
            if !variations.is_empty() {
                file.push('(');
                open.push(variations);
            }
            file.push_str(&self.node(index, reviewed));
            file.push('\n');
        }
        for variations in open.into_iter().rev() {
            file.push_str(")\n");
            file.push_str(&variations);
        }
        file.push_str(")\n");
        file
    }

    /// The first node: the game, the stones it begins with, the result, the accuracy of both sides.
    fn root(&self) -> String {
        let (rules, start) = (self.game.rules(), self.game.start());
        let version = env!("CARGO_PKG_VERSION");
        let mut node = format!("{}CA[UTF-8]AP[inarow:{version}]PB[X]PW[O]", sgf_root(rules));
        match (self.game.status(), self.game.winner()) {
            (Status::Ongoing, _) => {}
            (_, Some(winner)) => node.push_str(&format!("RE[{}+]", letter(winner))),
            _ => node.push_str("RE[0]"),
        }
        node.push_str(&comment(&format!("Accuracy: {}", self.accuracy())));
        if start.stones() > 0 {
            for (property, side) in [("AB", Player::X), ("AW", Player::O)] {
                node.push_str(&setup(property, side, &start));
            }
        }
        if start.stones() > 0 || start.turn() == Player::O {
            node.push_str(&format!("PL[{}]", letter(start.turn())));
        }
        node
    }

    /// A move of the game with its label.
    fn node(&self, index: usize, reviewed: &ReviewedMove) -> String {
        let ReviewedMove { position, played, label, .. } = reviewed;
        let words = remark(reviewed).map(|remark| format!(": {remark}")).unwrap_or_default();
        let verdict = verdict_text(played.verdict, position.turn(), reviewed.expectation);
        let mut lines = vec![format!("{}{words}", label.name()), verdict];
        lines.extend(self.why.get(index).filter(|why| !why.is_empty()).map(|why| why.join(" ")));
        let judgement = match label {
            Label::OnlyMove => "TE[1]",
            Label::Inaccuracy | Label::Prolonged | Label::Hastened => "DO[]",
            Label::Mistake => "BM[1]",
            Label::Blunder | Label::MissedWin | Label::ThrewAwayDraw => "BM[2]",
            _ => "",
        };
        let values = values(reviewed, played);
        format!("{}{judgement}{values}{}", played_at(position, played.cell), comment(&lines.join("\n")))
    }

    /// The moves that are better than the move played, best first.
    fn variations(&self, reviewed: &ReviewedMove) -> String {
        let better = |ranked: &&RankedMove| ranked.verdict.score() > reviewed.played.verdict.score();
        let variation = |ranked| format!("({})\n", variation(reviewed, ranked));
        reviewed.best.iter().take(self.better_max).filter(better).map(variation).collect()
    }
}

/// A better move with its principal variation.
fn variation(reviewed: &ReviewedMove, better: &RankedMove) -> String {
    let mut position = reviewed.position.clone();
    let verdict = verdict_text(better.verdict, position.turn(), reviewed.expectation);
    let mut nodes = String::new();
    for (index, &cell) in better.pv.iter().enumerate() {
        nodes.push_str(&played_at(&position, cell));
        if index == 0 {
            nodes.push_str(&values(reviewed, better));
            nodes.push_str(&comment(&format!("better: {verdict}")));
        }
        if position.play(cell).is_err() {
            break;
        }
    }
    nodes
}

/// The node of a move without its other properties.
fn played_at(position: &Position, cell: Cell) -> String {
    format!(";{}[{}]", letter(position.turn()), sgf_point(position.rules(), cell))
}

/// `V`, the points that are expected, from -1 (O wins) to 1 (X wins), since SGF has values for black; for a proven result the side that
/// stands better.
fn values(reviewed: &ReviewedMove, ranked: &RankedMove) -> String {
    let turn = reviewed.position.turn();
    let own = reviewed.expectation.of(ranked.verdict) * 2.0 - 1.0;
    let value = rounded(if turn == Player::X { own } else { -own }, 1e4);
    let good_for = |side| if side == Player::X { "GB[2]" } else { "GW[2]" };
    let proven = match ranked.verdict {
        Verdict::Win { .. } => good_for(turn),
        Verdict::Loss { .. } => good_for(turn.opponent()),
        Verdict::Draw { .. } => "DM[2]",
        Verdict::Unknown { .. } => "",
    };
    // Adding 0 takes the sign from a negative zero.
    format!("V[{}]{proven}", value + 0.0)
}

/// The stones of a side; empty without any. The lowest come first, since stones may fall.
fn setup(property: &str, side: Player, start: &Position) -> String {
    let cells = (0..start.rules().cells()).rev().filter(|&cell| start.cell(cell) == Some(side));
    let points: String = cells.map(|cell| format!("[{}]", sgf_point(start.rules(), cell))).collect();
    if points.is_empty() { points } else { format!("{property}{points}") }
}

fn comment(text: &str) -> String {
    format!("C[{}]", sgf_text(text))
}

/// X is black, who moves first.
const fn letter(side: Player) -> char {
    match side {
        Player::X => 'B',
        Player::O => 'W',
    }
}
