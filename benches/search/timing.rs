//! Medians of tasks that take turns, so that a slower moment of the machine meets them all.

use std::time::Instant;

/// Median time of each, in microseconds.
pub fn alternate<const N: usize>(rounds: usize, mut tasks: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [(); N].map(|()| Vec::with_capacity(rounds));
    for _ in 0..rounds {
        for (task, times) in tasks.iter_mut().zip(&mut times) {
            let start = Instant::now();
            task();
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}
