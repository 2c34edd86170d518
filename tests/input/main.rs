//! Whatever bytes arrive, the service answers as the contract says: random requests, and what the fuzz targets have found.

mod corpus;
#[path = "../service/fuzz.rs"]
mod fuzz;
mod parsers;
#[allow(dead_code, reason = "each test uses its part")]
#[path = "../service/mod.rs"]
mod service;
