//! The contract of `inarow` where there is no server: an endpoint and its fields become the answer of the service, or its problem,
//! byte for byte but for times and ids.
//!
//! | module | responsibility |
//! |---|---|
//! | [`local`] | a call and its reply, on any platform |
//! | `exports` | the functions of the WebAssembly module, for hosts without a system interface |
//! | `main.rs` | the command that answers lines of JSON, for WASI and every other system |

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod exports;
pub mod local;

pub use local::{Form, Head, Local, Reply, Settings};
