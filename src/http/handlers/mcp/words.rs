//! Answers in words, with the board drawn, beside short values.

mod games;
mod puzzle;
mod review;

use serde_json::{Value, json};

pub(super) use self::games::games;
pub(super) use self::puzzle::puzzle;
pub(super) use self::review::review;
use inarow_api::endpoints::{AnalysisRequest, MoveRequest, PositionRequest, RecordsView, layout, reasons_of};
use inarow_api::views::{
    GameView, LinesView, ReasonView, ScoreView, are_all_empty, legal_names, legal_text, names, notes_text, numbered,
    play_text, rounded, state_text, verdict_text,
};
use inarow_api::{Refusal, Run, Searched};
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::engine::{Analysis, Level, Query, RankedMove, Report, SourceLeft};
use inarow_engine::game::{LinesOrigin, Player, Position, Preset, Rules, notation};
use inarow_engine::search::{Stop, Verdict};

/// The answer of a tool: a text, and the same as values.
#[derive(Debug)]
pub(super) struct Rendered {
    pub text: String,
    pub values: Value,
    /// Work of its searches, for the log.
    pub searched: Option<Searched>,
}

impl Rendered {
    /// An answer without a search.
    pub fn new(text: String, values: Value) -> Rendered {
        Rendered { text, values, searched: None }
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
        return Ok(Some(Rendered::new(description(&position).text, values)));
    };
    let (side, rules) = (position.turn(), position.rules());
    let expectation = Expectation::of_query(&request.query);
    let level = Level::ALL.into_iter().find(|level| level.skill() == request.query.skill);
    let level = level.filter(|_| request.query.skill < Query::SKILL_MAX);
    let reasons = request.reasons(&chosen, &report, run.engine);
    let ranked = Ranked {
        name: notation::cell_name(rules, chosen.cell),
        score: score_values(chosen.verdict, side, expectation),
        variation: names(rules, &chosen.pv),
        play: play_text(&position, &chosen, &reasons, MOVES_TOLD_MAX, ""),
        reasons,
    };
    let verdict = verdict_text(chosen.verdict, side, expectation);
    let (player, name) = (side.name(), &ranked.name);
    let mut text = match level.map(Level::name) {
        _ if chosen.verdict == (Verdict::Win { plies: 1 }) => format!("{player} plays {name}: {verdict}.\n"),
        None => format!("{player} plays {name}: {verdict}.\n"),
        Some(level) if chosen.verdict.is_proven() => format!(
            "{player} plays {name} at level {level}: {verdict}. There may be a better move (analyse_position ranks all).\n"
        ),
        Some(level) => format!(
            "{player} plays {name} at level {level}. The level's own view, which may be wrong (analyse_position looks further): {verdict}.\n"
        ),
    };
    text += &caution(&request.query, &report, run);
    text += &notes_text(&position);
    text += &ranked.play;
    if position.play(chosen.cell).is_ok() {
        text += &format!("\nAfter it: {}\n{}\n{}", state(&position), board(&position), legal_text(&position));
    }
    let mut values = json!({"game": game(&position), "chosen": ranked.values(), "after": position_values(&position)});
    add_legal_moves(&mut values, &position);
    let searched = Some(Searched::of(&report, run.is_late));
    Ok(Some(Rendered { text: text.trim_end().to_owned(), values, searched }))
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
    let mut text = format!("{}\n{}{}", state(position), notes_text(position), board(position));
    let mut values = Vec::new();
    let mut searched = None;
    if let Some(Analysis { moves, report }) = analysis {
        searched = Some(Searched::of(&report, run.is_late));
        let legal = position.legal_moves().count();
        let mut best = None;
        let caution = caution(&request.query, &report, run);
        if !caution.is_empty() {
            text += &format!("\n{}", caution.trim_end());
        }
        if request.query.moves.len() < legal {
            let Some((others, _)) = request.best_of_all(&moves, run)? else { return Ok(None) };
            text += &others_text(request, &moves, others.as_ref());
            best = others;
        }
        if moves.len() < legal {
            let order = if moves.len() > 1 { ", best first" } else { "" };
            text += &format!("\n{}{order}:", shown_text(moves.len(), request.query.moves.len(), legal));
        }
        // A better move beside those that are compared is known as well.
        let known = run.engine.known(&request.query, &moves, &report);
        let known: Vec<RankedMove> = known.iter().cloned().chain(best).collect();
        let reasons = reasons_of(position, &known, &moves, run)?;
        for (rank, (found, reasons)) in moves.iter().zip(reasons).enumerate() {
            let ranked = Ranked {
                name: notation::cell_name(rules, found.cell),
                score: score_values(found.verdict, side, expectation),
                variation: names(rules, &found.pv),
                play: play_text(position, found, &reasons, MOVES_TOLD_MAX, "   "),
                reasons,
            };
            let verdict = verdict_text(found.verdict, side, expectation);
            text += &format!("\n{}. {}: {verdict}.\n{}", rank + 1, ranked.name, ranked.play);
            text.truncate(text.trim_end().len());
            values.push(ranked.values());
        }
    }
    let values = json!({"game": game(position), "moves": values, "position": position_values(position)});
    Ok(Some(Rendered { text, values, searched }))
}

/// Reasons why the service could answer better, a line each: a limit that leaves an exact source aside, and no free thread in time.
fn caution(query: &Query, report: &Report, run: &Run<'_>) -> String {
    let left = SourceLeft::of(query).filter(|_| query.skill == Query::SKILL_MAX).map(|left| {
        format!("The {} knows this position exactly, which depth leaves aside: leave it out.\n", left.name())
    });
    let is_late = run.is_late && report.stop == Stop::Movetime;
    let late = is_late
        .then(|| "The service is busy, so that this was hardly searched: ask again in a few seconds.\n".to_owned());
    left.into_iter().chain(late).collect()
}

/// The number of moves that a ranking shows: of all legal ones, or of those that were asked about.
fn shown_text(shown: usize, asked: usize, legal: usize) -> String {
    match shown {
        1 if asked == 1 => "The move of searchMoves".to_owned(),
        _ if asked == legal => format!("{shown} of {legal} moves shown"),
        _ if shown == asked => format!("The {shown} moves of searchMoves"),
        _ => format!("{shown} of the {asked} moves of searchMoves shown"),
    }
}

/// Says that only some moves are compared, and names the best of all moves where it is known.
fn others_text(request: &AnalysisRequest, ranked: &[RankedMove], best: Option<&RankedMove>) -> String {
    let position = &request.query.position;
    let others = match best {
        Some(best) if ranked.first().is_some_and(|first| first.verdict == best.verdict) => {
            "no other move is better".to_owned()
        }
        Some(best) => {
            let name = notation::cell_name(position.rules(), best.cell);
            let verdict = verdict_text(best.verdict, position.turn(), Expectation::of_query(&request.query));
            format!("of all moves the best is {name}: {verdict}")
        }
        None => "another move may be better".to_owned(),
    };
    format!("\nOnly these are compared; {others}.")
}

/// The answer to `describe_position` in words.
///
/// # Errors
/// None.
pub(super) fn described(request: &PositionRequest, _: &mut Run<'_>) -> Result<Option<Rendered>, Refusal> {
    Ok(Some(description(&request.position)))
}

fn description(position: &Position) -> Rendered {
    let (state, notes) = (state(position), notes_text(position));
    let text = format!("{state}\n{notes}{}\n{}", board(position), legal_text(position));
    let mut values = json!({"game": game(position), "position": position_values(position)});
    add_legal_moves(&mut values, position);
    Rendered::new(text.trim_end().to_owned(), values)
}

/// The answer to `convert_record` in words.
///
/// # Errors
/// None.
pub(super) fn records(request: &PositionRequest, _: &mut Run<'_>) -> Result<Option<Rendered>, Refusal> {
    let PositionRequest { position, moves, .. } = request;
    let records = RecordsView::of(position, moves.as_deref()).map(|records| json!(records));
    let mut text = format!("{}\n{}", state(position), board(position));
    for (form, record) in records.as_ref().and_then(Value::as_object).into_iter().flatten() {
        if let Some(record) = record.as_str() {
            text += &format!("\n{form}: {record}");
        }
    }
    if records.is_some() && moves.is_none() {
        text += "\nO began, which only moves and sgf can say.";
    }
    if records.is_none() {
        text +=
            if position.stones() == 0 { "\nThere are no moves yet." } else { "\nThe order of its moves is not known." };
    }
    let values = json!({"game": game(position), "records": records, "position": position_values(position)});
    Ok(Some(Rendered::new(text, values)))
}

/// The game in words.
pub(super) fn game_title(rules: &Rules) -> String {
    match Preset::of_rules(rules) {
        Some(preset) => format!("{} ({})", preset.title(), preset.name()),
        None => rules_text(rules),
    }
}

/// The rules of a game in words.
fn rules_text(rules: &Rules) -> String {
    let board = match LinesView::new(rules) {
        None => format!("{} in a row on {}×{}", rules.k(), rules.width(), rules.height()),
        Some(LinesView { line_count: 1, cells, .. }) => format!("1 line on {cells} cells"),
        Some(LinesView { line_count, cells, .. }) => format!("{line_count} lines on {cells} cells"),
    };
    let falls = if rules.gravity() { ", stones fall" } else { "" };
    let loses = if rules.misere() { ", a completed line loses" } else { "" };
    format!("{board}{falls}{loses}")
}

/// Whose turn it is, or how the game ended and by which lines.
fn state(position: &Position) -> String {
    let rules = position.rules();
    let lines: Vec<String> = position.winning_lines().iter().map(|line| names(rules, line).join(" ")).collect();
    let noun = if lines.len() == 1 { "Line" } else { "Lines" };
    let lines = if lines.is_empty() { String::new() } else { format!(" {noun}: {}.", lines.join("; ")) };
    format!("{}{lines}", state_text(position))
}

/// A move of a ranking, with all words on it.
struct Ranked {
    name: String,
    score: Value,
    variation: Vec<String>,
    /// How play goes on, and why the move is played, a line of text each.
    play: String,
    reasons: Vec<ReasonView>,
}

impl Ranked {
    fn texts(&self) -> Vec<&str> {
        self.reasons.iter().map(ReasonView::text).collect()
    }

    fn values(&self) -> Value {
        json!({
            "move": self.name, "score": self.score, "pv": self.variation, "reasons": self.texts(),
        })
    }
}

/// Most moves of a variation in text; the values have all.
const MOVES_TOLD_MAX: usize = 8;

/// The first moves of a variation, with `…` in place of the others.
fn told(variation: &[String]) -> Vec<String> {
    let mut first: Vec<String> = variation.iter().take(MOVES_TOLD_MAX).cloned().collect();
    if variation.len() > MOVES_TOLD_MAX {
        first.push("…".to_owned());
    }
    first
}

/// Adds the legal moves, unless every empty cell of a large board is one.
fn add_legal_moves(values: &mut Value, position: &Position) {
    if !are_all_empty(position) {
        values["legalMoves"] = json!(legal_names(position));
    }
}

/// The game; of one that is a list of lines also where its cells are, so that a view can draw it. Clients without views do not get that.
fn game(position: &Position) -> Value {
    let rules = position.rules();
    let mut values = json!(GameView::new(rules));
    if !rules.is_grid() {
        values["layout"] = json!(layout(rules));
    }
    values
}

/// The board with its coordinates; of a list of lines with the numbers of its empty cells.
pub(super) fn board(position: &Position) -> String {
    match position.rules().is_grid() {
        true => format!("```\n{position}\n```"),
        false => format!("```\n{}\n```{}", numbered(position), blocks_text(position.rules())),
    }
}

/// Where the blocks of a drawn cube stand in space; nothing for another board.
fn blocks_text(rules: &Rules) -> String {
    let Some(LinesOrigin::Dimensions { dimensions, gravity, .. }) = rules.line_board().map(|board| board.origin())
    else {
        return String::new();
    };
    let &[width, height, layers] = &dimensions[..] else { return String::new() };
    let floor = match gravity {
        Some(2) => " Stones fall to the right: the rightmost block is the floor.",
        Some(1) => " Stones fall down the rows of each block.",
        Some(_) => " Stones fall to the right in each row of a block.",
        None => "",
    };
    format!(
        "\nThe {layers} blocks are layers that lie on each other, z = 0 on the left; cell = x + {width} y + {} z.{floor}",
        width * height
    )
}

/// A score for the side to move, and its chance between people, which the text has too, in place of the point of view.
fn score_values(verdict: Verdict, side: Player, expectation: Expectation) -> Value {
    let mut values = json!(ScoreView::new(verdict, side, side, expectation));
    values.as_object_mut().and_then(|members| members.remove("pov"));
    values["people"] = json!(rounded(expectation.of_people(verdict), 100.0));
    values
}

fn position_values(position: &Position) -> Value {
    let mut values = json!({
        "board": position.board(), "turn": position.turn().name(), "status": position.status().name(),
        "winner": position.winner().map(Player::name),
    });
    let lines = position.winning_lines();
    if !lines.is_empty() {
        values["winningLines"] = json!(lines);
    }
    values
}
