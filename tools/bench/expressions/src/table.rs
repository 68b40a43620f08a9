//! The figures as text.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::contest::Results;
use crate::document::Size;
use crate::filters::Filter;
use crate::targets::Target;

/// Nanoseconds of one program on one document.
pub(crate) struct Row {
    pub(crate) filter: &'static Filter,
    pub(crate) size: &'static Size,
    /// True if each run had an owned input.
    pub(crate) is_owned: bool,
    pub(crate) ours: f64,
    pub(crate) hand: f64,
    /// Those of the peers, in their order; `None`: it has another output, or failed.
    pub(crate) peers: Vec<Option<f64>>,
}

impl Row {
    /// A row without figures, with borrowed inputs.
    pub(crate) fn new(filter: &'static Filter, size: &'static Size) -> Self {
        Self { filter, size, is_owned: false, ours: f64::NAN, hand: f64::NAN, peers: Vec::new() }
    }

    /// The name of the row.
    pub(crate) fn name(&self) -> String {
        let own = if self.is_owned {
            ", input dead"
        } else if self.filter.is_update {
            ", input shared"
        } else {
            ""
        };
        format!("{}{own}, {}", self.filter.name, self.size.name)
    }

    /// The time of a peer as a multiple of ours.
    pub(crate) fn against(&self, peer: usize) -> Option<f64> {
        Some(self.peers.get(peer).copied()?? / self.ours)
    }

    /// Our time as a multiple of that by hand.
    pub(crate) fn against_hand(&self) -> f64 {
        self.ours / self.hand
    }

    /// True if it counts for a median: an update with an owned input, because a machine's data is
    /// owned.
    pub(crate) fn is_typical(&self) -> bool {
        self.is_owned == self.filter.is_update
    }
}

/// All figures of a language.
pub(crate) fn of(results: &Results) -> String {
    let (mut head, mut ratios) =
        ("| program | compiled, ns | by hand, ns |".to_owned(), String::new());
    for peer in &results.peers {
        let _ = write!(head, " {peer}, ns |");
        let _ = write!(ratios, " {peer} / compiled |");
    }
    let columns = 4 + 2 * results.peers.len();
    let mut text = format!("{head} compiled / by hand |{ratios}\n{}|\n", "|---".repeat(columns));
    for row in &results.rows {
        let fused = if row.filter.is_fused { " (fused)" } else { "" };
        let _ = write!(text, "| {} | {:.0} | {:.0} |", row.name(), row.ours, row.hand);
        for peer in &row.peers {
            let _ = write!(text, " {} |", figure(*peer, 0));
        }
        let _ = write!(text, " {:.2}{fused} |", row.against_hand());
        for peer in 0..row.peers.len() {
            let _ = write!(text, " {} |", figure(row.against(peer), 1));
        }
        text.push('\n');
    }
    for note in &results.notes {
        let _ = writeln!(text, "does not count: {note}");
    }
    text
}

/// The ratio of each row, as the process that started this one reads it.
pub(crate) fn figures(language: &str, results: &Results) -> Vec<Value> {
    let ratio = |row: &Row| json!({"name": format!("{language}: {}", row.name()), "ratio": row.against_hand()});
    results.rows.iter().map(ratio).collect()
}

fn figure(figure: Option<f64>, digits: usize) -> String {
    figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.digits$}"))
}

/// The targets, met or missed.
pub(crate) fn targets(targets: &[Target]) -> String {
    let mut text = "| target | limit | measured | |\n|---|---|---|---|\n".to_owned();
    for Target { what, limit, measured, misses } in targets {
        let met = if misses.is_empty() {
            "met".to_owned()
        } else {
            format!("**missed**: {}", misses.join("; "))
        };
        let _ = writeln!(text, "| {what} | {limit} | {measured:.2} | {met} |");
    }
    text
}
