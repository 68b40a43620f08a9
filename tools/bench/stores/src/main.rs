//! Our store beside other crates that keep executions in PostgreSQL: the same work in turns, each in
//! a process and a database of its own, on one server.

mod contender;
mod report;
mod server;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use asl_bench_stores::Problem;
use clap::Parser as _;

use contender::{Contender, Process};
use report::{Figures, Row};
use server::Watched;

/// The lease of all stores that have one.
const LEASE: Duration = Duration::from_secs(2);
/// Number of executions that run one after the other.
const ALONE: usize = 30;
/// Number of executions that a killed process leaves behind.
const LEFT: usize = 100;

/// Our store beside other crates that keep executions in PostgreSQL.
#[derive(clap::Parser)]
#[command(name = "cargo xtask bench --postgres")]
struct Sizes {
    /// Number of turns of each contender
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: usize,
    /// Maximum number of executions at a time
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    in_flight: usize,
    /// Number of executions of our store that wait when it is opened again
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    waiting: usize,
    /// Number of processes that are killed
    #[arg(long, value_name = "N", default_value_t = 5)]
    kills: usize,
}

fn main() -> ExitCode {
    match run(&Sizes::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(sizes: &Sizes) -> Result<(), Problem> {
    let programs = asl_servers::postgres::installed()?;
    measure(&programs, sizes)
}

fn measure(programs: &Path, sizes: &Sizes) -> Result<(), Problem> {
    let server = Watched::start(programs)?;
    let mut rows = Vec::new();
    for contender in contender::all() {
        if !contender.is_built()? {
            println!("left out: {}, which could not be built", contender.name);
            continue;
        }
        let url = server.place(&contender)?;
        rows.push((contender, Row { url, rounds: Vec::new(), continued: Vec::new() }));
    }
    for round in 0..sizes.rounds {
        for (contender, row) in &mut rows {
            row.rounds.push(take_turn(&server, contender, &row.url, round, sizes)?);
        }
    }
    for (contender, row) in &mut rows {
        if contender.is_in_postgres {
            let kill = |number| continue_after_kill(contender, &row.url, number);
            row.continued = (0..sizes.kills).map(kill).collect::<Result<_, _>>()?;
        }
    }
    let opened = match rows.first() {
        Some((ours, _)) if sizes.waiting > 0 => {
            Some(open_again(&server, ours, sizes.waiting, sizes.in_flight)?)
        }
        Some(_) | None => None,
    };
    report::print(&rows, sizes.in_flight, LEASE, opened.map(|time| (sizes.waiting, time)));
    Ok(())
}

/// Runs executions alone, then many at a time.
fn take_turn(
    server: &Watched,
    contender: &Contender,
    url: &str,
    round: usize,
    sizes: &Sizes,
) -> Result<Figures, Problem> {
    let mut process = Process::start(contender, url, LEASE, false)?;
    process.order("many", &format!("warm-{round}"), 200, 50)?;
    let alone = process.order("alone", &format!("alone-{round}"), ALONE, 1)?;
    server.checkpoint()?;
    let before = server.usage()?;
    let count = contender.executions;
    let seconds = process.order("many", &format!("many-{round}"), count, sizes.in_flight)?;
    let used = server.usage()?.since(&before);
    process.close()?;
    Ok(Figures { alone, executions: count, seconds, used })
}

/// The time from the kill of a process until another one has ended its executions: their steps do
/// not end in the first process, and take no time in the second one.
fn continue_after_kill(
    contender: &Contender,
    url: &str,
    number: usize,
) -> Result<Duration, Problem> {
    let prefix = format!("left-{number}");
    let mut lost = Process::start(contender, url, LEASE, true)?;
    let mut heir = None;
    if contender.continues_elsewhere {
        heir = Some(Process::start(contender, url, LEASE, false)?);
        // Until the processes share the store.
        std::thread::sleep(LEASE * 4);
    }
    lost.order("start", &prefix, LEFT, LEFT)?;
    // A renewal of the lease may be at any time before.
    std::thread::sleep(LEASE / 3 * u32::try_from(number)? / 4);
    lost.kill()?;
    let from = Instant::now();
    let mut heir = match heir {
        Some(heir) => heir,
        None => Process::start(contender, url, LEASE, false)?,
    };
    heir.order("wait", &prefix, LEFT, LEFT)?;
    let continued = from.elapsed();
    heir.close()?;
    Ok(continued)
}

/// The time in which another process opens a store with many waiting executions, and knows some of
/// them.
fn open_again(
    server: &Watched,
    ours: &Contender,
    waiting: usize,
    in_flight: usize,
) -> Result<Duration, Problem> {
    let url = server.place(ours)?;
    let mut process = Process::start(ours, &url, LEASE, false)?;
    process.order("pause", "waiting", waiting, in_flight)?;
    process.close()?;
    let from = Instant::now();
    let mut process = Process::start(ours, &url, LEASE, false)?;
    process.order("see", "waiting", waiting.min(1_000), 100)?;
    let opened = from.elapsed();
    process.close()?;
    Ok(opened)
}
