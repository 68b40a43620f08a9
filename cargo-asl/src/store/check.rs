//! The command `check`: data of unfinished executions that do not fit the types of the program.

use asl_durable::RemoteError;
use asl_runtime::Value;
use asl_runtime::value::Array;

use crate::arguments::{FormatArguments, StoreFormat};
use crate::output::{Outcome, Output};

use super::table::{Row, Tone, table};
use super::{Place, fail};

/// Asks the process that has the store open: only its code knows the types.
pub(super) fn run(place: &Place, arguments: &FormatArguments, output: &mut Output) -> Outcome {
    let unfit = match place.connect().and_then(|mut remote| remote.check()) {
        Ok(unfit) => unfit,
        Err(error @ RemoteError::Unreachable { .. }) => {
            return fail(&format!(
                "the types are in the code of the process that has the store open: {error}; a \
                 program of yours checks when it opens the store, before anything runs, with \
                 `Options::refuse_unfit_data`"
            ));
        }
        Err(error) => return fail(&error.to_string()),
    };
    let found = unfit.as_array().map_or(0, Array::len);
    match arguments.format {
        StoreFormat::Json => output.result(&(unfit.to_json_string() + "\n")),
        StoreFormat::Human if found == 0 => {
            output.result("all data of unfinished executions fit their types\n");
        }
        StoreFormat::Human => {
            let rows: Vec<Row> = unfit.as_array().into_iter().flatten().map(row).collect();
            output.result(&table(["ID", "VERSION", "PLACE", "TYPE", "NEEDS"], &rows));
        }
    }
    if found == 0 { Outcome::Done } else { Outcome::Errors }
}

fn row(unfit: &Value) -> Row {
    let text = |name: &str| unfit.get(name).and_then(Value::as_str).unwrap_or_default();
    let reason = match text("reason") {
        "" => "its value is unknown",
        reason => reason.strip_prefix("needs ").unwrap_or(reason),
    };
    let cells = [text("id"), text("version"), text("place"), text("type"), reason];
    Row::new(cells, Tone::Bad)
}
