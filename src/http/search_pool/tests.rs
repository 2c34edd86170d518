use std::sync::mpsc;

use tokio::sync::oneshot;

use inarow_engine::parts::Threads as _;

use super::*;

const ALICE: Client = Client::Key(0);
const BOB: Client = Client::Key(1);
const CAROL: Client = Client::Key(2);

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(600)
}

async fn run<T: Send + 'static>(
    pool: &SearchPool,
    job: impl FnOnce(Turn) -> T + Send + 'static,
) -> Result<T, PoolError> {
    pool.run(Lane::Search(&ALICE), soon(), job).await.map(|ran| ran.value)
}

/// A pool of one thread, busy until the sender is dropped.
async fn busy(queue_max: usize) -> (Arc<SearchPool>, mpsc::Sender<()>, tokio::task::JoinHandle<Result<(), PoolError>>) {
    let pool = Arc::new(SearchPool::new(1, 1, queue_max));
    let (release, gate) = mpsc::channel::<()>();
    let (started, has_started) = oneshot::channel();
    let job = move |_| {
        let _ = started.send(());
        let _ = gate.recv();
    };
    let first = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move { run(&pool, job).await }
    });
    has_started.await.unwrap();
    (pool, release, first)
}

/// Waits, without a clock, until the condition holds.
async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_full_queue_refuses_at_once_and_recovers() {
    let (pool, release, first) = busy(1).await;
    let second = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move { run(&pool, |_| 2).await }
    });
    until(|| pool.counters().queued.load(Relaxed) == 1).await;
    assert_eq!(run(&pool, |_| 3).await, Err(PoolError::Saturated));
    assert_eq!(pool.run(Lane::Short, soon(), |_| 4).await.unwrap().value, 4, "short jobs do not wait");
    drop(release);
    assert_eq!((first.await.unwrap(), second.await.unwrap()), (Ok(()), Ok(2)));
    assert_eq!(run(&pool, |_| 4).await, Ok(4));
    assert_eq!(pool.counters().rejected.load(Relaxed), 1);
    assert_eq!(pool.counters().cancelled.load(Relaxed), 0, "who waits for a thread and gets one has not gone away");
}

#[tokio::test]
async fn a_job_that_has_ended_leaves_nothing_behind() {
    let pool = SearchPool::new(2, 2, 1);
    assert_eq!(pool.threads(), 2);
    for lane in [Lane::Short, Lane::Search(&ALICE)] {
        let flags = pool.running.clone();
        let while_running = pool.run(lane, soon(), move |_| flags.lock().flags.len()).await.unwrap().value;
        assert_eq!((while_running, pool.running.lock().flags.len()), (1, 0));
    }
}

#[tokio::test]
async fn an_abandoned_job_leaves_the_queue_and_a_running_one_is_told() {
    let (pool, release, first) = busy(1).await;
    let waiting = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move { run(&pool, |_| 2).await }
    });
    until(|| pool.counters().queued.load(Relaxed) == 1).await;
    waiting.abort();
    until(|| pool.counters().queued.load(Relaxed) == 0).await;
    assert_eq!(pool.counters().cancelled.load(Relaxed), 1);
    drop(release);
    assert_eq!(first.await.unwrap(), Ok(()));

    let running = tokio::spawn({
        let pool = Arc::clone(&pool);
        let job = |turn: Turn| {
            while !turn.cancel.load(Relaxed) {
                std::thread::yield_now();
            }
        };
        async move { run(&pool, job).await }
    });
    until(|| pool.counters().running.load(Relaxed) == 1).await;
    running.abort();
    until(|| pool.counters().running.load(Relaxed) == 0).await;
    assert_eq!(pool.counters().cancelled.load(Relaxed), 2);
    assert_eq!(run(&pool, |_| 5).await, Ok(5));
}

#[tokio::test]
async fn a_job_whose_deadline_passes_in_the_queue_is_not_started() {
    let (pool, release, _first) = busy(4).await;
    let past = Instant::now();
    let expired = pool.run(Lane::Search(&ALICE), past, |_| 2).await.map(|ran| ran.value);
    assert_eq!(expired, Err(PoolError::Expired(WaitReason::Busy)));
    assert_eq!(pool.counters().expired.of(WaitReason::Busy), 1);
    assert_eq!(pool.counters().cancelled.load(Relaxed), 0);
    drop(release);
}

#[tokio::test]
async fn a_free_thread_takes_a_job_whose_time_is_over() {
    let pool = SearchPool::new(1, 1, 1);
    let past = Instant::now();
    let ran = pool.run(Lane::Search(&ALICE), past, |turn| turn.queued).await.unwrap();
    // On a machine that is busy its thread may come to it late all the same; that is no time in the queue.
    assert_eq!((ran.value, ran.queued), (Duration::ZERO, Duration::ZERO));
}

#[tokio::test]
async fn a_panic_costs_one_answer_only() {
    let pool = SearchPool::new(1, 1, 4);
    assert_eq!((run(&pool, |_| 1).await, pool.panics()), (Ok(1), 0));
    let panics = run(&pool, |_| panic!("this panic is part of a test")).await;
    assert_eq!(panics, Err::<(), _>(PoolError::Panicked));
    assert_eq!(run(&pool, |_| 2).await, Ok(2));
    assert_eq!(pool.panics(), 1);
}

#[tokio::test]
async fn a_closed_pool_takes_nothing_and_tells_the_running() {
    let pool = Arc::new(SearchPool::new(1, 1, 4));
    let (started, has_started) = oneshot::channel();
    let running = tokio::spawn({
        let pool = Arc::clone(&pool);
        let job = move |turn: Turn| {
            let _ = started.send(());
            while !turn.cancel.load(Relaxed) {
                std::thread::yield_now();
            }
            "best so far"
        };
        async move { run(&pool, job).await }
    });
    has_started.await.unwrap();
    pool.close();
    assert_eq!(running.await.unwrap(), Ok("best so far"));
    assert_eq!(run(&pool, |_| 2).await, Err(PoolError::Closed));
}

#[tokio::test]
async fn idle_threads_are_lent_up_to_the_quota_and_come_back() {
    let pool = SearchPool::new(4, 4, 1);
    let idle = pool.idle_threads(&ALICE, 3);
    let lent: Vec<_> = std::iter::from_fn(|| idle.lend()).collect();
    assert_eq!((lent.len(), pool.threads_lent(), idle.most()), (2, 2, 3));
    assert_eq!(run(&pool, |_| 1).await, Ok(1), "the others are free");
    drop(lent);
    assert_eq!((pool.threads_lent(), pool.threads_recalled(), idle.most()), (0, 0, 3));
    assert!(idle.lend().is_some());
    assert!(pool.idle_threads(&ALICE, 1).lend().is_none(), "one thread is the request's own");
}

/// A request that waits gets the thread of a helper, and takes no place of the queue while it comes back.
#[tokio::test]
async fn a_lent_thread_is_recalled_for_a_job_that_waits() {
    let pool = Arc::new(SearchPool::new(2, 2, 0));
    let idle = pool.idle_threads(&ALICE, 2);
    let (stop, gate) = mpsc::channel::<()>();
    let first = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move { run(&pool, move |_| gate.recv().is_err()).await }
    });
    until(|| pool.counters().running.load(Relaxed) == 1).await;
    let helper = idle.lend().expect("the other thread is idle");
    let second = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move { run(&pool, |_| 2).await }
    });
    until(|| helper.recall.load(Relaxed)).await;
    assert_eq!((pool.counters().queued.load(Relaxed), pool.threads_recalled()), (1, 1));
    assert!(idle.lend().is_none(), "nothing is lent while a job waits");
    assert_eq!(run(&pool, |_| 3).await, Err(PoolError::Saturated), "a second one is too many");
    drop(helper);
    assert_eq!(second.await.unwrap(), Ok(2));
    drop(stop);
    assert_eq!(first.await.unwrap(), Ok(true));
    pool.close();
    assert!(idle.lend().is_none(), "a closed pool lends nothing");
}

/// A job of a client that waits for its turn, notes whose it was, and ends when the test says so.
struct Waiter {
    outcome: tokio::task::JoinHandle<Result<(), PoolError>>,
    release: mpsc::Sender<()>,
}

/// Clients in the order in which their jobs began.
type Served = Arc<Mutex<Vec<Client>>>;

fn submit(pool: &Arc<SearchPool>, client: Client, served: &Served) -> Waiter {
    let (release, gate) = mpsc::channel::<()>();
    let (pool, served) = (Arc::clone(pool), Arc::clone(served));
    let outcome = tokio::spawn(async move {
        let own = client.clone();
        let job = move |_: Turn| {
            served.lock().unwrap().push(own);
            let _ = gate.recv();
        };
        pool.run(Lane::Search(&client), soon(), job).await.map(|ran| ran.value)
    });
    Waiter { outcome, release }
}

/// Asks for a thread and returns when the job waits or has begun.
async fn ask(pool: &Arc<SearchPool>, client: Client, served: &Served) -> Waiter {
    let asked = || pool.counters().queued.load(Relaxed) as usize + served.lock().unwrap().len();
    let before = asked();
    let waiter = submit(pool, client, served);
    until(|| asked() > before).await;
    waiter
}

/// Lets jobs end, one after the other in the order in which they began, until none is left; returns whose they were.
async fn end_all(pool: &SearchPool, served: &Served, waiters: Vec<(Client, Waiter)>) -> Vec<Client> {
    let mut waiters = waiters;
    let (total, at_once) = (waiters.len(), served.lock().unwrap().len());
    for ended in 0..total {
        // The next to get the thread must have begun before another one ends, since two that begin
        // together do so in any order.
        let begun = total.min(ended + at_once);
        until(|| served.lock().unwrap().len() >= begun).await;
        let client = served.lock().unwrap()[ended].clone();
        let oldest = waiters.iter().position(|(own, _)| *own == client).unwrap();
        let (_, Waiter { outcome, release }) = waiters.remove(oldest);
        drop(release);
        assert_eq!(outcome.await.unwrap(), Ok(()));
    }
    assert_eq!(pool.search.permits.clients(), 0, "nothing of a client is left");
    served.lock().unwrap().clone()
}

/// A client with many jobs at once does not keep the others waiting until all of them have ended.
#[tokio::test]
async fn clients_take_turns_and_the_oldest_job_of_each_is_first() {
    let (pool, served) = (Arc::new(SearchPool::new(1, 1, 64)), Served::default());
    let mut waiters = Vec::new();
    for client in [ALICE, ALICE, ALICE, ALICE, BOB, BOB, CAROL] {
        waiters.push((client.clone(), ask(&pool, client, &served).await));
    }
    assert_eq!(end_all(&pool, &served, waiters).await, [ALICE, BOB, CAROL, ALICE, BOB, ALICE, ALICE]);
}

/// The thread that becomes free goes to the client with the fewest.
#[tokio::test]
async fn a_client_without_a_thread_comes_before_one_that_has_some() {
    let (pool, served) = (Arc::new(SearchPool::new(3, 3, 64)), Served::default());
    let mut waiters = Vec::new();
    for client in [ALICE, ALICE, ALICE, ALICE, ALICE, BOB, BOB] {
        waiters.push((client.clone(), ask(&pool, client, &served).await));
    }
    let expected = [ALICE, ALICE, ALICE, BOB, BOB, ALICE, ALICE];
    assert_eq!(end_all(&pool, &served, waiters).await, expected);
}

#[tokio::test]
async fn a_client_at_its_bound_waits_and_blocks_nobody() {
    let (pool, served) = (Arc::new(SearchPool::new(3, 2, 64)), Served::default());
    let mut waiters = Vec::new();
    for client in [ALICE, ALICE, ALICE, ALICE] {
        waiters.push((client.clone(), ask(&pool, client, &served).await));
    }
    let counters = pool.counters();
    until(|| counters.running.load(Relaxed) == 2).await;
    assert_eq!(counters.queued.load(Relaxed), 2, "one thread is free, and not hers");
    // It is lent to others, though she waits, and not to her.
    assert!(pool.idle_threads(&ALICE, 9).lend().is_none());
    let lent = pool.idle_threads(&BOB, 9).lend().expect("a thread");
    assert_eq!(pool.threads_recalled(), 0);
    drop(lent);
    waiters.push((BOB, ask(&pool, BOB, &served).await));
    until(|| counters.running.load(Relaxed) == 3).await;
    let order = end_all(&pool, &served, waiters).await;
    assert_eq!((&order[2..], counters.queued.load(Relaxed)), (&[BOB, ALICE, ALICE][..], 0));
}

/// A client that waits for others and one that waits for itself are told apart: operators help the first.
#[tokio::test]
async fn a_client_at_its_bound_waits_for_itself_and_others_for_a_thread() {
    let (pool, served) = (Arc::new(SearchPool::new(2, 1, 64)), Served::default());
    let of_alice = ask(&pool, ALICE, &served).await;
    let wait = async |client: Client| {
        let deadline = Instant::now() + Duration::from_millis(20);
        let waited = pool.run(Lane::Search(&client), deadline, |turn| turn.reason).await;
        waited.map(|ran| ran.value)
    };
    assert_eq!(wait(ALICE).await, Err(PoolError::Expired(WaitReason::ClientLimit)), "beside an idle thread");
    assert_eq!(wait(BOB).await, Ok(WaitReason::Busy), "he need not wait");
    let of_bob = ask(&pool, BOB, &served).await;
    assert_eq!(wait(ALICE).await, Err(PoolError::Expired(WaitReason::ClientLimit)), "nor with a thread more");
    assert_eq!(wait(CAROL).await, Err(PoolError::Expired(WaitReason::Busy)));
    let expired = &pool.counters().expired;
    assert_eq!(WaitReason::ALL.map(|reason| expired.of(reason)), [1, 2]);
    end_all(&pool, &served, vec![(ALICE, of_alice), (BOB, of_bob)]).await;

    // Where one may have all threads, none is free for others either.
    let (pool, release, _first) = busy(64).await;
    let expired = pool.run(Lane::Search(&ALICE), Instant::now(), |_| ()).await.map(|ran| ran.value);
    assert_eq!(expired, Err(PoolError::Expired(WaitReason::Busy)));
    drop(release);
}

/// A client whose turn comes after its own searches has waited for itself, also where it gets a thread in the end.
#[tokio::test]
async fn the_reason_of_a_wait_is_told_when_its_turn_comes() {
    let pool = Arc::new(SearchPool::new(2, 1, 64));
    let served = Served::default();
    let first = ask(&pool, ALICE, &served).await;
    let second = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move { run(&pool, |turn| turn.reason).await }
    });
    until(|| pool.counters().queued.load(Relaxed) == 1).await;
    drop(first.release);
    assert_eq!(second.await.unwrap(), Ok(WaitReason::ClientLimit));
    assert_eq!(first.outcome.await.unwrap(), Ok(()));
}

/// A client that helps itself gets its own thread back for its next job, and takes none of others.
#[tokio::test]
async fn a_client_at_its_bound_recalls_its_own_threads_alone() {
    let (pool, served) = (Arc::new(SearchPool::new(4, 2, 64)), Served::default());
    let of_bob = pool.idle_threads(&BOB, 2).lend().expect("a thread");
    let first = ask(&pool, ALICE, &served).await;
    let of_alice = pool.idle_threads(&ALICE, 2).lend().expect("a thread");
    let second = ask(&pool, ALICE, &served).await;
    assert_eq!((of_bob.recall.load(Relaxed), of_alice.recall.load(Relaxed)), (false, true));
    let third = ask(&pool, ALICE, &served).await;
    assert!(!of_bob.recall.load(Relaxed), "his thread does not help her");
    drop((of_alice, of_bob));
    let order = end_all(&pool, &served, vec![(ALICE, first), (ALICE, second), (ALICE, third)]).await;
    assert_eq!(order, [ALICE, ALICE, ALICE]);
}

/// A client that fills the queue leaves room in it for others: it loses its newest jobs, as long as it has the most.
#[tokio::test]
async fn a_full_queue_is_shared_among_clients() {
    let (pool, served) = (Arc::new(SearchPool::new(1, 1, 4)), Served::default());
    let running = ask(&pool, ALICE, &served).await;
    let mut of_alice = Vec::new();
    for _ in 0..4 {
        of_alice.push(ask(&pool, ALICE, &served).await);
    }
    let refused = async |client| submit(&pool, client, &served).outcome.await.unwrap();
    assert_eq!(refused(ALICE).await, Err(PoolError::Saturated));
    let mut waiters = Vec::new();
    for client in [BOB, CAROL] {
        waiters.push((client.clone(), submit(&pool, client, &served)));
        let newest = of_alice.pop().unwrap();
        assert_eq!(newest.outcome.await.unwrap(), Err(PoolError::Saturated));
    }
    // Two of Alice, one of Bob, one of Carol: a second one of Bob would have as many as hers.
    assert_eq!(refused(BOB).await, Err(PoolError::Saturated));
    assert_eq!(pool.counters().rejected.load(Relaxed), 4);
    waiters.insert(0, (ALICE, running));
    waiters.extend(of_alice.into_iter().map(|waiter| (ALICE, waiter)));
    assert_eq!(end_all(&pool, &served, waiters).await, [ALICE, BOB, CAROL, ALICE, ALICE]);
}

/// Jobs whose clients go away, and those whose time passes, leave no entry either.
#[tokio::test]
async fn jobs_that_leave_the_queue_leave_nothing_in_it() {
    let (pool, release, first) = busy(64).await;
    for number in 1..=3 {
        let past = pool.run(Lane::Search(&Client::Key(number)), Instant::now(), |_| ()).await;
        assert_eq!(past.map(|ran| ran.value), Err(PoolError::Expired(WaitReason::Busy)));
    }
    let served = Served::default();
    let (bob, carol) = (ask(&pool, BOB, &served).await, ask(&pool, CAROL, &served).await);
    assert_eq!(pool.search.permits.clients(), 3);
    bob.outcome.abort();
    until(|| pool.search.permits.clients() == 2).await;
    pool.close();
    assert_eq!(carol.outcome.await.unwrap(), Err(PoolError::Closed));
    drop(release);
    let _ = first.await.unwrap();
    until(|| pool.search.permits.clients() == 0).await;
}
