//! A text as the compiler sees it: its tree, and the machines that it defines with their findings.

use std::cell::OnceCell;
use std::path::Path;

use asl_codegen::check::flow::{Borders, Flow, Stages};
use asl_codegen::compile;
use asl_codegen::diagnostics::{Diagnostic, Diagnostics};
use asl_codegen::ir;
use asl_codegen::options::Options;
use asl_codegen::source::{
    FileId, Node, OpenTexts, Source, Sources, is_definition, machines_of_template, parse_definition,
};

use crate::host::{Host, Machine};

/// The endings of the names of test files.
const TEST_FILES: [&str; 3] = [".asl-test.yaml", ".asl-test.yml", ".asl-test.json"];

/// A text that was read.
#[derive(Debug)]
pub(crate) struct Analysis {
    /// The text alone.
    pub(crate) sources: Sources,
    /// Its tree; `None` if it cannot be read, or if it is no definition.
    pub(crate) tree: Option<Node>,
    /// The machines that it defines, each with its options.
    pub(crate) machines: Vec<Checked>,
    /// The findings of a test file.
    pub(crate) tests: Vec<(Sources, Diagnostics)>,
}

/// A machine that was checked.
#[derive(Debug)]
pub(crate) struct Checked {
    /// The text and the files that it names.
    pub(crate) sources: Sources,
    /// The flow graph, or as much of it as can be read.
    pub(crate) machine: Option<ir::Machine>,
    /// The findings.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// True if errors hide parts of the definition.
    pub(crate) is_partial: bool,
    /// The options of its compilation.
    pub(crate) options: Options,
    flow: OnceCell<Flow>,
}

/// A text to be read.
pub(crate) struct Input<'a> {
    pub(crate) shown: &'a str,
    pub(crate) path: Option<&'a Path>,
    /// The name of its language in the client.
    pub(crate) language: &'a str,
    pub(crate) text: &'a str,
    /// The texts of other documents that are not saved.
    pub(crate) open: &'a OpenTexts,
}

impl Analysis {
    /// Reads a text and checks the machines in it. `machines` are those of packages.
    pub(crate) fn new(input: &Input<'_>, machines: &[Machine], host: &Host) -> Self {
        let sources = input.sources();
        if let Some(path) = input.path.filter(|path| is_test_file(path)) {
            let tests = (host.test_file)(path, input.sources());
            return Self { sources, tree: None, machines: Vec::new(), tests };
        }
        let options = input.options(&sources, machines);
        let tree = (!options.is_empty())
            .then(|| parse_definition(&sources, FileId(0), &mut Diagnostics::default()))
            .flatten();
        let machines = options.into_iter().map(|options| Checked::new(input.sources(), options));
        let machines = machines.collect();
        Self { sources, tree, machines, tests: Vec::new() }
    }

    /// The files that were read, the text's own among them.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let machines = self.machines.iter().map(|checked| &checked.sources);
        let sources = machines.chain(self.tests.iter().map(|(sources, _)| sources));
        sources.flat_map(|sources| &sources.files).filter_map(|file| file.path.as_deref())
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        self.sources.files.first().map_or("", |source| source.text.as_str())
    }

    /// The first machine with a graph in this text.
    pub(crate) fn machine(&self) -> Option<(&ir::Machine, &Checked)> {
        self.machines.iter().find_map(|checked| Some((checked.machine.as_ref()?, checked)))
    }
}

impl Input<'_> {
    fn sources(&self) -> Sources {
        let path = self.path.map(Path::to_owned);
        let source = Source::new(self.shown.to_owned(), path, self.text.to_owned());
        Sources { open: OpenTexts::clone(self.open), ..Sources::of(source) }
    }

    /// The options of each machine that the text defines, as `cargo asl check` finds them: those of
    /// the packages, or the default ones. Empty if the text is no definition.
    fn options(&self, sources: &Sources, machines: &[Machine]) -> Vec<Options> {
        // Definitions of packages have canonical paths.
        let path = self.path.and_then(|path| path.canonicalize().ok());
        let path = path.as_deref().or(self.path);
        let own = machines.iter().filter(|machine| path == Some(&machine.definition));
        let own: Vec<Options> = own.map(|machine| machine.options_for(self.text)).collect();
        if !own.is_empty() {
            return own;
        }
        let name = self.path.and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let is_named = is_definition(&name) || self.language.starts_with("asl");
        let names = machines_of_template(sources);
        match names.as_slice() {
            [] if is_named => vec![Options::default()],
            names => names.iter().map(|name| Options::default().resource(name.clone())).collect(),
        }
    }
}

impl Machine {
    fn options_for(&self, text: &str) -> Options {
        let options = self.options.clone();
        if self.ignores_unused { options.only_used_substitutions(text) } else { options }
    }
}

impl Checked {
    fn new(mut sources: Sources, options: Options) -> Self {
        let checked = compile::check(&mut sources, &options);
        let is_partial = checked.machine.is_none();
        let machine = checked.machine.or(checked.outline);
        let diagnostics = checked.diagnostics.sorted();
        Self { sources, machine, diagnostics, is_partial, options, flow: OnceCell::new() }
    }

    /// The same machine made of another text of its file.
    pub(crate) fn with_text(&self, text: String) -> Option<Self> {
        let file = self.sources.files.first()?;
        let source = Source::new(file.shown.clone(), file.path.clone(), text);
        let open = OpenTexts::clone(&self.sources.open);
        Some(Self::new(Sources { open, ..Sources::of(source) }, self.options.clone()))
    }

    /// The data of a state, stage by stage; `None` if none ever reach it. Nothing is known of those
    /// of SM4C.
    pub(crate) fn stages(&self, id: ir::StateId) -> Option<Stages> {
        let machine = self.machine.as_ref().filter(|machine| machine.sm4c.is_none())?;
        let entry = machine.states.get(id.index())?.entry;
        let flow = self.flow.get_or_init(|| Flow::new(machine, &[], Borders::all(machine)));
        flow.stages(machine, entry)
    }
}

/// True for the name of a test file.
pub(crate) fn is_test_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    TEST_FILES.iter().any(|end| name.ends_with(end))
}
