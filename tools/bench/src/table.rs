//! The figures as text.

use std::fmt::Write as _;

use asl_bench::figures::{Contender, Waiting};

use crate::report::{Build, Compile, Cost, Limit, Peer, Peers, Target, best, median};

const CONTENDERS: [(Contender, &str); 5] = [
    (Contender::Compiled, "compiled"),
    (Contender::CompiledJsonata, "compiled, JSONata"),
    (Contender::HandForeign, "by hand, serde_json"),
    (Contender::HandOwn, "by hand, our Value"),
    (Contender::HandInPlace, "serde_json, in place"),
];

/// Speed and size of each build.
pub(crate) fn speed(builds: &[Build]) -> String {
    let mut out = String::new();
    for build in builds {
        line(&mut out, &format!("\nBuild: {}", build.name));
        line(
            &mut out,
            "workload  contender            ns/transition: best   median   ratio   allocations     bytes",
        );
        for workload in ["a", "a1", "a2", "b", "c", "d", "e", "e0", "f"] {
            for contender in CONTENDERS {
                row(&mut out, build, workload, contender);
            }
        }
        line(
            &mut out,
            "waiting   contender            heap bytes each: bare  with data   started in s   late by s",
        );
        for (contender, name) in CONTENDERS {
            if let Some((speed, heap)) = build.waiting(contender) {
                waiting(&mut out, name, speed, heap);
            }
        }
        if let Some(million) = &build.heap.million {
            waiting(&mut out, "compiled, a million", million, million);
        }
        if let Some(speedup) = build.speed.two_threads {
            line(&mut out, &format!("c         on two threads / on one: {speedup:.2} executions"));
        }
        for rows in &build.heap.rows {
            let (count, kib) = (rows.rows, rows.bytes / 1024);
            line(&mut out, &format!("h         {count:>9} rows of a file    most heap: {kib} KiB"));
        }
        for rows in &build.speed.rows {
            let (count, seconds) = (rows.rows, rows.seconds);
            let name = CONTENDERS.into_iter().find(|(contender, _)| *contender == rows.contender);
            let name = name.map(|(_, name)| name).unwrap_or_default();
            line(&mut out, &format!("h         {name:<25} {count} rows: {seconds:.2} CPU s"));
        }
    }
    out
}

fn row(out: &mut String, build: &Build, workload: &str, (contender, name): (Contender, &str)) {
    let (Some(time), Some(heap)) =
        (build.time(workload, contender), build.heap(workload, contender))
    else {
        return;
    };
    let ratio = match contender {
        Contender::Compiled => String::new(),
        Contender::CompiledJsonata
        | Contender::HandForeign
        | Contender::HandOwn
        | Contender::HandInPlace => {
            build.ratio(workload, contender).map(|ratio| format!("{ratio:.2}")).unwrap_or_default()
        }
    };
    let (best, median, allocations, bytes) = (time.best, time.median, heap.allocations, heap.bytes);
    line(
        out,
        &format!(
            "{workload:<9} {name:<25} {best:>14.1} {median:>8.1} {ratio:>7} {allocations:>13.2} {bytes:>9.0}"
        ),
    );
}

fn waiting(out: &mut String, name: &str, speed: &Waiting, heap: &Waiting) {
    let (bare, with_data, started, late) =
        (heap.bytes, heap.bytes_with_data, speed.started, speed.late);
    line(
        out,
        &format!(
            "g         {name:<25} {bare:>16.0} {with_data:>10.0} {started:>14.3} {late:>11.3}"
        ),
    );
}

/// The cost of compilation.
pub(crate) fn compile(compile: &Compile) -> String {
    let mut out = String::new();
    line(&mut out, "\nCompilation: CPU seconds (peak MiB) of the crate that holds the machine");
    line(
        &mut out,
        "states  functions         check         debug       release  touched check  touched debug",
    );
    for machine in &compile.machines {
        let functions = if machine.state_functions { "with" } else { "without" };
        let costs = [
            machine.check,
            machine.debug,
            machine.release,
            machine.touched_check,
            machine.touched_debug,
        ];
        let [check, debug, release, touched_check, touched_debug] = costs.map(cost);
        let states = machine.states;
        line(
            &mut out,
            &format!(
                "{states:<7} {functions:<9} {check:>13} {debug:>13} {release:>13} {touched_check:>14} {touched_debug:>14}"
            ),
        );
    }
    for typed in &compile.types {
        let functions = if typed.state_functions { "with" } else { "without" };
        let [shapes, types] = [typed.shapes, typed.types].map(cost);
        line(
            &mut out,
            &format!(
                "1000 states with types, {functions} functions: check {shapes} with shapes, {types} without"
            ),
        );
    }
    let Compile { expansion, macro_tree: tree, application, alone, .. } = compile;
    let text = compile.text_per_state;
    line(
        &mut out,
        &format!(
            "expansion of 200 states: {expansion:.0} ms; the macro and all it needs: {tree:.1} CPU s"
        ),
    );
    line(
        &mut out,
        &format!(
            "first build of a small application: {application:.1} CPU s, without the runtime {alone:.1}; code of a state: {text:.0} bytes"
        ),
    );
    out
}

/// Other implementations.
pub(crate) fn peers(peers: &Peers) -> String {
    let mut out = String::new();
    line(
        &mut out,
        "\nPeers, in microseconds of a run; and as a multiple of the compiled machine's, best by best, median by median",
    );
    line(
        &mut out,
        "workload  implementation                       rounds         best       median     best   median",
    );
    let workloads =
        peers.measured.first().map(|ours| ours.workloads.as_slice()).unwrap_or_default();
    for workload in workloads {
        for peer in &peers.measured {
            peer_row(&mut out, peers, peer, &workload.name);
        }
    }
    for peer in &peers.measured {
        line(&mut out, &format!("{}: {}", peer.name, peer.version));
    }
    for (name, why) in &peers.left_out {
        line(&mut out, &format!("left out: {name}, because of {why}"));
    }
    out
}

fn peer_row(out: &mut String, peers: &Peers, peer: &Peer, workload: &str) {
    let Some(measured) = peer.workloads.iter().find(|measured| measured.name == workload) else {
        return;
    };
    let name = &peer.name;
    if let Some(error) = &measured.error {
        return line(out, &format!("{workload:<9} {name:<36} cannot: {error}"));
    }
    let figures = |micros: &[f64]| Some((best(micros)?, median(micros)?));
    let Some((best, median)) = figures(&measured.micros) else { return };
    let ours = peers.compiled(workload).and_then(|ours| figures(&ours.micros));
    let (by_best, by_median) =
        ours.map_or((f64::NAN, f64::NAN), |ours| (best / ours.0, median / ours.1));
    let rounds = measured.micros.len();
    line(
        out,
        &format!(
            "{workload:<9} {name:<36} {rounds:>6} {best:>12.2} {median:>12.2} {by_best:>8.1} {by_median:>8.1}"
        ),
    );
}

fn cost(cost: Cost) -> String {
    format!("{:.2} ({:.0})", cost.seconds, cost.peak)
}

/// The targets.
pub(crate) fn targets(targets: &[Target]) -> String {
    let mut out = String::new();
    line(
        &mut out,
        "\ntarget                                                                 limit      best    median     worst",
    );
    for target in targets {
        let least = target.measured.iter().copied().fold(f64::INFINITY, f64::min);
        let most = target.measured.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (limit, best, worst) = match target.limit {
            Limit::AtMost(limit) => (format!("<={limit:.2}"), least, most),
            Limit::AtLeast(limit) => (format!(">={limit:.1}"), most, least),
        };
        let median = median(&target.measured).unwrap_or(f64::NAN);
        let what = &target.what;
        let verdict = if target.is_met() { "met" } else { "MISSED" };
        line(
            &mut out,
            &format!("{what:<66} {limit:>9} {best:>9.2} {median:>9.2} {worst:>9.2}  {verdict}"),
        );
    }
    out
}

fn line(out: &mut String, text: &str) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{text}");
}
