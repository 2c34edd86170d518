//! Answers in words, for people who read them in a terminal or in a chat.

use std::sync::Arc;

use super::ReasonView;
use inarow_engine::engine::RankedMove;
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::reasons::sound_plies;
use inarow_engine::game::{Cell, Player, Position, Preset, Rules, Setup, Status, notation};
use inarow_engine::search::Verdict;

/// A verdict for this side; a value with the chance of people, as an evaluation bar has it.
#[must_use]
pub fn verdict_text(verdict: Verdict, side: Player, expectation: Expectation) -> String {
    let (me, other) = (side.name(), side.opponent().name());
    let plies_text = |plies: u32| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    let after = |plies: u32| format!("{} ({})", distance_text(verdict, expectation), plies_text(plies));
    match verdict {
        Verdict::Win { plies } => format!("{me} wins {}, proven", after(plies)),
        Verdict::Loss { plies } => format!("{other} wins {}, proven", after(plies)),
        Verdict::Draw { .. } => "a draw with best play, proven".to_owned(),
        Verdict::Unknown { .. } => {
            let points = points_text(expectation.of_people(verdict));
            format!(
                "not proven; {me} would score {points} between people from here, draws counting half (a rough estimate)"
            )
        }
    }
}

/// [`verdict_text`] where many stand beside each other: an estimate without its meaning.
#[must_use]
pub fn brief_verdict_text(verdict: Verdict, side: Player, expectation: Expectation) -> String {
    match verdict {
        Verdict::Unknown { .. } => {
            format!("about {:.0} of 100 for {}", expectation.of_people(verdict) * 100.0, side.name())
        }
        proven => verdict_text(proven, side, expectation),
    }
}

/// The number of the winner's moves that a win or a loss takes: people count these, programs those of both sides. A loss has an odd number of
/// plies in misère play alone, where the loser makes the last one.
#[must_use]
pub fn moves_of_winner(verdict: Verdict) -> u32 {
    let plies = verdict.plies().unwrap_or_default();
    if matches!(verdict, Verdict::Loss { .. }) { plies / 2 } else { plies.div_ceil(2) }
}

/// A win or a loss in words: the number of the winner's moves that it takes.
pub(super) fn distance_text(verdict: Verdict, expectation: Expectation) -> String {
    let most = if expectation.is_bound(verdict) { "at most " } else { "" };
    let moves = moves_of_winner(verdict);
    if moves == 0 { "at once".to_owned() } else { format!("in {most}{}", moves_text(moves as usize)) }
}

/// An expected result, 0 to 1, as the points of many games: it is no share of wins, since a draw counts half.
pub(super) fn points_text(expected: f64) -> String {
    format!("about {:.0} in 100 games", expected * 100.0)
}

/// How play goes on after a move of the position, as far as it [holds](sound_plies), as a sentence with at most so many moves; `None` where
/// no reply is known.
#[must_use]
pub fn variation_text(position: &Position, ranked: &RankedMove, moves_max: usize) -> Option<String> {
    let line = expected_line(position, ranked)?;
    let mut told = names(position.rules(), &line[..line.len().min(moves_max)]);
    if line.len() > moves_max {
        told.push("…".to_owned());
    }
    let label = if ranked.verdict.is_proven() { "Best play" } else { "The search expects" };
    Some(format!("{label}: {}.", told.join(" ")))
}

/// A move and the play after it that words may tell; `None` where no reply is left.
pub(super) fn expected_line<'r>(position: &Position, ranked: &'r RankedMove) -> Option<&'r [Cell]> {
    Some(&ranked.pv[..sound_plies(position, &ranked.pv)]).filter(|line| line.len() > 1)
}

/// How play goes on after a move, and why it is played, a line each.
#[must_use]
pub fn play_text(
    position: &Position,
    ranked: &RankedMove,
    reasons: &[ReasonView],
    moves_max: usize,
    indent: &str,
) -> String {
    let variation = variation_text(position, ranked, moves_max);
    let mut text = variation.map_or_else(String::new, |variation| format!("{indent}{variation}\n"));
    let sentences = ReasonView::told(reasons);
    if !sentences.is_empty() {
        text += &format!("{indent}Why: {}\n", sentences.join(" "));
    }
    text
}

/// The side to move, or how the game ended.
#[must_use]
pub fn state_text(position: &Position) -> String {
    // A board that was set up does not say how many moves were made.
    let after = match position.stones() {
        stones if position.moves().count() == stones => format!("after {}", moves_text(stones)),
        1 => "with 1 stone".to_owned(),
        stones => format!("with {stones} stones"),
    };
    match (position.status(), position.winner()) {
        (Status::Ongoing, _) => format!("{} to move {after}.", position.turn().name()),
        (_, Some(winner)) => format!("The game is over: {} has won {after}.", winner.name()),
        _ => format!("The game is over: a draw {after}."),
    }
}

/// Notes on facts of a position that a caller may not have meant, a line of text each; mostly nothing.
#[must_use]
pub fn notes_text(position: &Position) -> String {
    unreachable_text(position) + &gravity_text(position)
}

/// A note that no game leads to the position, as a line of text; nothing where one does or where that is not known. On a board on which O began
/// the other side may be to move.
fn unreachable_text(position: &Position) -> String {
    if position.reachable() != Some(false) {
        return String::new();
    }
    let turn = position.turn();
    let hint = match [turn, turn.opponent()].into_iter().find(|&turn| o_began(position, turn)) {
        Some(same) if same == turn => {
            return "No game in which X moves first reaches this position; if O began, one does, and the answer holds.\n".to_owned();
        }
        Some(other) => format!(" If O began, send turn \"{}\".", other.name()),
        None => String::new(),
    };
    format!("No game reaches this position: X moves first, and turns alternate.{hint}\n")
}

/// Whether a game in which O moves first leads to the board with this side to move: its mirror image in colours is an ordinary game.
fn o_began(position: &Position, turn: Player) -> bool {
    let cells = position.cells().iter().map(|stone| stone.map(Player::opponent)).collect();
    let mirrored = Setup { game: Arc::clone(position.game()), cells, turn: Some(turn.opponent()) };
    mirrored.into_position(false).is_ok_and(|mirrored| mirrored.reachable() == Some(true))
}

/// A note that no stone falls, as a line of text, on the board of a game in which they do, or where four in a row win under rules of one's own, if
/// every stone lies as if it had fallen: rules without `gravity` are another game. Nothing for another board.
fn gravity_text(position: &Position) -> String {
    let rules = position.rules();
    if !rules.is_grid() || rules.gravity() {
        return String::new();
    }
    let size = |rules: &Rules| (rules.width(), rules.height(), rules.k());
    let falls = |preset: &Preset| {
        let other = preset.rules();
        other.is_grid() && other.gravity() && size(&other) == size(rules)
    };
    let cells = position.cells();
    // Where the order of the moves is known, each of them has to fall; a full board tells nothing of that.
    let mut filled = vec![false; cells.len()];
    let falls_at_once = |cell: Cell| {
        filled[cell] = true;
        filled.get(cell + rules.width()).copied().unwrap_or(true)
    };
    if position.moves().count() == position.stones() && !position.moves().all(falls_at_once) {
        return String::new();
    }
    let rests = |cell: usize| cells[cell].is_none() || cells.get(cell + rules.width()).is_none_or(Option::is_some);
    let note = "Stones do not fall in this game: its rules lack \"gravity\": true.";
    match Preset::ALL.into_iter().find(falls) {
        _ if position.empties() == 0 || !(0..cells.len()).all(rests) => String::new(),
        Some(meant) => format!("{note} {} is game \"{}\".\n", meant.title(), meant.name()),
        // Rules of one's own that are like those of Connect Four, with two stones at least that lie as if they had fallen.
        None if rules.k() == 4 && Preset::of_rules(rules).is_none() && position.stones() > 1 => format!("{note}\n"),
        None => String::new(),
    }
}

/// A number of moves in words.
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

/// Most cells of a board whose legal moves are listed; beyond them every empty cell is one, and the board shows these.
pub const CELLS_LISTED_MAX: usize = 64;

/// Whether the board is too large to list its legal moves, and each empty cell is one.
#[must_use]
pub fn are_all_empty(position: &Position) -> bool {
    let rules = position.rules();
    rules.cells() > CELLS_LISTED_MAX && !rules.gravity() && position.status() == Status::Ongoing
}

/// The legal moves as a sentence; empty once the game is over.
#[must_use]
pub fn legal_text(position: &Position) -> String {
    if are_all_empty(position) {
        return "Legal moves: every empty cell.".to_owned();
    }
    let names = legal_names(position);
    let by = if position.rules().gravity() { ", one for each column" } else { "" };
    if names.is_empty() { String::new() } else { format!("Legal moves{by}: {}.", names.join(", ")) }
}

/// A board by its layout: stones, and the numbers of empty cells.
#[must_use]
pub fn numbered(position: &Position) -> String {
    let rules = position.rules();
    let width = (rules.cells() - 1).to_string().len();
    let mut rows = vec![Vec::new(); rules.height()];
    for (cell, stone) in position.cells().iter().enumerate() {
        let (row, column) = rules.place(cell);
        rows[row].push((column, stone.map_or_else(|| cell.to_string(), |player| player.name().to_owned())));
    }
    let line = |mut cells: Vec<(usize, String)>| {
        cells.sort_unstable();
        let mut line = String::new();
        for (column, text) in cells {
            // Each column is as wide as the longest number and a blank.
            let end = column * (width + 1) + width;
            let room = end - line.len();
            line += &format!("{text:>room$}");
        }
        line
    };
    rows.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use inarow_engine::game::Preset;

    #[test]
    fn unproven_chances_are_never_certain() {
        let texts = [-1_000_000, 0, 1_000_000]
            .map(|value| verdict_text(Verdict::Unknown { value }, Player::X, Expectation::default()));
        let expected = [20, 50, 80].map(|points| {
            format!("not proven; X would score about {points} in 100 games between people from here, draws counting half (a rough estimate)")
        });
        assert_eq!(texts, expected);
    }

    #[test]
    fn distances_of_a_search_by_patterns_are_not_the_shortest() {
        let text = |preset: Preset, plies| {
            let expectation = Expectation::of_heuristic(None, &preset.rules(), 9);
            verdict_text(Verdict::Win { plies }, Player::X, expectation)
        };
        assert_eq!(text(Preset::Gomoku, 9), "X wins in at most 5 moves (9 plies), proven");
        assert_eq!(text(Preset::Gomoku, 3), "X wins in 2 moves (3 plies), proven");
        assert_eq!(text(Preset::ConnectFour, 9), "X wins in 5 moves (9 plies), proven");
    }

    #[test]
    fn in_misere_play_the_loser_makes_the_last_move() {
        let text = |plies| verdict_text(Verdict::Loss { plies }, Player::X, Expectation::default());
        assert_eq!(text(5), "O wins in 2 moves (5 plies), proven");
        assert_eq!(text(1), "O wins at once (1 ply), proven");
        assert_eq!(text(4), "O wins in 2 moves (4 plies), proven");
    }

    #[test]
    fn numbers_stand_at_their_places() {
        let fano = Position::from_moves(Preset::Fano, &[0, 5]).expect("legal moves");
        let expected = ["        X", "", "", "    1       2", "        3", "", "4       O       6"];
        assert_eq!(numbered(&fano), expected.join("\n"));
        let layers = Position::from_moves(Preset::ThreeCubed, &[13, 1]).expect("legal moves");
        let first = numbered(&layers).lines().next().map(str::to_owned);
        assert_eq!(first.as_deref(), Some(" 0  O  2     9 10 11    18 19 20"));
    }
}
