//! Draws by pairing strategies: if each line that the attacker could still complete contains a pair of empty cells, and the
//! pairs are disjoint, the defender answers a stone on a pair with a stone on the other cell, and the attacker never
//! completes a line.

/// Most steps of the search for pairs. A few steps find nearly all pairings.
const STEPS_MAX: u32 = 24;

/// Whether a pairing is found for these lines, each given by its empty cells, with the attacker to move.
pub(super) fn draws(lines: &mut [u64]) -> bool {
    let mut steps = STEPS_MAX;
    pair(lines, 0, &mut steps)
}

/// Finds pairs for lines without one; `used` holds the cells of the chosen pairs.
fn pair(lines: &mut [u64], used: u64, steps: &mut u32) -> bool {
    // The line with the fewest unused cells has the least choice.
    let (mut tightest, mut least) = (0, u32::MAX);
    for &line in lines.iter() {
        let left = (line & !used).count_ones();
        if left < least {
            (tightest, least) = (line & !used, left);
        }
    }
    if lines.is_empty() {
        return true;
    }
    if least < 2 || *steps == 0 {
        return false;
    }
    *steps -= 1;
    // The pairs of its cells, by descending number of lines that they serve.
    let mut choices = [(0_u32, 0_u64); CHOICES_MAX];
    let mut count = 0;
    let mut firsts = tightest;
    while firsts != 0 {
        let first = firsts & firsts.wrapping_neg();
        firsts ^= first;
        let mut seconds = firsts;
        while seconds != 0 && count < CHOICES_MAX {
            let pair = first | seconds & seconds.wrapping_neg();
            seconds &= seconds - 1;
            choices[count] = (lines.iter().filter(|&&line| line & pair == pair).count() as u32, pair);
            count += 1;
        }
    }
    let choices = &mut choices[..count];
    choices.sort_unstable_by(|a, b| b.cmp(a));
    for &(_, chosen) in choices.iter() {
        // Moves the lines that the pair serves to the back.
        let mut open = 0;
        for at in 0..lines.len() {
            if lines[at] & chosen != chosen {
                lines.swap(at, open);
                open += 1;
            }
        }
        if pair(&mut lines[..open], used | chosen, steps) {
            return true;
        }
    }
    false
}

/// Most pairs tried for a line: all pairs of up to six empty cells.
const CHOICES_MAX: usize = 15;
