//! The service answers any bytes as the contract says: random requests, and findings of the fuzz targets.

mod corpus;
#[path = "../service/fuzz.rs"]
mod fuzz;
mod parsers;
#[allow(dead_code, reason = "each test uses its part")]
#[path = "../service/mod.rs"]
mod service;
