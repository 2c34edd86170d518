//! Zobrist keys: a pseudo-random number for each cell and player, combined by exclusive or.

/// The finaliser of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014): a
/// bijection on 64 bits that turns counters into pseudo-random numbers.
#[inline]
#[must_use]
pub const fn mix(counter: u64) -> u64 {
    let z = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The key of O to move; X to move has none.
pub const O_TO_MOVE: u64 = mix(u64::MAX);

/// The keys of the stones: `keys[cell][player]`.
#[must_use]
pub fn stone_keys(cells: usize) -> Vec<[u64; 2]> {
    (0..cells as u64).map(|cell| [mix(2 * cell), mix(2 * cell + 1)]).collect()
}
