//! Counts by size.

use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::text::Page;

/// Upper bounds of times in microseconds, from a look-up to the longest search.
const TIME_BOUNDS_US: [u64; 19] = [
    10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 5_000_000, 10_000_000,
];

/// How long something took.
#[derive(Debug, Default)]
pub struct Times {
    /// By bound; the last one is for all that took longer.
    counts: [AtomicU64; TIME_BOUNDS_US.len() + 1],
    sum_ns: AtomicU64,
}

impl Times {
    pub fn observe(&self, time: Duration) {
        let us = time.as_micros() as u64;
        let bucket = TIME_BOUNDS_US.partition_point(|&bound| bound < us);
        self.counts[bucket].fetch_add(1, Relaxed);
        self.sum_ns.fetch_add(time.as_nanos() as u64, Relaxed);
    }

    /// Writes the samples, in seconds.
    pub fn write(&self, page: &mut Page, name: &str, labels: &[(&str, &dyn Display)]) {
        let bounds = TIME_BOUNDS_US.map(seconds);
        let counts = self.counts.each_ref().map(|count| count.load(Relaxed));
        write_histogram(page, name, labels, &bounds, &counts, self.sum_ns.load(Relaxed) as f64 / 1e9);
    }
}

fn seconds(us: u64) -> f64 {
    us as f64 / 1e6
}

/// Writes a histogram from the counts between its bounds; one count more than there are bounds.
pub fn write_histogram(
    page: &mut Page,
    name: &str,
    labels: &[(&str, &dyn Display)],
    bounds: &[impl Display],
    counts: &[u64],
    sum: impl Display,
) {
    let mut total = 0;
    let infinity: &dyn Display = &"+Inf";
    let bounds = bounds.iter().map(|bound| -> &dyn Display { bound }).chain([infinity]);
    for (bound, count) in bounds.zip(counts) {
        total += count;
        page.sample(&format!("{name}_bucket"), &[labels, &[("le", bound)]].concat(), total);
    }
    page.sample(&format!("{name}_sum"), labels, sum);
    page.sample(&format!("{name}_count"), labels, total);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_counts_in_every_bucket_that_holds_it() {
        let times = Times::default();
        for us in [1, 10, 11, 60_000_000] {
            times.observe(Duration::from_micros(us));
        }
        let mut page = Page::default();
        times.write(&mut page, "t_seconds", &[("route", &"/")]);
        let text = page.into_text();
        for line in [
            "t_seconds_bucket{route=\"/\",le=\"0.00001\"} 2\n",
            "t_seconds_bucket{route=\"/\",le=\"0.000025\"} 3\n",
            "t_seconds_bucket{route=\"/\",le=\"10\"} 3\n",
            "t_seconds_bucket{route=\"/\",le=\"+Inf\"} 4\n",
            "t_seconds_sum{route=\"/\"} 60.000022\n",
            "t_seconds_count{route=\"/\"} 4\n",
        ] {
            assert!(text.contains(line), "{line} in\n{text}");
        }
    }
}
