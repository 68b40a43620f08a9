//! The text of an editor as Monaco draws it, in its own pages and in Visual Studio Code.

use std::time::{Duration, Instant};

use asl_conformance::problem::{Problem, Result};
use serde_json::{Value, json};

use crate::Page;
use crate::pipe::PATIENCE;

/// The left, upper, right and lower side.
pub type Sides = [f64; 4];

/// The sides of the first place of the editor with this text, which has no spaces.
///
/// # Errors
/// It is not shown.
pub fn sides(page: &mut Page, text: &str) -> Result<Sides> {
    let found = page.evaluate(&format!(
        "(text => {{
            const lines = document.querySelector('.view-lines');
            const nodes = document.createTreeWalker(lines, NodeFilter.SHOW_TEXT);
            while (nodes.nextNode()) {{
                const at = nodes.currentNode.data.indexOf(text);
                if (at < 0) continue;
                const range = document.createRange();
                range.setStart(nodes.currentNode, at);
                range.setEnd(nodes.currentNode, at + text.length);
                const {{ left, top, right, bottom }} = range.getBoundingClientRect();
                return [left, top, right, bottom];
            }}
        }})({})",
        json!(text)
    ))?;
    read(&found).ok_or_else(|| Problem::new(format!("the editor does not show {text}")))
}

/// The sides of the line under the first error.
///
/// # Errors
/// There is none within a minute.
pub fn underlined(page: &mut Page) -> Result<Sides> {
    page.wait_for("document.querySelector('.squiggly-error')")?;
    let found = page.evaluate(
        "(({ left, top, right, bottom }) => [left, top, right, bottom])
            (document.querySelector('.squiggly-error').getBoundingClientRect())",
    )?;
    read(&found).ok_or_else(|| Problem::new(format!("no sides: {found}")))
}

/// The middle.
pub fn middle([left, top, right, bottom]: Sides) -> (f64, f64) {
    (left.midpoint(right), top.midpoint(bottom))
}

/// Points at a word until the editor shows a text about it. The lines move when lenses appear.
///
/// # Errors
/// It does not within a minute, or does not show the word.
pub fn hover(page: &mut Page, word: &str, text: &str) -> Result<()> {
    let shown = has_text(".monaco-hover", text);
    let (from, mut at) = (Instant::now(), None);
    while page.evaluate(&shown)? != Value::Bool(true) {
        let now = middle(sides(page, word)?);
        if at.replace(now) != Some(now) {
            page.point_at(now.0, now.1)?;
        }
        if from.elapsed() > PATIENCE {
            return Err(Problem::new(format!("nothing says `{text}` of {word}")));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// Waits until an element shows a text.
///
/// # Errors
/// None does within a minute.
pub fn wait_for_text(page: &mut Page, selector: &str, text: &str) -> Result<()> {
    page.wait_for(&has_text(selector, text))
}

/// The expression that is true if an element shows a text. Monaco writes spaces as characters that
/// do not break.
fn has_text(selector: &str, text: &str) -> String {
    let (selector, text) = (json!(selector), json!(text));
    format!(
        "[...document.querySelectorAll({selector})].some(element =>
            element.textContent.replaceAll('\\u00a0', ' ').includes({text}))"
    )
}

fn read(found: &Value) -> Option<Sides> {
    let numbers: Vec<f64> = found.as_array()?.iter().filter_map(Value::as_f64).collect();
    numbers.try_into().ok()
}
