//! The HTTP interface, as a caller sees it. Every answer seen here is also held against `openapi.yaml`.

#[allow(dead_code)]
#[path = "../service/mod.rs"]
mod service;

mod analysis;
mod batch;
mod caching;
mod catalogue;
mod continuations;
mod headers;
mod invalid;
mod load;
mod matches;
mod moves;
mod page;
mod position;
mod problems;
mod stream;
mod tree;
