//! Experiment only.
use std::sync::LazyLock;
pub(super) const N: usize = 24;
const DEFAULTS: [i32; N] = [60, 50, 128, 64, 0, 200, 40, 30, 3, 77, 120, 0, 0, 0, 0, 0, 0, 0,0,0,0,0,0,0];
pub(super) static T: LazyLock<[i32; N]> = LazyLock::new(|| std::array::from_fn(|i| std::env::var(format!("T{i}")).ok().and_then(|t| t.parse().ok()).unwrap_or(DEFAULTS[i])));
