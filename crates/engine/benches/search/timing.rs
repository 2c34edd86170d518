//! Tasks that take turns, so that a slower moment of the machine meets them all; the best round of each counts, which
//! other work on the machine disturbs least.

use std::time::Instant;

/// Seconds since some moment.
pub fn now() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

/// Time of the best round of each, in microseconds.
pub fn alternate<const N: usize>(rounds: usize, mut tasks: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut best = [f64::MAX; N];
    for _ in 0..rounds {
        for (task, best) in tasks.iter_mut().zip(&mut best) {
            let start = now();
            task();
            *best = best.min((now() - start) * 1e6);
        }
    }
    best
}
