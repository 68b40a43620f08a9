//! The results of the orders: reported by the shop at its end, and compared with the books and the
//! orders themselves.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::Problem;
use crate::books::{self, Did};
use crate::order::{Gateway, Order};
use crate::progress::line;
use crate::worker;

/// Prints the table. An order without its expected result is an error.
pub(crate) fn print(folder: &Path, orders: usize, kills: usize) -> Result<(), Problem> {
    let results = worker::results(folder)?;
    let lines = books::read(folder)?;
    // For each order and attempt, the number of starts.
    let mut attempts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut charged: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for entry in &lines {
        match entry.did {
            Did::Begin => {
                *attempts.entry(&entry.order).or_default().entry(&entry.key).or_default() += 1;
            }
            Did::Charge(cents) => charged.entry(&entry.order).or_default().push(cents),
        }
    }
    line("\norders   tasks  attempts  started  most often  charged  as ordered");
    let (mut wrong, mut shown) = (Vec::new(), Shown::default());
    for number in 0..orders {
        let order = Order::numbered(number);
        let name = order.name.as_str();
        let of_order = attempts.get(name);
        let is_right = results.get(name).is_some_and(|output| is_as_ordered(&order, output))
            && charged.get(name).is_some_and(|charged| *charged == [order.cents()]);
        if !is_right {
            wrong.push(name.to_owned());
        }
        let row = shown.row(if order.gateway == Gateway::Down {
            Group::Redriven
        } else {
            Group::Straight
        });
        row.orders += 1;
        row.tasks += order.tasks();
        row.attempts += of_order.map_or(0, BTreeMap::len);
        row.started += of_order.map_or(0, |of_order| of_order.values().sum());
        row.most = row
            .most
            .max(of_order.and_then(|of_order| of_order.values().copied().max()).unwrap_or(0));
        row.charged += charged.get(name).map_or(0, Vec::len);
        row.right += usize::from(is_right);
    }
    shown.straight.print("in one go");
    shown.redriven.print("redriven");
    line(&format!(
        "\n{kills} kills; an attempt that was under way when the shop was killed is started again under the same key."
    ));
    tell_history(folder)?;
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("not as ordered: {}", wrong.join(", ")).into())
    }
}

/// The file of the exported history.
fn tell_history(folder: &Path) -> Result<(), Problem> {
    let text = fs::read_to_string(worker::history(folder))?;
    let history: serde_json::Value = serde_json::from_str(&text)?;
    let events = history
        .get("events")
        .and_then(serde_json::Value::as_array)
        .ok_or("the history has no events")?;
    let is = |event: &&serde_json::Value, kind: &str| {
        event.get("type").and_then(serde_json::Value::as_str) == Some(kind)
    };
    let redriven = events.iter().filter(|event| is(event, "ExecutionRedriven")).count();
    line(&format!(
        "history of {}: {} events, redriven {redriven} times",
        worker::SHOWN,
        events.len()
    ));
    Ok(())
}

fn is_as_ordered(order: &Order, output: &serde_json::Value) -> bool {
    let text =
        |key| output.get(key).and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
    text("charge") == format!("charged {} cents", order.cents())
        && text("sent") == format!("{} with {} items", order.name, order.items.len())
}

#[derive(Clone, Copy)]
enum Group {
    Straight,
    Redriven,
}

#[derive(Default)]
struct Shown {
    straight: Row,
    redriven: Row,
}

#[derive(Default)]
struct Row {
    orders: usize,
    tasks: usize,
    attempts: usize,
    started: usize,
    most: usize,
    charged: usize,
    right: usize,
}

impl Shown {
    fn row(&mut self, group: Group) -> &mut Row {
        match group {
            Group::Straight => &mut self.straight,
            Group::Redriven => &mut self.redriven,
        }
    }
}

impl Row {
    fn print(&self, name: &str) {
        let Self { orders, tasks, attempts, started, most, charged, right } = self;
        line(&format!(
            "{orders:>6}  {tasks:>6}  {attempts:>8}  {started:>7}  {most:>10}  {charged:>7}  {right:>10}  {name}"
        ));
    }
}
