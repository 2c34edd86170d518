//! The contract of the code, from the constants that it works with: a test compares it with `openapi.yaml`.

use inarow_api::Endpoint;
use inarow_api::problem::Code;

use super::router::routes;
use crate::config::ServerLimits;

/// Names and numbers that a contract must have, no more and no fewer.
#[derive(Clone, Debug)]
pub struct Contract {
    /// Path and methods; HEAD and OPTIONS are not listed.
    pub routes: Vec<(&'static str, Vec<&'static str>)>,
    /// Path, and the fields that its requests may have.
    pub requests: Vec<(&'static str, Vec<&'static str>)>,
    /// Path, and the parameters of requests that are GET alone.
    pub queries: Vec<(&'static str, Vec<&'static str>)>,
    /// Name of a type and its values.
    pub enums: Vec<(&'static str, Vec<&'static str>)>,
    /// The limits of a server with default settings.
    pub limits: Vec<(&'static str, u64)>,
    /// Code, status and title of every problem.
    pub errors: Vec<(&'static str, u16, &'static str)>,
}

/// Whether an endpoint takes its fields from the query string alone.
fn is_get_alone(endpoint: Endpoint) -> bool {
    matches!(endpoint, Endpoint::Puzzles | Endpoint::Solve | Endpoint::Svg | Endpoint::Png)
}

/// The contract of the code.
#[must_use]
pub fn contract() -> Contract {
    Contract {
        routes: routes().into_iter().map(|route| (route.path, route.methods.to_vec())).collect(),
        requests: inarow_api::contract::fields(|endpoint| !is_get_alone(endpoint)),
        queries: inarow_api::contract::fields(is_get_alone),
        enums: inarow_api::contract::enums(),
        limits: ServerLimits::DEFAULT.published(),
        errors: Code::ALL.iter().map(|code| (code.name(), code.status(), code.title())).collect(),
    }
}
