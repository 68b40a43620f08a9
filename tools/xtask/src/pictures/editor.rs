//! Screenshots of Visual Studio Code with the extension: `docs/pictures/editor-*.png`.

use std::fs;
use std::path::Path;

use asl_browser::monaco::{hover, middle, sides, underlined, wait_for_text};
use asl_browser::{Key, Modifier, Page};
use asl_conformance::problem::{Problem, Result};
use asl_conformance::{print, workspace};
use asl_servers::web_editor::{self, WebEditor};

use super::Studio;
use crate::vscode;

/// A definition with one fault.
const DEFINITION: &str = include_str!("editor.asl.json");

/// Settings of the folder: what would take room, or distract.
const SETTINGS: &str = r#"{
  "breadcrumbs.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.scrollBeyondLastLine": false,
  "window.commandCenter": false,
  "workbench.activityBar.location": "hidden"
}
"#;

/// Makes the pictures: a finding with the graph beside the text, and a hover with a completion.
pub(super) fn take(program: &Path, out: &Path) -> Result<()> {
    let editor = match web_editor::main_of_code() {
        Ok(_) => WebEditor::code(&vscode::server()?),
        Err(problem) => {
            print::line(&format!("skipped: Visual Studio Code: {problem}"));
            return Ok(());
        }
    };
    let editor = editor.map_err(|problem| Problem::new(problem.to_string()))?;
    let folder = out.join("editor");
    let settings = folder.join(".vscode");
    fs::create_dir_all(&settings).map_err(|error| Problem::at(&settings, &error))?;
    workspace::write(&settings.join("settings.json"), SETTINGS)?;
    let (faulty, unfinished) = (folder.join("order.asl.json"), folder.join("shop.asl.json"));
    workspace::write(&faulty, DEFINITION)?;
    let text = DEFINITION.replace("\"Kep\"", "\"Keep\"").replace("\"$.orderId\"", "\"$.\"");
    workspace::write(&unfinished, &text)?;

    // A page with an editor asks before it is left, so each has a Chromium of its own.
    let mut studio = Studio { page: Page::open(program)?, out: out.to_owned() };
    studio.goto(&editor.url(&faulty))?;
    studio.page.resize(1400, 860)?;
    finding(&mut studio)?;
    take_still(&mut studio, "editor-findings")?;
    studio.page = Page::open(program)?;
    studio.goto(&editor.url(&unfinished))?;
    studio.page.resize(1200, 860)?;
    completion(&mut studio)?;
    take_still(&mut studio, "editor-hover")
}

/// Takes the picture after what appears slowly.
fn take_still(studio: &mut Studio, name: &str) -> Result<()> {
    studio.page.wait_for(
        "[...document.querySelectorAll('.monaco-hover')].every(hover =>
            hover.getAnimations({ subtree: true }).length === 0)",
    )?;
    studio.take(name)
}

fn finding(studio: &mut Studio) -> Result<()> {
    let page = &mut studio.page;
    wait_for_text(page, ".codelens-decoration", "Graph | Run")?;
    underlined(page)?;
    hide_side_bar(studio, "\"Kep\"")?;
    let page = &mut studio.page;
    page.click(".editor-actions .codicon-type-hierarchy")?;
    page.wait_for(&drawn("[data-path]"))?;
    let (x, y) = middle(sides(page, "\"Kep\"")?);
    page.click_at(x, y)?;
    page.wait_for(&drawn("[data-path=\"Charge\"].is-current"))?;
    hover(page, "\"Kep\"", "no state is called `Kep`")
}

/// An element of the graph, which is in a frame within a frame.
fn drawn(selector: &str) -> String {
    format!(
        "document.querySelector('iframe.webview').contentDocument.querySelector('iframe')
            .contentDocument.querySelector('{selector}')"
    )
}

fn completion(studio: &mut Studio) -> Result<()> {
    wait_for_text(&mut studio.page, ".codelens-decoration", "Graph | Run")?;
    underlined(&mut studio.page)?;
    hide_side_bar(studio, "\"$.\"")?;
    let page = &mut studio.page;
    let [_, top, right, bottom] = sides(page, "\"$.\"")?;
    // Before the quotation mark.
    page.click_at(right - 7.0, top.midpoint(bottom))?;
    // The list, and then what it says of its first entry.
    page.press_with(Key::Named("Space", 32), Modifier::Control)?;
    wait_for_text(page, ".suggest-widget .monaco-list-row", "orderId")?;
    page.press_with(Key::Named("Space", 32), Modifier::Control)?;
    wait_for_text(page, ".suggest-details", "the result of `Charge`")?;
    hover(page, "\"Charge\"", "Fails after 30 s")
}

/// Hides the list of files, which the second press would show again.
fn hide_side_bar(studio: &mut Studio, word: &str) -> Result<()> {
    let page = &mut studio.page;
    let (x, y) = middle(sides(page, word)?);
    page.click_at(x, y)?;
    if page.evaluate("Boolean(document.querySelector('.part.sidebar').offsetWidth)")? == true {
        page.press_with(Key::Named("KeyB", 66), Modifier::Control)?;
        page.wait_for("!document.querySelector('.part.sidebar').offsetWidth")?;
    }
    Ok(())
}
