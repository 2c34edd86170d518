//! Frequencies of symbols, as the files hold them.

/// Counts of symbols, `symbols` for each context, as frequencies for the file.
pub(super) fn relative(counts: &[u32], symbols: usize) -> Vec<u8> {
    let of_context = |counts: &[u32]| {
        let most = f64::from(counts.iter().copied().max().unwrap_or_default().max(1));
        let relative = |&count: &u32| (f64::from(count) * 255.0 / most).round().max(1.0) as u8;
        counts.iter().map(relative).collect::<Vec<u8>>()
    };
    counts.chunks_exact(symbols).flat_map(of_context).collect()
}
