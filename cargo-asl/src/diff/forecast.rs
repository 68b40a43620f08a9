//! Forecasts for executions: of a store, of recorded histories, or of a service.

use asl_codegen::diagnostics::printable;
use asl_durable::Outlook;
use asl_runtime::json;
use asl_runtime::value::{Array, Value};
use asl_runtime::versions::Version;

use super::Next;
use crate::arguments::DiffFormat;
use crate::output::{Outcome, Output, remark};
use crate::place::Place;

/// Maximum characters of an id or a reason.
pub(super) const LONGEST: usize = 2_048;

/// The forecast of an execution.
pub(super) struct Forecast {
    pub(super) id: String,
    /// The version in which it is.
    pub(super) version: Version,
    pub(super) outlook: Outlook,
}

/// The forecasts of all executions.
#[derive(Default)]
pub(super) struct Forecasts {
    /// Those of each definition.
    pub(super) of: Vec<(Next, Vec<Forecast>)>,
    /// Machines with unfinished executions for which no definition is given.
    pub(super) missing: Vec<String>,
}

/// The forecasts of the executions of a store.
pub(super) fn of_store(place: &Place, definitions: Vec<Next>) -> Result<Forecasts, String> {
    let store = place.inspect().map_err(|error| error.to_string())?;
    let missing = store.versions().into_iter().filter(|stored| {
        stored.unfinished > 0 && definitions.iter().all(|next| next.machine != *stored.machine)
    });
    let missing = missing.map(|stored| stored.machine.to_string()).collect();
    let of = definitions.into_iter().map(|next| {
        let found = store.forecast(&next.machine, next.version, &next.outline);
        let found = found.into_iter().map(|found| Forecast {
            id: found.id.to_string(),
            version: found.version,
            outlook: found.outlook,
        });
        let found = found.collect();
        (next, found)
    });
    Ok(Forecasts { of: of.collect(), missing })
}

impl Forecasts {
    /// Prints them. The outcome is that of the worst.
    pub(super) fn print(&self, format: DiffFormat, output: &mut Output) -> Outcome {
        match format {
            DiffFormat::Human => self.of.iter().for_each(|(next, found)| text(next, found, output)),
            DiffFormat::Json => {
                let all = self
                    .of
                    .iter()
                    .flat_map(|(next, found)| found.iter().map(|forecast| to_json(next, forecast)));
                output.result(&(Value::from(all.collect::<Array>()).to_json_string() + "\n"));
            }
        }
        for machine in &self.missing {
            let machine = printable(machine, LONGEST);
            remark(&format!(
                "`{machine}` has unfinished executions, and no definition is given for it\n"
            ));
        }
        let moves = |forecast: &Forecast| {
            matches!(forecast.outlook, Outlook::Moves | Outlook::MovesAfterClose)
        };
        let is_safe = self.of.iter().flat_map(|(_, found)| found).all(moves);
        if is_safe && self.missing.is_empty() { Outcome::Done } else { Outcome::Errors }
    }
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
