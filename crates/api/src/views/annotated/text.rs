//! Numbered moves with signs and remarks, as in PGN; the service reads them back as a record.

use super::{AnnotatedGame, remark, sign};
use inarow_engine::game::{Player, Status, notation};

impl AnnotatedGame<'_> {
    /// A round a line, the result, and the accuracy of both sides in braces.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let start = self.game.start();
        // The second half of the first round, if O moves first.
        let skipped = usize::from(start.turn() == Player::O);
        for (index, reviewed) in self.moves.iter().enumerate() {
            let half = index + skipped;
            match (index, half % 2) {
                (0, 1) => text.push_str("1... "),
                (_, 1) => text.push(' '),
                (0, _) => text.push_str("1. "),
                _ => text.push_str(&format!("\n{}. ", half / 2 + 1)),
            }
            text.push_str(&notation::cell_name(start.rules(), reviewed.played.cell));
            text.push_str(sign(reviewed.label));
            let why = self.why.get(index).map(|why| why.join(" ")).filter(|why| !why.is_empty());
            let words: Vec<String> = remark(reviewed).into_iter().chain(why).collect();
            if !words.is_empty() {
                // A brace would end the remark.
                text.push_str(&format!(" {{{}}}", words.join(". ").replace(['{', '}'], "")));
            }
        }
        let result = match (self.game.status(), self.game.winner()) {
            (Status::Ongoing, _) => "*",
            (_, Some(Player::X)) => "1-0",
            (_, Some(Player::O)) => "0-1",
            _ => "1/2-1/2",
        };
        text.push_str(&format!("\n{result}\n{{Accuracy: {}}}\n", self.accuracy()));
        if start.stones() > 0 || start.turn() == Player::O {
            text.push_str(&format!("{{From the board {}, {} to move}}\n", start.board(), start.turn().name()));
        }
        text
    }
}
