//! The data of a run by what they are of: the machine, or the task of a state.

use crate::run::{Outcome, Run, TextId};

/// A value that a run has recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its part.
    pub part: Part,
    /// Its text: JSON, unless the history has cut it off.
    pub json: String,
}

/// The part of a run that a value is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The input of the machine.
    Input,
    /// The output of the machine.
    Output,
    /// The input of a task.
    Request(Call),
    /// The result of a task.
    Response(Call),
}

/// A call of a task.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    /// The name of the state.
    pub state: String,
    /// The resource, after its service if it has one: `lambda:invoke`.
    pub resource: String,
}

/// All values of a run.
pub(crate) fn recorded(run: &Run) -> Vec<Recorded> {
    let mut list = Vec::new();
    let mut add = |part: Part, id: Option<TextId>| {
        let json = id.map(|id| run.texts.text(id).to_owned());
        list.extend(json.map(|json| Recorded { part, json }));
    };
    add(Part::Input, run.input);
    add(Part::Output, run.output);
    for visit in &run.visits {
        let state = run.states.get(visit.state).map(|state| state.name.as_str());
        for attempt in &visit.attempts {
            let call = Call {
                state: state.unwrap_or_default().to_owned(),
                resource: attempt.name.clone(),
            };
            add(Part::Request(call.clone()), attempt.input);
            if attempt.outcome == Outcome::Succeeded {
                add(Part::Response(call), attempt.output);
            }
        }
    }
    list
}
