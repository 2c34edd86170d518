//! The time for a move.

use std::time::Duration;

use inarow_engine::game::Cell;

/// Safety margin of each time limit: a constant, and 1/20 of the limit.
const MARGIN: Duration = Duration::from_millis(12);
const MARGIN_PART: u32 = 20;
/// Least time for a move, whatever the limit.
const TURN_MIN: Duration = Duration::from_millis(10);
/// Moves for which the time left for a game must last.
const MOVES_LEFT: u32 = 12;
/// The most that a move may take of a game's time, in shares of one move.
const SHARES_MAX: u32 = 2;
/// The part of its share after which a search ends, in per cent, by the number of depths that have kept the best move.
const SPENT_PERCENT: [u32; 4] = [100, 50, 50, 30];
/// A move may be late by this part of the time that the processor did other work: a search waits for it many times, and the last time
/// may be that of the deadline.
const WAITING_PART: u32 = 4;

/// The readings of the clocks.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Times {
    /// The time of day, from some point on.
    pub(super) wall: Duration,
    /// The time that this thread had the processor; `None` if the system does not tell.
    pub(super) processor: Option<Duration>,
}

/// The time that the match manager allows.
pub(super) struct Clock {
    /// Time for one move.
    pub(super) turn: Duration,
    /// Time for the rest of the game, if that is limited.
    pub(super) left: Option<Duration>,
    /// The margin by which a move may come later than it is meant to: on a busy machine a search ends when it gets the processor.
    late: Duration,
}

impl Clock {
    pub(super) fn new() -> Clock {
        Clock { turn: Duration::from_secs(30), left: None, late: Duration::ZERO }
    }

    /// The time for the next move.
    pub(super) fn budget(&self) -> Budget {
        // Time that a turn leaves over is lost, unless it counts for the game.
        let share = self.left.map(|left| left / MOVES_LEFT).filter(|&share| share < self.turn);
        let most = share.map_or(self.turn, |share| self.turn.min(share * SHARES_MAX));
        let most = most.saturating_sub(MARGIN + most / MARGIN_PART + self.late).max(TURN_MIN);
        Budget { most, share, best: None, kept: 0 }
    }

    /// Learns from a move that began and ended at these times and was meant to take at most `most`. The margin grows at once and
    /// shrinks slowly: it follows how late the move was, and how long it waited for the processor.
    pub(super) fn learn(&mut self, began: Times, ended: Times, most: Duration) {
        let taken = ended.wall.saturating_sub(began.wall);
        let worked = began.processor.zip(ended.processor).map(|(began, ended)| ended.saturating_sub(began));
        let waited = worked.map_or(Duration::ZERO, |worked| taken.saturating_sub(worked));
        let late = taken.saturating_sub(most).max(waited / WAITING_PART);
        self.late = late.max(self.late * 7 / 8);
    }
}

/// The time for one move.
pub(super) struct Budget {
    /// The time by which the move has to be found.
    pub(super) most: Duration,
    /// The share of the move in the time left for the game; `None` if time that it saves is lost.
    share: Option<Duration>,
    best: Option<Cell>,
    /// Depths that have kept the best move.
    kept: usize,
}

impl Budget {
    /// Whether a search ends that has completed a depth with this best move after this time: the sooner the longer the move has
    /// been the best.
    pub(super) fn is_spent(&mut self, best: Cell, elapsed: Duration) -> bool {
        self.kept = if self.best == Some(best) { self.kept + 1 } else { 0 };
        self.best = Some(best);
        let percent = SPENT_PERCENT[self.kept.min(SPENT_PERCENT.len() - 1)];
        self.share.is_some_and(|share| elapsed >= share * percent / 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn clock(turn_ms: u64, left_ms: Option<u64>) -> Clock {
        Clock { turn: MS(turn_ms), left: left_ms.map(MS), ..Clock::new() }
    }

    /// Learns from a move that took these milliseconds by the clock and by the processor, and was meant to take at most `most_ms`.
    fn learn(clock: &mut Clock, wall_ms: u64, processor_ms: Option<u64>, most_ms: u64) {
        let began = Times { wall: MS(5), processor: processor_ms.map(|_| MS(7)) };
        let processor = processor_ms.map(|processor_ms| MS(7 + processor_ms));
        clock.learn(began, Times { wall: MS(5 + wall_ms), processor }, MS(most_ms));
    }

    #[test]
    fn a_move_has_its_part_of_the_time_less_a_margin() {
        for (turn_ms, left_ms, expected_ms) in [
            (5_000, None, 4_738),
            (0, None, 10),
            // The time left lasts for twelve moves more; one of them may take that of two.
            (5_000, Some(12_000), 1_888),
            (5_000, Some(1_200), 178),
            (5_000, Some(0), 10),
            (1_500, Some(12_000), 1_413),
            (100, Some(12_000), 83),
        ] {
            let most = clock(turn_ms, left_ms).budget().most;
            assert_eq!(most.as_millis(), expected_ms, "{turn_ms} {left_ms:?}");
        }
    }

    #[test]
    fn the_margin_grows_with_what_a_busy_machine_takes_and_shrinks_slowly() {
        let mut clock = clock(1_000, None);
        assert_eq!(clock.budget().most, MS(938));
        learn(&mut clock, 1_338, Some(1_338), 938);
        assert_eq!(clock.budget().most, MS(538));
        learn(&mut clock, 538, Some(538), 538);
        assert_eq!(clock.budget().most, MS(588));
        (0..40).for_each(|_| learn(&mut clock, 500, Some(500), 538));
        assert!(clock.budget().most > MS(920));
        learn(&mut clock, 5_938, None, 938);
        assert_eq!(clock.budget().most, TURN_MIN);
    }

    #[test]
    fn the_margin_follows_the_processors_other_work_before_a_move_is_late() {
        for (wall_ms, processor_ms, expected_ms) in [
            // Half of the time something else ran.
            (800, Some(400), 838),
            (800, Some(800), 938),
            // A clock that is ahead of the other, and a system without one.
            (800, Some(900), 938),
            (800, None, 938),
            // Late by more than a part of its waiting time.
            (1_138, Some(938), 738),
        ] {
            let mut clock = clock(1_000, None);
            learn(&mut clock, wall_ms, processor_ms, 938);
            assert_eq!(clock.budget().most, MS(expected_ms), "{wall_ms} {processor_ms:?}");
        }
    }

    #[test]
    fn a_search_ends_early_when_its_move_is_settled_and_time_is_worth_saving() {
        let mut budget = clock(5_000, Some(12_000)).budget();
        assert!(!budget.is_spent(7, MS(990)), "new");
        assert!(!budget.is_spent(7, MS(490)), "kept once");
        assert!(budget.is_spent(7, MS(500)));
        assert!(budget.is_spent(7, MS(300)), "kept three times");
        assert!(!budget.is_spent(8, MS(990)), "new again");
        assert!(budget.is_spent(9, MS(1_000)));
        for (turn_ms, left_ms) in [(5_000, None), (1_000, Some(12_000))] {
            let mut budget = clock(turn_ms, left_ms).budget();
            assert!((0..9).all(|_| !budget.is_spent(7, MS(4_000))), "{turn_ms} {left_ms:?}");
        }
    }
}
