//! Reasons on the wire, each with a sentence.

use serde::Serialize;

use super::{MoveView, in_words, names};
use inarow_engine::engine::reasons::{Reason, ReasonKind, Threat, threat};
use inarow_engine::game::{Cell, Player, Position, notation};

/// Most moves of a variation that a sentence has.
const MOVES_TOLD_MAX: usize = 8;
/// Most forks that a sentence has.
const FORKS_TOLD_MAX: usize = 3;

/// A fact about a move.
#[derive(Serialize, Debug)]
pub struct ReasonView {
    kind: &'static str,
    cells: Vec<Cell>,
    moves: Vec<MoveView>,
    text: String,
    /// Whether it tells of a line of a large board that is hardly begun.
    #[serde(rename = "minor", skip_serializing_if = "std::ops::Not::not")]
    says_little: bool,
}

impl ReasonView {
    /// Reasons for a move in `position`.
    #[must_use]
    pub fn all(position: &Position, reasons: Vec<Reason>) -> Vec<ReasonView> {
        reasons.into_iter().map(|reason| ReasonView::new(position, reason)).collect()
    }

    /// The sentences that words have of these facts: where a fact decides, none about places; beside a line that is blocked no forks, which
    /// are that line with any second one; and no line of a large board that is hardly begun.
    #[must_use]
    pub fn told(reasons: &[ReasonView]) -> Vec<&str> {
        let decides = reasons.iter().any(|reason| !reason.is_of_place() && !reason.says_little);
        let blocks = reasons.iter().any(|reason| reason.is(ReasonKind::BlocksLine));
        let is_left_out = |reason: &ReasonView| {
            reason.says_little || decides && reason.is_of_place() || blocks && reason.is(ReasonKind::StopsFork)
        };
        distinct(reasons.iter().filter(|reason| !is_left_out(reason)).map(ReasonView::text))
    }

    /// Whether it is a fact of this kind.
    #[must_use]
    pub fn is(&self, kind: ReasonKind) -> bool {
        self.kind == kind.name()
    }

    /// The sentence.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The sentence with the move that it is about: `d4 blocks O's line a1, b1, c1.`
    #[must_use]
    pub fn said_of(&self, name: &str) -> String {
        // Of these the move is not the subject.
        match () {
            () if self.is(ReasonKind::ZugzwangColumn) => return format!("After {name} {}", self.text),
            () if self.is(ReasonKind::NearCentre) => return format!("{name}: {}", self.text),
            () => {}
        }
        let mut letters = self.text.chars();
        let first = letters.next().map(char::to_lowercase).into_iter().flatten();
        format!("{name} {}{}", first.collect::<String>(), letters.as_str())
    }

    /// Whether it says where the cell lies and nothing of the game.
    fn is_of_place(&self) -> bool {
        const OF_PLACE: [ReasonKind; 4] =
            [ReasonKind::Centre, ReasonKind::Corner, ReasonKind::Side, ReasonKind::NearCentre];
        OF_PLACE.into_iter().any(|kind| self.is(kind))
    }

    fn new(position: &Position, reason: Reason) -> ReasonView {
        let text = Sentence { position, reason: &reason }.text();
        let moves = reason.moves.iter().map(|&cell| MoveView::new(position.rules(), cell)).collect();
        let own = || reason.cells.iter().filter(|&&cell| position.cell(cell) == Some(position.turn())).count() + 1;
        let says_little = reason.kind == ReasonKind::OpensLine && own() + 3 <= reason.cells.len();
        ReasonView { kind: reason.kind.name(), cells: reason.cells, moves, text, says_little }
    }
}

/// Sentences, each once: facts of several directions may have the same.
pub fn distinct<T: PartialEq>(sentences: impl Iterator<Item = T>) -> Vec<T> {
    let mut told = Vec::new();
    for sentence in sentences {
        if !told.contains(&sentence) {
            told.push(sentence);
        }
    }
    told
}

/// The sentence of a reason.
struct Sentence<'a> {
    position: &'a Position,
    reason: &'a Reason,
}

impl Sentence<'_> {
    fn text(&self) -> String {
        let (mover, opponent) = (self.position.turn().name(), self.position.turn().opponent().name());
        let rules = self.position.rules();
        let cells = &self.reason.cells;
        let names = || self.list(cells);
        match self.reason.kind {
            ReasonKind::CompletesLine if rules.misere() => {
                format!("Completes {mover}'s line {}, which loses.", names())
            }
            ReasonKind::CompletesLine => format!("Completes {mover}'s line {}.", names()),
            ReasonKind::BlocksLine => format!("Blocks {opponent}'s line {}.", names()),
            ReasonKind::MakesFork if self.are_ends(cells) => {
                let more = in_words(rules.k() - 1);
                let cells = self.alternatives(cells);
                format!("Makes an open {more}: {mover} threatens to complete a line at {cells}.")
            }
            ReasonKind::MakesFork => {
                format!("Makes a fork: {mover} threatens to complete lines at {}.", self.joined(cells))
            }
            // Two ways to complete one line.
            ReasonKind::StopsFork if self.are_open_rows(cells) => {
                let more = in_words(rules.k() - 1);
                format!("Keeps {opponent} from making an open {more} at {}.", self.alternatives(cells))
            }
            ReasonKind::StopsFork => {
                let forks = if cells.len() == 1 { "fork" } else { "forks" };
                let places = match cells.split_at_checked(FORKS_TOLD_MAX) {
                    Some((told, [_, ..])) => format!("{} and elsewhere", self.list(told)),
                    _ => self.joined(cells),
                };
                format!("Stops {opponent}'s {forks} at {places}.")
            }
            ReasonKind::Centre => "Takes the centre.".to_owned(),
            ReasonKind::OppositeCorner => format!("Takes the corner opposite to {opponent}'s at {}.", names()),
            ReasonKind::Corner => "Takes a corner.".to_owned(),
            ReasonKind::Side => "Takes the middle of a side.".to_owned(),
            ReasonKind::OpensLine => {
                let own = cells.iter().filter(|&&cell| self.position.cell(cell) == Some(self.position.turn())).count();
                format!("Makes {} of {} on {mover}'s line {}.", own + 1, cells.len(), names())
            }
            ReasonKind::NearCentre if rules.gravity() => "No open column is nearer to the centre.".to_owned(),
            ReasonKind::NearCentre => "No other free cell is nearer to the centre.".to_owned(),
            ReasonKind::Forces => format!("Forces {opponent} to reply {}.", names()),
            ReasonKind::OnlyMove if self.position.legal_moves().count() == 1 => "Is the only legal move.".to_owned(),
            ReasonKind::OnlyMove => "Is the only good move: every other has a worse outcome.".to_owned(),
            ReasonKind::KeepsDraw => {
                let lose = if cells.len() == 1 { "loses" } else { "lose" };
                format!("Keeps the draw, where {} {lose}.", self.joined(cells))
            }
            ReasonKind::GivesWin => format!("Gives {opponent} the win{}", self.refutation()),
            ReasonKind::ZugzwangColumn => match self.reason.cells[..] {
                [lower, upper] => {
                    let [lower, upper] = [lower, upper].map(|cell| notation::cell_name(rules, cell));
                    format!("{opponent} must not play {lower}: {mover} would complete a line at {upper}.")
                }
                _ => String::new(),
            },
            ReasonKind::MakesOpenThree => {
                let [more, less] = [1, 2].map(|fewer| in_words(rules.k() - fewer));
                let cells = self.alternatives(cells);
                format!("Makes an open {less}: {mover} threatens an open {more} with {cells}.")
            }
            ReasonKind::StopsOpenThree => {
                format!("Keeps {opponent} from making an open {} here.", in_words(rules.k() - 2))
            }
            ReasonKind::PlaysUnderThreat => {
                let above = self.list(&self.reason.moves);
                if self.owner() == Some(self.position.turn()) {
                    format!("Lets {opponent} take {above}, where {mover} would complete {}.", names())
                } else {
                    format!("Lets {opponent} play {above} and complete {}.", names())
                }
            }
        }
    }

    /// The variation that refutes the move: ` by b1.`, or the moves of both sides, `; best play goes on b1 c3 c2.`
    fn refutation(&self) -> String {
        let Reason { moves, cells, .. } = self.reason;
        // Without the line that ends it, it is a beginning.
        let is_whole = moves.len() <= MOVES_TOLD_MAX && !cells.is_empty();
        match &moves[..moves.len().min(MOVES_TOLD_MAX)] {
            [] => ".".to_owned(),
            &[only] if is_whole => format!(" by {}.", self.list(&[only])),
            told => {
                let end = if is_whole { "." } else { " …" };
                format!("; best play goes on {}{end}", names(self.position.rules(), told).join(" "))
            }
        }
    }

    /// Whether the opponent would make an open row of k − 1 at each of the cells.
    fn are_open_rows(&self, cells: &[Cell]) -> bool {
        let opponent = self.position.turn().opponent();
        cells.iter().all(|&cell| threat(self.position, cell, opponent) == Some(Threat::OpenFour))
    }

    /// Whether the mover makes an open row of k − 1, with these cells at its ends: no fork of two rows.
    fn are_ends(&self, cells: &[Cell]) -> bool {
        let &[first, last] = cells else { return false };
        let k = self.position.rules().k();
        let mover = self.position.turn();
        let step = last.saturating_sub(first) / k;
        if step == 0 || first + k * step != last {
            return false;
        }
        let between = (1..k).map(|at| first + at * step);
        let others: Vec<Cell> = between.filter(|&cell| self.position.cell(cell) != Some(mover)).collect();
        matches!(others[..], [cell] if threat(self.position, cell, mover) == Some(Threat::OpenFour))
    }

    /// The owner of the stones on the cells.
    fn owner(&self) -> Option<Player> {
        self.reason.cells.iter().find_map(|&cell| self.position.cell(cell))
    }

    /// `a1, b1, c1`.
    fn list(&self, cells: &[Cell]) -> String {
        let mut list = String::with_capacity(5 * cells.len());
        for &cell in cells {
            if !list.is_empty() {
                list.push_str(", ");
            }
            // Writing to a string never fails.
            let _ = notation::write_cell_name(self.position.rules(), cell, &mut list);
        }
        list
    }

    /// `a1, b1 and c1`.
    fn joined(&self, cells: &[Cell]) -> String {
        self.joined_by("and", cells)
    }

    /// `a1, b1 or c1`.
    fn alternatives(&self, cells: &[Cell]) -> String {
        self.joined_by("or", cells)
    }

    fn joined_by(&self, word: &str, cells: &[Cell]) -> String {
        match cells {
            [first @ .., last] if !first.is_empty() => format!("{} {word} {}", self.list(first), self.list(&[*last])),
            _ => self.list(cells),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use inarow_engine::game::{Game, Preset};

    #[test]
    fn sentences_fit_the_rules_and_what_is_known() {
        let text = |preset: Preset, kind, cells: &[Cell], moves: &[Cell]| {
            let position = Position::new(Game::shared(preset.rules()));
            let reason = Reason { kind, cells: cells.to_vec(), moves: moves.to_vec() };
            ReasonView::new(&position, reason).text
        };
        let (normal, misere) = (Preset::TicTacToe, Preset::MisereTicTacToe);
        for (preset, kind, cells, moves, expected) in [
            (normal, ReasonKind::CompletesLine, &[0, 1, 2][..], &[][..], "Completes X's line a3, b3, c3."),
            (misere, ReasonKind::CompletesLine, &[0, 1, 2], &[], "Completes X's line a3, b3, c3, which loses."),
            (normal, ReasonKind::GivesWin, &[], &[], "Gives O the win."),
            (normal, ReasonKind::GivesWin, &[0, 3, 6], &[6], "Gives O the win by a1."),
            (normal, ReasonKind::GivesWin, &[], &[6], "Gives O the win; best play goes on a1 …"),
            (normal, ReasonKind::GivesWin, &[0, 3, 6], &[6, 1, 3], "Gives O the win; best play goes on a1 b3 a2."),
            (
                normal,
                ReasonKind::GivesWin,
                &[0, 4, 8],
                &[0, 1, 2, 3, 4, 5, 6, 7, 8],
                "Gives O the win; best play goes on a3 b3 c3 a2 b2 c2 a1 b1 …",
            ),
            (normal, ReasonKind::StopsFork, &[0], &[], "Stops O's fork at a3."),
            (normal, ReasonKind::StopsFork, &[0, 2], &[], "Stops O's forks at a3 and c3."),
            (normal, ReasonKind::StopsFork, &[0, 1, 2], &[], "Stops O's forks at a3, b3 and c3."),
            (normal, ReasonKind::StopsFork, &[0, 1, 2, 3], &[], "Stops O's forks at a3, b3, c3 and elsewhere."),
            (normal, ReasonKind::KeepsDraw, &[0], &[], "Keeps the draw, where a3 loses."),
        ] {
            assert_eq!(text(preset, kind, cells, moves), expected);
        }
    }

    #[test]
    fn every_fact_is_said_of_a_move_as_a_sentence() {
        for preset in [Preset::TicTacToe, Preset::ConnectFour, Preset::Gomoku] {
            let position = Position::new(Game::shared(preset.rules()));
            for kind in ReasonKind::ALL {
                let reason = Reason { kind, cells: vec![0, 1], moves: vec![2] };
                let said = ReasonView::new(&position, reason).said_of("b2");
                let is_of_move = said
                    .strip_prefix("b2 ")
                    .and_then(|rest| rest.split(' ').next())
                    .is_some_and(|verb| verb.len() > 1 && verb.ends_with('s') && verb.starts_with(char::is_lowercase));
                let is_of_others = ["After b2 O ", "b2: No "].iter().any(|start| said.starts_with(start));
                assert!(is_of_move || is_of_others, "{kind:?}: {said}");
            }
        }
    }

    #[test]
    fn words_leave_out_forks_of_a_line_that_is_blocked_and_lines_that_are_hardly_begun() {
        let told = |preset: Preset, moves: &[Cell], kinds: &[(ReasonKind, &[Cell])]| {
            let position = Position::from_moves(Game::shared(preset.rules()), moves).expect("legal moves");
            let reason = |&(kind, cells): &(ReasonKind, &[Cell])| Reason { kind, cells: cells.to_vec(), moves: vec![] };
            let facts = ReasonView::all(&position, kinds.iter().map(reason).collect());
            ReasonView::told(&facts).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let line: &[Cell] = &[110, 111, 112, 113, 114];
        let (blocks, stops) = (ReasonKind::BlocksLine, ReasonKind::StopsFork);
        assert_eq!(
            told(Preset::Gomoku, &[], &[(blocks, line), (stops, &[0, 1, 2])]),
            ["Blocks O's line f8, g8, h8, i8, j8."]
        );
        assert_eq!(told(Preset::Gomoku, &[], &[(stops, &[0])]), ["Stops O's fork at a15."]);
        let opens = [(ReasonKind::OpensLine, line), (ReasonKind::NearCentre, &[113][..])];
        assert_eq!(told(Preset::Gomoku, &[112, 0], &opens), ["No other free cell is nearer to the centre."]);
        assert_eq!(told(Preset::Gomoku, &[112, 0, 111, 1], &opens), ["Makes 3 of 5 on X's line f8, g8, h8, i8, j8."]);
        let small = [(ReasonKind::OpensLine, &[0, 1, 2][..])];
        assert_eq!(told(Preset::TicTacToe, &[0, 3], &small), ["Makes 2 of 3 on X's line a3, b3, c3."]);
    }

    #[test]
    fn forks_in_one_line_are_called_open_fours() {
        let game = Game::shared(Preset::Gomoku.rules());
        let position = Position::from_moves(game, &[0, 112, 14, 113, 210, 114]).expect("legal moves");
        let reason = Reason { kind: ReasonKind::StopsFork, cells: vec![111, 115], moves: Vec::new() };
        assert_eq!(ReasonView::new(&position, reason).text, "Keeps O from making an open four at g8 or k8.");
    }

    #[test]
    fn two_ends_of_one_row_are_an_open_four_and_two_rows_are_a_fork() {
        let text = |cells: [Cell; 2]| {
            let game = Game::shared(Preset::Gomoku.rules());
            let position = Position::from_moves(game, &[112, 0, 113, 14, 114, 210]).expect("legal moves");
            let reason = Reason { kind: ReasonKind::MakesFork, cells: cells.to_vec(), moves: Vec::new() };
            ReasonView::new(&position, reason).text
        };
        assert_eq!(text([111, 116]), "Makes an open four: X threatens to complete a line at g8 or l8.");
        assert_eq!(text([111, 130]), "Makes a fork: X threatens to complete lines at g8 and k7.");
    }

    #[test]
    fn the_only_legal_move_is_called_so() {
        let game = Game::shared(Preset::TicTacToe.rules());
        let position = Position::from_moves(game, &[0, 1, 2, 4, 3, 5, 7, 6]).expect("legal moves");
        let reason = || Reason { kind: ReasonKind::OnlyMove, cells: Vec::new(), moves: Vec::new() };
        assert_eq!(ReasonView::new(&position, reason()).text, "Is the only legal move.");
        let start = Position::new(Game::shared(Preset::TicTacToe.rules()));
        assert!(ReasonView::new(&start, reason()).text.starts_with("Is the only good move"));
    }
}
