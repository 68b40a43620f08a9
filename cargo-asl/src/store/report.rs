//! `cargo asl store DIR report`: the run report of an execution.

use std::path::Path;

use asl_durable::Inspection;
use asl_report::Report;

use crate::arguments::StoreReportArguments;
use crate::output::{Outcome, Output};
use crate::{definition, report};

use super::{fail, history_of};

pub(super) fn run(
    directory: &Path,
    store: &Inspection,
    arguments: &StoreReportArguments,
    output: &mut Output,
) -> Outcome {
    let options = arguments.compile.options();
    let machine = match definition::checked_if_given(arguments.definition.as_ref(), &options) {
        Ok(machine) => machine,
        Err(outcome) => return outcome,
    };
    let history = match history_of(directory, store, &arguments.id) {
        Ok(history) => history,
        Err(outcome) => return outcome,
    };
    let written = Report::from_history(&history.to_json_string())
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
