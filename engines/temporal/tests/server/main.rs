//! Machines on a real Temporal server, if the variable `ASL_TEMPORAL_SERVER` has the path of its
//! program (`cargo xtask test` installs one). The worker runs in a process of its own, which is
//! this program again, so that both can be killed.
#![expect(
    clippy::print_stderr,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests"
)]

mod choices;
mod codec;
mod crashes;
mod long;
mod outside;
mod random;
mod redrives;
mod runs;
mod shop;
mod stop;
mod storages;
mod world;

use std::path::Path;
use std::pin::Pin;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use asl_runtime::storage::Folder;
use asl_temporal::{Machines, Options};
use futures_util::FutureExt as _;

use shop::Shop;
use storages::objects;
use world::World;

/// A test: it may kill anything, and must leave everything running.
type Test = for<'w> fn(&'w mut World) -> Pin<Box<dyn Future<Output = ()> + 'w>>;

/// A test that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(600);

macro_rules! tests {
    ($($module:ident :: $test:ident),* $(,)?) => {
        &[$((stringify!($test), |world| Box::pin($module::$test(world)))),*]
    };
}

const TESTS: &[(&str, Test)] = tests![
    runs::machines_end_as_on_tokio,
    outside::events_reach_executions,
    outside::tokens_end_tasks,
    outside::cancelled_executions_end_with_their_tasks,
    outside::failures_have_the_places_of_machines_inside,
    outside::executions_are_listed,
    outside::data_beyond_the_limit_is_an_error,
    outside::what_cannot_run_says_why,
    codec::encoded_payloads_show_nothing,
    choices::short_tasks_are_local_and_failures_are_listed,
    redrives::failed_executions_continue_where_they_failed,
    redrives::cancelled_executions_are_redriven,
    redrives::what_no_worker_has_read_counts_in_a_redrive,
    storages::maps_read_and_write_files,
    random::random_machines_end_as_in_the_simulation,
    crashes::the_worker_is_killed_in_a_task,
    crashes::the_server_is_killed_in_a_wait,
    crashes::versions_stand_side_by_side,
    stop::a_worker_that_stops_leaves_its_tasks_to_others,
];

/// Tests that the quick run leaves out.
const LONG: &[(&str, Test)] = tests![
    crashes::the_worker_is_killed_in_a_wait,
    crashes::the_server_is_killed_in_a_task,
    crashes::both_are_killed_in_a_wait,
    crashes::another_version_leaves_executions_alone,
    long::long_executions_go_on_in_other_runs,
    crashes::workers_and_servers_are_killed_many_times,
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    if let [first, server, notes, more @ ..] = arguments.as_slice()
        && first == "serve"
    {
        runtime.block_on(serve(server, Path::new(notes), more));
        return ExitCode::SUCCESS;
    }
    let Some(program) = std::env::var_os("ASL_TEMPORAL_SERVER") else {
        eprintln!("skipped: ASL_TEMPORAL_SERVER has no path of a Temporal server");
        return ExitCode::SUCCESS;
    };
    let is_quick = std::env::var_os("ASL_TEMPORAL_QUICK").is_some();
    let only = arguments.iter().find(|argument| !argument.starts_with('-'));
    let is_wanted = |name: &str| only.is_none_or(|only| name.contains(only.as_str()));
    let failed = runtime.block_on(async {
        let mut world = World::begin(Path::new(&program), is_quick);
        let mut failed = 0;
        let long = if is_quick { &[] } else { LONG };
        for (name, test) in TESTS.iter().chain(long).filter(|(name, _)| is_wanted(name)) {
            let from = Instant::now();
            // A failed test leaves its environment behind, because the next ones need it.
            let done = std::panic::AssertUnwindSafe(test(&mut world)).catch_unwind();
            let is_well = matches!(tokio::time::timeout(PATIENCE, done).await, Ok(Ok(())));
            let verdict = if is_well { "ok" } else { "FAILED" };
            eprintln!("test {name} ... {verdict} ({:.1} s)", from.elapsed().as_secs_f32());
            failed += u32::from(!is_well);
        }
        failed
    });
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The worker: of all machines, or with another version of one.
async fn serve(server: &str, notes: &Path, more: &[String]) {
    let shop = Shop::new(notes.to_owned());
    let options = Options::default()
        .worker_patience(Duration::from_secs(3))
        .sticky_patience(Duration::from_secs(1))
        .storage(Folder::new(objects(notes)).expect("there is a folder"))
        .observer(shop.observer());
    let machines = random::register(Machines::new().options(options), server);
    let machines = match more.first().map(String::as_str) {
        Some("other") => shop.register_others(machines, true),
        Some("both") => shop.register_others(machines, false),
        Some(_) | None => shop.register(machines),
    };
    let never = std::future::pending::<()>();
    if let Err(error) = machines.serve_until(server, never).await {
        eprintln!("the worker: {error}");
    }
}
