//! Work in independent parts, on threads that are idle besides the caller's own.
//!
//! Each part is computed from its own start, so that its result depends neither on the thread nor on the number of threads. A thread
//! that is lent may be recalled at any time: the part that it has begun is then done again, from its start.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{Builder, Scope};

/// A thread that a caller may start for a part of its work.
pub struct LentThread {
    /// Set when the thread is needed elsewhere: it ends within about 1,024 positions of a search.
    pub recall: Arc<AtomicBool>,
    /// Dropped when the thread has ended.
    pub permit: Box<dyn Send>,
}

impl fmt::Debug for LentThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LentThread").field("recall", &self.recall).finish_non_exhaustive()
    }
}

/// Lends threads for the parts of one piece of work.
pub trait Threads: Sync {
    /// Permission to start one more thread; `None` while none is idle.
    fn lend(&self) -> Option<LentThread>;
}

/// Lends no thread: all work is done in place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct InPlace;

impl Threads for InPlace {
    fn lend(&self) -> Option<LentThread> {
        None
    }
}

/// The surroundings of a part while it is computed.
pub struct Seat<'a, T> {
    /// The results of the parts that this one needs.
    pub results: &'a [OnceLock<T>],
    /// Set when the thread is needed elsewhere; the result of the part is thrown away then.
    pub recall: Option<&'a Arc<AtomicBool>>,
    /// The number of threads that share the work now.
    pub threads: usize,
}

impl<T> fmt::Debug for Seat<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").field("recall", &self.recall).field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// The parts of a piece of work.
pub struct Parts<'a, T> {
    /// The number of parts.
    pub count: usize,
    /// The parts before a part whose results it needs.
    pub needs: &'a (dyn Fn(usize) -> Needs + Sync),
    /// Computes a part.
    pub work: &'a (dyn Fn(usize, Seat<'_, T>) -> T + Sync),
}

/// The parts that another part needs, at most two.
pub type Needs = [Option<usize>; 2];

impl<T> fmt::Debug for Parts<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts").field("count", &self.count).finish_non_exhaustive()
    }
}

impl<T: Send + Sync> Parts<'_, T> {
    /// Does all parts and calls `on_result` with each result, in order, on the caller's thread. Ends early if it breaks. Returns the
    /// results that it was called with.
    pub fn run(&self, threads: &dyn Threads, on_result: &mut dyn FnMut(usize, &T) -> ControlFlow<()>) -> Vec<T> {
        let board = Board::new(self.count);
        let delivered = std::thread::scope(|scope| {
            // However this ends, by a panic too, no lent thread begins another part.
            let _closing = Closing(&board);
            self.lead(&board, threads, scope, on_result)
        });
        board.results.into_iter().take(delivered).filter_map(OnceLock::into_inner).collect()
    }

    /// The work of the caller's own thread: hands results on, asks for threads, does open parts. Returns how many results it handed on.
    fn lead<'scope>(
        &'scope self,
        board: &'scope Board<T>,
        threads: &dyn Threads,
        scope: &'scope Scope<'scope, '_>,
        on_result: &mut dyn FnMut(usize, &T) -> ControlFlow<()>,
    ) -> usize {
        let mut delivered = 0;
        while delivered < self.count {
            if let Some(result) = board.results[delivered].get() {
                delivered += 1;
                if on_result(delivered - 1, result).is_break() {
                    break;
                }
                continue;
            }
            // One part is for this thread.
            while board.open() > 1 + board.helpers() {
                let Some(lent) = threads.lend() else { break };
                board.join(&lent.recall);
                let help = move || self.help(board, lent);
                if Builder::new().name("part".into()).spawn_scoped(scope, help).is_err() {
                    board.leave(None);
                    break;
                }
            }
            match board.take(self.needs) {
                Some(part) => board.finish(part, Some(self.compute(part, board, None))),
                None => board.wait_for(delivered, self.needs),
            }
        }
        delivered
    }

    /// The work of a lent thread: does open parts until there are none, or until it is recalled.
    fn help(&self, board: &Board<T>, lent: LentThread) {
        let _leaving = Leaving { board, recall: &lent.recall };
        while !lent.recall.load(Relaxed) {
            let Some(part) = board.take(self.needs) else { break };
            let mut open = Reopening { board, part: Some(part) };
            let result = self.compute(part, board, Some(&lent.recall));
            if !lent.recall.load(Relaxed) {
                open.part = None;
                board.finish(part, Some(result));
            }
        }
    }

    fn compute(&self, part: usize, board: &Board<T>, recall: Option<&Arc<AtomicBool>>) -> T {
        (self.work)(part, Seat { results: &board.results, recall, threads: 1 + board.helpers() })
    }
}

/// The results of the parts so far, and the parts and threads at work.
struct Board<T> {
    results: Vec<OnceLock<T>>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// Parts that nobody has begun, ascending.
    open: Vec<usize>,
    /// The recall flags of the lent threads.
    helpers: Vec<Arc<AtomicBool>>,
    is_closed: bool,
}

impl<T> Board<T> {
    fn new(count: usize) -> Board<T> {
        let state = State { open: (0..count).collect(), helpers: Vec::new(), is_closed: false };
        let results = std::iter::repeat_with(OnceLock::new).take(count).collect();
        Board { results, state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> usize {
        self.lock().open.len()
    }

    fn helpers(&self) -> usize {
        self.lock().helpers.len()
    }

    fn join(&self, recall: &Arc<AtomicBool>) {
        self.lock().helpers.push(Arc::clone(recall));
    }

    /// Removes a lent thread that ends: this one, or the last that joined.
    fn leave(&self, recall: Option<&Arc<AtomicBool>>) {
        let mut state = self.lock();
        match recall {
            Some(recall) => state.helpers.retain(|flag| !Arc::ptr_eq(flag, recall)),
            None => drop(state.helpers.pop()),
        }
        self.changed.notify_all();
    }

    /// The first open part whose needs are met.
    fn take(&self, needs: &(dyn Fn(usize) -> Needs + Sync)) -> Option<usize> {
        let mut state = self.lock();
        if state.is_closed {
            return None;
        }
        let at = self.first_ready(&state, needs)?;
        Some(state.open.remove(at))
    }

    fn first_ready(&self, state: &State, needs: &(dyn Fn(usize) -> Needs + Sync)) -> Option<usize> {
        let is_done = |part: usize| self.results[part].get().is_some();
        state.open.iter().position(|&part| needs(part).into_iter().flatten().all(is_done))
    }

    /// Sets the result of a part; without one it is open again.
    fn finish(&self, part: usize, result: Option<T>) {
        match result {
            Some(result) => drop(self.results[part].set(result)),
            None => {
                let open = &mut self.lock().open;
                let at = open.partition_point(|&other| other < part);
                open.insert(at, part);
            }
        }
        // Under the lock, so that no thread that is about to wait misses it.
        let _state = self.lock();
        self.changed.notify_all();
    }

    /// Waits until this part is done or another one is ready. Only the caller's thread waits: parts that lent threads have begun are done at
    /// some time, or open again.
    fn wait_for(&self, part: usize, needs: &(dyn Fn(usize) -> Needs + Sync)) {
        let is_idle = |state: &mut State| {
            self.results[part].get().is_none() && !state.helpers.is_empty() && self.first_ready(state, needs).is_none()
        };
        drop(self.changed.wait_while(self.lock(), is_idle).unwrap_or_else(PoisonError::into_inner));
    }
}

/// Recalls all lent threads when the work ends.
struct Closing<'a, T>(&'a Board<T>);

impl<T> Drop for Closing<'_, T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.is_closed = true;
        state.helpers.iter().for_each(|recall| recall.store(true, Relaxed));
    }
}

/// Notes that a lent thread has ended, by a panic too.
struct Leaving<'a, T> {
    board: &'a Board<T>,
    recall: &'a Arc<AtomicBool>,
}

impl<T> Drop for Leaving<'_, T> {
    fn drop(&mut self) {
        self.board.leave(Some(self.recall));
    }
}

/// Opens a part again that was not finished.
struct Reopening<'a, T> {
    board: &'a Board<T>,
    part: Option<usize>,
}

impl<T> Drop for Reopening<'_, T> {
    fn drop(&mut self) {
        if let Some(part) = self.part {
            self.board.finish(part, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// Lends a number of threads at a time, each of them a number of times; recalls every third at once.
    struct Lender {
        free: Arc<AtomicUsize>,
        loans: AtomicUsize,
        loans_max: usize,
        recalls: bool,
    }

    struct Returned(Arc<AtomicUsize>);

    impl Drop for Returned {
        fn drop(&mut self) {
            self.0.fetch_add(1, Relaxed);
        }
    }

    impl Lender {
        fn new(free: usize, recalls: bool) -> Lender {
            Lender { free: Arc::new(AtomicUsize::new(free)), loans: AtomicUsize::new(0), loans_max: 500, recalls }
        }
    }

    impl Threads for Lender {
        fn lend(&self) -> Option<LentThread> {
            self.free.fetch_update(Relaxed, Relaxed, |free| free.checked_sub(1)).ok()?;
            let permit = Box::new(Returned(Arc::clone(&self.free)));
            let loan = self.loans.fetch_add(1, Relaxed);
            (loan < self.loans_max).then(|| {
                let recall = Arc::new(AtomicBool::new(self.recalls && loan.is_multiple_of(3)));
                LentThread { recall, permit }
            })
        }
    }

    /// Each part adds its number to the results that it needs.
    fn sums(count: usize, needs: &(dyn Fn(usize) -> Needs + Sync), threads: &dyn Threads, until: usize) -> Vec<u64> {
        let work = |part: usize, seat: Seat<'_, u64>| {
            let needed = needs(part).into_iter().flatten().map(|part| seat.results[part].get().expect("it is done"));
            part as u64 + needed.sum::<u64>()
        };
        let mut seen = Vec::new();
        let results = Parts { count, needs, work: &work }.run(threads, &mut |part, &result| {
            seen.push((part, result));
            if part == until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(seen, results.iter().copied().enumerate().collect::<Vec<_>>(), "in order, each once");
        results
    }

    #[test]
    fn results_do_not_depend_on_threads() {
        let alone: &(dyn Fn(usize) -> Needs + Sync) = &|_| [None, None];
        let chained: &(dyn Fn(usize) -> Needs + Sync) = &|part| [part.checked_sub(1), None];
        let pairs: &(dyn Fn(usize) -> Needs + Sync) =
            &|part| if part.is_multiple_of(2) { [None, None] } else { [Some(part - 1), part.checked_sub(3)] };
        for needs in [alone, chained, pairs] {
            for (count, until) in [(0, 9), (1, 9), (2, 9), (40, 99), (40, 17)] {
                let expected = sums(count, needs, &InPlace, until);
                assert_eq!(expected.len(), count.min(until + 1));
                for (threads, recalls) in [(1, false), (1, true), (7, false), (7, true)] {
                    let lender = Lender::new(threads, recalls);
                    assert_eq!(sums(count, needs, &lender, until), expected);
                    let free = lender.free.load(Relaxed);
                    assert!(
                        free == threads || lender.loans.load(Relaxed) > lender.loans_max,
                        "{free} of {threads} are back"
                    );
                }
            }
        }
    }

    /// A thread that is recalled in the middle of a part gives it back; another does it again, from its start.
    #[test]
    fn a_part_that_was_recalled_is_done_again() {
        let lender = Lender::new(1, false);
        let begun = AtomicUsize::new(0);
        let work = |part: usize, seat: Seat<'_, usize>| {
            begun.fetch_add(1, Relaxed);
            match seat.recall {
                Some(recall) => {
                    recall.store(true, Relaxed);
                    usize::MAX
                }
                // The caller's thread waits with its first part until a lent one has been recalled.
                None => {
                    while part == 0 && lender.free.load(Relaxed) == 0 {
                        std::thread::yield_now();
                    }
                    part
                }
            }
        };
        let parts = Parts { count: 3, needs: &|_| [None, None], work: &work };
        assert_eq!(parts.run(&lender, &mut |_, _| ControlFlow::Continue(())), [0, 1, 2]);
        assert!(begun.load(Relaxed) > 3, "one of them twice");
    }

    #[test]
    fn a_lent_thread_that_panics_ends_the_work_and_comes_back() {
        let lender = Lender::new(1, false);
        let work = |part: usize, seat: Seat<'_, usize>| {
            assert!(seat.recall.is_none(), "this panic is part of a test");
            while part == 0 && lender.free.load(Relaxed) == 0 {
                std::thread::yield_now();
            }
            part
        };
        let parts = Parts { count: 2, needs: &|_| [None, None], work: &work };
        let run = std::panic::AssertUnwindSafe(|| parts.run(&lender, &mut |_, _| ControlFlow::Continue(())));
        assert!(std::panic::catch_unwind(run).is_err());
        assert_eq!(lender.free.load(Relaxed), 1);
    }
}
