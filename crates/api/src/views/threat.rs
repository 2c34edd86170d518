//! Threats in the words of players, and the errors of a review that they explain.

use serde::Serialize;

use super::text::expected_line;
use super::{MoveView, ReasonView, names};
use crate::read::NUMBER_WORDS;
use inarow_engine::engine::RankedMove;
use inarow_engine::engine::reasons::{Contrast, ContrastKind, ReasonKind, Threat, contrasts, reasons, threat};
use inarow_engine::engine::review::ReviewedMove;
use inarow_engine::game::{Cell, Player, Position, notation};
use inarow_engine::search::Verdict;

/// Moves of a variation that a sentence has where nothing else is known.
const MOVES_TOLD_MAX: usize = 4;
/// Facts that speak for a better move in such a sentence. A place on the board, or a line that is begun, does not say enough.
const TELLING: [ReasonKind; 5] = [
    ReasonKind::BlocksLine,
    ReasonKind::MakesFork,
    ReasonKind::StopsFork,
    ReasonKind::Forces,
    ReasonKind::ZugzwangColumn,
];

/// Why a move is worse.
#[derive(Serialize, Debug)]
pub struct Refutation {
    kind: &'static str,
    /// The threat that is made or stopped, in the words of players.
    #[serde(skip_serializing_if = "Option::is_none")]
    threat: Option<String>,
    /// The moves that show it: the move played and how play goes on, or the better one.
    moves: Vec<MoveView>,
    text: String,
}

impl Refutation {
    fn new(position: &Position, kind: &'static str, moves: &[Cell], text: String) -> Refutation {
        let moves = moves.iter().map(|&cell| MoveView::new(position.rules(), cell)).collect();
        Refutation { kind, threat: None, moves, text }
    }

    /// A fact about threats. `variation`: the move that is worse than `better`, and how the game goes on.
    fn of_contrast(position: &Position, variation: &[Cell], better: Cell, fact: &Contrast) -> Refutation {
        let (kind, shown) = match fact.kind {
            ContrastKind::Allows => ("allows", 2),
            ContrastKind::AllowsBefore => ("allows-before", 2),
            ContrastKind::Makes => ("makes", 0),
            ContrastKind::Stops => ("stops", 0),
            ContrastKind::Prepares => ("prepares", 4),
            ContrastKind::IsStopped => ("is-stopped", 2),
        };
        let moves = if shown == 0 { &[better] } else { &variation[..variation.len().min(shown)] };
        let text = contrast_text(position, variation, better, fact);
        let threat = Some(in_players_words(position, fact.threat));
        Refutation { threat, ..Refutation::new(position, kind, moves, text) }
    }
}

/// Why a move is worse: by a fact that is not as true of the better move or, where its score is not proven, by how play goes on. `None` for a
/// move that is not worse, and where nothing is known beside the scores. Of facts about threats the one with the most [weight](Contrast::weight);
/// other facts about the better move come after those that are direct.
#[must_use]
pub fn refutation(reviewed: &ReviewedMove) -> Option<Refutation> {
    let ReviewedMove { position, played, best, .. } = reviewed;
    // A win at once needs no other word.
    let is_told = |best: &&RankedMove| reviewed.label.is_worse() && best.verdict != Verdict::Win { plies: 1 };
    let best = best.first().filter(is_told)?;
    let is_win = matches!(best.verdict, Verdict::Win { .. });
    // Beside a proven end, shapes that threaten nothing yet are no reason.
    let is_decided = is_win || matches!(played.verdict, Verdict::Loss { .. });
    let mut facts = contrasts(position, &played.pv, best.cell);
    facts.retain(|fact| !is_decided || !fact.threat.is_open_two());
    let first = facts.first();
    let fact = first.map(|fact| Refutation::of_contrast(position, &played.pv, best.cell, fact));
    if played.verdict.is_proven() {
        let is_allowed =
            first.is_some_and(|fact| matches!(fact.kind, ContrastKind::Allows | ContrastKind::AllowsBefore));
        return if is_allowed { fact } else { winning_reply(reviewed).or(fact) };
    }
    if first.is_some_and(Contrast::is_direct) {
        return fact;
    }
    let line = || {
        let (line, text) = expected_sentence(reviewed).filter(|_| !is_win)?;
        Some(Refutation::new(position, "line", line, text))
    };
    let telling = telling_fact(position, best.cell, played.cell);
    telling.map(|text| Refutation::new(position, "fact", &[best.cell], text)).or(fact).or_else(line)
}

/// The sentence of [`refutation`].
#[must_use]
pub fn refutation_text(reviewed: &ReviewedMove) -> Option<String> {
    refutation(reviewed).map(|refutation| refutation.text)
}

/// The reply by which a move loses, where it makes a threat that cannot be stopped or two at once. The better move may allow this reply
/// as well, and then has an answer to it.
fn winning_reply(ReviewedMove { position, played, .. }: &ReviewedMove) -> Option<Refutation> {
    let (Verdict::Loss { .. }, &[own, reply, ..]) = (played.verdict, &played.pv[..]) else { return None };
    let they = position.turn().opponent();
    let after = position.clone().after(&[own]).ok()?;
    let made = threat(&after, reply, they).filter(|&made| made <= Threat::TwoOpenThrees)?;
    let threat = in_players_words(position, made);
    let name = |cell| notation::cell_name(position.rules(), cell);
    let text = format!("{} lets {} win with {}, which makes {threat}.", name(own), they.name(), name(reply));
    Some(Refutation { threat: Some(threat), ..Refutation::new(position, "loses-to", &[own, reply], text) })
}

/// How play goes on after the move played, in a sentence; `None` where that is not known.
#[must_use]
pub fn line_text(reviewed: &ReviewedMove) -> Option<String> {
    expected_sentence(reviewed).map(|(_, text)| text)
}

/// The move played with the moves after it that the sentence names, and the sentence.
fn expected_sentence(ReviewedMove { position, played, .. }: &ReviewedMove) -> Option<(&[Cell], String)> {
    let line = expected_line(position, played)?;
    let line = &line[..line.len().min(1 + MOVES_TOLD_MAX)];
    let (own, next) = line.split_first()?;
    let names = |cells: &[Cell]| names(position.rules(), cells).join(" ");
    let goes_on = if played.verdict.is_proven() { "best play goes on" } else { "the search expects" };
    Some((line, format!("After {} {goes_on} {}.", names(&[*own]), names(next))))
}

/// The argument for the better move where nothing else is known against the move played: a fact about it, or that it wins at once.
#[must_use]
pub fn advantage_text(reviewed: &ReviewedMove) -> Option<String> {
    let better = reviewed.best.first()?;
    telling_fact(&reviewed.position, better.cell, reviewed.played.cell)
}

/// A fact about threats as a sentence. `variation`: the move that is worse than `better`, and how the game goes on.
fn contrast_text(position: &Position, variation: &[Cell], better: Cell, fact: &Contrast) -> String {
    let name = |cell: Cell| notation::cell_name(position.rules(), cell);
    let told = |at: usize| variation.get(at).map(|&cell| name(cell)).unwrap_or_default();
    let (own, reply, cell) = (told(0), told(1), name(fact.cell));
    let [mover, they] = [position.turn(), position.turn().opponent()].map(Player::name);
    let threat = in_players_words(position, fact.threat);
    match (fact.kind, fact.first) {
        (ContrastKind::AllowsBefore, Some(first)) => {
            let first = in_players_words(position, first);
            format!("{own} lets {they} make {threat} with {cell}; {better} makes {first} first.", better = name(better))
        }
        (ContrastKind::Allows | ContrastKind::AllowsBefore, _) => {
            format!("{own} lets {they} make {threat} with {cell}.")
        }
        (ContrastKind::Makes, _) => format!("{cell} makes {threat}."),
        (ContrastKind::Stops, _) => format!("{cell} keeps {they} from making {threat} there."),
        (ContrastKind::Prepares, _) => format!("After {own} {they} plays {reply}, then makes {threat} with {cell}."),
        (ContrastKind::IsStopped, _) => {
            format!("After {own} {they} plays {cell}, which keeps {mover} from making {threat} there.")
        }
    }
}

/// A fact that speaks for a better move and not for the one played, as a sentence about it.
fn telling_fact(position: &Position, cell: Cell, played: Cell) -> Option<String> {
    let of_played = reasons(position, played, &[]);
    let is_told = |kind: ReasonKind| TELLING.contains(&kind) && of_played.iter().all(|other| other.kind != kind);
    let telling = reasons(position, cell, &[]).into_iter().filter(|reason| is_told(reason.kind));
    let facts = ReasonView::all(position, telling.take(1).collect());
    Some(facts.first()?.said_of(&notation::cell_name(position.rules(), cell)))
}

/// The name of a threat: "an open four".
fn in_players_words(position: &Position, threat: Threat) -> String {
    let [more, less, least] = [1, 2, 3].map(|fewer| in_words(position.rules().k() - fewer));
    match threat {
        Threat::OpenFour => format!("an open {more}"),
        Threat::TwoFours => format!("two {more}s"),
        Threat::FourAndOpenThree => format!("a {more} and an open {less}"),
        Threat::TwoOpenThrees => format!("two open {less}s"),
        Threat::OpenThree => format!("an open {less}"),
        Threat::Four => format!("a {more}"),
        Threat::TwoOpenTwos => format!("two open {least}s"),
        Threat::OpenTwo => format!("an open {least}"),
    }
}

/// A number of one digit as a word.
pub(super) fn in_words(count: usize) -> String {
    NUMBER_WORDS[..10].get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use inarow_engine::game::{Game, Preset, Setup};

    /// The threat of a stone of X, who has these and is to move; O has none.
    fn made(preset: Preset, stones: &[&str], cell: &str) -> Option<String> {
        let rules = preset.rules();
        let at = |name: &str| notation::parse_cell(&rules, name).expect("a cell");
        let mut board = vec!['.'; rules.cells()];
        stones.iter().for_each(|name| board[at(name)] = 'X');
        let board: String = board.into_iter().collect();
        let cells = Setup::parse(&Game::shared(rules.clone()), &board).expect("a board");
        let setup = Setup { game: Game::shared(rules.clone()), cells, turn: Some(Player::X) };
        let position = setup.into_position(false).expect("a position");
        threat(&position, at(cell), Player::X).map(|threat| in_players_words(&position, threat))
    }

    #[test]
    fn facts_that_are_as_true_of_the_better_move_are_left_out() {
        let told = |preset: Preset, moves: &str, line: &str, better: &str| {
            let rules = preset.rules();
            let cells = |names: &str| -> Vec<Cell> {
                names.split(' ').map(|name| notation::parse_cell(&rules, name).expect("a cell")).collect()
            };
            let position = Position::from_moves(Game::shared(rules.clone()), &cells(moves)).expect("legal moves");
            let facts = contrasts(&position, &cells(line), cells(better)[0]);
            facts.first().map(|fact| contrast_text(&position, &cells(line), cells(better)[0], fact))
        };
        for (preset, moves, line, better, expected) in [
            // O makes an open two with d2 after either move.
            (Preset::FiveByFive, "d4 c2", "d3 d2", "c3", "c3 keeps O from making an open two there."),
            (Preset::Gomoku, "h8 i9 g9", "g7 i7", "i7", "g7 lets X make an open three with i7."),
            (Preset::Gomoku, "h9 i10 i9 j10 a1 k10", "o1 h10", "h10", "o1 lets O make an open four with h10."),
            (Preset::Gomoku, "h8 a1 i8 a15", "o1 h9", "j8", "j8 makes an open three."),
            (Preset::Gomoku, "h8 a1 i8 a15 j8 o15 a8 o8", "o1 g8", "k8", "k8 makes an open four."),
            (Preset::Gomoku, "h8 a1", "o1 a3", "i8", "i8 makes an open two."),
            // A plain four is no open three, and O answers it with one.
            (
                Preset::Gomoku,
                "h8 g9 g8 i8 f8 e8 h7 f9 h9 h6",
                "h10 h11",
                "i10",
                "h10 lets O make an open three with h11; i10 makes an open three first.",
            ),
            (Preset::Gomoku, "b3 a3 c3 o15 d3 o12 h8 o9 i8 o6", "e3 f3", "j8", "j8 makes an open three."),
            // Two open threes outweigh the one that the reply makes.
            (
                Preset::Gomoku,
                "h8 g9 g8 i8 f8 e8 h7 f9 h9 h6 h10 h11 g10 g12",
                "f7 i10 j9",
                "i10",
                "i10 makes two open threes.",
            ),
        ] {
            assert_eq!(told(preset, moves, line, better).as_deref(), Some(expected), "{moves} {line} {better}");
        }
    }

    #[test]
    fn threats_have_the_words_of_players() {
        let (free, exact) = (Preset::Gomoku, Preset::GomokuStandard);
        for (preset, stones, cell, expected) in [
            (free, &["h8", "i8"][..], "j8", Some("an open three")),
            (free, &["h8", "i8"], "k8", Some("an open three")),
            (free, &["h8", "i8", "j8"], "k8", Some("an open four")),
            (free, &["a8", "b8", "c8"], "d8", Some("a four")),
            (free, &["h8", "i8", "g9", "g10"], "g8", Some("two open threes")),
            (free, &["a8", "b8", "c8", "d9", "d10"], "d8", Some("a four and an open three")),
            (free, &["a8", "b8", "c8", "d9", "d10", "d12"], "d8", Some("two fours")),
            (free, &["a8"], "b8", None),
            (free, &["g8", "h8", "i8", "j8"], "k8", None),
            (exact, &["h8", "i8", "j8", "m8"], "k8", Some("a four")),
            (Preset::ConnectFour, &["d1"], "e1", None),
        ] {
            assert_eq!(made(preset, stones, cell).as_deref(), expected, "{stones:?} {cell}");
        }
    }
}
