//! Reads a test file and the definition that it names.

use std::path::{Path, PathBuf};

use asl_codegen::diagnostics::{Code, Diagnostics};
use asl_codegen::expr::jsonpath::{ReferenceStep, parse_reference};
use asl_codegen::ir;
use asl_codegen::source::{Member, Node, Sources};
use asl_codegen::{compile, schema};
use asl_runtime::Value;
use asl_testing::runner::{CallReply, SentEvent};

use super::case::{Answer, Answers, Case, Expect, ExpectedValue, Script, Stage, Step};
use super::reader::{Reader, value};
use super::{data, options};
use crate::cache::{Engine, Program};
use crate::{definition, execution, mocks};

/// A test file, with its definition.
pub(super) struct TestFile {
    pub(super) sources: Sources,
    pub(super) machine: ir::Machine,
    /// The files of the definition.
    pub(super) definition: Sources,
    /// The program of the definition.
    pub(super) program: Program,
    /// The mock file.
    pub(super) mocks: Option<PathBuf>,
    pub(super) cases: Vec<Case>,
}

/// A test file and the findings about it and its definition.
#[derive(Default)]
pub(super) struct Read {
    pub(super) file: Option<TestFile>,
    pub(super) findings: Vec<(Sources, Diagnostics)>,
}

const FIELDS: [&str; 5] = ["definition", "options", "mocks", "tasks", "cases"];
const CASE: [&str; 5] = ["input", "mock", "tasks", "events", "expect"];
const EXPECT: [&str; 10] = [
    "output", "error", "cause", "path", "through", "delays", "waits", "elapsed", "calls", "values",
];
const ANSWER: [&str; 6] = ["return", "payload", "throw", "times-out", "hangs", "after"];
const VALUE: [&str; 5] = ["state", "of", "visit", "path", "equals"];

/// The part of a test file's name that the definition's name begins with too.
pub(super) fn stem(name: &str) -> Option<&str> {
    [".asl-test.yaml", ".asl-test.yml", ".asl-test.json"]
        .into_iter()
        .find_map(|end| name.strip_suffix(end))
}

impl TestFile {
    /// The name of the file in messages.
    pub(super) fn shown(&self) -> &str {
        self.sources.files.first().map_or("", |source| source.shown.as_str())
    }

    /// Keeps the cases that have a text in their names, or all if the file's name has it.
    pub(super) fn keep_cases(&mut self, text: &str) {
        if !self.shown().contains(text) {
            self.cases.retain(|case| case.name.contains(text));
        }
    }
}

/// Reads a test file.
pub(super) fn read(path: &Path) -> Read {
    match Sources::read(path, Path::new("")) {
        Ok(sources) => read_text(path, sources),
        Err(error) => Read { file: None, findings: vec![(error.sources, error.diagnostics)] },
    }
}

/// Reads the text of a test file.
pub(super) fn read_text(path: &Path, sources: Sources) -> Read {
    let mut reader = Reader::default();
    let tree = definition::tree(&sources, &mut reader.diagnostics);
    let Some(tree) = tree else {
        return Read { file: None, findings: vec![(sources, reader.diagnostics)] };
    };
    let Some(fields) = reader.fields(&tree, "a test file", &FIELDS) else {
        return Read { file: None, findings: vec![(sources, reader.diagnostics)] };
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let options = options::read(&mut reader, fields.get("options"));
    let definition = definition_of(&mut reader, fields.get("definition"), &tree, path);
    let mut machine = None;
    let mut findings = Vec::new();
    let mut files = None;
    if let Some(definition) = definition {
        let (mut sources, checked) =
            compile::check_open_file(&definition, folder, &sources.open, &options);
        machine = checked.machine;
        if let Some(machine) = &machine {
            let data = data::of_file(&tree);
            for misfit in schema::misfits(machine, &options, &mut sources, &data) {
                reader.diagnostics.push(misfit);
            }
            files = Some(sources);
        } else {
            findings.push((sources, checked.diagnostics));
        }
    }
    let mock_file = reader.text(fields.get("mocks"), "`mocks`").map(|file| folder.join(file));
    let context = Context { sources: &sources, machine: machine.as_ref() };
    let shared = scripts(&mut reader, &context, fields.get("tasks"));
    let cases = cases(&mut reader, &context, fields.get("cases"), &tree, &shared);
    if let (None, Some(case)) = (&mock_file, cases.iter().find(|case| case.mock.is_some())) {
        let title = "a case names a mock, but the file has no `mocks`".to_owned();
        reader.report(Code::MissingField, case.span, title, "");
    }
    if let (Some(file), Some(machine), Some(sources)) = (&mock_file, &machine, &mut files) {
        let names: Vec<&str> = cases.iter().filter_map(|case| case.mock.as_deref()).collect();
        let cases = mocks::Cases::Named(&names);
        findings.extend(mocks::misfits(file, cases, (machine, &options), sources));
    }
    let is_faulty = reader.diagnostics.has_errors();
    match (machine, files) {
        (Some(machine), Some(definition)) if !is_faulty => {
            let program = execution::program(&machine, &definition, &options, Engine::InProcess);
            let file = TestFile { sources, machine, definition, program, mocks: mock_file, cases };
            Read { file: Some(file), findings }
        }
        (_, files) => {
            findings.insert(0, (sources, reader.diagnostics));
            // A definition without errors is a file that the findings depend on.
            findings.extend(files.map(|files| (files, Diagnostics::default())));
            Read { file: None, findings }
        }
    }
}

/// The definition's path, from the test file's folder: the one that is named, or the one whose name
/// begins in the same way.
fn definition_of(
    reader: &mut Reader,
    named: Option<&Node>,
    tree: &Node,
    path: &Path,
) -> Option<PathBuf> {
    if named.is_some() {
        return reader.text(named, "`definition`").map(PathBuf::from);
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let stem = stem(name).unwrap_or(name);
    let ends = ["asl.json", "asl.yaml", "asl.yml", "sm4c.json", "sm4c.yaml", "sm4c.yml"];
    let beside = ends.iter().map(|end| format!("{stem}.{end}"));
    let found = beside.into_iter().find(|name| path.with_file_name(name).is_file());
    if found.is_none() {
        let title = format!("there is no `definition`, and no `{stem}.asl.json` beside the file");
        let start = tree.span.start;
        let place = asl_codegen::source::Span { end: start, ..tree.span };
        reader.report(Code::MissingField, place, title, "");
    }
    found.map(PathBuf::from)
}

/// The data that readers of cases look up.
struct Context<'c> {
    sources: &'c Sources,
    /// The definition, if it has no errors.
    machine: Option<&'c ir::Machine>,
}

impl Context<'_> {
    /// Reports a state that the definition does not have.
    fn check_state(&self, reader: &mut Reader, node: &Node, name: &str) {
        let Some(machine) = self.machine else { return };
        let names = || machine.states.iter().map(|state| state.name.value.as_str());
        if names().all(|known| known != name) {
            let title = format!("no state is called `{name}`");
            reader.unknown(Code::UnknownTarget, node.span, title, (name, names()));
        }
    }

    fn place(&self, member: &Member) -> String {
        let shown = self.sources.files.first().map_or("", |source| source.shown.as_str());
        format!("{shown}:{}", self.sources.position(member.key.span))
    }
}

fn cases(
    reader: &mut Reader,
    context: &Context<'_>,
    node: Option<&Node>,
    tree: &Node,
    shared: &[Script],
) -> Vec<Case> {
    let Some(node) = node else {
        let title = "the file has no `cases`".to_owned();
        reader.report(Code::MissingField, tree.span, title, "");
        return Vec::new();
    };
    let members = reader.members(node, "`cases`").unwrap_or_default();
    members.iter().filter_map(|member| case(reader, context, member, shared)).collect()
}

fn case(
    reader: &mut Reader,
    context: &Context<'_>,
    member: &Member,
    shared: &[Script],
) -> Option<Case> {
    let fields = reader.fields(&member.value, "a case", &CASE)?;
    let mut tasks = scripts(reader, context, fields.get("tasks"));
    let is_own = |script: &&Script| tasks.iter().all(|own| own.name != script.name);
    let others: Vec<Script> = shared.iter().filter(is_own).cloned().collect();
    tasks.extend(others);
    Some(Case {
        name: member.key.value.clone(),
        span: member.key.span,
        input: fields.get("input").map_or_else(|| Value::object([]), value),
        mock: reader.text(fields.get("mock"), "`mock`"),
        tasks,
        events: events(reader, fields.get("events")),
        expect: expect(reader, context, fields.get("expect")),
    })
}

fn scripts(reader: &mut Reader, context: &Context<'_>, node: Option<&Node>) -> Vec<Script> {
    let Some(members) = node.and_then(|node| reader.members(node, "`tasks`")) else {
        return Vec::new();
    };
    let script = |member: &Member| {
        let answers = match member.value.as_array() {
            Some(list) => {
                Answers::Each(list.iter().filter_map(|node| answer(reader, node)).collect())
            }
            None => Answers::Always(answer(reader, &member.value)?),
        };
        let (name, place) = (member.key.value.clone(), context.place(member));
        Some(Script { name, place, answers })
    };
    members.iter().filter_map(script).collect()
}

fn answer(reader: &mut Reader, node: &Node) -> Option<Answer> {
    let fields = reader.fields(node, "an answer", &ANSWER)?;
    let after = reader.millis(fields.get("after"), "`after`").unwrap_or_default();
    let flag = |reader: &mut Reader, name: &str| {
        reader.flag(fields.get(name), &format!("`{name}`")).filter(|flag| *flag)
    };
    let thrown = fields.get("throw").and_then(|node| throw(reader, node));
    let replies = [
        fields.get("return").map(|node| CallReply::Return(value(node))),
        fields.get("payload").map(|node| CallReply::Payload(value(node))),
        thrown,
        flag(reader, "times-out").map(|_| CallReply::TimesOut),
        flag(reader, "hangs").map(|_| CallReply::Hangs),
    ];
    let mut replies: Vec<CallReply> = replies.into_iter().flatten().collect();
    if replies.len() != 1 {
        let title = "an answer has one of `return`, `payload`, `throw`, `times-out`, `hangs`";
        reader.report(Code::MissingField, node.span, title.to_owned(), "");
    }
    Some(Answer { after, reply: replies.pop()? })
}

/// An error: its name, or its name and cause.
fn throw(reader: &mut Reader, node: &Node) -> Option<CallReply> {
    if let Some(error) = node.as_str() {
        return Some(CallReply::Throw { error: error.to_owned(), cause: String::new() });
    }
    let fields = reader.fields(node, "`throw`", &["error", "cause"])?;
    let error = reader.text(fields.get("error"), "`error`").unwrap_or_default();
    let cause = reader.text(fields.get("cause"), "`cause`").unwrap_or_default();
    Some(CallReply::Throw { error, cause })
}

fn events(reader: &mut Reader, node: Option<&Node>) -> Vec<SentEvent> {
    let Some(list) = reader.list(node, "`events`") else { return Vec::new() };
    let sent = |node: &Node| {
        let fields = reader.fields(node, "an event", &["after", "event"])?;
        let after = reader.millis(fields.get("after"), "`after`").unwrap_or_default();
        let event = fields.get("event").map(value);
        if event.is_none() {
            let title = "an event to send has no `event`".to_owned();
            reader.report(Code::MissingField, node.span, title, "");
        }
        Some(SentEvent { after, event: event? })
    };
    list.iter().filter_map(sent).collect()
}

fn expect(reader: &mut Reader, context: &Context<'_>, node: Option<&Node>) -> Expect {
    let Some(fields) = node.and_then(|node| reader.fields(node, "`expect`", &EXPECT)) else {
        return Expect::default();
    };
    let values = reader.list(fields.get("values"), "`values`").unwrap_or_default();
    Expect {
        output: fields.get("output").map(value),
        error: reader.text(fields.get("error"), "`error`"),
        cause: reader.text(fields.get("cause"), "`cause`"),
        path: states(reader, context, fields.get("path"), "`path`"),
        through: states(reader, context, fields.get("through"), "`through`"),
        delays: times(reader, fields.get("delays"), "`delays`"),
        waits: times(reader, fields.get("waits"), "`waits`"),
        elapsed: reader.seconds(fields.get("elapsed"), "`elapsed`"),
        calls: calls(reader, fields.get("calls")),
        values: values.iter().filter_map(|node| expected_value(reader, context, node)).collect(),
    }
}

fn states(
    reader: &mut Reader,
    context: &Context<'_>,
    node: Option<&Node>,
    what: &str,
) -> Option<Vec<String>> {
    let list = reader.list(node, what)?;
    let state = |node: &Node| {
        let name = reader.text(Some(node), "a state")?;
        context.check_state(reader, node, &name);
        Some(name)
    };
    Some(list.iter().filter_map(state).collect())
}

fn times(reader: &mut Reader, node: Option<&Node>, what: &str) -> Option<Vec<f64>> {
    let list = reader.list(node, what)?;
    Some(list.iter().filter_map(|node| reader.seconds(Some(node), what)).collect())
}

fn calls(reader: &mut Reader, node: Option<&Node>) -> Vec<(String, u64)> {
    let Some(members) = node.and_then(|node| reader.members(node, "`calls`")) else {
        return Vec::new();
    };
    let count = |member: &Member| {
        let count = reader.count(Some(&member.value), "a number of calls")?;
        Some((member.key.value.clone(), count))
    };
    members.iter().filter_map(count).collect()
}

fn expected_value(
    reader: &mut Reader,
    context: &Context<'_>,
    node: &Node,
) -> Option<ExpectedValue> {
    let fields = reader.fields(node, "an expected value", &VALUE)?;
    for name in ["state", "equals"] {
        if fields.get(name).is_none() {
            let title = format!("an expected value has no `{name}`");
            reader.report(Code::MissingField, node.span, title, "");
        }
    }
    let state_node = fields.get("state")?;
    let state = reader.text(Some(state_node), "`state`")?;
    context.check_state(reader, state_node, &state);
    let stages = [
        ("input", Stage::Input),
        ("output", Stage::Output),
        ("variables", Stage::Variables),
        ("call", Stage::Call),
    ];
    let stage = reader.word(fields.get("of"), "`of`", &stages);
    let (path, steps) = path(reader, fields.get("path"))?;
    Some(ExpectedValue {
        state,
        stage: stage.unwrap_or(Stage::Output),
        visit: reader.count(fields.get("visit"), "`visit`"),
        path,
        steps,
        equals: value(fields.get("equals")?),
    })
}

/// A Reference Path.
fn path(reader: &mut Reader, node: Option<&Node>) -> Option<(String, Vec<Step>)> {
    let Some(node) = node else { return Some(("$".to_owned(), Vec::new())) };
    let text = reader.text(Some(node), "`path`")?;
    match parse_reference(&text, node.span) {
        Ok(path) => {
            let step = |step: ReferenceStep| match step {
                ReferenceStep::Key(name) => Step::Key(name),
                ReferenceStep::Index(index) => Step::Index(index as usize),
            };
            Some((text, path.steps.into_iter().map(step).collect()))
        }
        Err(error) => {
            reader.report(Code::WrongType, node.span, error.message.clone(), "");
            None
        }
    }
}
