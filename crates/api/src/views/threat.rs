//! Threats in the words of players, and the errors of a review that they explain.

use super::ReasonView;
use crate::read::NUMBER_WORDS;
use inarow_engine::engine::RankedMove;
use inarow_engine::engine::reasons::{ReasonKind, reasons};
use inarow_engine::engine::review::ReviewedMove;
use inarow_engine::game::{Cell, Overline, Player, Position, notation};
use inarow_engine::search::Verdict;

/// Steps along the rows of a board: to the right, down, and along both diagonals.
const DIRECTIONS: [[i64; 2]; 4] = [[1, 0], [0, 1], [1, 1], [1, -1]];
const OWN: u8 = b'S';
const FREE: u8 = b'.';
const OTHER: u8 = b'#';
/// Shortest winning row whose beginnings have names: below it, one stone is a threat.
const K_MIN: usize = 4;
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

/// The threat that a move makes, or keeps the opponent from making at its cell; nothing that the move played does as well.
fn merit(position: &Position, cell: Cell, played: Cell) -> Option<String> {
    let (name, turn) = (notation::cell_name(position.rules(), cell), position.turn());
    let they = turn.opponent();
    let own = threat(position, cell, turn).filter(|made| threat(position, played, turn).as_ref() != Some(made));
    let after = position.clone().after(&[played]).ok();
    let of_other = || threat(after.as_ref()?, cell, they);
    own.map(|threat| format!("{name} makes {threat}."))
        .or_else(|| of_other().map(|threat| format!("{name} keeps {} from making {threat} there.", they.name())))
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
    threat(&before, *last, before.turn())
}

/// What a stone of a side on a free cell threatens, if it does not end the game, where stones are placed freely and k in a row win: "an open four".
fn threat(position: &Position, cell: Cell, side: Player) -> Option<String> {
    let rules = position.rules();
    if !rules.is_grid() || rules.gravity() || rules.misere() || rules.k() < K_MIN {
        return None;
    }
    let (k, is_exact) = (rules.k(), rules.overline() != Overline::Allowed);
    let reach = if is_exact { k } else { k - 1 } as i64;
    let rows = DIRECTIONS.map(|step| row_through(position, cell, side, step, reach));
    let is_full =
        |row: &[u8]| row.split(|&held| held != OWN).any(|run| if is_exact { run.len() == k } else { run.len() >= k });
    if rows.iter().any(|row| is_full(row)) {
        // It ends the game.
        return None;
    }
    let completions = |row: &[u8]| next(row).filter(|row| is_full(row)).count();
    let counts = rows.each_ref().map(|row| completions(row));
    let fours = counts.iter().filter(|count| **count > 0).count();
    let makes_four = |row: &Vec<u8>| next(row).any(|row| completions(&row) > 1);
    let threes = rows.iter().zip(counts).filter(|(row, count)| *count == 0 && makes_four(row)).count();
    let (more, less) = (in_words(k - 1), in_words(k - 2));
    match (fours, threes) {
        _ if counts.iter().any(|count| *count > 1) => Some(format!("an open {more}")),
        (2.., _) => Some(format!("two {more}s")),
        (1, 0) => Some(format!("a {more}")),
        (1, _) => Some(format!("a {more} and an open {less}")),
        (_, 0) => None,
        (_, 1) => Some(format!("an open {less}")),
        _ => Some(format!("two open {less}s")),
    }
}

/// The row through a cell, with a stone of the side on it, as far as the stone matters.
fn row_through(position: &Position, cell: Cell, side: Player, [right, down]: [i64; 2], reach: i64) -> Vec<u8> {
    let rules = position.rules();
    let (row, col) = rules.place(cell);
    let within = |index: i64, count: usize| usize::try_from(index).ok().filter(|index| *index < count);
    let held = |step: i64| {
        let row = within(row as i64 + step * down, rules.height())?;
        let col = within(col as i64 + step * right, rules.width())?;
        Some(position.cell(row * rules.width() + col))
    };
    let at = |step: i64| match held(step) {
        _ if step == 0 => OWN,
        Some(None) => FREE,
        Some(Some(stone)) if stone == side => OWN,
        _ => OTHER,
    };
    (-reach..=reach).map(at).collect()
}

/// The row with one stone more, at each of its free cells.
fn next(row: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    row.iter().enumerate().filter(|(_, held)| **held == FREE).map(|(at, _)| {
        let mut next = row.to_vec();
        next[at] = OWN;
        next
    })
}

/// A number of one digit as a word.
fn in_words(count: usize) -> String {
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
        threat(&position, at(cell), Player::X)
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
