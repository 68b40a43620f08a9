//! Calls each of the 37 operations on this server and on others, and prints a table of what they
//! answer. An operation works if its answer is the one that AWS documents for the call; a row names
//! the first difference.

mod executions;
mod machines;
mod session;
mod workers;

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use asl_servers::emulator::Emulator;

use crate::bench::OTHER_SERVERS;
use crate::server::Server;
use crate::{Problem, line, scratch};
use session::Session;

/// All operations, by their subject.
const OPERATIONS: [&str; 37] = [
    "CreateStateMachine",
    "DescribeStateMachine",
    "ListStateMachines",
    "UpdateStateMachine",
    "DeleteStateMachine",
    "DescribeStateMachineForExecution",
    "ValidateStateMachineDefinition",
    "TestState",
    "PublishStateMachineVersion",
    "ListStateMachineVersions",
    "DeleteStateMachineVersion",
    "CreateStateMachineAlias",
    "DescribeStateMachineAlias",
    "ListStateMachineAliases",
    "UpdateStateMachineAlias",
    "DeleteStateMachineAlias",
    "StartExecution",
    "StartSyncExecution",
    "DescribeExecution",
    "ListExecutions",
    "StopExecution",
    "RedriveExecution",
    "GetExecutionHistory",
    "CreateActivity",
    "DescribeActivity",
    "ListActivities",
    "DeleteActivity",
    "GetActivityTask",
    "SendTaskSuccess",
    "SendTaskFailure",
    "SendTaskHeartbeat",
    "ListMapRuns",
    "DescribeMapRun",
    "UpdateMapRun",
    "TagResource",
    "ListTagsForResource",
    "UntagResource",
];

/// The outcome of each operation: nothing, or the first difference.
type Outcomes = BTreeMap<&'static str, Option<String>>;

/// Calls all operations on all servers, and prints the table.
pub(crate) fn run() -> Result<(), Problem> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let folder = scratch()?.join(format!("operations-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let server = Server::start(&folder, None)?;
    let mut columns = vec![("this server", runtime.block_on(call_all(server.address))?)];
    drop(server);
    fs::remove_dir_all(&folder)?;
    let mocks = Path::new(env!("CARGO_MANIFEST_DIR")).join("mocks.json");
    for (name, start) in OTHER_SERVERS {
        let server: Emulator = match start(&mocks) {
            Ok(server) => server,
            Err(problem) => {
                line(&format!("{name} is left out: {problem}"));
                continue;
            }
        };
        let outcomes = runtime.block_on(call_all(server.address().parse()?))?;
        columns.push((name, outcomes));
    }
    print(&columns);
    Ok(())
}

async fn call_all(address: SocketAddr) -> Result<Outcomes, Problem> {
    let mut session = Session::connect(address).await?;
    machines::create(&mut session).await?;
    workers::call(&mut session).await?;
    executions::call(&mut session).await?;
    executions::call_map_runs(&mut session).await?;
    machines::call_versions(&mut session).await?;
    machines::delete(&mut session).await?;
    Ok(session.into_outcomes())
}

fn print(columns: &[(&str, Outcomes)]) {
    let names: Vec<_> = columns.iter().map(|(name, _)| *name).collect();
    line(&format!("| operation | {} |", names.join(" | ")));
    line(&format!("|---|{}", "---|".repeat(columns.len())));
    for operation in OPERATIONS {
        let cells = columns.iter().map(|(_, outcomes)| match outcomes.get(operation) {
            Some(None) => "works".to_owned(),
            Some(Some(difference)) => difference.replace('|', "/"),
            None => "not reached".to_owned(),
        });
        line(&format!("| {operation} | {} |", cells.collect::<Vec<_>>().join(" | ")));
    }
    let works = columns.iter().map(|(_, outcomes)| {
        let count = outcomes.values().filter(|outcome| outcome.is_none()).count();
        format!("{count} of {}", OPERATIONS.len())
    });
    line(&format!("| **work** | {} |", works.collect::<Vec<_>>().join(" | ")));
}
