//! Sorts in little code. Each sort of the standard library is compiled again for each type and comparison, some 8 kB each time: a tenth
//! of the WebAssembly module. These serve lists of at most one element a cell.

use std::cmp::Ordering;

/// Sorts a short list, stably, as `slice::sort_by` does: by binary insertion, with n log n comparisons and n² moves.
pub(crate) fn short_by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    for end in 1..list.len() {
        let (sorted, rest) = list.split_at(end);
        let at = sorted.partition_point(|earlier| compare(earlier, &rest[0]) != Ordering::Greater);
        for place in (at..end).rev() {
            list.swap(place, place + 1);
        }
    }
}

/// Sorts a short list by a key, stably.
pub(crate) fn short_by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    short_by(list, |a, b| key(a).cmp(&key(b)));
}

/// Sorts moves, each with a weight: the heaviest first, then by ascending cell. Searches do this at each node.
#[inline(never)]
pub(crate) fn heaviest_first(moves: &mut [(i32, u16)]) {
    moves.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_sort_is_that_of_the_standard_library() {
        for length in (0..40).chain([225, 400]) {
            // Few keys, so that many are equal and their order shows.
            let list: Vec<(usize, usize)> = (0..length).map(|at| (at * (at + 3) % 11 % 7, at)).collect();
            let (mut short, mut standard) = (list.clone(), list);
            short_by_key(&mut short, |&(key, _)| key);
            standard.sort_by_key(|&(key, _)| key);
            assert_eq!(short, standard, "{length} elements");
        }
    }

    #[test]
    fn of_equally_heavy_moves_the_lowest_cell_comes_first() {
        let mut moves = [(3, 7), (i32::MAX, 2), (3, 1), (-4, 0)];
        heaviest_first(&mut moves);
        assert_eq!(moves, [(i32::MAX, 2), (3, 1), (3, 7), (-4, 0)]);
    }
}
