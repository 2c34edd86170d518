//! Random numbers and the date, which come from the platform.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use system::{entropy, now};

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use webassembly::{entropy, now};

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod system {
    use std::hash::{BuildHasher as _, Hasher as _, RandomState};

    use time::UtcDateTime;

    /// A number that cannot be predicted, from the keys that the standard library draws for its hash maps.
    #[must_use]
    pub fn entropy() -> u64 {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u64(0);
        hasher.finish()
    }

    /// Date and time.
    #[must_use]
    pub fn now() -> UtcDateTime {
        UtcDateTime::now()
    }
}

/// Without a system interface, the standard library has neither a calendar nor random numbers: the host gives them.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod webassembly {
    use time::UtcDateTime;

    #[link(wasm_import_module = "inarow")]
    unsafe extern "C" {
        /// A number that cannot be predicted.
        pub safe fn entropy() -> u64;
        /// Milliseconds since 1970 in UTC, such as `Date.now()`.
        safe fn date() -> f64;
    }

    /// Date and time; the first of 1970 where the host gives none that there is.
    #[must_use]
    pub fn now() -> UtcDateTime {
        UtcDateTime::from_unix_timestamp((date() / 1e3) as i64).unwrap_or(UtcDateTime::UNIX_EPOCH)
    }
}
