//! `DeleteStateMachine`: as at AWS the machine is deleted when its executions have ended, which it
//! ends.

use asl_durable::{List, State};
use serde::Deserialize;

use crate::arn::StateMachine as MachineArn;
use crate::fault::Fault;
use crate::operations::Empty;
use crate::service::SfnApi;

/// Executions that are ended between two looks at the list.
const PAGE: usize = 100;

/// `DeleteStateMachine`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::operations) struct DeleteStateMachine {
    state_machine_arn: String,
}

pub(in crate::operations) async fn delete(
    api: &SfnApi,
    request: DeleteStateMachine,
) -> Result<Empty, Fault> {
    let arn = request.state_machine_arn;
    let MachineArn { name, qualifier, label } = api.scope.read_state_machine(&arn)?;
    if qualifier.is_some() || label.is_some() {
        return Err(Fault::new(
            "ValidationException",
            format!("only the ARN of a whole state machine can be deleted: {arn}"),
        ));
    }
    let is_new = api
        .registry
        .change(|contents| {
            let Some(machine) = contents.machines.get_mut(name) else { return Ok(false) };
            Ok(!std::mem::replace(&mut machine.is_deleting, true))
        })
        .await?;
    if !is_new {
        return Ok(Empty {});
    }
    let running = List::default().machine(name).state(State::Running).limit(1);
    if api.backend.list(running).await?.executions.is_empty() {
        finish(api, name).await?;
    } else {
        finish_later(api, name.to_owned());
    }
    Ok(Empty {})
}

/// Continues the deletions of an earlier server.
pub(crate) fn continue_deletions(api: &SfnApi) {
    let contents = api.registry.contents();
    let deleted = contents.machines.iter().filter(|(_, machine)| machine.is_deleting);
    deleted.for_each(|(name, _)| finish_later(api, name.clone()));
}

fn finish_later(api: &SfnApi, name: String) {
    let api = api.clone();
    tokio::spawn(async move {
        // Without its executions' ends the machine stays in deletion; the next server repeats it.
        let _ = finish(&api, &name).await;
    });
}

/// Ends all executions of a machine and removes it.
async fn finish(api: &SfnApi, name: &str) -> Result<(), Fault> {
    let running = List::default().machine(name).state(State::Running).limit(PAGE);
    loop {
        let page = api.backend.list(running.clone()).await?;
        if page.executions.is_empty() {
            break;
        }
        for execution in page.executions {
            match api.backend.stop(execution.id, "".into(), "".into()).await {
                // It ended by itself, which is as good.
                Ok(_) => {}
                Err(fault) if fault.kind() == "ValidationException" => {}
                Err(fault) => return Err(fault),
            }
        }
    }
    let is_compiled = api.backend.machines().iter().any(|machine| machine.name == name);
    api.registry
        .change(|contents| {
            contents.machines.remove(name);
            if is_compiled {
                contents.deleted.insert(name.to_owned());
            }
            Ok(())
        })
        .await
}
