//! The HTTP interface, as a caller sees it. Every answer seen here is also held against `openapi.yaml`.

#[allow(dead_code, reason = "each test uses its part")]
#[path = "../service/mod.rs"]
mod service;
#[allow(dead_code, reason = "each test uses its part")]
#[path = "../../crates/engine/tests/common/tic_tac_toe.rs"]
mod tic_tac_toe;

mod absent;
mod access;
mod analysis;
mod annotated;
mod as_written;
mod batch;
mod bodies;
mod caching;
mod catalogue;
mod codes;
mod connect_four;
mod connections;
mod continuations;
mod documents;
mod fairness;
mod games;
mod headers;
mod hints;
mod invalid;
mod line_games;
mod line_rules;
mod load;
mod matches;
mod mcp;
mod meant;
mod memory;
mod metrics;
mod moves;
mod page;
mod pasted;
mod pictures;
mod position;
mod problems;
mod puzzles;
mod reasons;
mod records;
mod review;
mod scores;
mod shutdown;
mod solve;
mod stream;
mod text;
mod tree;
mod tree_figures;
