//! The scripted tasks of a case.

use std::sync::{Mutex, PoisonError};

use asl_testing::runner::{Call, Task};

use super::case::{Answer, Answers, Script};
use crate::execution::{Reply, Tasks};
use crate::tasks::{Aws, is_aws};

/// The answers of a case, with the number of calls that each has answered.
pub(super) struct ScriptedTasks {
    scripts: Vec<Script>,
    /// Performs the calls of AWS's services that have no answers.
    aws: Option<Aws>,
    calls: Mutex<Vec<usize>>,
}

impl ScriptedTasks {
    pub(super) fn new(scripts: &[Script], aws: Option<Aws>) -> Self {
        Self { scripts: scripts.to_vec(), aws, calls: Mutex::new(vec![0; scripts.len()]) }
    }

    /// The next answer of a script.
    fn next(&self, at: usize, script: &Script) -> Result<Answer, String> {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(count) = calls.get_mut(at) else { unreachable!("each script has a count") };
        *count += 1;
        match &script.answers {
            Answers::Always(answer) => Ok(answer.clone()),
            Answers::Each(answers) => answers.get(*count - 1).cloned().ok_or_else(|| {
                format!(
                    "the task of `{}` was called {count} times, and {} has {} answers",
                    script.name,
                    script.place,
                    answers.len()
                )
            }),
        }
    }
}

impl Tasks for ScriptedTasks {
    fn check(&self, tasks: &[Task]) -> Result<(), String> {
        let is_known = |script: &&Script| {
            tasks.iter().any(|task| {
                [&task.name, &task.state, &task.resource, &task.method].contains(&&script.name)
            })
        };
        let Some(unknown) = self.scripts.iter().find(|script| !is_known(script)) else {
            return Ok(());
        };
        let known = tasks.iter().map(|task| task.state.as_str());
        let near = asl_codegen::diagnostics::nearest(&unknown.name, known);
        let near = near.map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
        Err(format!(
            "{}: no task has the state, method or Resource `{}`{near}",
            unknown.place, unknown.name
        ))
    }

    fn perform(&self, call: &Call) -> Result<Reply, String> {
        let names = [&call.name, &call.state, &call.resource, &call.method];
        let found = names.into_iter().find_map(|name| {
            let mut scripts = self.scripts.iter().enumerate();
            scripts.find(|(_, script)| !name.is_empty() && script.name == *name)
        });
        let Some((at, script)) = found else {
            if let Some(aws) = self.aws.as_ref().filter(|_| is_aws(&call.resource)) {
                return Ok(aws.perform(call).into());
            }
            let (state, input) = (&call.state, &call.input);
            return Err(format!(
                "the task of `{state}` was called, and nothing answers it; its input was {input}"
            ));
        };
        let Answer { after, reply } = self.next(at, script)?;
        Ok(Reply { after, reply })
    }

    fn stop(&self, _: u64) {}
}
