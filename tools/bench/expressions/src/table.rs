//! The figures as text, and their targets.

use std::fmt::Write as _;

use crate::filters::Filter;

/// Nanoseconds of one program on one document.
pub(crate) struct Row {
    pub(crate) filter: &'static Filter,
    pub(crate) size: &'static str,
    /// True if each run had an owned input.
    pub(crate) is_owned: bool,
    pub(crate) ours: f64,
    pub(crate) peer: f64,
    pub(crate) hand: f64,
}

impl Row {
    fn name(&self) -> String {
        let own = if self.is_owned {
            ", input dead"
        } else if self.filter.is_update {
            ", input shared"
        } else {
            ""
        };
        format!("{}{own}, {}", self.filter.name, self.size)
    }

    fn against_peer(&self) -> f64 {
        self.peer / self.ours
    }

    fn against_hand(&self) -> f64 {
        self.ours / self.hand
    }

    /// Updates count with owned inputs, because a machine's data is owned.
    fn is_of_the_thirteen(&self) -> bool {
        self.is_owned == self.filter.is_update
    }
}

/// All figures.
pub(crate) fn rows(rows: &[Row]) -> String {
    let mut text = "| filter | compiled, ns | jaq, ns | by hand, ns | jaq / compiled | compiled / by hand |\n\
                    |---|---|---|---|---|---|\n"
        .to_owned();
    for row in rows {
        let Row { ours, peer, hand, .. } = row;
        let fused = if row.filter.is_fused { " (fused)" } else { "" };
        let (peers, hands) = (row.against_peer(), row.against_hand());
        let name = row.name();
        let _ = writeln!(text, "| {name} | {ours:.0} | {peer:.0} | {hand:.0} | {peers:.1} | {hands:.2}{fused} |");
    }
    text
}

/// The targets, met or missed.
pub(crate) fn targets(rows: &[Row]) -> String {
    let mut text = "| target | limit | measured | |\n|---|---|---|---|\n".to_owned();
    let small =
        median(rows.iter().filter(|row| row.size == "small" && row.is_of_the_thirteen()).map(Row::against_peer));
    let _ =
        writeln!(text, "| jaq / compiled, median of the small documents | 15 | {small:.1} | {} |", met(small >= 15.0));
    let worst = extreme(rows, |row| -row.against_peer());
    if let Some(row) = worst {
        let ratio = row.against_peer();
        let _ =
            writeln!(text, "| jaq / compiled, worst row ({}) | 1 | {ratio:.1} | {} |", row.name(), met(ratio >= 1.0));
    }
    let unfused: Vec<&Row> = rows.iter().filter(|row| !row.filter.is_fused).collect();
    let over: Vec<String> = unfused.iter().filter(|row| row.against_hand() > 2.0).map(|row| row.name()).collect();
    let typical = median(unfused.iter().map(|row| row.against_hand()));
    let worst = unfused.iter().map(|row| row.against_hand()).fold(0.0, f64::max);
    let which = if over.is_empty() { String::new() } else { format!(": {}", over.join("; ")) };
    let _ = writeln!(
        text,
        "| compiled / by hand, worst row without fusion (median {typical:.2}) | 2 | {worst:.2} | {}{which} |",
        met(over.is_empty())
    );
    text
}

fn met(is_met: bool) -> &'static str {
    if is_met { "met" } else { "**missed**" }
}

fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}

/// The row with the greatest value of this.
fn extreme(rows: &[Row], of: impl Fn(&Row) -> f64) -> Option<&Row> {
    rows.iter().max_by(|a, b| of(a).total_cmp(&of(b)))
}
