//! `cargo asl store DIR report`: the run report of an execution.

use asl_durable::Inspection;
use asl_report::Report;

use crate::arguments::StoreReportArguments;
use crate::output::{Outcome, Output};
use crate::{definition, report};

use super::{Place, fail, with_process};

pub(super) fn run(
    place: &Place,
    store: &Inspection,
    arguments: &StoreReportArguments,
    output: &mut Output,
) -> Outcome {
    let options = arguments.compile.options_as_aws();
    let machine = match definition::checked_if_given(arguments.definition.as_ref(), &options) {
        Ok(machine) => machine,
        Err(outcome) => return outcome,
    };
    let id = &arguments.id;
    let history = match with_process(place, store, id, |remote| remote.first_events(id)) {
        Ok(history) => history,
        Err(outcome) => return outcome,
    };
    let written = Report::from_history(&history)
        .map_err(|error| error.to_string())
        .and_then(|report| report::complete(report, machine.as_ref(), &arguments.redact))
        .and_then(|page| {
            report::write(&page.named(arguments.id.as_str()), &arguments.output, output)
        });
    match written {
        Ok(()) => Outcome::Done,
        Err(error) => fail(&error),
    }
}
