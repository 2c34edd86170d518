//! Puzzles in words.

use serde_json::{Map, Value, json};

use super::{MOVES_TOLD_MAX, Ranked, Rendered, board, game, game_title, position_values, score_values};
use inarow_api::endpoints::{PuzzleRequest, puzzle_text};
use inarow_api::views::{GameView, ReasonView, names, play_text};
use inarow_api::{Refusal, Run};
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::puzzle::{DIFFICULTY_MAX, PuzzleQuery};
use inarow_engine::engine::reasons::reasons;
use inarow_engine::game::{Cell, LinesOrigin, Preset, notation};

/// The answer to `get_puzzle` in words.
///
/// # Errors
/// As for [`PuzzleRequest::make`].
pub(in super::super) fn puzzle(request: &PuzzleRequest, run: &mut Run<'_>) -> Result<Option<Rendered>, Refusal> {
    let Some(puzzle) = request.make(run)? else { return Ok(None) };
    let position = &puzzle.position;
    let (side, rules) = (position.turn(), position.rules());
    let played: Vec<Cell> = position.moves().collect();
    let mut text = format!(
        "{}: {}\n{}\nThe moves so far: {}.",
        game_title(rules),
        puzzle_text(&puzzle),
        board(position),
        names(rules, &played).join(" ")
    );
    let best = puzzle.moves.first().filter(|_| request.solution);
    let solution = best.map(|best| {
        let reasons = ReasonView::all(position, reasons(position, best.cell, &puzzle.moves));
        let (name, score) =
            (notation::cell_name(rules, best.cell), score_values(best.verdict, side, Expectation::default()));
        let play = play_text(position, best, &reasons, MOVES_TOLD_MAX, "");
        let ranked = Ranked { name, score, variation: names(rules, &best.pv), play, reasons };
        text += &format!("\nThe solution: {}.\n{}", ranked.name, ranked.play.trim_end());
        ranked.values()
    });
    if solution.is_none() {
        let same = same_puzzle(request);
        let game = if same.contains_key("game") { "" } else { " and the same game" };
        let again = Value::Object(same);
        text += &format!(
            "\nDifficulty {} of 10. analyse_position with these moves, and the answer in searchMoves, says what it leads to. To check an \
             answer, call get_puzzle with {again}{game}.",
            puzzle.difficulty
        );
    }
    let values = json!({
        "game": game(position), "date": request.date.map(|date| date.to_string()), "seed": request.query.seed,
        "themes": puzzle.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>(), "length": puzzle.length,
        "difficulty": puzzle.difficulty, "text": puzzle_text(&puzzle), "moves": names(rules, &played),
        "position": position_values(position), "solution": solution,
    });
    Ok(Some(Rendered::new(text, values)))
}

/// The arguments that give the same puzzle with its solution. Another theme or range of difficulties is another puzzle.
fn same_puzzle(request: &PuzzleRequest) -> Map<String, Value> {
    let PuzzleQuery { game, theme, difficulty, seed, .. } = &request.query;
    let mut same = Map::new();
    let rules = game.rules();
    match Preset::of_rules(rules) {
        Some(preset) => same.insert("game".to_owned(), preset.name().into()),
        // Answers leave the lines of a list out; the caller has them.
        None if rules.line_board().is_some_and(|board| *board.origin() == LinesOrigin::List) => None,
        None => same.insert("game".to_owned(), json!(GameView::new(rules))),
    };
    match request.date {
        Some(date) => same.insert("date".to_owned(), date.to_string().into()),
        None => same.insert("seed".to_owned(), (*seed).into()),
    };
    if let Some(theme) = theme {
        same.insert("theme".to_owned(), theme.name().into());
    }
    if *difficulty != (1..=DIFFICULTY_MAX) {
        same.insert("difficulty".to_owned(), format!("{}-{}", difficulty.start(), difficulty.end()).into());
    }
    same.insert("solution".to_owned(), true.into());
    same
}
