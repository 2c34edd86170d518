//! History scores: which moves caused cutoffs, for move ordering.

/// From this depth on, the move before counts as well.
const REPLY_DEPTH_MIN: i32 = 4;

/// Scores of cells in each kind of node, alone and as replies to the move before.
#[derive(Debug)]
pub(super) struct History {
    cells: [[i32; 64]; 4],
    replies: Vec<[i32; 64]>,
    /// Whether there are scores of replies: easy positions have none to clear.
    has_replies: bool,
}

/// The scores for a node.
#[derive(Clone, Copy)]
pub(super) struct Situation {
    kind: usize,
    /// The index of the replies; 0 if the move before does not count.
    reply: usize,
}

impl Situation {
    /// `kind`, below 4, tells the side to move and the attacker; `last` is the cell of the move before.
    #[inline(always)]
    pub(super) fn new(kind: usize, last: u8, depth: i32) -> Situation {
        let reply = if depth >= REPLY_DEPTH_MIN { 1 + kind * 64 + usize::from(last & 63) } else { 0 };
        Situation { kind, reply }
    }
}

impl History {
    pub(super) fn new() -> History {
        History { cells: [[0; 64]; 4], replies: vec![[0; 64]; 1 + 4 * 64], has_replies: false }
    }

    pub(super) fn clear(&mut self) {
        self.cells = [[0; 64]; 4];
        if self.has_replies {
            self.replies.fill([0; 64]);
            self.has_replies = false;
        }
    }

    #[inline(always)]
    pub(super) fn score(&self, situation: Situation, cell: usize) -> i32 {
        self.cells[situation.kind][cell] + self.replies[situation.reply][cell]
    }

    /// Updates the scores after a cutoff by the last of the moves `tried`.
    #[inline(always)]
    pub(super) fn update(
        &mut self,
        situation: Situation,
        tried: impl DoubleEndedIterator<Item = u64> + Clone,
        depth: i32,
    ) {
        reward(&mut self.cells[situation.kind], tried.clone(), depth);
        if situation.reply != 0 {
            self.has_replies = true;
            reward(&mut self.replies[situation.reply], tried, depth);
        }
    }
}

#[inline(always)]
fn reward(scores: &mut [i32; 64], mut tried: impl DoubleEndedIterator<Item = u64> + Clone, depth: i32) {
    for stone in tried.clone() {
        let score = &mut scores[stone.trailing_zeros() as usize];
        *score -= depth * 16 + *score * depth / 48;
    }
    if let Some(stone) = tried.next_back() {
        scores[stone.trailing_zeros() as usize] += depth * 32;
    }
}
