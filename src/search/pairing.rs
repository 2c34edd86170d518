//! Draws by pairing: if every line that the attacker could still complete holds a pair of empty cells, no cell in two
//! pairs, then the defender answers each stone on a pair with the other cell of it, and no line is ever completed.

/// Steps of the search for pairs. It is an attempt: a few steps find what there is nearly always.
const STEPS_MAX: u32 = 24;

/// Whether pairs are found for these lines, each given by its empty cells, with the attacker to move.
pub(crate) fn draws(lines: &mut [u64]) -> bool {
    let mut steps = STEPS_MAX;
    pair(lines, 0, &mut steps)
}

/// Pairs for the lines that hold none yet; `used` are the cells of the pairs chosen.
fn pair(lines: &mut [u64], used: u64, steps: &mut u32) -> bool {
    // The line with the fewest cells left has the least choice.
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
    // The pairs of its cells, those first that serve most lines.
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
        // Lines that the pair serves go to the back.
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

/// Pairs tried of one line: all of a line with up to six empty cells.
const CHOICES_MAX: usize = 15;
