//! Measures times, and prints them as JSON. Arguments select workloads, such as `speed c g`.

use std::process::ExitCode;

use asl_bench::figures::{Contender, Figures, Rows, Time, Waiting};
use asl_bench::rounds::{Entrant, measure};
use asl_bench::workloads::{
    chain, counting, foreign, foreign_small, large, literals, map, order, own, own_small, parallel,
    rows, threads, wait,
};
use asl_runtime::Value;
use tokio::runtime::{Builder, Runtime};

fn main() -> ExitCode {
    let Ok(runtime) = Builder::new_current_thread().enable_time().build() else {
        return ExitCode::FAILURE;
    };
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    let times = WORKLOADS
        .iter()
        .filter(|(name, _)| is_wanted(name))
        .flat_map(|(_, measure)| measure(&runtime))
        .collect();
    let rows = if is_wanted("h") { h(&runtime) } else { Ok(Vec::new()) };
    let Ok(rows) = rows else { return ExitCode::FAILURE };
    let figures = Figures {
        times,
        waiting: if is_wanted("g") { g(&runtime) } else { Vec::new() },
        two_threads: is_wanted("threads").then(threads::speedup).flatten(),
        rows,
        ..Figures::default()
    };
    match serde_json::to_writer(std::io::stdout(), &figures) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

type Workload = fn(&Runtime) -> Vec<Time>;

/// The workloads whose times per transition are measured.
const WORKLOADS: [(&str, Workload); 7] =
    [("a", a), ("a2", a2), ("b", b), ("c", c), ("d", d), ("e", e), ("f", f)];

/// The chain, and a single state, whose time is that of a run without transitions.
fn a(runtime: &Runtime) -> Vec<Time> {
    let chain = vec![Entrant::new(
        Contender::Compiled,
        runtime,
        1_000,
        (own_small, own_small),
        chain::compiled,
    )];
    let alone = vec![Entrant::new(
        Contender::Compiled,
        runtime,
        1_000,
        (own_small, own_small),
        chain::alone,
    )];
    [measure("a", 100, 1_000 * 100, chain), measure("a1", 100, 1_000, alone)].concat()
}

fn a2(runtime: &Runtime) -> Vec<Time> {
    let entrants = vec![
        Entrant::new(Contender::Compiled, runtime, 200, (own_small, own_small), literals::compiled),
        Entrant::new(
            Contender::HandForeign,
            runtime,
            200,
            (foreign_small, foreign_small),
            literals::foreign,
        ),
        Entrant::new(Contender::HandOwn, runtime, 200, (own_small, own_small), literals::own),
    ];
    measure("a2", 100, 200 * 100, entrants)
}

fn b(runtime: &Runtime) -> Vec<Time> {
    let (text, small) = (counting::text(), counting::small_text());
    let own = (|| own(&small), || own(&text));
    let foreign = (|| foreign(&small), || foreign(&text));
    let entrants = vec![
        Entrant::new(Contender::Compiled, runtime, 2, own, counting::compiled),
        Entrant::new(Contender::CompiledJsonata, runtime, 2, own, counting::compiled_jsonata),
        Entrant::new(Contender::HandForeign, runtime, 2, foreign, counting::foreign),
        Entrant::new(Contender::HandOwn, runtime, 2, own, counting::own),
        Entrant::new(Contender::HandInPlace, runtime, 2, foreign, counting::foreign_in_place),
    ];
    measure("b", 60, 2 * counting::TRANSITIONS, entrants)
}

fn c(runtime: &Runtime) -> Vec<Time> {
    let text = order::text();
    let (own, foreign) = (|| own(&text), || foreign(&text));
    let entrants = vec![
        Entrant::new(Contender::Compiled, runtime, 200, (own, own), order::compiled),
        Entrant::new(Contender::HandForeign, runtime, 200, (foreign, foreign), order::foreign),
        Entrant::new(Contender::HandOwn, runtime, 200, (own, own), order::own),
    ];
    measure("c", 100, 200 * order::TRANSITIONS, entrants)
}

fn d(runtime: &Runtime) -> Vec<Time> {
    let entrants = vec![
        Entrant::new(Contender::Compiled, runtime, 200, (own_small, own_small), parallel::compiled),
        Entrant::new(
            Contender::HandForeign,
            runtime,
            200,
            (foreign_small, foreign_small),
            parallel::foreign,
        ),
        Entrant::new(Contender::HandOwn, runtime, 200, (own_small, own_small), parallel::own),
    ];
    measure("d", 100, 200 * 50, entrants)
}

/// The Map, 40 items at a time and all at once.
fn e(runtime: &Runtime) -> Vec<Time> {
    let (text, small) = (map::text(), map::small_text());
    let own = (|| own(&small), || own(&text));
    let foreign = (|| foreign(&small), || foreign(&text));
    let by_hand = || {
        [
            Entrant::new(Contender::HandForeign, runtime, 10, foreign, map::foreign),
            Entrant::new(Contender::HandOwn, runtime, 10, own, map::own),
        ]
    };
    let mut forty = vec![Entrant::new(Contender::Compiled, runtime, 10, own, map::compiled)];
    forty.extend(by_hand());
    let mut all = vec![Entrant::new(Contender::Compiled, runtime, 10, own, map::unbounded)];
    all.extend(by_hand());
    let transitions = 10 * map::TRANSITIONS;
    [measure("e", 60, transitions, forty), measure("e0", 60, transitions, all)].concat()
}

fn f(runtime: &Runtime) -> Vec<Time> {
    let text = large::text();
    let own = || Value::from_json_str(&text).unwrap_or_default();
    let foreign = || serde_json::from_str(&text).unwrap_or_default();
    let own_bare = || Value::from_json_str(large::BARE).unwrap_or_default();
    let foreign_bare = || serde_json::from_str(large::BARE).unwrap_or_default();
    let entrants = vec![
        Entrant::new(Contender::Compiled, runtime, 4, (own_bare, own), large::compiled),
        Entrant::new(Contender::HandForeign, runtime, 4, (foreign_bare, foreign), large::foreign),
        Entrant::new(Contender::HandOwn, runtime, 4, (own_bare, own), large::own),
    ];
    measure("f", 15, 4 * 20, entrants)
}

fn g(runtime: &Runtime) -> Vec<Waiting> {
    // The other binary measures the heap.
    let heap = || 0;
    vec![
        wait::measure(runtime, Contender::Compiled, wait::MANY, heap, own_small, wait::compiled),
        wait::measure(
            runtime,
            Contender::HandForeign,
            wait::MANY,
            heap,
            foreign_small,
            wait::foreign,
        ),
        wait::measure(runtime, Contender::HandOwn, wait::MANY, heap, own_small, wait::own),
    ]
}

/// The rows of a file: the best of three turns of each contender.
fn h(runtime: &Runtime) -> std::io::Result<Vec<Rows>> {
    // The other binary measures the heap.
    let heap = || 0;
    let folder = std::env::temp_dir().join(format!("asl-bench-{}", std::process::id()));
    let [_, rows] = rows::ROWS;
    let mut best: Vec<Rows> = Vec::new();
    for contender in [Contender::Compiled, Contender::HandForeign].repeat(3) {
        let turn = rows::measure(runtime, contender, &folder, rows, heap)?;
        match best.iter_mut().find(|rows| rows.contender == contender) {
            Some(best) if best.seconds <= turn.seconds => {}
            Some(best) => *best = turn,
            None => best.push(turn),
        }
    }
    Ok(best)
}
