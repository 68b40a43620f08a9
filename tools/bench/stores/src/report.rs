//! The figures of the contest as a table, and the goals.

use std::time::Duration;

use crate::contender::Contender;
use crate::server::Usage;

/// The figures of a contender.
pub struct Row {
    pub url: String,
    pub rounds: Vec<Figures>,
    /// The times in which another process continued.
    pub continued: Vec<Duration>,
}

/// The figures of a turn.
pub struct Figures {
    /// Median seconds of a lone execution.
    pub alone: f64,
    pub executions: usize,
    /// The seconds that all executions took.
    pub seconds: f64,
    pub used: Usage,
}

/// Steps of an execution.
const STEPS: f64 = 3.0;

impl Figures {
    fn steps(&self) -> f64 {
        self.executions as f64 * STEPS
    }
}

impl Row {
    /// The best of all rounds: other work on the machine only makes figures worse.
    fn least(&self, of: impl Fn(&Figures) -> f64) -> f64 {
        self.rounds.iter().map(of).fold(f64::INFINITY, f64::min)
    }

    fn executions_a_second(&self) -> f64 {
        1.0 / self.least(|it| it.seconds * STEPS / it.steps())
    }

    fn alone(&self) -> f64 {
        self.least(|it| it.alone)
    }

    fn cpu(&self) -> f64 {
        self.least(|it| it.used.cpu / it.steps())
    }

    fn bytes(&self) -> f64 {
        self.least(|it| it.used.bytes / it.steps())
    }

    fn transactions(&self) -> f64 {
        self.least(|it| it.used.transactions / it.steps())
    }
}

/// Prints the table and the goals. `opened` are the waiting executions of our store, and the time in
/// which another process opened it.
pub fn print(
    rows: &[(Contender, Row)],
    in_flight: usize,
    lease: Duration,
    opened: Option<(usize, Duration)>,
) {
    println!(
        "| three steps, {in_flight} in flight | executions/s | alone, ms | server's CPU for a step, us | bytes of its log | transactions | continues after kill -9, s |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (contender, row) in rows {
        let used = if contender.is_in_postgres {
            let (cpu, bytes) = (row.cpu() * 1e6, row.bytes());
            format!("{cpu:.1} | {bytes:.0} | {:.3}", row.transactions())
        } else {
            "| |".to_owned()
        };
        let continued = match (row.continued.iter().min(), row.continued.iter().max()) {
            (Some(least), Some(most)) => {
                let how = if contender.continues_elsewhere { "" } else { ", started again" };
                format!("{:.1} to {:.1}{how}", least.as_secs_f64(), most.as_secs_f64())
            }
            (Some(_) | None, _) => String::new(),
        };
        let (name, many, alone) = (contender.name, row.executions_a_second(), row.alone() * 1e3);
        println!("| {name} | {many:.0} | {alone:.1} | {used} | {continued} |");
    }
    let Some(((_, ours), others)) = rows.split_first() else { return };
    let others: Vec<&Row> =
        others.iter().filter(|(it, _)| it.is_in_postgres).map(|(_, row)| row).collect();
    println!("\n| goal | limit | measured | |\n|---|---|---|---|");
    if !others.is_empty() {
        let most = others.iter().map(|row| row.executions_a_second()).fold(0.0, f64::max);
        let least = |of: &dyn Fn(&Row) -> f64| {
            others.iter().map(|row| of(row)).fold(f64::INFINITY, f64::min)
        };
        let ratio = ours.executions_a_second() / most;
        goal("executions a second / the best other", "10", ratio, ratio >= 10.0);
        for (what, limit, of) in [
            ("a lone execution / the best other", 1.0, &Row::alone as &dyn Fn(&Row) -> f64),
            ("server's CPU for a step / the best other", 0.2, &Row::cpu),
            ("bytes of its log for a step / the best other", 0.2, &Row::bytes),
        ] {
            let ratio = of(ours) / least(of);
            goal(what, &limit.to_string(), ratio, ratio <= limit);
        }
    }
    if let Some(most) = ours.continued.iter().max() {
        let limit = lease + Duration::from_secs(1);
        let what = "longest time until executions continue, s";
        goal(what, &limit.as_secs().to_string(), most.as_secs_f64(), *most <= limit);
    }
    if let Some((waiting, time)) = opened {
        let what = format!("opening {waiting} waiting executions in another process, s");
        goal(&what, "5", time.as_secs_f64(), time <= Duration::from_secs(5));
    }
}

fn goal(what: &str, limit: &str, measured: f64, is_met: bool) {
    let verdict = if is_met { "met" } else { "**missed**" };
    println!("| {what} | {limit} | {measured:.2} | {verdict} |");
}
