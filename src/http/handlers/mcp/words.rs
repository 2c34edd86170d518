//! Answers in words, with the board drawn, beside short values.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Game;
use super::tools::Tool;
use crate::engine::Level;
use crate::game::{Player, Position, Preset, Status, notation};
use crate::http::problem::Failure;

/// What a tool says: a text, and the same as values.
#[derive(Debug)]
pub(super) struct Told {
    pub text: String,
    pub values: Value,
}

/// A move in an answer.
#[derive(Deserialize)]
struct Place {
    cell: usize,
    name: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Score {
    outcome: String,
    plies: Option<u32>,
    value: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_probability: Option<f64>,
}

#[derive(Deserialize)]
struct Reason {
    text: String,
}

/// A move with its worth: the answer of `/v1/move`, a line of `/v1/analysis`.
#[derive(Deserialize)]
struct Line {
    r#move: Option<Place>,
    score: Score,
    pv: Vec<Place>,
    #[serde(default)]
    reasons: Vec<Reason>,
}

#[derive(Deserialize)]
struct Analysis {
    lines: Vec<Line>,
}

#[derive(Deserialize)]
struct Review {
    moves: Vec<Reviewed>,
    sides: Sides,
}

#[derive(Deserialize)]
struct Reviewed {
    ply: usize,
    player: String,
    r#move: Place,
    score: Score,
    label: String,
    best: Vec<Line>,
}

#[derive(Deserialize)]
struct Sides {
    #[serde(rename = "X")]
    x: Side,
    #[serde(rename = "O")]
    o: Side,
}

#[derive(Deserialize)]
struct Side {
    accuracy: Option<f64>,
}

/// Labels of moves that need no better one beside them.
const FINE: [&str; 3] = ["best", "only-move", "good"];

/// Puts the answer to a tool's request into words.
///
/// # Errors
/// An answer that is not as this expects, which tests rule out.
pub(super) fn tell(tool: Tool, answer: &[u8], game: &Game) -> Result<Told, Failure> {
    let position = game.position(game.moves.len()).ok_or(Failure::Internal)?;
    Ok(match tool {
        Tool::BestMove => chosen(&serde_json::from_slice(answer)?, position),
        Tool::AnalysePosition => ranking(&serde_json::from_slice(answer)?, &position),
        Tool::ReviewGame => review(&serde_json::from_slice(answer)?, &position),
        Tool::DescribePosition => description(&position),
        Tool::ListGames => games(),
    })
}

fn chosen(line: &Line, mut position: Position) -> Told {
    let Some(place) = &line.r#move else { return description(&position) };
    let side = position.turn();
    let mut text = format!("{} plays {}: {}.\n{}", side.name(), place.name, worth(&line.score, side), follows(line));
    let chosen = line_values(line);
    if position.play(place.cell).is_ok() {
        text += &format!("\nAfter it: {}\n{}", state(&position), board(&position));
    }
    Told { text, values: json!({"chosen": chosen, "after": position_values(&position)}) }
}

fn ranking(Analysis { lines }: &Analysis, position: &Position) -> Told {
    let mut text = format!("{}\n{}", state(position), board(position));
    for (rank, line) in lines.iter().enumerate() {
        let name = line.r#move.as_ref().map_or("", |place| &place.name);
        text += &format!(
            "\n{}. {name}: {}.\n   {}",
            rank + 1,
            worth(&line.score, position.turn()),
            follows(line).trim_end()
        );
    }
    let moves: Vec<Value> = lines.iter().map(line_values).collect();
    Told { text, values: json!({"moves": moves, "position": position_values(position)}) }
}

fn review(Review { moves, sides }: &Review, position: &Position) -> Told {
    let mut text = String::new();
    let mut values = Vec::new();
    for Reviewed { ply, player, r#move, score, label, best } in moves {
        let better = best.first().and_then(|line| line.r#move.as_ref()).filter(|_| !FINE.contains(&label.as_str()));
        let better_name = better.map(|place| place.name.as_str());
        text += &format!("{ply}. {player} {}: {}", r#move.name, label.replace('-', " "));
        if let (Some(name), Some(line)) = (better_name, best.first()) {
            let side = if player == "X" { Player::X } else { Player::O };
            text += &format!(" (now {}; {name} was {})", worth(score, side), worth(&line.score, side));
        }
        text.push('\n');
        values.push(json!({
            "ply": ply, "player": player, "move": r#move.name, "label": label, "score": score, "better": better_name,
        }));
    }
    for (name, side) in [("X", &sides.x), ("O", &sides.o)] {
        if let Some(accuracy) = side.accuracy {
            text += &format!("Accuracy of {name}: {accuracy} of 100.\n");
        }
    }
    text += &format!("{}\n{}", state(position), board(position));
    let accuracy = json!({"X": sides.x.accuracy, "O": sides.o.accuracy});
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
fn follows(line: &Line) -> String {
    let mut text = String::new();
    if line.pv.len() > 1 {
        text += &format!("Best play: {}.\n", names(&line.pv).join(" "));
    }
    if !line.reasons.is_empty() {
        let reasons: Vec<&str> = line.reasons.iter().map(|reason| reason.text.as_str()).collect();
        text += &format!("Why: {}\n", reasons.join(" "));
    }
    text
}

/// A score of this side in words.
fn worth(score: &Score, side: Player) -> String {
    let (me, other) = (side.name(), side.opponent().name());
    let plies = score.plies.unwrap_or_default();
    let after = if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    match (score.outcome.as_str(), score.value) {
        ("win", _) => format!("{me} wins in {after}, proven"),
        ("loss", _) => format!("{other} wins in {after}, proven"),
        ("draw", _) => "a draw with best play, proven".to_owned(),
        (_, Some(value)) => {
            let chance = score
                .win_probability
                .map_or(String::new(), |chance| format!(", {:.0} % of the points expected for {me}", chance * 100.0));
            format!("not proven, heuristic value {value}{chance}")
        }
        _ => "not known".to_owned(),
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
    let columns: Vec<String> = (b'a'..).take(width).map(|letter| char::from(letter).to_string()).collect();
    text + &format!("   {}\n```", columns.join(" "))
}

/// The names of the legal moves.
pub(super) fn legal_moves(position: &Position) -> Vec<String> {
    position.legal_moves().map(|cell| notation::cell_name(position.rules(), cell)).collect()
}

fn names(places: &[Place]) -> Vec<&str> {
    places.iter().map(|place| place.name.as_str()).collect()
}

fn line_values(line: &Line) -> Value {
    let reasons: Vec<&str> = line.reasons.iter().map(|reason| reason.text.as_str()).collect();
    let name = line.r#move.as_ref().map(|place| &place.name);
    json!({"move": name, "score": line.score, "line": names(&line.pv), "reasons": reasons})
}

fn position_values(position: &Position) -> Value {
    let status = match position.status() {
        Status::Ongoing => "ongoing",
        Status::Won => "won",
        Status::Drawn => "drawn",
    };
    json!({
        "board": position.board(), "turn": position.turn().name(), "status": status,
        "winner": position.winner().map(Player::name),
    })
}
