//! Resolves names to ids: converts the tree of [`super::tree`] to that of [`super::syntax`].
//!
//! A function is looked up among the enclosing definitions, latest first, by name and arity; then
//! among the built-ins. Built-ins that are written in jq are read only if they are called.

mod bindings;
mod built_ins;
mod constant_patterns;
mod constants;
mod modules;
mod names;
mod reach;
mod scope;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use self::modules::Loaded;
use super::parser::{self, Parsed};
use super::syntax::{
    Callee, Definition, DefinitionId, Filter, Kind, LabelId, Literal, Place, Program, VariableId,
};
use super::tree::{self, Operator, Tree};
use super::{Environment, Fault, split};
use asl_source::diagnostics::Code;
use asl_source::sorted::SortedSet;
use asl_source::span::LineIndex;
pub(super) use scope::{Bound, Scope, Target};

/// Parses and resolves a program.
pub(super) fn program(text: &str, environment: &Environment<'_>) -> Result<Program, Vec<Fault>> {
    let Parsed { source, faults, has_lost_names } = parser::parse(text);
    let is_readable = faults.is_empty();
    let mut resolver = Resolver::new(environment, faults);
    for name in environment.variables {
        let id = resolver.variable_id(name);
        resolver.scope.bind_variable(name, Bound::Variable(id));
    }
    resolver.input_files(text, "<top-level>");
    let before = resolver.faults.len();
    let body = resolver.source(&source);
    if !is_readable && has_lost_names {
        // What is unknown may have stood in what could not be read.
        let is_doubtful = |fault: &Fault| {
            matches!(
                fault.code,
                Code::JqUnknownFunction | Code::JqUnknownVariable | Code::JqBreak | Code::JqArity
            )
        };
        let own = resolver.faults.split_off(before);
        resolver.faults.extend(own.into_iter().filter(|fault| !is_doubtful(fault)));
    }
    if !resolver.faults.is_empty() {
        split::sort(&mut resolver.faults);
        return Err(resolver.faults);
    }
    let inputs = u32::try_from(environment.variables.len()).unwrap_or(u32::MAX);
    let Resolver { definitions, variables, references, .. } = resolver;
    let mut program =
        Program { text: text.to_owned(), definitions, variables, inputs, body, weight: 0 };
    reach::finish(&mut program, &references);
    split::split(&mut program)?;
    Ok(program)
}

pub(super) struct Resolver<'e> {
    pub(super) environment: &'e Environment<'e>,
    definitions: Vec<Definition>,
    variables: Vec<String>,
    labels: u32,
    pub(super) scope: Scope,
    /// Calls of each definition; the last entry is the program's own.
    references: References,
    /// The definition that is being read.
    owner: Option<DefinitionId>,
    /// Definitions whose `$name` parameters are called as filters.
    called_values: SortedSet<DefinitionId>,
    /// Built-ins written in jq that are called, by signature.
    built_ins: HashMap<&'static str, DefinitionId>,
    modules: Loaded,
    /// The names of imports that failed; an include has none.
    pub(super) lost_imports: BTreeSet<String>,
    pub(super) faults: Vec<Fault>,
    /// The number of further searches for a similar name.
    suggestions: u32,
    pub(super) file: Rc<File>,
}

/// More findings than this are not shown; looking for names costs more than everything else.
const MOST_SUGGESTIONS: u32 = 20;

/// Calls between definitions.
#[derive(Debug, Default)]
struct References {
    by_definition: Vec<SortedSet<DefinitionId>>,
    by_program: SortedSet<DefinitionId>,
}

/// The text that is being read.
#[derive(Debug, Default)]
pub(super) struct File {
    /// Its name in `$__loc__`.
    pub(super) shown: String,
    text: String,
    lines: LineIndex,
    /// True if it is the program's own text, which places are of.
    pub(super) is_own: bool,
    /// The directory that a module's imports are relative to.
    pub(super) directory: Option<String>,
}

impl File {
    pub(super) fn new(shown: &str, text: &str, directory: Option<String>) -> Self {
        Self {
            shown: shown.to_owned(),
            text: text.to_owned(),
            lines: LineIndex::new(text),
            is_own: false,
            directory,
        }
    }

    /// Line and column, as `3:14`.
    pub(super) fn position(&self, at: u32) -> String {
        self.lines.position(&self.text, at).to_string()
    }
}

impl<'e> Resolver<'e> {
    fn new(environment: &'e Environment<'e>, faults: Vec<Fault>) -> Self {
        Self {
            environment,
            definitions: Vec::new(),
            variables: Vec::new(),
            labels: 0,
            scope: Scope::default(),
            references: References::default(),
            owner: None,
            called_values: SortedSet::new(),
            built_ins: HashMap::new(),
            modules: Loaded::default(),
            lost_imports: BTreeSet::new(),
            faults,
            suggestions: MOST_SUGGESTIONS,
            file: Rc::default(),
        }
    }

    fn input_files(&mut self, text: &str, shown: &str) {
        self.file = Rc::new(File { is_own: true, ..File::new(shown, text, None) });
    }

    /// A whole text: its imports, its definitions, and what it does.
    pub(super) fn source(&mut self, source: &tree::Source<'_>) -> Filter {
        self.metadata(source.metadata.as_ref());
        for import in &source.imports {
            self.import(import);
        }
        for definition in &source.definitions {
            self.definition(definition);
        }
        match &source.body {
            Some(body) => self.filter(body),
            None => Filter { kind: Kind::Identity, place: 0..0 },
        }
    }

    /// A place as the program's author sees it.
    fn place(&self, place: &Place) -> Place {
        if self.file.is_own { place.clone() } else { 0..0 }
    }

    pub(super) fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    pub(super) fn variable_id(&mut self, name: &str) -> VariableId {
        let id = VariableId(number(self.variables.len()));
        self.variables.push(name.to_owned());
        id
    }

    fn label_id(&mut self) -> LabelId {
        self.labels += 1;
        LabelId(self.labels - 1)
    }

    pub(super) fn filter(&mut self, tree: &Tree<'_>) -> Filter {
        let kind = self.kind(tree);
        Filter { kind, place: self.place(&tree.place) }
    }

    fn boxed(&mut self, tree: &Tree<'_>) -> Box<Filter> {
        Box::new(self.filter(tree))
    }

    fn optional(&mut self, tree: Option<&Tree<'_>>) -> Option<Box<Filter>> {
        tree.map(|tree| self.boxed(tree))
    }

    fn kind(&mut self, tree: &Tree<'_>) -> Kind {
        match &tree.kind {
            tree::Kind::Wrong | tree::Kind::Identity => Kind::Identity,
            tree::Kind::Recurse => Kind::RecurseDefault,
            tree::Kind::Location => self.location(&tree.place),
            tree::Kind::Number(text) => Kind::Literal(constants::number(text)),
            tree::Kind::String(string) => self.string(string),
            tree::Kind::Format(name) => {
                self.format(name, &tree.place).map_or(Kind::Identity, Kind::Format)
            }
            tree::Kind::Variable(name) => self.variable(name, &tree.place),
            tree::Kind::Index(target, index) => self.index(target, index),
            tree::Kind::Slice(target, from, to) => Kind::Slice(
                self.boxed(target),
                self.optional(from.as_deref()),
                self.optional(to.as_deref()),
            ),
            tree::Kind::Iterate(target) => Kind::Iterate(self.boxed(target)),
            tree::Kind::Try(body, handler) => {
                Kind::Try(self.boxed(body), self.optional(handler.as_deref()))
            }
            tree::Kind::Negate(operand) => constants::negate(self.boxed(operand)),
            tree::Kind::Binary(operator, left, right) => self.binary(*operator, left, right),
            tree::Kind::If(branches, otherwise) => {
                let branch = |(condition, then): &(Tree<'_>, Tree<'_>)| {
                    (self.filter(condition), self.filter(then))
                };
                let branches = branches.iter().map(branch).collect();
                Kind::If(branches, self.optional(otherwise.as_deref()))
            }
            tree::Kind::Reduce(each) => Kind::Reduce(Box::new(self.each(each, None).0)),
            tree::Kind::Foreach(each, extract) => {
                let (each, extract) = self.each(each, extract.as_deref());
                Kind::Foreach(Box::new(each), extract)
            }
            tree::Kind::Bind(source, patterns, body) => self.bind(source, patterns, body),
            tree::Kind::Label(name, body) => self.label(name, body),
            tree::Kind::Break(name) => self.leave(name, &tree.place),
            tree::Kind::Call(name, arguments) => self.call(name, arguments),
            tree::Kind::Object(entries) => self.object(entries),
            tree::Kind::Array(None) => Kind::Literal(Literal::Array(Vec::new())),
            tree::Kind::Array(Some(items)) => constants::array(self.filter(items)),
            tree::Kind::Define(definitions, body) => self.local(definitions, body),
        }
    }

    fn location(&self, place: &Place) -> Kind {
        let line = i64::from(self.file.lines.position(&self.file.text, place.start).line);
        let file = ("file".to_owned(), Literal::String(self.file.shown.clone()));
        Kind::Literal(Literal::Object(vec![file, ("line".to_owned(), Literal::Int(line))]))
    }

    fn index(&mut self, target: &Tree<'_>, index: &Tree<'_>) -> Kind {
        let target = self.boxed(target);
        let index = self.boxed(index);
        let Kind::Literal(Literal::String(name)) = index.kind else {
            return Kind::Index(target, index);
        };
        Kind::Field(target, name)
    }

    fn binary(&mut self, operator: Operator, left: &Tree<'_>, right: &Tree<'_>) -> Kind {
        let (left, right) = (self.boxed(left), self.boxed(right));
        match operator {
            Operator::Pipe => Kind::Pipe(left, right),
            Operator::Comma => Kind::Comma(left, right),
            Operator::Alternative => Kind::Alternative(left, right),
            Operator::Assign(assignment) => Kind::Assign(assignment, left, right),
            Operator::Or => Kind::Or(left, right),
            Operator::And => Kind::And(left, right),
            Operator::Compare(comparison) => Kind::Compare(comparison, left, right),
            Operator::Arithmetic(arithmetic) => Kind::Arithmetic(arithmetic, left, right),
        }
    }

    /// Notes that what is being read calls a definition.
    fn refer(&mut self, callee: DefinitionId) -> Callee {
        let from = match self.owner {
            Some(owner) => self.references.by_definition.get_mut(index(owner.0)),
            None => Some(&mut self.references.by_program),
        };
        if let Some(calls) = from {
            calls.insert(callee);
        }
        Callee::Definition(callee)
    }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn index(id: u32) -> usize {
    usize::try_from(id).unwrap_or(usize::MAX)
}
