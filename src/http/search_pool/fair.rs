//! A semaphore whose permits, the threads of a lane, go to clients in turns.
//!
//! A free thread goes to the waiting client that holds the fewest; of equals, to the one that has waited longest since it last got
//! or gave back a thread; of a client's jobs, to the oldest. Invariants:
//!
//! - A client holds at most `per_client_max` threads, lent ones included.
//! - A thread is free only while no job waits that may have it. So nothing is lent while such a job waits.
//! - At most `waiting_max` jobs wait, not counting those that wait for a lent thread to come back. Where they are too many, the client
//!   with the most loses its newest one to a client with fewer.
//! - A client has an entry only while it holds a thread or has a job that waits.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::{Cancel, PoolError, WaitReason};
use crate::http::rate_limit::Client;

/// Sends a job that waits its permit or an error.
type Outcome = oneshot::Sender<Result<Permit, PoolError>>;

pub(super) struct FairSemaphore {
    waiting_max: usize,
    per_client_max: usize,
    /// Whether clients may have fewer threads than there are.
    is_client_bounded: bool,
    state: Mutex<State>,
}

struct State {
    free: usize,
    is_closed: bool,
    clients: HashMap<Client, Entry>,
    /// Jobs that wait, of all clients.
    waiting: usize,
    loans: Vec<Loan>,
    recalled: u64,
    /// A logical clock, which orders jobs and turns.
    now: u64,
}

/// The threads and waiting jobs of a client.
#[derive(Default)]
struct Entry {
    held: usize,
    /// The jobs that wait, by their arrival.
    waiting: BTreeMap<u64, Outcome>,
    /// When it came, or last got or gave back a thread.
    turn: u64,
    at_bound: AtBound,
}

/// How long a client has held all the threads that it may.
#[derive(Default)]
struct AtBound {
    ended: Duration,
    since: Option<Instant>,
}

impl AtBound {
    fn set(&mut self, is_at_bound: bool) {
        if is_at_bound != self.since.is_some() {
            let now = Instant::now();
            self.ended = self.total(now);
            self.since = is_at_bound.then_some(now);
        }
    }

    fn total(&self, now: Instant) -> Duration {
        self.ended + self.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }
}

/// A thread that is lent.
struct Loan {
    client: Client,
    recall: Cancel,
}

/// A free thread, or a place among the jobs that wait.
pub(super) enum Acquired {
    Permit(Permit),
    Place(Place),
}

impl FairSemaphore {
    pub fn new(permits: usize, per_client_max: usize, waiting_max: usize) -> Arc<FairSemaphore> {
        let state = State {
            free: permits,
            is_closed: false,
            clients: HashMap::new(),
            waiting: 0,
            loans: Vec::new(),
            recalled: 0,
            now: 0,
        };
        let is_client_bounded = per_client_max < permits;
        Arc::new(FairSemaphore { waiting_max, per_client_max, is_client_bounded, state: Mutex::new(state) })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a thread, or a place among the jobs that wait.
    ///
    /// # Errors
    /// No place, or no more jobs.
    pub fn acquire(self: &Arc<Self>, client: &Client) -> Result<Acquired, PoolError> {
        let mut state = self.lock();
        if state.is_closed {
            return Err(PoolError::Closed);
        }
        if let Some(permit) = self.take(&mut state, client, None) {
            return Ok(Acquired::Permit(permit));
        }
        // A job that waits only for a lent thread to come back takes no place of others.
        let waiting_max = self.waiting_max.saturating_add(state.loans.len());
        let refused = if state.waiting < waiting_max { None } else { Some(state.make_room(client)?) };
        let (sender, granted) = oneshot::channel();
        let ticket = state.tick();
        let entry = state.clients.entry(client.clone()).or_insert_with(|| Entry { turn: ticket, ..Entry::default() });
        entry.waiting.insert(ticket, sender);
        let is_at_bound = entry.held >= self.per_client_max;
        let began = Instant::now();
        let at_bound_before = entry.at_bound.total(began);
        state.waiting += 1;
        state.recall_one(is_at_bound.then_some(client));
        drop(state);
        refused.map(|refused| refused.send(Err(PoolError::Saturated)));
        let (semaphore, client) = (Arc::clone(self), client.clone());
        Ok(Acquired::Place(Place { semaphore, client, ticket, began, at_bound_before, granted }))
    }

    /// An idle thread for a part of a client's work, until it ends or is recalled.
    pub fn lend(self: &Arc<Self>, client: &Client) -> Option<(Permit, Cancel)> {
        let recall = Cancel::default();
        let permit = self.take(&mut self.lock(), client, Some(&recall))?;
        Some((permit, recall))
    }

    /// A free thread, if there is one and the client may have it.
    fn take(self: &Arc<Self>, state: &mut State, client: &Client, recall: Option<&Cancel>) -> Option<Permit> {
        let held = state.clients.get(client).map_or(0, |entry| entry.held);
        if state.is_closed || state.free == 0 || held >= self.per_client_max {
            return None;
        }
        let turn = state.tick();
        state.free -= 1;
        let entry = state.clients.entry(client.clone()).or_default();
        (entry.held, entry.turn) = (held + 1, turn);
        entry.at_bound.set(self.is_client_bounded && entry.held >= self.per_client_max);
        state.loans.extend(recall.map(|recall| Loan { client: client.clone(), recall: Arc::clone(recall) }));
        Some(Permit { semaphore: Arc::clone(self), client: client.clone(), recall: recall.cloned() })
    }

    /// The job whose turn it is, with its thread, if one is free.
    fn next(self: &Arc<Self>, state: &mut State) -> Option<(Outcome, Permit)> {
        let may_have = |entry: &Entry| !entry.waiting.is_empty() && entry.held < self.per_client_max;
        let waiting = state.clients.iter().filter(|(_, entry)| state.free > 0 && may_have(entry));
        let client = waiting.min_by_key(|(_, entry)| (entry.held, entry.turn))?.0.clone();
        let job = state.leave(&client, None)?;
        Some((job, self.take(state, &client, None)?))
    }

    /// Takes a thread back.
    fn release(self: &Arc<Self>, client: &Client, recall: Option<&Cancel>) {
        let mut state = self.lock();
        let turn = state.tick();
        state.free += 1;
        if let Some(recall) = recall {
            state.loans.retain(|loan| !Arc::ptr_eq(&loan.recall, recall));
        }
        if let Some(entry) = state.clients.get_mut(client) {
            (entry.held, entry.turn) = (entry.held - 1, turn);
            entry.at_bound.set(self.is_client_bounded && entry.held >= self.per_client_max);
        }
        let next = self.next(&mut state);
        state.forget(client);
        drop(state);
        // Outside the lock: a job that has just gone away gives its thread back at once.
        next.map(|(job, permit)| job.send(Ok(permit)));
    }

    /// Gives out nothing more, also to those that wait.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.waiting = 0;
        // Their senders are dropped.
        state.clients.values_mut().for_each(|entry| entry.waiting.clear());
        state.clients.retain(|_, entry| entry.held > 0);
    }

    /// How many threads are lent now, those that have been recalled too.
    pub fn lent(&self) -> usize {
        self.lock().loans.len()
    }

    /// How often a lent thread was recalled.
    pub fn recalled(&self) -> u64 {
        self.lock().recalled
    }

    /// How many clients have an entry.
    #[cfg(test)]
    pub fn clients(&self) -> usize {
        self.lock().clients.len()
    }
}

impl State {
    fn tick(&mut self) -> u64 {
        self.now += 1;
        self.now
    }

    /// Takes a job of a client from those that wait: this one, or its oldest.
    fn leave(&mut self, client: &Client, ticket: Option<u64>) -> Option<Outcome> {
        let waiting = &mut self.clients.get_mut(client)?.waiting;
        let ticket = ticket.or_else(|| waiting.keys().next().copied())?;
        let left = waiting.remove(&ticket)?;
        self.waiting -= 1;
        Some(left)
    }

    /// Takes the newest job of the client with the most that wait, if this client has fewer even with one more.
    fn make_room(&mut self, client: &Client) -> Result<Outcome, PoolError> {
        let own = self.clients.get(client).map_or(0, |entry| entry.waiting.len());
        let longest = self.clients.values_mut().max_by_key(|entry| entry.waiting.len());
        let longest = longest.filter(|entry| entry.waiting.len() > own + 1);
        let (_, newest) = longest.and_then(|entry| entry.waiting.pop_last()).ok_or(PoolError::Saturated)?;
        self.waiting -= 1;
        Ok(newest)
    }

    /// Recalls one more lent thread, if there is one: of this client, which holds all that it may, or of any.
    fn recall_one(&mut self, client: Option<&Client>) {
        let may_help = |loan: &&Loan| client.is_none_or(|client| loan.client == *client);
        let mut loans = self.loans.iter().filter(may_help);
        if let Some(loan) = loans.find(|loan| !loan.recall.load(Relaxed)) {
            loan.recall.store(true, Relaxed);
            self.recalled += 1;
        }
    }

    /// Removes the entry of a client that has nothing.
    fn forget(&mut self, client: &Client) {
        if self.clients.get(client).is_some_and(|entry| entry.held == 0 && entry.waiting.is_empty()) {
            self.clients.remove(client);
        }
    }
}

/// A thread of the lane, until it is dropped.
pub(super) struct Permit {
    semaphore: Arc<FairSemaphore>,
    client: Client,
    /// The flag that recalls a lent thread.
    recall: Option<Cancel>,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.semaphore.release(&self.client, self.recall.as_ref());
    }
}

/// A place among those that wait, until it is dropped.
pub(super) struct Place {
    semaphore: Arc<FairSemaphore>,
    client: Client,
    ticket: u64,
    began: Instant,
    /// How long the client had held all that it may when the job came.
    at_bound_before: Duration,
    /// Gets the thread, or the refusal of a job that makes room; ends without either when the semaphore closes.
    pub granted: oneshot::Receiver<Result<Permit, PoolError>>,
}

impl Place {
    /// Why the job has waited, for most of the time.
    pub fn reason(&self) -> WaitReason {
        let state = self.semaphore.lock();
        // One look at the clock, so that a client at its bound all the time was held back all the time.
        let now = Instant::now();
        let at_bound = state.clients.get(&self.client).map_or(Duration::ZERO, |entry| entry.at_bound.total(now));
        let held_back = at_bound.saturating_sub(self.at_bound_before);
        let waited = now.saturating_duration_since(self.began);
        if held_back * 2 > waited { WaitReason::ClientLimit } else { WaitReason::Busy }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.semaphore.lock();
        // A thread that nobody has received goes back with the receiver, after this lock.
        let _ = state.leave(&self.client, Some(self.ticket));
        state.forget(&self.client);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREADS: usize = 3;
    const PER_CLIENT_MAX: usize = 2;
    const WAITING_MAX: usize = 5;

    /// Checks the invariants of the module's description.
    fn check(semaphore: &FairSemaphore) {
        let state = semaphore.lock();
        let entries = || state.clients.values();
        assert_eq!(state.free + entries().map(|entry| entry.held).sum::<usize>(), THREADS);
        assert_eq!(state.waiting, entries().map(|entry| entry.waiting.len()).sum::<usize>());
        assert!(state.waiting <= WAITING_MAX + THREADS, "{}", state.waiting);
        assert!(entries().all(|entry| entry.held <= PER_CLIENT_MAX));
        assert!(entries().all(|entry| entry.held > 0 || !entry.waiting.is_empty()), "an entry of nothing");
        let may_have = |entry: &Entry| !entry.waiting.is_empty() && entry.held < PER_CLIENT_MAX;
        assert!(state.free == 0 || !entries().any(may_have), "a thread is free for which a job waits");
    }

    /// Times are told from the outside, so that a thread that pauses between two looks at the clock changes nothing.
    #[test]
    fn the_time_at_the_bound_is_counted_to_a_given_moment() {
        let mut at_bound = AtBound::default();
        at_bound.set(true);
        let (since, second) = (at_bound.since.expect("at the bound"), Duration::from_secs(1));
        assert_eq!(
            [0, 7].map(|seconds| at_bound.total(since + second * seconds)),
            [0, 7].map(|seconds| second * seconds)
        );
        at_bound.set(false);
        assert_eq!(at_bound.total(since + second), at_bound.ended);
    }

    /// Clients ask, go away, end and help themselves in any order.
    #[test]
    fn in_any_order_nothing_is_lost_and_nobody_has_too_much() {
        let semaphore = FairSemaphore::new(THREADS, PER_CLIENT_MAX, WAITING_MAX);
        let mut chance = fastrand::Rng::with_seed(1);
        let (mut permits, mut places) = (Vec::new(), Vec::new());
        for _ in 0..20_000 {
            let client = Client::Key(chance.usize(0..4));
            match chance.u32(0..6) {
                0 | 1 => match semaphore.acquire(&client) {
                    Ok(Acquired::Permit(permit)) => permits.push(permit),
                    Ok(Acquired::Place(place)) => places.push(place),
                    Err(error) => assert_eq!(error, PoolError::Saturated),
                },
                2 => permits.extend(semaphore.lend(&client).map(|(permit, _)| permit)),
                3 if !places.is_empty() => drop(places.swap_remove(chance.usize(0..places.len()))),
                _ if !permits.is_empty() => drop(permits.swap_remove(chance.usize(0..permits.len()))),
                _ => {}
            }
            check(&semaphore);
            // Some look at once whether they have their thread, others later or never.
            if chance.bool() {
                for mut place in std::mem::take(&mut places) {
                    match place.granted.try_recv() {
                        Ok(granted) => permits.extend(granted.ok()),
                        Err(_) => places.push(place),
                    }
                }
            }
        }
        assert!(semaphore.recalled() > 0);
        drop((places, permits));
        check(&semaphore);
        assert_eq!((semaphore.clients(), semaphore.lent()), (0, 0));
    }
}
