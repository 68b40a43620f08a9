//! Stores in a real PostgreSQL server, if the variable `ASL_POSTGRES` has the folder of its programs
//! (`cargo xtask test` finds them, or unpacks Debian's package). Processes that share a store are
//! this program again, so that they can be killed.
#![expect(
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

#[cfg(unix)]
mod calls;
#[cfg(unix)]
mod children;
#[cfg(unix)]
mod damage;
#[cfg(unix)]
mod failures;
#[cfg(unix)]
mod figures;
#[cfg(unix)]
mod late;
#[cfg(unix)]
mod limits;
#[cfg(unix)]
mod machines;
#[cfg(unix)]
mod moves;
#[cfg(unix)]
mod proxy;
#[cfg(unix)]
mod servers;
#[cfg(unix)]
mod standby;
#[cfg(unix)]
mod tools;
#[cfg(unix)]
mod transactions;
#[cfg(unix)]
mod world;

use std::process::ExitCode;

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!("skipped: the tests pause processes by signals");
    ExitCode::SUCCESS
}

#[cfg(unix)]
fn main() -> ExitCode {
    tests::main()
}

#[cfg(unix)]
mod tests {
    use std::path::Path;
    use std::pin::Pin;
    use std::process::ExitCode;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use tokio::sync::Semaphore;

    use super::world::{self, World};
    use super::{
        calls, children, damage, failures, figures, late, limits, moves, servers, standby, tools,
        transactions,
    };

    type Test = fn(Arc<World>) -> Pin<Box<dyn Future<Output = ()> + Send>>;

    /// Number of tests that run at once: with more of them, leases end because nobody gets to renew
    /// them.
    const AT_ONCE: usize = 8;
    /// A test that takes longer hangs.
    const PATIENCE: Duration = Duration::from_secs(1_200);

    macro_rules! tests {
        ($($module:ident :: $test:ident),* $(,)?) => {
            &[$((stringify!($test), |world| Box::pin($module::$test(world)))),*]
        };
    }

    /// Tests that run at once.
    const SHARED: &[(&str, Test)] = tests![
        calls::every_process_answers_every_call,
        calls::reports_and_redrives_reach_the_owner,
        calls::rows_show_executions,
        children::children_run_in_any_shard,
        children::children_are_cancelled_with_their_parents,
        calls::what_cannot_be_used_is_an_error,
        calls::processes_share_schedules,
        calls::a_store_without_owners_says_so,
        figures::metrics_tell_of_leases,
        limits::limits_are_those_of_the_whole_store,
        tools::a_store_is_read_as_of_a_moment,
        tools::tools_reach_the_processes,
        tools::files_are_changed_in_directories,
        transactions::tasks_write_exactly_once,
        transactions::a_task_that_fails_writes_nothing,
        transactions::a_paused_process_commits_no_transaction,
        failures::shards_are_balanced,
        failures::another_process_continues,
        failures::a_batch_of_a_lost_shard_is_refused,
        failures::a_paused_process_writes_nothing_more,
        failures::connections_are_lost,
        failures::a_commit_without_an_answer_counts_once,
        failures::the_network_of_a_process_is_cut,
        damage::rows_that_cannot_be_read_are_damage,
        damage::nothing_is_written_behind_a_gap,
        damage::altered_tables_are_an_error,
        late::a_late_batch_changes_no_row,
        late::late_mail_changes_nothing,
        late::calls_survive_a_long_cut,
        moves::a_slow_shard_keeps_no_other_one,
        moves::a_lost_lease_drops_tasks,
        moves::a_long_wait_survives_a_move,
        moves::parents_survive_errors_of_other_shards,
        moves::executions_go_to_their_version,
        moves::an_unopened_shard_is_given_back,
        servers::a_read_only_database_is_an_error,
        servers::a_full_server_is_an_error,
        servers::a_full_disk_is_an_error,
        servers::too_many_connections_are_an_error,
        servers::no_session_is_changed,
        servers::sockets_can_be_used,
        servers::a_dead_host_leaves_time_for_the_next,
        servers::certificates_are_checked,
        standby::a_server_is_restarted,
        standby::a_synchronous_standby_loses_nothing,
        standby::lost_commits_are_noticed,
    ];

    /// Tests that kill the server.
    const ALONE: &[(&str, Test)] = tests![
        failures::a_server_that_is_away_comes_back,
        failures::processes_and_servers_are_killed,
    ];

    pub(super) fn main() -> ExitCode {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        if let [first, url, notes] = arguments.as_slice()
            && first == "serve"
        {
            runtime.block_on(world::serve(url, Path::new(notes)));
            return ExitCode::SUCCESS;
        }
        let Some(programs) = std::env::var_os("ASL_POSTGRES") else {
            eprintln!("skipped: ASL_POSTGRES has no folder with the programs of PostgreSQL");
            return ExitCode::SUCCESS;
        };
        let is_quick = std::env::var_os("ASL_POSTGRES_LONG").is_none();
        let only = arguments.iter().find(|argument| !argument.starts_with('-'));
        let is_wanted = |name: &str| only.is_none_or(|only| name.contains(only.as_str()));
        let wanted = |tests: &'static [(&str, Test)]| tests.iter().filter(|it| is_wanted(it.0));
        let failed = runtime.block_on(async {
            let world = Arc::new(World::begin(Path::new(&programs), is_quick));
            let mut failed = 0;
            let places = Arc::new(Semaphore::new(AT_ONCE));
            let shared = wanted(SHARED).map(|test| {
                let (places, running) = (Arc::clone(&places), run(&world, test));
                tokio::spawn(async move {
                    let _place = places.acquire().await.expect("it is open");
                    running.await
                })
            });
            let shared: Vec<_> = shared.collect();
            for test in shared {
                failed += test.await.expect("it is watched");
            }
            for test in wanted(ALONE) {
                failed += run(&world, test).await;
            }
            failed
        });
        if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// Runs a test to its end or its panic. Returns the number of failures.
    fn run(
        world: &Arc<World>,
        (name, test): &'static (&str, Test),
    ) -> impl Future<Output = u32> + Send + use<> {
        let world = Arc::clone(world);
        async move {
            let from = Instant::now();
            let test = tokio::spawn(tokio::time::timeout(PATIENCE, test(world)));
            let is_well = matches!(test.await, Ok(Ok(())));
            let word = if is_well { "ok" } else { "FAILED" };
            eprintln!("test {name} ... {word} ({} ms)", from.elapsed().as_millis());
            u32::from(!is_well)
        }
    }
}
