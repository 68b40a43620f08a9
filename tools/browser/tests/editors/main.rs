//! The language server with editors that are web pages: what they show at which place, and what
//! happens when a user types and clicks.
#![allow(clippy::expect_used, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};

use asl_browser::monaco::{hover, middle, sides, underlined, wait_for_text};
use asl_browser::{Key, Modifier, Page, page_of_test};
use asl_conformance::problem::{Problem, Result};
use asl_conformance::{print, workspace};
use asl_servers::web_editor::WebEditor;

/// The program `cargo-asl`; `cargo xtask test --only editors` sets it.
const SERVER: &str = "ASL_LSP_SERVER";

/// The character in front of the fault has two units of UTF-16 and four of UTF-8.
const SLIP: &str = r#"{ "StartAt": "A", "States": {
  "A": { "Comment": "😀", "Type": "Pass", "Next": "Bee" },
  "Be": { "Type": "Succeed" }
} }
"#;

/// The page with an editor, and its processes. None, with a reason on standard error, without the
/// server or Chromium.
fn opened(
    name: &str,
    start: impl FnOnce(&Path) -> std::result::Result<WebEditor, asl_servers::Problem>,
) -> Result<Option<(Page, WebEditor, Folder)>> {
    let Some(server) = std::env::var_os(SERVER) else {
        print::error(&format!("skipped: {name}: {SERVER} is not set"));
        return Ok(None);
    };
    let Some(mut page) = page_of_test()? else { return Ok(None) };
    let folder = Folder::new(name)?;
    let file = folder.0.join("slip.asl.json");
    workspace::write(&file, SLIP)?;
    let server = workspace::root().join(server);
    let editor = start(&server).map_err(|problem| Problem::new(problem.to_string()))?;
    page.goto(&editor.url(&file))?;
    Ok(Some((page, editor, folder)))
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Result<Self> {
        let path = workspace::target().join(format!("editors-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(|error| Problem::at(&path, &error))?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn monaco_is_served() -> Result<()> {
    let Some((mut page, _editor, _folder)) = opened("monaco", WebEditor::monaco)? else {
        return Ok(());
    };
    finding_and_hover(&mut page)?;
    completion_and_fix(&mut page)
}

#[test]
fn visual_studio_code_is_served() -> Result<()> {
    let Some((mut page, _editor, _folder)) = opened("code", WebEditor::code)? else {
        return Ok(());
    };
    wait_for_text(&mut page, ".codelens-decoration", "Graph | Run")?;
    finding_and_hover(&mut page)?;
    completion_and_fix(&mut page)?;
    graph(&mut page)
}

fn finding_and_hover(page: &mut Page) -> Result<()> {
    let (line, word) = (underlined(page)?, sides(page, "\"Bee\"")?);
    // A unit too much or too little would be a character, which has eight pixels.
    assert!((line[0] - word[0]).abs() < 2.0, "from {line:?}, and the word from {word:?}");
    assert!((line[2] - word[2]).abs() < 2.0, "to {line:?}, and the word to {word:?}");
    hover(page, "\"Be\"", "Be Succeed state")?;
    hover(page, "\"Bee\"", "no state is called `Bee`")
}

fn completion_and_fix(page: &mut Page) -> Result<()> {
    let (x, y) = middle(sides(page, "\"Bee\"")?);
    page.click_at(x, y)?;
    page.press_with(Key::Named("Space", 32), Modifier::Control)?;
    wait_for_text(page, ".suggest-widget .monaco-list-row", "Be")?;
    page.press(Key::ESCAPE)?;
    page.press_with(Key::Named("Period", 190), Modifier::Control)?;
    wait_for_text(page, ".action-widget", "Change to `Be`")?;
    page.press(Key::ENTER)?;
    wait_for_text(page, ".view-lines", r#""Next": "Be" }"#)?;
    page.wait_for("!document.querySelector('.squiggly-error')")
}

/// The graph beside the text, which is in a frame within a frame.
fn graph(page: &mut Page) -> Result<()> {
    page.click(".editor-actions .codicon-type-hierarchy")?;
    let frames = "const outer = document.querySelector('iframe.webview');
        const inner = outer.contentDocument.querySelector('iframe');
        const state = inner.contentDocument.querySelector('[data-path=\"Be\"]');";
    page.wait_for(&format!("(() => {{ {frames} return state; }})()"))?;
    let at = page.evaluate(&format!(
        "(() => {{ {frames}
            const boxes = [outer, inner, state].map(element => element.getBoundingClientRect());
            const [x, y] = ['x', 'y'].map(side => boxes.reduce((sum, box) => sum + box[side], 0));
            return [x + boxes[2].width / 2, y + boxes[2].height / 2];
        }})()"
    ))?;
    let number = |place: usize| at.get(place).and_then(serde_json::Value::as_f64);
    page.click_at(number(0).expect("a number"), number(1).expect("a number"))?;
    wait_for_text(page, ".statusbar-item", "Ln 3, ")?;
    // The state around the cursor is marked.
    page.wait_for(&format!("(() => {{ {frames} return state.matches('.is-current'); }})()"))
}
