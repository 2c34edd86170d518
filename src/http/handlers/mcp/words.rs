//! Answers in words, with the board drawn, beside short values.

use serde_json::{Value, json};

use super::game::Game;
use super::tools::Tool;
use crate::http::problem::Failure;
use inarow_engine::engine::Level;
use inarow_engine::game::{Player, Position, Preset, Status, notation};

/// What a tool says: a text, and the same as values.
#[derive(Debug)]
pub(super) struct Told {
    pub text: String,
    pub values: Value,
}

/// Labels of moves that need no better one beside them.
const FINE: [&str; 3] = ["best", "only-move", "good"];

/// Puts the answer to a tool's request into words.
///
/// # Errors
/// An answer that is not as this expects, which tests rule out.
pub(super) fn tell(tool: Tool, answer: &[u8], game: &Game) -> Result<Told, Failure> {
    let position = game.position().ok_or(Failure::Internal)?;
    let answer: Value = serde_json::from_slice(answer)?;
    Ok(match tool {
        Tool::BestMove => chosen(&answer, position),
        Tool::AnalysePosition => ranking(&answer, &position),
        Tool::ReviewGame => review(&answer, &position),
        Tool::DescribePosition => description(&position),
        Tool::ListGames => games(),
    })
}

fn chosen(answer: &Value, mut position: Position) -> Told {
    let Some(cell) = answer["move"]["cell"].as_u64() else { return description(&position) };
    let side = position.turn();
    let worth = worth(&answer["score"], side);
    let mut text = format!("{} plays {}: {worth}.\n{}", side.name(), name(answer), follows(answer));
    if position.play(cell as usize).is_ok() {
        text += &format!("\nAfter it: {}\n{}", state(&position), board(&position));
    }
    Told { text, values: json!({"chosen": line_values(answer), "after": position_values(&position)}) }
}

fn ranking(answer: &Value, position: &Position) -> Told {
    let mut text = format!("{}\n{}", state(position), board(position));
    for (rank, line) in list(&answer["lines"]).iter().enumerate() {
        let worth = worth(&line["score"], position.turn());
        text += &format!("\n{}. {}: {worth}.\n   {}", rank + 1, name(line), follows(line).trim_end());
    }
    let moves: Vec<Value> = list(&answer["lines"]).iter().map(line_values).collect();
    Told { text, values: json!({"moves": moves, "position": position_values(position)}) }
}

fn review(answer: &Value, position: &Position) -> Told {
    let mut text = String::new();
    let mut values = Vec::new();
    for reviewed in list(&answer["moves"]) {
        let (player, label) = (string(&reviewed["player"]), string(&reviewed["label"]));
        let better = &reviewed["best"][0];
        let is_better = !FINE.contains(&label) && !better.is_null();
        text += &format!("{}. {player} {}: {}", reviewed["ply"], name(reviewed), label.replace('-', " "));
        if is_better {
            let side = if player == "X" { Player::X } else { Player::O };
            let (now, was) = (worth(&reviewed["score"], side), worth(&better["score"], side));
            text += &format!(" (now {now}; {} was {was})", name(better));
        }
        text.push('\n');
        values.push(json!({
            "ply": reviewed["ply"], "player": player, "move": name(reviewed), "label": label,
            "score": score_values(&reviewed["score"]), "better": is_better.then(|| name(better)),
        }));
    }
    let mut accuracy = json!({});
    for side in ["X", "O"] {
        let reached = &answer["sides"][side]["accuracy"];
        accuracy[side] = reached.clone();
        if reached.is_number() {
            text += &format!("Accuracy of {side}: {reached} of 100.\n");
        }
    }
    text += &format!("{}\n{}", state(position), board(position));
    Told { text, values: json!({"moves": values, "accuracy": accuracy, "position": position_values(position)}) }
}

fn description(position: &Position) -> Told {
    let legal = legal_moves(position);
    let mut text = format!("{}\n{}", state(position), board(position));
    if !legal.is_empty() {
        text += &format!("\nLegal moves: {}.", legal.join(", "));
    }
    Told { text, values: json!({"position": position_values(position), "legalMoves": legal}) }
}

/// The games and the levels.
pub(super) fn games() -> Told {
    let mut text = String::from("Games:\n");
    let mut games = Vec::new();
    for preset in Preset::ALL {
        let rules = preset.rules();
        let (width, height, k) = (rules.width(), rules.height(), rules.k());
        let gravity = if rules.gravity() { ", stones fall" } else { "" };
        let misere = if rules.misere() { ", whoever completes a line loses" } else { "" };
        text += &format!("- {}: {}, {width}×{height}, {k} in a row{gravity}{misere}\n", preset.name(), preset.title());
        games.push(json!({
            "name": preset.name(), "title": preset.title(), "width": width, "height": height, "k": k,
            "gravity": rules.gravity(), "misere": rules.misere(),
        }));
    }
    text += "Any other board of up to 20×20: give its rules as game.\nLevels:\n";
    let levels = Level::ALL.map(|level| {
        text += &format!("- {}: {}\n", level.name(), level.description());
        json!({"name": level.name(), "description": level.description()})
    });
    Told { text, values: json!({"games": games, "levels": levels}) }
}

/// How play goes on, and why the move is played, a line each.
fn follows(line: &Value) -> String {
    let (play, reasons) = (variation(line), reasons(line));
    let mut text = String::new();
    if play.len() > 1 {
        text += &format!("Best play: {}.\n", play.join(" "));
    }
    if !reasons.is_empty() {
        text += &format!("Why: {}\n", reasons.join(" "));
    }
    text
}

/// A score of this side in words.
fn worth(score: &Value, side: Player) -> String {
    let (me, other) = (side.name(), side.opponent().name());
    let plies = score["plies"].as_u64().unwrap_or_default();
    let after = if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    match string(&score["outcome"]) {
        "win" => format!("{me} wins in {after}, proven"),
        "loss" => format!("{other} wins in {after}, proven"),
        "draw" => "a draw with best play, proven".to_owned(),
        _ => {
            let percent = score["winProbability"].as_f64().unwrap_or_default() * 100.0;
            format!("not proven, heuristic value {}, {percent:.0} % of the points expected for {me}", score["value"])
        }
    }
}

/// Whose turn it is, or how the game ended.
fn state(position: &Position) -> String {
    let after = moves(position.stones());
    match (position.status(), position.winner()) {
        (Status::Ongoing, _) => format!("{} to move after {after}.", position.turn().name()),
        (_, Some(winner)) => format!("The game is over: {} has won after {after}.", winner.name()),
        _ => format!("The game is over: a draw after {after}."),
    }
}

/// So many moves.
pub(super) fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

/// The board with its coordinates.
pub(super) fn board(position: &Position) -> String {
    let (width, height) = (position.rules().width(), position.rules().height());
    let mut text = String::from("```\n");
    for (row, cells) in position.cells().chunks(width).enumerate() {
        let stones: Vec<&str> = cells.iter().map(|cell| cell.map_or(".", Player::name)).collect();
        text += &format!("{:2} {}\n", height - row, stones.join(" "));
    }
    let columns: Vec<String> = (0..width).map(|column| notation::column_letter(column).to_string()).collect();
    text + &format!("   {}\n```", columns.join(" "))
}

/// The names of the legal moves.
pub(super) fn legal_moves(position: &Position) -> Vec<String> {
    position.legal_moves().map(|cell| notation::cell_name(position.rules(), cell)).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The name of the move of a line.
fn name(line: &Value) -> &str {
    string(&line["move"]["name"])
}

/// The names of the moves of a line.
fn variation(line: &Value) -> Vec<&str> {
    list(&line["pv"]).iter().map(|place| string(&place["name"])).collect()
}

fn reasons(line: &Value) -> Vec<&str> {
    list(&line["reasons"]).iter().map(|reason| string(&reason["text"])).collect()
}

/// A score without its point of view, which is that of the side to move.
fn score_values(score: &Value) -> Value {
    let mut values = score.clone();
    values.as_object_mut().and_then(|members| members.remove("pov"));
    values
}

fn line_values(line: &Value) -> Value {
    json!({"move": name(line), "score": score_values(&line["score"]), "line": variation(line), "reasons": reasons(line)})
}

fn position_values(position: &Position) -> Value {
    json!({
        "board": position.board(), "turn": position.turn().name(), "status": position.status().name(),
        "winner": position.winner().map(Player::name),
    })
}
