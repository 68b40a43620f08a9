//! `cargo asl diff`: compares two versions of a machine, with the same result as
//! `asl_runtime::Machine::compare` for compiled machines: both use `asl_runtime::versions`. With
//! `--store`, it tells of each execution of a store whether it would move.

use std::path::Path;

use asl_codegen::diagnostics::printable;
use asl_codegen::ir::fingerprint;
use asl_codegen::versions::outline;
use asl_durable::{Forecast, Outlook};
use asl_runtime::json;
use asl_runtime::value::{Array, Value};
use asl_runtime::versions::{Outline, Version};

use crate::arguments::{DiffArguments, DiffFormat};
use crate::definition;
use crate::output::{Outcome, Output, message, remark};
use crate::store::Place;

/// Maximum characters of an id or a reason.
const LONGEST: usize = 2_048;

/// Prints the effect on executions in each state of the old definition, or on those of a store.
pub(crate) fn run(arguments: &DiffArguments, output: &mut Output) -> Outcome {
    if let Some(store) = &arguments.store {
        return forecast(store, arguments, output);
    }
    let [old, new] = arguments.files.as_slice() else {
        message("error: name two definitions, or a store with `--store`\n");
        return Outcome::Failed;
    };
    if definition::is_stdin(old) && definition::is_stdin(new) {
        message("error: only one of the definitions can be `-`, standard input\n");
        return Outcome::Failed;
    }
    let (Ok(old), Ok(new)) = (next(old, arguments), next(new, arguments)) else {
        // Exit code 1 means that some executions cannot move.
        return Outcome::Failed;
    };
    let comparison = old.outline.compare(&new.outline);
    match arguments.format {
        DiffFormat::Human => output.result(&comparison.to_string()),
        DiffFormat::Json => output.result(&(comparison.to_json_string() + "\n")),
    }
    if comparison.all_can_move() {
        return Outcome::Done;
    }
    if arguments.format == DiffFormat::Human {
        remark("not all executions can move\n");
    }
    Outcome::Errors
}

/// A definition of the next program.
struct Next {
    machine: String,
    version: Version,
    outline: Outline,
}

fn next(file: &Path, arguments: &DiffArguments) -> Result<Next, Outcome> {
    let options = arguments.compile.options_as_aws();
    let (machine, sources) = definition::checked(file, &options)?;
    let outline = outline(&machine, &sources, &options);
    let version = fingerprint::of_machine(&machine).into();
    Ok(Next { machine: machine.name, version, outline })
}

/// Prints whether executions of a store would move.
fn forecast(place: &Place, arguments: &DiffArguments, output: &mut Output) -> Outcome {
    let store = match place.inspect() {
        Ok(store) => store,
        Err(error) => {
            message(&format!("error: {}\n", printable(&error.to_string(), LONGEST)));
            return Outcome::Failed;
        }
    };
    let mut forecasts: Vec<(Next, Vec<Forecast>)> = Vec::new();
    for file in &arguments.files {
        let Ok(next) = next(file, arguments) else { return Outcome::Failed };
        let found = store.forecast(&next.machine, next.version, &next.outline);
        forecasts.push((next, found));
    }
    let stored = store.versions();
    let other = stored.iter().filter(|stored| {
        stored.unfinished > 0 && forecasts.iter().all(|(next, _)| next.machine != *stored.machine)
    });
    let missing: Vec<&str> = other.map(|stored| stored.machine.as_str()).collect();
    match arguments.format {
        DiffFormat::Human => forecasts.iter().for_each(|(next, found)| text(next, found, output)),
        DiffFormat::Json => {
            let all = forecasts
                .iter()
                .flat_map(|(next, found)| found.iter().map(|forecast| to_json(next, forecast)));
            output.result(&(Value::from(all.collect::<Array>()).to_json_string() + "\n"));
        }
    }
    for machine in &missing {
        let machine = printable(machine, LONGEST);
        remark(&format!(
            "`{machine}` has unfinished executions, and no definition is given for it\n"
        ));
    }
    let moves =
        |forecast: &Forecast| matches!(forecast.outlook, Outlook::Moves | Outlook::MovesAfterClose);
    let is_safe = forecasts.iter().flat_map(|(_, found)| found).all(moves);
    if is_safe && missing.is_empty() { Outcome::Done } else { Outcome::Errors }
}

/// The word and the reason of a verdict.
fn words(outlook: &Outlook) -> (&'static str, String) {
    match outlook {
        Outlook::Moves => ("moves", String::new()),
        Outlook::MovesAfterClose => (
            "moves",
            "once its program has closed the store, or if it was in no state that changed"
                .to_owned(),
        ),
        Outlook::Stays(why) => ("stays", why.clone()),
        Outlook::Unknown(state) => (
            "unknown",
            format!(
                "`{state}` changed, and what it waits for is known when its program has closed the store"
            ),
        ),
    }
}

fn text(next: &Next, found: &[Forecast], output: &mut Output) {
    let count =
        |word: &str| found.iter().filter(|forecast| words(&forecast.outlook).0 == word).count();
    output.result(&format!(
        "`{}` in version {}: {} move, {} stay, {} unknown\n",
        printable(&next.machine, LONGEST),
        next.version,
        count("moves"),
        count("stays"),
        count("unknown"),
    ));
    for Forecast { id, version, outlook, .. } in found {
        let (word, why) = words(outlook);
        let why = if why.is_empty() { String::new() } else { format!(": {why}") };
        let line = format!("{id}, in version {version}: {word}{why}");
        output.result(&format!("  {}\n", printable(&line, LONGEST)));
    }
}

fn to_json(next: &Next, forecast: &Forecast) -> Value {
    let (word, why) = words(&forecast.outlook);
    json!({
        "id": (&forecast.id),
        "machine": (next.machine.as_str()),
        "version": (forecast.version.to_string()),
        "newVersion": (next.version.to_string()),
        "outlook": (word),
        "reason": (why.as_str()),
    })
}
