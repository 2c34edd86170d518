//! What the tests of the HTTP interface share: the service in process, and a way to ask it.

pub mod contract;
pub mod curl;
