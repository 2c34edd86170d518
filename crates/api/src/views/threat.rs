//! Threats in the words of players, and the errors of a review that they explain.

use super::ReasonView;
use crate::read::NUMBER_WORDS;
use inarow_engine::engine::RankedMove;
use inarow_engine::engine::reasons::{ReasonKind, Threat, reasons, threat};
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

/// Why a move is worse, in a sentence: by what the best answer to it makes, by what the better move makes or stops or, where its score is
/// not proven, by how play goes on. `None` for a move that is not worse, and where nothing is known beside the scores.
#[must_use]
pub fn refutation_text(reviewed: &ReviewedMove) -> Option<String> {
    let ReviewedMove { position, played, best, .. } = reviewed;
    // A win at once needs no other word.
    let is_told = |best: &&RankedMove| reviewed.label.is_worse() && best.verdict != Verdict::Win { plies: 1 };
    let best = best.first().filter(is_told)?;
    let name = |cell| notation::cell_name(position.rules(), cell);
    let (own, they) = (name(played.cell), position.turn().opponent().name());
    let made = |count: usize| threat_of_variation(position, played.pv.get(..count)?).zip(played.pv.get(count - 1));
    let allowed = made(2).map(|(threat, reply)| format!("{own} lets {they} make {threat} with {}.", name(*reply)));
    let known = allowed.or_else(|| merit(position, best.cell, played.cell));
    if known.is_some() || played.verdict.is_proven() {
        return known;
    }
    let reply = name(*played.pv.get(1)?);
    if let Some(fact) = telling_fact(position, best.cell, played.cell) {
        return Some(fact);
    }
    if let Some((threat, next)) = made(4) {
        return Some(format!("After {own} {they} plays {reply}, then makes {threat} with {}.", name(*next)));
    }
    let next: Vec<String> = played.pv.iter().skip(1).take(MOVES_TOLD_MAX).map(|&cell| name(cell)).collect();
    Some(format!("After {own} best play goes on {}.", next.join(" ")))
}

/// What speaks for the better move where nothing else is known against the one that was played: a fact about it, or that it wins at once.
#[must_use]
pub fn advantage_text(reviewed: &ReviewedMove) -> Option<String> {
    let better = reviewed.best.first()?;
    telling_fact(&reviewed.position, better.cell, reviewed.played.cell)
}

/// The threat that a move makes, or keeps the opponent from making at its cell, whichever is stronger; nothing that the move played does
/// as well.
fn merit(position: &Position, cell: Cell, played: Cell) -> Option<String> {
    let (name, turn) = (notation::cell_name(position.rules(), cell), position.turn());
    let they = turn.opponent();
    let own = threat(position, cell, turn).filter(|made| threat(position, played, turn) != Some(*made));
    let of_other = position.clone().after(&[played]).ok().and_then(|after| threat(&after, cell, they));
    let word = |threat| in_players_words(position, threat);
    match (own, of_other) {
        (Some(made), stopped) if stopped.is_none_or(|stopped| made <= stopped) => {
            Some(format!("{name} makes {}.", word(made)))
        }
        (_, stopped) => {
            stopped.map(|stopped| format!("{name} keeps {} from making {} there.", they.name(), word(stopped)))
        }
    }
}

/// A fact that speaks for a better move and not for the one played, as a sentence about it.
fn telling_fact(position: &Position, cell: Cell, played: Cell) -> Option<String> {
    let of_played = reasons(position, played, &[]);
    let is_told = |kind: ReasonKind| TELLING.contains(&kind) && of_played.iter().all(|other| other.kind != kind);
    let telling = reasons(position, cell, &[]).into_iter().filter(|reason| is_told(reason.kind));
    let facts = ReasonView::all(position, telling.take(1).collect());
    let mut letters = facts.first()?.text().chars();
    let first = letters.next()?.to_lowercase();
    Some(format!("{} {first}{}", notation::cell_name(position.rules(), cell), letters.as_str()))
}

/// What the last move of a variation makes.
fn threat_of_variation(position: &Position, variation: &[Cell]) -> Option<String> {
    let (last, before) = variation.split_last()?;
    let before = position.clone().after(before).ok()?;
    threat_text(&before, *last, before.turn())
}

/// What a stone of a side on a free cell threatens, in the words of players: "an open four".
fn threat_text(position: &Position, cell: Cell, side: Player) -> Option<String> {
    threat(position, cell, side).map(|threat| in_players_words(position, threat))
}

/// What it is called: "an open four".
fn in_players_words(position: &Position, threat: Threat) -> String {
    let [more, less] = [1, 2].map(|fewer| in_words(position.rules().k() - fewer));
    match threat {
        Threat::OpenFour => format!("an open {more}"),
        Threat::TwoFours => format!("two {more}s"),
        Threat::FourAndOpenThree => format!("a {more} and an open {less}"),
        Threat::Four => format!("a {more}"),
        Threat::TwoOpenThrees => format!("two open {less}s"),
        Threat::OpenThree => format!("an open {less}"),
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
        threat_text(&position, at(cell), Player::X)
    }

    #[test]
    fn a_stronger_threat_that_is_stopped_is_told_before_one_that_is_made() {
        let game = Game::shared(Preset::Gomoku.rules());
        let told = |moves: &[Cell]| merit(&Position::from_moves(game.clone(), moves).expect("legal moves"), 112, 224);
        let stopped = "h8 keeps O from making an open four there.";
        assert_eq!(told(&[97, 113, 82, 114, 0, 115]).as_deref(), Some(stopped));
        assert_eq!(told(&[97, 113, 82, 114, 0, 14]).as_deref(), Some("h8 makes an open three."));
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
