//! The endpoints that do not compute their answer from fields, and the Model Context Protocol.

pub(super) mod catalogue;
pub(super) mod mcp;
pub(super) mod meta;
pub(super) mod metrics;
pub(super) mod openapi;
pub(super) mod page;
pub(super) mod without_mcp;
