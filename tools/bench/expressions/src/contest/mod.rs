//! The contests: a program on a document, with all contenders.

pub(crate) mod jq;
pub(crate) mod jsonata;

use serde_json::Value;

use crate::filters::Filter;
use crate::rounds::{self, Contender};
use crate::table::Row;

/// The measurements of a language.
pub(crate) struct Results {
    /// The other implementations.
    pub(crate) peers: Vec<String>,
    pub(crate) rows: Vec<Row>,
    /// The reason for which a peer has no figure in a row.
    pub(crate) notes: Vec<String>,
}

impl Results {
    fn new(peers: Vec<String>) -> Self {
        Self { peers, rows: Vec::new(), notes: Vec::new() }
    }

    /// Measures a row: the compiled program, the one by hand, and the peers.
    fn measure(&mut self, row: Row, most: u32, mut contenders: Vec<Contender<'_>>) {
        let mut figures = rounds::measure(&mut contenders, most).into_iter();
        let mut next = || figures.next().flatten();
        let (ours, hand) = (next().unwrap_or(f64::NAN), next().unwrap_or(f64::NAN));
        self.rows.push(Row {
            ours,
            hand,
            peers: self.peers.iter().map(|_| next()).collect(),
            ..row
        });
    }

    /// The contender, if its output is the expected one; its times do not count otherwise.
    fn fair<'c>(
        &mut self,
        peer: usize,
        filter: &Filter,
        expected: &Value,
        output: Result<Value, String>,
        contender: Contender<'c>,
    ) -> Contender<'c> {
        let why = match output {
            Ok(output) if same(expected, &output) => return contender,
            Ok(output) => format!("another output: {output}"),
            Err(problem) => problem,
        };
        let why: String = why.chars().take(200).collect();
        let note = format!("{}: {}: {why}", self.peers[peer], filter.name);
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        Box::new(|_| None)
    }
}

/// The output as `serde_json`'s value.
fn read(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))
}

/// Outputs of ours must be equal, or nothing is measured.
fn agree(filter: &Filter, compiled: &Value, by_hand: &Value) -> Result<(), String> {
    if same(compiled, by_hand) {
        return Ok(());
    }
    Err(format!("{}: compiled {compiled}, by hand {by_hand}", filter.program))
}

/// Compares values, except for the last digits of numbers, which depend on the order of addition.
fn same(a: &Value, b: &Value) -> bool {
    use Value::{Array, Number, Object};
    match (a, b) {
        (Number(a), Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or(0.0), b.as_f64().unwrap_or(0.0));
            (a - b).abs() <= 1e-9 * a.abs().max(1.0)
        }
        (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Object(a), Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}
