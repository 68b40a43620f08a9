//! `cargo xtask pictures`: screenshots of the pages of the command line, of the console, and of an
//! editor.

mod console;
mod editor;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use asl_browser::{Page, Scheme, program};
use asl_conformance::problem::{Problem, Result};
use asl_conformance::{print, process, workspace};

/// Options of the command.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder for pages and screenshots
    #[arg(long, value_name = "DIR", default_value = "target/pictures")]
    out: PathBuf,
    /// The folder with definitions of real projects
    #[arg(long, value_name = "DIR", default_value = "../shared/conformance/asl/realworld")]
    corpus: PathBuf,
    /// Only the pictures of an editor
    #[arg(long)]
    editor: bool,
}

/// Examples: the name of the pictures, and the definition.
const EXAMPLES: [(&str, &str); 3] = [
    ("order", "examples/order/order.asl.json"),
    ("etl", "examples/etl/sales.asl.json"),
    ("durable", "examples/durable/order.asl.json"),
];

/// Inputs of the example `order` for reports: the name of the pictures, and the file.
const RUNS: [(&str, &str); 2] =
    [("report-retried", "inputs/busy-gateway.json"), ("report-refused", "inputs/too-heavy.json")];

/// The number of definitions of the corpus: those with most states.
const LARGEST: usize = 3;

/// Size of the window, in pixels.
const WINDOW: (u32, u32) = (1280, 800);

/// Makes all pictures.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let program = program::installed()
        .map_err(|problem| Problem::new(format!("there is no Chromium, because {problem}")))?;
    let out = workspace::root().join(&arguments.out);
    fs::create_dir_all(&out).map_err(|error| Problem::at(&out, &error))?;
    editor::take(&program, &out)?;
    if arguments.editor {
        return Ok(ExitCode::SUCCESS);
    }
    let built = ["build", "--quiet", "-p", "cargo-asl", "-p", "service"];
    process::quiet(&mut process::cargo(&built))?.map_err(Problem::new)?;
    let mut studio = Studio { page: Page::open(&program)?, out };
    for (name, definition) in EXAMPLES {
        studio.graph(name, &workspace::root().join(definition))?;
    }
    for (name, input) in RUNS {
        studio.report(name, input)?;
    }
    console::take(&mut studio)?;
    let corpus = workspace::root().join(&arguments.corpus);
    if !corpus.is_dir() {
        let corpus = arguments.corpus.display();
        print::line(&format!("skipped: definitions of real projects: there is no {corpus}"));
        return Ok(ExitCode::SUCCESS);
    }
    for definition in largest(&corpus)? {
        let name = definition.file_name().unwrap_or_default().to_string_lossy();
        studio.graph(name.trim_end_matches(".asl.json"), &definition)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The definitions with most states.
fn largest(corpus: &Path) -> Result<Vec<PathBuf>> {
    let mut definitions = Vec::new();
    for path in workspace::files(corpus, "json")? {
        let states = workspace::read(&path)?.matches("\"Type\"").count();
        definitions.push((states, path));
    }
    definitions.sort();
    Ok(definitions.into_iter().rev().take(LARGEST).map(|(_, path)| path).collect())
}

/// The page that is photographed, and the folder for the results.
struct Studio {
    page: Page,
    out: PathBuf,
}

impl Studio {
    /// The page of `cargo asl graph`: the whole picture in the window, in both colour schemes, and
    /// the picture in its own size.
    fn graph(&mut self, name: &str, definition: &Path) -> Result<()> {
        let file = self.out.join(format!("{name}.html"));
        let mut command = asl(&["graph"]);
        command.arg(definition).arg("-o").arg(&file);
        process::output(&mut command)?;
        self.open(&file)?;
        self.page.click("#fit")?;
        self.both_schemes(name)?;
        self.page.click("#whole")?;
        let size = "(svg => [svg.clientWidth + 2, svg.clientHeight + 60])\
                    (document.querySelector('svg'))";
        let size = self.page.evaluate(size)?;
        let side = |place: usize, least: u32| {
            let side = size.get(place).and_then(serde_json::Value::as_u64).unwrap_or_default();
            u32::try_from(side).unwrap_or(least).clamp(least, 8000)
        };
        self.page.resize(side(0, WINDOW.0), side(1, WINDOW.1))?;
        self.take(&format!("{name}-whole"))
    }

    /// The page of `cargo asl report` for a run of the example `order`.
    fn report(&mut self, name: &str, input: &str) -> Result<()> {
        let folder = workspace::root().join("examples/order");
        let mut order = process::cargo(&["run", "--quiet", "-p", "order", "--"]);
        order
            .arg(folder.join(input))
            .args(["--history", "--receipt"])
            .arg(self.out.join("receipt"));
        // A run that fails has a history too.
        let ran = order
            .output()
            .map_err(|error| Problem::new(format!("cannot run the example order: {error}")))?;
        let lines = String::from_utf8_lossy(&ran.stdout).into_owned();
        let events: Vec<&str> =
            lines.lines().filter(|line| line.starts_with("{\"timestamp\":")).collect();
        let history = self.out.join(format!("{name}.json"));
        workspace::write(&history, &format!("[{}]", events.join(",")))?;
        let file = self.out.join(format!("{name}.html"));
        let mut command = asl(&["report"]);
        command.arg(&history).arg("--definition").arg(folder.join("order.asl.json"));
        command.args(["--redact", "$.payment.card", "-o"]).arg(&file);
        process::output(&mut command)?;
        self.open(&file)?;
        self.both_schemes(name)
    }

    /// Opens a file in a window of the usual size.
    fn open(&mut self, file: &Path) -> Result<()> {
        self.goto(&format!("file://{}", file.display()))
    }

    /// Opens an address in a window of the usual size.
    fn goto(&mut self, url: &str) -> Result<()> {
        self.page.resize(WINDOW.0, WINDOW.1)?;
        self.page.prefer(Scheme::Light)?;
        self.page.goto(url)
    }

    fn both_schemes(&mut self, name: &str) -> Result<()> {
        for scheme in [Scheme::Dark, Scheme::Light] {
            self.page.prefer(scheme)?;
            self.take(&format!("{name}-{}", scheme.word()))?;
        }
        Ok(())
    }

    fn take(&mut self, name: &str) -> Result<()> {
        let file = self.out.join(format!("{name}.png"));
        self.page.screenshot(&file)?;
        print::line(&file.display().to_string());
        Ok(())
    }
}

/// Our command line, which has been built.
fn asl(arguments: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new(workspace::target().join("debug/cargo-asl"));
    command.arg("asl").args(arguments).current_dir(workspace::root());
    command
}
