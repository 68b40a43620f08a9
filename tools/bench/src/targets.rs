//! The targets, with their measurements.

use asl_bench::figures::Contender;

use crate::report::{Build, Limit, Machine, Peers, Report, Target};

/// All targets that were measured.
pub(crate) fn of(report: &Report) -> Vec<Target> {
    let mut targets = speed(&report.builds);
    targets.extend(compile(report));
    targets.extend(report.peers.iter().flat_map(peers));
    let checks = report.expressions.iter().flat_map(|expressions| &expressions.check);
    targets.extend(checks.map(|check| Target {
        what: format!("{}: milliseconds of check for an expression", check.language),
        limit: Limit::AtMost(15.0),
        measured: vec![check.millis],
    }));
    targets.retain(|target| !target.measured.is_empty());
    targets
}

fn speed(builds: &[Build]) -> Vec<Target> {
    let target = |what: String, limit, figure: &dyn Fn(&Build) -> Option<f64>| {
        at_most(builds, what, limit, figure)
    };
    let mut targets = vec![
        target("a: ns per transition".to_owned(), 3.0, &Build::dispatch),
        target(
            "a: ns per transition, its part of starting and ending included".to_owned(),
            3.0,
            &|build| build.time("a", Contender::Compiled).map(|time| time.best),
        ),
    ];
    targets.push(target("a1: ns for the start and end of a run".to_owned(), 110.0, &|build| {
        build.time("a1", Contender::Compiled).map(|time| time.best)
    }));
    let limits = [
        ("a2", 0.4, 1.05),
        ("b", 1.0, 1.05),
        ("c", 0.3, 1.2),
        ("d", 0.4, 1.05),
        ("e", 0.9, 1.05),
        ("e0", 0.9, 1.05),
        ("f", 0.8, 1.05),
    ];
    for (workload, foreign, own) in limits {
        targets.push(target(
            format!("{workload}: compiled / by hand on serde_json::Value"),
            foreign,
            &|build| build.ratio(workload, Contender::HandForeign),
        ));
        targets.push(target(
            format!("{workload}: compiled / by hand on our Value"),
            own,
            &|build| build.ratio(workload, Contender::HandOwn),
        ));
    }
    targets.push(target("b: compiled from JSONata / from JSONPath".to_owned(), 1.5, &|build| {
        build.ratio("b", Contender::CompiledJsonata).map(f64::recip)
    }));
    targets.push(target("f: bytes allocated per transition".to_owned(), 1024.0, &|build| {
        build.heap("f", Contender::Compiled).map(|heap| heap.bytes)
    }));
    targets.extend(waiting(builds));
    targets.push(Target {
        what: "c: executions on two threads / on one".to_owned(),
        limit: Limit::AtLeast(1.9),
        measured: builds.iter().filter_map(|build| build.speed.two_threads).collect(),
    });
    targets.push(target(
        "h: heap for 100,000 rows / for 10,000 rows".to_owned(),
        1.2,
        &Build::growth,
    ));
    targets.push(target("h: compiled / by hand, CPU time".to_owned(), 2.5, &Build::rows_ratio));
    targets
}

/// Many executions that wait.
fn waiting(builds: &[Build]) -> [Target; 3] {
    [
        at_most(builds, "g: bytes of heap per waiting execution".to_owned(), 360.0, &|build| {
            build.waiting(Contender::Compiled).map(|(_, heap)| heap.bytes)
        }),
        at_most(builds, "g: seconds late".to_owned(), 0.5, &|build| {
            build.waiting(Contender::Compiled).map(|(speed, _)| speed.late)
        }),
        at_most(builds, "g, a million at once: seconds late".to_owned(), 5.0, &|build| {
            build.heap.million.as_ref().map(|million| million.late)
        }),
    ]
}

fn at_most(
    builds: &[Build],
    what: String,
    limit: f64,
    figure: &dyn Fn(&Build) -> Option<f64>,
) -> Target {
    let measured = builds.iter().filter_map(figure).collect();
    Target { what, limit: Limit::AtMost(limit), measured }
}

fn compile(report: &Report) -> Vec<Target> {
    let Some(compile) = &report.compile else { return Vec::new() };
    let of = |states, figure: fn(&Machine) -> f64| -> Option<f64> {
        compile
            .machines
            .iter()
            .find(|machine| machine.states == states && machine.state_functions)
            .map(figure)
    };
    let target = |what: &str, limit, figure: Option<f64>| Target {
        what: what.to_owned(),
        limit: Limit::AtMost(limit),
        measured: figure.into_iter().collect(),
    };
    let (check, both) = (
        |machine: &Machine| machine.check.seconds,
        |machine: &Machine| machine.check.seconds + machine.debug.seconds,
    );
    let peak = |machine: &Machine| machine.check.peak.max(machine.debug.peak);
    let more = |machine: &Machine| machine.debug.seconds - machine.check.seconds;
    let touched = |machine: &Machine| machine.touched_check.seconds;
    let growth =
        |figure| of(10_000, figure).zip(of(1_000, figure)).map(|(large, small)| large / small);
    let of_shapes = |state_functions| {
        let typed = compile.types.iter().find(|typed| typed.state_functions == state_functions);
        typed.map(|typed| typed.shapes.seconds / typed.types.seconds)
    };
    vec![
        target("1,000 states with types: check with shapes / without", 1.25, of_shapes(true)),
        target("the same without state functions", 1.25, of_shapes(false)),
        target("1,000 states: CPU seconds of check", 2.2, of(1_000, check)),
        target("1,000 states: CPU seconds of check, literal touched", 1.0, of(1_000, touched)),
        target("1,000 states: CPU seconds of a debug build, beyond check", 2.5, of(1_000, more)),
        target("1,000 states: MiB of memory for them", 512.0, of(1_000, peak)),
        target("10,000 states / 1,000 states: check and debug build", 10.3, growth(both)),
        target("200 states: milliseconds to expand", 100.0, Some(compile.expansion)),
        target("macro and all it needs: CPU seconds to build", 8.0, Some(compile.macro_tree)),
        target("a small application: CPU seconds to build", 24.7, Some(compile.application)),
        target(
            "the same / tokio, serde and serde_json alone",
            2.5,
            (compile.alone > 0.0).then_some(compile.application / compile.alone),
        ),
        target("bytes of machine code for each state", 700.0, Some(compile.text_per_state)),
    ]
}

fn peers(peers: &Peers) -> Vec<Target> {
    let target = |(workload, limit)| Target {
        what: format!("{workload}: aws-local-stepfunctions / compiled"),
        limit: Limit::AtLeast(limit),
        measured: peers.ratio("aws-local-stepfunctions", workload).into_iter().collect(),
    };
    [("b", 250.0), ("c", 100.0), ("e", 150.0), ("e0", 150.0)].map(target).into()
}
