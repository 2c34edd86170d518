//! Answers in words, with the board drawn, beside short values.

use serde_json::{Value, json};

use inarow_api::endpoints::{
    AnalysisRequest, MoveRequest, PositionRequest, PuzzleRequest, RecordsView, ReviewRequest, layout, puzzle_text,
    reasons_of,
};
use inarow_api::views::{
    GameView, LinesView, ReasonView, ScoreView, legal_names, legal_text, names, numbered, play_text, rounded,
    state_text, verdict_text,
};
use inarow_api::{Refusal, Run};
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::reasons::reasons;
use inarow_engine::engine::review::{Label, ReviewedMove, ReviewedSide};
use inarow_engine::engine::{Analysis, Level};
use inarow_engine::game::{Cell, Player, Position, Preset, Rules, Status, notation};

/// The answer of a tool: a text, and the same as values.
#[derive(Debug)]
pub(super) struct Rendered {
    pub text: String,
    pub values: Value,
}

/// Labels of moves that need no better one beside them.
const FINE: [Label; 3] = [Label::Best, Label::OnlyMove, Label::Good];

/// Most cells of a board whose legal moves are listed in text; beyond them every empty cell is one, and the board shows these.
const CELLS_LISTED_MAX: usize = 64;

/// The legal moves as a sentence; empty once the game is over.
pub(super) fn may_play(position: &Position) -> String {
    let rules = position.rules();
    let is_long = rules.cells() > CELLS_LISTED_MAX && !rules.gravity() && position.status() == Status::Ongoing;
    if is_long { "Legal moves: every empty cell.".to_owned() } else { legal_text(position) }
}

/// A label in words that need no legend.
fn label_text(label: Label) -> String {
    match label {
        Label::Prolonged => "wins later than need be".to_owned(),
        Label::Hastened => "loses sooner than need be".to_owned(),
        other => other.name().replace('-', " "),
    }
}

/// The answer to `best_move` in words.
///
/// # Errors
/// As for [`MoveRequest::choose`].
pub(super) fn chosen(request: &MoveRequest, run: &mut Run<'_>) -> Result<Option<Rendered>, Refusal> {
    let Some(chosen) = request.choose(run)? else { return Ok(None) };
    let mut position = request.query.position.clone();
    let Some((chosen, report)) = chosen else {
        let values =
            json!({"game": game(&position), "chosen": null, "after": position_values(&position), "legalMoves": []});
        return Ok(Some(Rendered { text: description(&position).text, values }));
    };
    let (side, rules) = (position.turn(), position.rules());
    let expectation = Expectation::of_query(&request.query);
    let ranked = Ranked {
        name: notation::cell_name(rules, chosen.cell),
        score: ScoreView::new(chosen.verdict, side, side, expectation),
        variation: names(rules, &chosen.pv),
        reasons: request.reasons(&chosen, &report, run.engine),
    };
    let verdict = verdict_text(chosen.verdict, side, expectation);
    let mut text = format!("{} plays {}: {verdict}.\n{}", side.name(), ranked.name, ranked.follows(""));
    if position.play(chosen.cell).is_ok() {
        text += &format!("\nAfter it: {}\n{}\n{}", state_text(&position), board(&position), may_play(&position));
    }
    let values = json!({
        "game": game(&position), "chosen": ranked.values(), "after": position_values(&position), "legalMoves": legal_names(&position),
    });
    Ok(Some(Rendered { text: text.trim_end().to_owned(), values }))
}

/// The answer to `analyse_position` in words.
///
/// # Errors
/// As for [`AnalysisRequest::rank`].
pub(super) fn ranking(request: &AnalysisRequest, run: &mut Run<'_>) -> Result<Option<Rendered>, Refusal> {
    let Some(analysis) = request.rank(run)? else { return Ok(None) };
    let position = &request.query.position;
    let (side, rules) = (position.turn(), position.rules());
    let expectation = Expectation::of_query(&request.query);
    let mut text = format!("{}\n{}", state_text(position), board(position));
    let mut values = Vec::new();
    if let Some(Analysis { moves, report }) = analysis {
        let known = run.engine.known(&request.query, &moves, &report);
        let reasons = reasons_of(position, &known, &moves, run)?;
        for (rank, (found, reasons)) in moves.iter().zip(reasons).enumerate() {
            let ranked = Ranked {
                name: notation::cell_name(rules, found.cell),
                score: ScoreView::new(found.verdict, side, side, expectation),
                variation: names(rules, &found.pv),
                reasons,
            };
            let verdict = verdict_text(found.verdict, side, expectation);
            text += &format!("\n{}. {}: {verdict}.\n{}", rank + 1, ranked.name, ranked.follows("   "));
            text.truncate(text.trim_end().len());
            values.push(ranked.values());
        }
    }
    Ok(Some(Rendered {
        text,
        values: json!({"game": game(position), "moves": values, "position": position_values(position)}),
    }))
}

/// The answer to `review_game` in words.
///
/// # Errors
/// As for [`ReviewRequest::judge`].
pub(super) fn review(request: &ReviewRequest, run: &mut Run<'_>) -> Result<Option<Rendered>, Refusal> {
    let Some(moves) = request.judge(run)? else { return Ok(None) };
    let last = &request.review.game;
    let rules = last.rules();
    let mut text = String::new();
    let mut values = Vec::new();
    for reviewed in &moves {
        let ReviewedMove { played, label, expectation, .. } = reviewed;
        let (side, name) = (reviewed.position.turn(), notation::cell_name(rules, played.cell));
        let score = |verdict| ScoreView::new(verdict, side, side, *expectation);
        let better = reviewed.best.first().filter(|_| !FINE.contains(label));
        text += &format!("{}. {} {name}: {}", reviewed.ply, side.name(), label_text(*label));
        let better_name = better.map(|better| notation::cell_name(rules, better.cell));
        if let (Some(better), Some(name)) = (better, &better_name) {
            let (now, was) =
                (verdict_text(played.verdict, side, *expectation), verdict_text(better.verdict, side, *expectation));
            text += &format!(" (played: {now}; better: {name}, {was})");
        }
        text.push('\n');
        values.push(json!({
            "ply": reviewed.ply, "player": side.name(), "move": name, "label": label.name(),
            "score": score_values(score(played.verdict)), "better": better_name,
        }));
    }
    let mut accuracy = json!({});
    for side in Player::ALL {
        // To a tenth, as the service has it.
        let reached = ReviewedSide::of(side, &moves).accuracy.map(|accuracy| rounded(accuracy, 10.0));
        accuracy[side.name()] = json!(reached);
        if let Some(reached) = reached {
            text += &format!("Accuracy of {}: {} of 100.\n", side.name(), json!(reached));
        }
    }
    text += &format!("{}\n{}", state_text(last), board(last));
    Ok(Some(Rendered {
        text,
        values: json!({"game": game(last), "moves": values, "accuracy": accuracy, "position": position_values(last)}),
    }))
}

/// The answer to `describe_position` in words.
///
/// # Errors
/// None.
pub(super) fn described(request: &PositionRequest, _: &mut Run<'_>) -> Result<Option<Rendered>, Refusal> {
    Ok(Some(description(&request.position)))
}

fn description(position: &Position) -> Rendered {
    let text = format!("{}\n{}\n{}", state_text(position), board(position), may_play(position));
    let values = json!({
        "game": game(position), "position": position_values(position), "legalMoves": legal_names(position),
    });
    Rendered { text: text.trim_end().to_owned(), values }
}

/// The answer to `convert_record` in words.
///
/// # Errors
/// None.
pub(super) fn records(request: &PositionRequest, _: &mut Run<'_>) -> Result<Option<Rendered>, Refusal> {
    let PositionRequest { position, moves, .. } = request;
    let records = moves.as_ref().map(|moves| json!(RecordsView::new(position.rules(), moves)));
    let mut text = format!("{}\n{}", state_text(position), board(position));
    for (form, record) in records.as_ref().and_then(Value::as_object).into_iter().flatten() {
        if let Some(record) = record.as_str() {
            text += &format!("\n{form}: {record}");
        }
    }
    if records.is_none() {
        text += "\nThe order of its moves is not known.";
    }
    let values = json!({"game": game(position), "records": records, "position": position_values(position)});
    Ok(Some(Rendered { text, values }))
}

/// The answer to `get_puzzle` in words.
///
/// # Errors
/// As for [`PuzzleRequest::make`].
pub(super) fn puzzle(request: &PuzzleRequest, run: &mut Run<'_>) -> Result<Option<Rendered>, Refusal> {
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
        let (name, score) = (notation::cell_name(rules, best.cell), ScoreView::of_proven(best.verdict, side));
        let ranked = Ranked { name, score, variation: names(rules, &best.pv), reasons };
        text += &format!("\nThe solution: {}.\n{}", ranked.name, ranked.follows("").trim_end());
        ranked.values()
    });
    let values = json!({
        "game": game(position), "date": request.date.map(|date| date.to_string()), "seed": request.query.seed,
        "themes": puzzle.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>(), "length": puzzle.length,
        "difficulty": puzzle.difficulty, "text": puzzle_text(&puzzle), "moves": names(rules, &played),
        "position": position_values(position), "solution": solution,
    });
    Ok(Some(Rendered { text, values }))
}

/// The game in words.
fn game_title(rules: &Rules) -> String {
    match Preset::of_rules(rules) {
        Some(preset) => format!("{} ({})", preset.title(), preset.name()),
        None => format!("{} in a row on {}×{}", rules.k(), rules.width(), rules.height()),
    }
}

/// The games and the levels.
pub(super) fn games() -> Rendered {
    let mut text = String::from("Games:\n");
    let mut games = Vec::new();
    for preset in Preset::ALL {
        let rules = preset.rules();
        let (width, height, k) = (rules.width(), rules.height(), rules.k());
        let gravity = if rules.gravity() { ", stones fall" } else { "" };
        let misere = if rules.misere() { ", a completed line loses" } else { "" };
        let board = match LinesView::new(&rules) {
            None => format!("{width}×{height}, {k} in a row"),
            Some(lines) => format!("{} lines on {} cells", lines.line_count, lines.cells),
        };
        text += &format!("- {}: {}, {board}{gravity}{misere}\n", preset.name(), preset.title());
        let mut values = json!({
            "name": preset.name(), "title": preset.title(), "width": width, "height": height, "k": k,
            "gravity": rules.gravity(), "misere": rules.misere(),
        });
        extend(&mut values, json!(LinesView::new(&rules)));
        games.push(values);
    }
    text += "Any other board of up to 20×20 cells, and any list of lines: give its rules as game. Where lines are counted, cells are \
             numbers from 0.\nLevels:\n";
    let levels = Level::ALL.map(|level| {
        text += &format!("- {}: {}\n", level.name(), level.description());
        json!({"name": level.name(), "description": level.description()})
    });
    Rendered { text, values: json!({"games": games, "levels": levels}) }
}

/// A move of a ranking, with everything that is said about it.
struct Ranked {
    name: String,
    score: ScoreView,
    variation: Vec<String>,
    reasons: Vec<ReasonView>,
}

impl Ranked {
    /// How play goes on, and why the move is played, a line of text each.
    fn follows(&self, indent: &str) -> String {
        play_text(&self.variation, &self.reasons, indent)
    }

    fn texts(&self) -> Vec<&str> {
        self.reasons.iter().map(ReasonView::text).collect()
    }

    fn values(&self) -> Value {
        json!({
            "move": self.name, "score": score_values(self.score), "pv": self.variation, "reasons": self.texts(),
        })
    }
}

/// The game; of one that is a list of lines also where its cells are, so that a view can draw it.
fn game(position: &Position) -> Value {
    let rules = position.rules();
    let mut values = json!(GameView::new(rules));
    if !rules.is_grid() {
        values["layout"] = json!(layout(rules));
    }
    values
}

/// Adds the members of an object to another.
fn extend(values: &mut Value, more: Value) {
    if let (Some(values), Value::Object(more)) = (values.as_object_mut(), more) {
        values.extend(more);
    }
}

/// The board with its coordinates; of a list of lines with the numbers of its empty cells.
pub(super) fn board(position: &Position) -> String {
    match position.rules().is_grid() {
        true => format!("```\n{position}\n```"),
        false => format!("```\n{}\n```", numbered(position)),
    }
}

/// A score without its point of view, which is that of the side to move.
fn score_values(score: ScoreView) -> Value {
    let mut values = json!(score);
    values.as_object_mut().and_then(|members| members.remove("pov"));
    values
}

fn position_values(position: &Position) -> Value {
    let mut values = json!({
        "board": position.board(), "turn": position.turn().name(), "status": position.status().name(),
        "winner": position.winner().map(Player::name),
    });
    if !position.rules().is_grid() {
        values["winningLines"] = json!(position.winning_lines());
    }
    values
}
