//! One file an endpoint: a request becomes a query, the engine answers it, and the answer becomes bytes.

pub(super) mod analysis;
pub(super) mod batch;
pub(super) mod continuations;
pub(super) mod games;
pub(super) mod heuristics;
pub(super) mod matches;
pub(super) mod mcp;
pub(super) mod meta;
pub(super) mod metrics;
pub(super) mod moves;
pub(super) mod openapi;
pub(super) mod page;
pub(super) mod position;
pub(super) mod puzzles;
pub(super) mod review;
pub(super) mod tree;

#[cfg(test)]
mod tests;
