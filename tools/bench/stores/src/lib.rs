//! The orders that the contest gives to a store of executions, and a program that obeys: they are lines
//! of standard input, and each is answered by a line with the seconds that it took. Answers begin
//! with [`ANSWER`], because stores may print what they log.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// The begin of an answer.
pub const ANSWER: &str = "answer: ";

/// Reason why a store does not do what it is asked.
pub type Problem = Box<dyn std::error::Error + Send + Sync>;

/// True if the steps of this process do not end.
static HOLDS: AtomicBool = AtomicBool::new(false);

/// The work of a step: none.
pub async fn step() {
    if HOLDS.load(Ordering::Relaxed) {
        std::future::pending::<()>().await;
    }
}

/// A store of executions.
pub trait Store: Clone + Send + Sync + 'static {
    /// Starts an execution of three steps, one after the other.
    fn start(&self, name: String) -> impl Future<Output = Result<(), Problem>> + Send;

    /// Waits for the success of an execution that any process has started.
    fn wait(&self, name: String) -> impl Future<Output = Result<(), Problem>> + Send;

    /// Runs an execution of three steps, in the fastest way that the store has.
    fn run(&self, name: String) -> impl Future<Output = Result<(), Problem>> + Send {
        async move {
            self.start(name.clone()).await?;
            self.wait(name).await
        }
    }

    /// Number of executions that have ended, for stores whose waits ask the server again and again:
    /// with 1,000 in flight these questions would be most of what is measured.
    fn ended(&self) -> impl Future<Output = Result<Option<usize>, Problem>> + Send {
        async { Ok(None) }
    }

    /// Starts an execution that waits for a day.
    fn pause(&self, name: String) -> impl Future<Output = Result<(), Problem>> + Send;

    /// Returns once it knows about an execution that waits.
    fn see(&self, name: String) -> impl Future<Output = Result<(), Problem>> + Send;

    /// Closes the store.
    fn close(self) -> impl Future<Output = Result<(), Problem>> + Send;
}

/// The arguments of the program of a store.
pub struct Arguments {
    /// The address of the database, or a directory.
    pub url: String,
    /// Time after which the executions of a process that was killed continue in another one.
    pub lease: Duration,
}

impl Arguments {
    /// Reads those of this process: the address, the milliseconds of the lease, and `hold` if its
    /// steps are not to end.
    pub fn read() -> Result<Self, Problem> {
        let mut given = std::env::args().skip(1);
        let url = given.next().ok_or("an address is missing")?;
        let lease = given.next().ok_or("a lease is missing")?.parse()?;
        HOLDS.store(given.next().is_some_and(|word| word == "hold"), Ordering::Relaxed);
        Ok(Self { url, lease: Duration::from_millis(lease) })
    }
}

/// Does what standard input orders, until its end.
pub async fn serve(store: impl Store) -> Result<(), Problem> {
    println!("{ANSWER}open");
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let words: Vec<&str> = line.split(' ').collect();
        let &[order, prefix, count, at_once] = words.as_slice() else {
            return Err(format!("no order: {line}").into());
        };
        let (count, at_once) = (count.parse()?, at_once.parse()?);
        let seconds = obey(&store, order, prefix, count, at_once).await?;
        println!("{ANSWER}{seconds}");
    }
    store.close().await
}

async fn obey(
    store: &impl Store,
    order: &str,
    prefix: &str,
    count: usize,
    at_once: usize,
) -> Result<f64, Problem> {
    let from = Instant::now();
    let name = |number: usize| format!("{prefix}-{number}");
    match order {
        "alone" => return alone(store, (0..count).map(name)).await,
        "many" if store.ended().await?.is_some() => {
            counted(store, (0..count).map(name).collect(), at_once).await?;
        }
        _ => each(store, order, (0..count).map(name), at_once).await?,
    }
    Ok(from.elapsed().as_secs_f64())
}

/// Runs one execution after the other. Returns the median of their seconds.
async fn alone(store: &impl Store, names: impl Iterator<Item = String>) -> Result<f64, Problem> {
    let mut seconds = Vec::new();
    for name in names {
        let from = Instant::now();
        store.run(name).await?;
        seconds.push(from.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    Ok(seconds.get(seconds.len() / 2).copied().unwrap_or_default())
}

/// Does one thing with each name, some at a time.
async fn each(
    store: &impl Store,
    order: &str,
    names: impl Iterator<Item = String>,
    at_once: usize,
) -> Result<(), Problem> {
    let places = Arc::new(Semaphore::new(at_once));
    let mut tasks = JoinSet::new();
    for name in names {
        let place = Arc::clone(&places).acquire_owned().await?;
        let (store, order) = (store.clone(), order.to_owned());
        tasks.spawn(async move {
            let done = match order.as_str() {
                "many" => store.run(name).await,
                "start" => store.start(name).await,
                "wait" => store.wait(name).await,
                "pause" => store.pause(name).await,
                "see" => store.see(name).await,
                _ => Err(format!("no order: {order}").into()),
            };
            drop(place);
            done
        });
        while let Some(done) = tasks.try_join_next() {
            done??;
        }
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    Ok(())
}

/// Runs executions, some at a time, and only counts those that have ended.
async fn counted<S: Store>(store: &S, names: Vec<String>, in_flight: usize) -> Result<(), Problem> {
    let count = names.len();
    let ended = async || Ok::<_, Problem>(store.ended().await?.unwrap_or_default());
    let before = ended().await?;
    let (mut names, mut started, mut starts) = (names.into_iter(), 0, JoinSet::new());
    loop {
        let done = ended().await? - before;
        if done == count {
            return Ok(());
        }
        for name in names.by_ref().take((in_flight + done).saturating_sub(started)) {
            let store = store.clone();
            starts.spawn(async move { store.start(name).await });
            started += 1;
        }
        while let Some(start) = starts.try_join_next() {
            start??;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
