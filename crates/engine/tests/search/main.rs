//! Alpha-beta, minimax, trees, and the search on patterns.

#[path = "../common/mod.rs"]
mod common;

mod forced;
mod line_games;
mod oracle;
mod patterns;
mod threats;
mod tree;
mod vcf;
