use std::sync::mpsc;

use tokio::sync::oneshot;

use inarow_engine::parts::Threads as _;

use super::*;

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(600)
}

async fn run<T: Send + 'static>(
    pool: &SearchPool,
    job: impl FnOnce(Turn) -> T + Send + 'static,
) -> Result<T, PoolError> {
    pool.run(Lane::Search, soon(), job).await.map(|ran| ran.value)
}

/// A pool of one thread, busy until the sender is dropped.
async fn busy(queue_max: usize) -> (Arc<SearchPool>, mpsc::Sender<()>, tokio::task::JoinHandle<Result<(), PoolError>>) {
    let pool = Arc::new(SearchPool::new(1, queue_max));
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
    let pool = SearchPool::new(2, 1);
    assert_eq!(pool.threads(), 2);
    for lane in [Lane::Short, Lane::Search] {
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
    assert_eq!(pool.run(Lane::Search, past, |_| 2).await.map(|ran| ran.value), Err(PoolError::Expired));
    assert_eq!(pool.counters().expired.load(Relaxed), 1);
    assert_eq!(pool.counters().cancelled.load(Relaxed), 0);
    drop(release);
}

#[tokio::test]
async fn a_free_thread_takes_a_job_whose_time_is_over() {
    let pool = SearchPool::new(1, 1);
    let past = Instant::now();
    assert_eq!(pool.run(Lane::Search, past, |_| 2).await.unwrap().value, 2);
}

#[tokio::test]
async fn a_panic_costs_one_answer_only() {
    let pool = SearchPool::new(1, 4);
    assert_eq!((run(&pool, |_| 1).await, pool.panics()), (Ok(1), 0));
    let panics = run(&pool, |_| panic!("this panic is part of a test")).await;
    assert_eq!(panics, Err::<(), _>(PoolError::Panicked));
    assert_eq!(run(&pool, |_| 2).await, Ok(2));
    assert_eq!(pool.panics(), 1);
}

#[tokio::test]
async fn a_closed_pool_takes_nothing_and_tells_the_running() {
    let pool = Arc::new(SearchPool::new(1, 4));
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
    let pool = SearchPool::new(4, 1);
    let idle = pool.idle_threads(3);
    let lent: Vec<_> = std::iter::from_fn(|| idle.lend()).collect();
    assert_eq!((lent.len(), pool.threads_lent(), idle.most()), (2, 2, 3));
    assert_eq!(run(&pool, |_| 1).await, Ok(1), "the others are free");
    drop(lent);
    assert_eq!((pool.threads_lent(), pool.threads_recalled(), idle.most()), (0, 0, 3));
    assert!(idle.lend().is_some());
    assert!(pool.idle_threads(1).lend().is_none(), "one thread is the request's own");
}

/// A request that waits gets the thread of a helper, and takes no place of the queue while it comes back.
#[tokio::test]
async fn a_lent_thread_is_recalled_for_a_job_that_waits() {
    let pool = Arc::new(SearchPool::new(2, 0));
    let idle = pool.idle_threads(2);
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
