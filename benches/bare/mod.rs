//! What the service is measured against: a bare axum handler that parses and prints JSON of the same size.

use std::hint::black_box;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::post;
use serde::{Deserialize, Serialize};

/// What the bare handler reads: the same fields, typed.
#[derive(Deserialize)]
struct Asked<'a> {
    board: &'a str,
    turn: &'a str,
}

/// What the bare handler prints: the same shape with the same values, only computed by nobody.
#[derive(Serialize, Deserialize, Clone)]
pub struct Answer {
    pub r#move: Place,
    pub score: Score,
    pub pv: Vec<Place>,
    pub position: Position,
    pub after: Position,
    pub search: Search,
}

#[derive(Serialize, Deserialize, Clone)]
pub struct Place {
    pub cell: u32,
    pub row: u32,
    pub col: u32,
    pub name: String,
}

#[derive(Serialize, Deserialize, Clone)]
pub struct Score {
    pub outcome: String,
    pub plies: Option<u32>,
    pub value: Option<i64>,
    pub pov: String,
}

#[derive(Serialize, Deserialize, Clone)]
#[serde(rename_all = "camelCase")]
pub struct Position {
    pub board: String,
    pub turn: String,
    pub status: String,
    pub winner: Option<String>,
    pub winning_lines: Vec<Vec<u32>>,
    pub reachable: bool,
}

#[derive(Serialize, Deserialize, Clone)]
#[serde(rename_all = "camelCase")]
pub struct Search {
    pub algorithm: String,
    pub heuristic: Option<String>,
    pub depth: u32,
    pub nodes: u64,
    pub leaves: u64,
    pub cutoffs: u64,
    pub time_ms: Option<f64>,
    pub complete: bool,
    pub stop: String,
    pub source: String,
    pub seed: Option<u64>,
}

/// The bare handler. It takes and gives bytes, which costs half of what axum's own `Json` would.
pub fn bare(answer: Answer) -> Router {
    let answer = Arc::new(answer);
    let handler = async move |body: Bytes| {
        let asked: Asked<'_> = serde_json::from_slice(&body).expect("the request is good");
        black_box((asked.board, asked.turn));
        let body = serde_json::to_vec(black_box(&*answer)).expect("the answer can be written");
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    };
    Router::new().route("/bare", post(handler))
}
