//! Proof and disproof numbers, see [`super::vct`].

use std::collections::HashMap;

/// Nagai's φ and δ of a position: the least numbers of positions that must be decided before the side to move, or its
/// opponent, reaches its goal. The goal of the attacker is a VCT, that of the defender its refutation.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofNumbers {
    pub phi: u32,
    pub delta: u32,
}

pub(super) const INFINITE: u32 = u32::MAX;
/// An unexplored position.
pub(super) const INITIAL: ProofNumbers = ProofNumbers { phi: 1, delta: 1 };
/// The side to move reaches its goal.
pub(super) const PROVEN: ProofNumbers = ProofNumbers { phi: 0, delta: INFINITE };
/// The opponent reaches its goal.
pub(super) const DISPROVEN: ProofNumbers = ProofNumbers { phi: INFINITE, delta: 0 };

/// The state of the searches for VCTs.
#[derive(Debug, Default)]
pub(super) struct Vct {
    /// Proof numbers by attacker and key.
    pub known: [HashMap<u64, ProofNumbers>; 2],
    /// Positions visited so far.
    pub spent: u64,
    /// The value of `spent` at which the current search ends.
    pub end: u64,
}
