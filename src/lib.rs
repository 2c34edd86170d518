//! Move service for k-in-a-row games: HTTP in, HTTP out. The engine is the crate `inarow-engine`.
//!
//! | module | responsibility |
//! |---|---|
//! | [`http`] | the service: routes, wire types, problems, search pool, caching |
//! | [`config`] | settings |
//! | [`log`] | log lines on standard error |

pub mod config;
pub mod http;
pub mod log;
