//! The one clock of the engine: everything takes `Instant` from here, so that a platform without the clock of the standard library
//! needs a change in this file alone.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use host::Instant;

/// The clock of the host, for WebAssembly without a system interface.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod host {
    use std::ops::{Add, Sub};
    use std::time::Duration;

    #[link(wasm_import_module = "inarow")]
    unsafe extern "C" {
        /// Milliseconds since a fixed time, such as `performance.now()`.
        safe fn now() -> f64;
    }

    /// A time of a clock that never goes back.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// The time now.
        #[must_use]
        pub fn now() -> Instant {
            // A host whose clock is before its start, or has none, gives the start.
            Instant(Duration::try_from_secs_f64(now() / 1e3).unwrap_or_default())
        }

        /// The time since this one.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// The time from `earlier` to this one, zero if that is later.
        #[must_use]
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, duration: Duration) -> Instant {
            Instant(self.0.saturating_add(duration))
        }
    }

    impl Sub<Duration> for Instant {
        type Output = Instant;

        fn sub(self, duration: Duration) -> Instant {
            Instant(self.0.saturating_sub(duration))
        }
    }
}
