//! Machines on a real Restate server, if the variable `ASL_RESTATE_SERVER` has the path of its
//! program (`cargo xtask test` installs one). The service runs in a process of its own, which is
//! this program again, so that both can be killed.
#![expect(clippy::print_stderr, clippy::expect_used, clippy::panic, reason = "tests")]

mod crashes;
mod long;
mod outside;
mod runs;
mod shop;
mod world;

use std::path::Path;
use std::pin::Pin;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use asl_restate::{Machines, Options};
use tokio::net::TcpListener;

use shop::Shop;
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
    outside::events_come_in_every_mode_of_http,
    outside::an_event_may_be_sent_at_once,
    outside::tokens_end_tasks,
    outside::what_nobody_takes_is_refused,
    outside::data_beyond_the_limit_is_an_error_that_can_be_caught,
    outside::cancelled_executions_end_with_all_they_have_begun,
    outside::a_cancelled_execution_drops_its_task_in_place,
    outside::a_cancelled_execution_drops_its_call_of_a_service,
    outside::executions_are_described,
    outside::a_program_that_is_not_there_cannot_be_registered,
    long::long_loops_go_on_elsewhere,
    long::branches_and_children_go_on_elsewhere,
    long::events_follow_an_execution,
    long::an_execution_is_cancelled_wherever_it_is,
    crashes::the_service_is_killed_in_a_task,
    crashes::the_service_is_killed_in_a_wait,
    crashes::the_server_is_killed_in_a_task,
    crashes::the_server_is_killed_in_a_wait,
    crashes::both_are_killed_in_a_task,
    crashes::both_are_killed_in_a_wait,
    crashes::a_call_of_a_service_begins_again_as_the_same,
    crashes::an_event_that_was_taken_survives,
    crashes::both_are_killed_in_a_long_loop,
    crashes::another_version_leaves_executions_alone,
    crashes::versions_stand_side_by_side,
    crashes::forty_machines_end_as_without_a_crash,
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    if let [first, port, notes, more @ ..] = arguments.as_slice()
        && first == "serve"
    {
        runtime.block_on(serve(port.parse().expect("a port"), Path::new(notes), more));
        return ExitCode::SUCCESS;
    }
    let Some(program) = std::env::var_os("ASL_RESTATE_SERVER") else {
        eprintln!("skipped: ASL_RESTATE_SERVER has no path of a Restate server");
        return ExitCode::SUCCESS;
    };
    let is_quick = std::env::var_os("ASL_RESTATE_QUICK").is_some();
    let only = arguments.iter().find(|argument| !argument.starts_with('-'));
    let wanted: Vec<_> = TESTS
        .iter()
        .filter(|(name, _)| only.is_none_or(|only| name.contains(only.as_str())))
        .collect();
    let failed = runtime.block_on(async {
        let mut world = World::begin(Path::new(&program), is_quick).await;
        let mut failed = 0;
        for (name, test) in wanted {
            let from = Instant::now();
            // A failed test leaves its environment behind, because the next ones need it.
            let done = std::panic::AssertUnwindSafe(test(&mut world));
            let is_well =
                tokio::time::timeout(PATIENCE, futures_catch(done)).await.unwrap_or(false);
            eprintln!(
                "test {name} ... {} ({} s)",
                if is_well { "ok" } else { "FAILED" },
                from.elapsed().as_secs()
            );
            failed += u32::from(!is_well);
        }
        failed
    });
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a test to its end or its panic.
async fn futures_catch<F: Future<Output = ()>>(test: std::panic::AssertUnwindSafe<F>) -> bool {
    let mut test = Box::pin(test.0);
    std::future::poll_fn(|cx| {
        let polled =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| test.as_mut().poll(cx)));
        match polled {
            Ok(poll) => poll.map(|()| true),
            Err(_) => std::task::Poll::Ready(false),
        }
    })
    .await
}

/// The service: with the length of a long journal, or with another version of a machine.
async fn serve(port: u16, notes: &Path, more: &[String]) {
    let long_journal = more.first().and_then(|long| long.parse().ok()).unwrap_or(1_000);
    let shop = Shop::new(notes.to_owned());
    // Some executions have long journals and no observer.
    let observer = more.is_empty().then(|| shop.observer());
    let mut options = Options::default()
        .long_journal(long_journal)
        .longest_retry(Duration::from_millis(500))
        .patience(Duration::from_secs(2));
    options.observer = observer;
    let machines = Machines::new().options(options);
    let machines = match more.first().map(String::as_str) {
        Some("other") => shop.register_others(machines, true),
        Some("both") => shop.register_others(machines, false),
        _ => shop.register(machines),
    };
    let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("the port is free");
    machines.serve_until(listener, std::future::pending::<()>()).await.expect("it serves");
}
