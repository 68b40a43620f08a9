//! Changes between the figures of two runs, perhaps of two commits.
//!
//! Times depend on how busy the machine is, so only ratios to code by hand in the same run are
//! compared, counts, bytes, and CPU seconds. A figure has changed if its values in all builds of one
//! run are beyond all those of the other by more than its noise.

use std::fmt::Write as _;

use asl_bench::figures::Contender;

use crate::report::{Build, Machine, Report};

/// Noise of a ratio: the same code, built and run again, differs by up to this fraction.
const RATIO: f64 = 0.08;
/// Noise of CPU seconds.
const SECONDS: f64 = 0.10;
/// Noise of counts and bytes, which differ a little with the order of events.
const COUNT: f64 = 0.01;

/// A figure of which less is better, with its value in each build.
struct Figure {
    name: String,
    noise: f64,
    values: Vec<f64>,
}

/// A figure that changed by more than noise.
pub(crate) struct Change {
    name: String,
    before: f64,
    now: f64,
}

impl Change {
    fn is_worse(&self) -> bool {
        self.now > self.before
    }
}

/// The figures of both runs that changed.
pub(crate) fn changes(before: &Report, now: &Report) -> Vec<Change> {
    let now = figures(now);
    let change = |old: Figure| {
        let new = now.iter().find(|new| new.name == old.name)?;
        let (old_least, old_most) = range(&old.values)?;
        let (new_least, new_most) = range(&new.values)?;
        let limit = 1.0 + old.noise;
        if new_least > old_most * limit {
            Some(Change { name: old.name, before: old_most, now: new_least })
        } else if new_most * limit < old_least {
            Some(Change { name: old.name, before: old_least, now: new_most })
        } else {
            None
        }
    };
    figures(before).into_iter().filter_map(change).collect()
}

/// The changes as a table.
pub(crate) fn text(changes: &[Change]) -> String {
    if changes.is_empty() {
        return "\nno figure changed by more than noise\n".to_owned();
    }
    let mut out =
        format!("\n{:<66} {:>10} {:>10}\n", "changed by more than noise", "before", "now");
    for change in changes {
        let Change { name, before, now } = change;
        let verdict = if change.is_worse() { "WORSE" } else { "better" };
        // Writing to a string does not fail.
        let _ = writeln!(out, "{name:<66} {before:>10.2} {now:>10.2}  {verdict}");
    }
    out
}

fn range(values: &[f64]) -> Option<(f64, f64)> {
    let least = values.iter().copied().min_by(f64::total_cmp)?;
    let most = values.iter().copied().max_by(f64::total_cmp)?;
    Some((least, most))
}

fn figures(report: &Report) -> Vec<Figure> {
    let mut figures = runs(&report.builds);
    if let Some(compile) = &report.compile {
        figures.extend(compile.machines.iter().flat_map(compilation));
        figures.push(figure("macro and all it needs, CPU s", SECONDS, [compile.macro_tree]));
        figures.push(figure("a small application, CPU s", SECONDS, [compile.application]));
        figures.push(figure("the same without the runtime, CPU s", SECONDS, [compile.alone]));
        figures.push(figure("code of a state, bytes", COUNT, [compile.text_per_state]));
        figures.push(figure("200 states: ms to expand", SECONDS, [compile.expansion]));
    }
    if let Some(expressions) = &report.expressions {
        let rows = expressions.rows.iter();
        figures.extend(rows.map(|row| figure(&row.name, RATIO, [row.ratio])));
        for cost in &expressions.check {
            let name = format!("{}: ms of check for an expression", cost.language);
            figures.push(figure(&name, SECONDS, [cost.millis]));
        }
    }
    figures
}

fn figure(name: &str, noise: f64, values: impl IntoIterator<Item = f64>) -> Figure {
    Figure { name: name.to_owned(), noise, values: values.into_iter().collect() }
}

/// The figures of the workloads.
fn runs(builds: &[Build]) -> Vec<Figure> {
    let Some(first) = builds.first() else { return Vec::new() };
    let mut figures = Vec::new();
    for time in first.speed.times.iter().filter(|time| time.contender == Contender::Compiled) {
        let workload = &time.workload;
        let own = builds.iter().filter_map(|build| build.ratio(workload, Contender::HandOwn));
        let foreign =
            builds.iter().filter_map(|build| build.ratio(workload, Contender::HandForeign));
        figures.push(figure(&format!("{workload}: compiled / by hand, our Value"), RATIO, own));
        figures.push(figure(
            &format!("{workload}: compiled / by hand, serde_json"),
            RATIO,
            foreign,
        ));
        let heap = || builds.iter().filter_map(|build| build.heap(workload, Contender::Compiled));
        let allocations = heap().map(|heap| heap.allocations);
        figures.push(figure(&format!("{workload}: allocations"), COUNT, allocations));
        let bytes = heap().map(|heap| heap.bytes);
        figures.push(figure(&format!("{workload}: bytes allocated"), COUNT, bytes));
    }
    let waiting = builds.iter().filter_map(|build| build.waiting(Contender::Compiled));
    figures.push(figure(
        "g: bytes of heap per waiting execution",
        COUNT,
        waiting.map(|(_, heap)| heap.bytes),
    ));
    figures
}

/// CPU seconds of compiling a machine.
fn compilation(machine: &Machine) -> Vec<Figure> {
    let functions = if machine.state_functions { "with" } else { "without" };
    let costs = [
        ("check", machine.check),
        ("debug build", machine.debug),
        ("release build", machine.release),
        ("check, touched", machine.touched_check),
        ("debug build, touched", machine.touched_debug),
    ];
    let figure = |(what, cost): (&str, crate::report::Cost)| {
        let states = machine.states;
        let name = format!("{states} states, {functions} state functions: {what}, CPU s");
        figure(&name, SECONDS, [cost.seconds])
    };
    costs.into_iter().map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::{changes, text};
    use crate::report::{Expressions, Ratio, Report};

    fn report(ratios: [f64; 3]) -> Report {
        let names = ["jq: sort", "jq: group", "JSONata: sum"];
        let row = |(name, ratio): (&str, f64)| Ratio { name: name.to_owned(), ratio };
        let rows = names.into_iter().zip(ratios).map(row).collect();
        let expressions = Expressions {
            speed: String::new(),
            rows,
            left_out: Vec::new(),
            count: 0,
            check: Vec::new(),
        };
        Report { expressions: Some(expressions), ..Report::default() }
    }

    #[test]
    fn changes_beyond_noise_are_named_with_their_direction() {
        let changes = changes(&report([1.0, 2.0, 3.0]), &report([1.05, 2.5, 1.5]));
        let names: Vec<(&str, bool)> =
            changes.iter().map(|change| (change.name.as_str(), change.is_worse())).collect();
        assert_eq!(names, [("jq: group", true), ("JSONata: sum", false)]);
        assert!(text(&changes).contains("WORSE"), "{}", text(&changes));
    }

    #[test]
    fn equal_reports_have_no_changes() {
        let changes = changes(&report([1.0, 2.0, 3.0]), &report([1.0, 2.0, 3.0]));
        assert_eq!(text(&changes), "\nno figure changed by more than noise\n");
    }

    #[test]
    fn reports_are_read_as_they_were_written() {
        let text = serde_json::to_string(&report([1.0, 2.0, 3.0])).unwrap();
        let read: Report = serde_json::from_str(&text).unwrap();
        assert!(changes(&read, &report([1.0, 2.0, 3.0])).is_empty());
    }
}
