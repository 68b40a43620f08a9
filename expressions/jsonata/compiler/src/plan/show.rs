//! The printed form of plans: a node in each line, with its representation, and its parts below it.

mod children;

use std::fmt::{self, Write as _};

use asl_language::jsonata::{BuiltInId, record};

use super::native::Native;
use super::op::{
    ApplyingPass, Body, Constant, FunctionForm, Key, NamesForm, NamesPath, Op, Plan, Repr, Sink,
    SortKeys, Source, Statement, TupleStage, TupleWalk, Walk,
};
use super::{FieldPlan, Program};
use crate::resolve::VariableId;
use children::children;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = Shown { program: self, text: String::new(), depth: 0 };
        shown.statements(&self.before);
        shown.plan("", &self.result);
        f.write_str(&shown.text)
    }
}

impl fmt::Display for FieldPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Function(program) => program.fmt(f),
            Self::Names(place, names) => {
                let names = names.iter().map(|name| format!(".{name}"));
                writeln!(f, "given {place}{}: view", names.collect::<String>())
            }
        }
    }
}

struct Shown<'p> {
    program: &'p Program,
    text: String,
    depth: usize,
}

impl Shown<'_> {
    fn line(&mut self, text: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{:1$}{text}", "", 2 * self.depth);
    }

    fn inner(&mut self, show: impl FnOnce(&mut Self)) {
        self.depth += 1;
        show(self);
        self.depth -= 1;
    }

    /// A node and its parts.
    fn plan(&mut self, role: &str, plan: &Plan) {
        if let Some(inline) = self.inline(plan) {
            return self.line(&format!("{role}{inline}: {}", representation(plan.repr)));
        }
        if let Op::Convert(inner) | Op::Certain(inner) | Op::Try(inner) | Op::Done(inner) =
            &*plan.op
        {
            return self.plan(role, inner);
        }
        let title = self.title(&plan.op);
        self.line(&format!("{role}{title}: {}", representation(plan.repr)));
        self.inner(|shown| shown.parts(&plan.op));
    }

    fn plans(&mut self, role: &str, plans: &[Plan]) {
        for plan in plans {
            self.plan(role, plan);
        }
    }

    fn name(&self, id: VariableId) -> String {
        let variable = self.program.names.variable(id);
        format!("${}", variable.map_or("", |variable| variable.name.as_str()))
    }

    /// A node that fits a line with all its parts.
    fn inline(&self, plan: &Plan) -> Option<String> {
        Some(match &*plan.op {
            Op::Undefined => "undefined".to_owned(),
            Op::Constant(constant) => literal(constant),
            Op::Regex(regex) => format!("/{}/", regex.pattern),
            Op::Context { .. } => "$".to_owned(),
            Op::Input => "$$".to_owned(),
            Op::Given(place) => format!("given {place}"),
            Op::Slot(_, slot) => format!("slot {slot}"),
            Op::Variable(id) | Op::Taken(id) => self.name(*id),
            Op::Local(local) | Op::TakenLocal(local) => local.to_string(),
            Op::BuiltIn(id) => built_in(*id),
            Op::Names(names) => self.names(names)?,
            Op::WholeNames(from, names) | Op::NamedItems(from, names) => {
                format!("{}.{}", self.inline(from)?, names.join("."))
            }
            Op::Convert(value) | Op::Certain(value) => self.inline(value)?,
            Op::Runtime(runtime, arguments) => {
                let arguments: Vec<String> = arguments
                    .iter()
                    .map(|argument| self.inline(argument))
                    .collect::<Option<_>>()?;
                format!("{}({})", runtime.path.1, arguments.join(", "))
            }
            _ => return None,
        })
    }

    fn names(&self, names: &NamesPath) -> Option<String> {
        let from = self.inline(&names.from)?;
        Some(match &names.form {
            NamesForm::Name(name) => format!("{from}.{name}"),
            NamesForm::Names(names) => format!("{from}.{}", names.join(".")),
            NamesForm::At(names, number, rest) => {
                let rest: Vec<&str> =
                    [""].into_iter().chain(rest.iter().map(String::as_str)).collect();
                format!("{from}.{}[{number}]{}", names.join("."), rest.join("."))
            }
        })
    }

    fn title(&self, op: &Op) -> String {
        match op {
            Op::Runtime(runtime, _) => runtime.path.1.to_owned(),
            Op::Checked(level, _) => format!("level {level}"),
            Op::NativeCall(call) => match call.unfused {
                Some(reason) => format!("call {}, no loop: {reason}", built_in(call.id)),
                None => format!("call {}", built_in(call.id)),
            },
            Op::TupleItems(_, Some(reason)) => format!("items of tuples, no loop: {reason}"),
            Op::TupleItems(_, None) => "items of tuples".to_owned(),
            Op::WordsCall { id, .. } => format!("text of {}", built_in(*id)),
            Op::DirectCall { id, .. } => format!("call {}", self.name(*id)),
            Op::NumbersCall { id, .. } => format!("call {} of numbers", self.name(*id)),
            Op::ValueCall { name, .. } | Op::TailCall { name, .. } => format!("call value ${name}"),
            Op::Bind(id, ..) => format!("bind {}", self.name(*id)),
            Op::Aggregate { id, .. } => {
                format!("loop with {}", built_in(*id))
            }
            Op::Applying { pass, .. } => format!("loop with {}", built_in(pass.id)),
            Op::At(_, number) | Op::TupleAt(_, number) => format!("index {number}"),
            Op::Both { is_and: true, .. } => "and".to_owned(),
            Op::Both { is_and: false, .. } => "or".to_owned(),
            _ => plain_title(op).to_owned(),
        }
    }

    /// The parts of a node, each in lines of its own.
    fn parts(&mut self, op: &Op) {
        match op {
            Op::Object { entries, .. } => {
                for (key, value) in entries {
                    self.plan(&format!("{key:?}: "), value);
                }
            }
            Op::Block(statements, value) => {
                self.statements(statements);
                self.plan("", value);
            }
            Op::Lambda(lambda) => {
                self.statements(&lambda.before);
                self.plan("", &lambda.body);
            }
            Op::Loop(walk, _) | Op::Join(_, walk) | Op::Merge(_, walk) => self.walk(walk),
            Op::Aggregate { feed, .. } => self.walk(feed),
            Op::Applying { pass, .. } => self.pass(pass),
            Op::Reduce { init, body, feed } => {
                self.plan("from ", init);
                self.walk(feed);
                self.body("each item: ", body);
            }
            Op::SortWith(array, body) => {
                self.plan("", array);
                self.body("two items: ", body);
            }
            Op::Sort(sort) => {
                self.plan("", &sort.items);
                self.keys(&sort.keys);
            }
            Op::TupleLoop { inputs, walk, .. } => {
                self.source("each ", inputs);
                self.inner(|shown| shown.tuples(walk));
            }
            Op::TupleStep { tuples, body, .. }
            | Op::InnerTuples { tuples, body, .. }
            | Op::TupleFilter { tuples, body, .. } => {
                self.plan("", tuples);
                self.body("each: ", body);
            }
            Op::TupleSort { tuples, keys: parts, .. } | Op::TupleGroup { tuples, parts, .. } => {
                self.plan("", tuples);
                for part in parts {
                    self.body("part: ", part);
                }
            }
            _ => children(op).into_iter().for_each(|(role, part)| self.plan(role, part)),
        }
    }

    fn keys(&mut self, keys: &SortKeys) {
        match keys {
            SortKeys::Names(names) => {
                for names in names {
                    self.line(&format!("key {}", names.join(".")));
                }
            }
            SortKeys::Values(keys) => keys.iter().for_each(|key| match key {
                Key::Names(names) => {
                    let names = self.names(names).unwrap_or_default();
                    self.line(&format!("key {names}"));
                }
                Key::Made(value) => self.plan("key ", value),
            }),
        }
    }

    fn pass(&mut self, pass: &ApplyingPass) {
        self.walk(&pass.feed);
        self.body("each item: ", &pass.body);
    }

    fn body(&mut self, role: &str, body: &Body) {
        self.statements(&body.before);
        self.plan(role, &body.result);
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Declare(id, storage) | Statement::Keep(id, storage) => {
                    self.line(&format!("{} is kept as {storage:?}", self.name(*id)));
                }
                Statement::Let(id, value) | Statement::Set(id, _, value) => {
                    self.plan(&format!("{} := ", self.name(*id)), value);
                }
                Statement::Discard(value) => self.plan("", value),
                Statement::Check(level) => self.line(&format!("level {level}")),
                Statement::ContextOf(_) | Statement::OwnContext(_) => {}
                Statement::Function(form) => self.function(form),
            }
        }
    }

    fn function(&mut self, form: &FunctionForm) {
        let parameters = form.parameters.iter().map(|(id, native)| {
            let repr = native.map_or(Repr::Item, Repr::Native);
            format!("{}: {}", self.name(*id), representation(repr))
        });
        let parameters: Vec<String> = parameters.collect();
        let result = representation(form.result.map_or(Repr::Item, Repr::Native));
        let kind = if form.is_loop { "loop" } else { "function" };
        let captures = self.program.groups.get(form.group.0).map(|group| group.captures.len());
        self.line(&format!(
            "{kind} {}({}): {result}, counted {:?}, {} captured",
            self.name(form.id),
            parameters.join(", "),
            form.counting,
            captures.unwrap_or_default(),
        ));
        self.inner(|shown| {
            shown.statements(&form.kept);
            shown.statements(&form.before);
            shown.plan("", &form.body);
        });
    }

    fn source(&mut self, role: &str, source: &Source) {
        match source {
            Source::View(items) | Source::Inputs(items) | Source::Tested(items) => {
                self.plan(role, items);
            }
            Source::At(items, number) => self.plan(&format!("{role}[{number}] of "), items),
            Source::Items(items, reason) => {
                self.plan(&format!("{role}item of a list, as {reason}: "), items);
            }
        }
    }

    fn walk(&mut self, walk: &Walk) {
        match walk {
            Walk::Nothing => {}
            Walk::Each { source, test, body } => {
                self.source("each ", source);
                self.inner(|shown| {
                    shown.plans("where ", test.as_slice());
                    shown.walk(body);
                });
            }
            Walk::Add(sink, value) | Walk::AddNumber(sink, value) | Walk::AddAt(sink, value, _) => {
                self.plan(&format!("add to {}: ", sink_name(sink)), value);
            }
            Walk::AddMember { key, value, .. } => {
                self.plan("add member ", key);
                self.plan("value ", value);
            }
            Walk::Push(sink) => self.line(&format!("add to {}: the item", sink_name(sink))),
            Walk::TakeAll(sink, value) | Walk::Set(sink, value) => {
                self.plan(&format!("all to {}: ", sink_name(sink)), value);
            }
            Walk::Matches { sink, member, arguments, .. } => {
                self.line(&format!("add to {}: {member:?} of each match", sink_name(sink)));
                self.inner(|shown| shown.plans("", &arguments.values));
            }
            Walk::Applying(pass) => {
                self.line(&format!("with {}", built_in(pass.id)));
                self.inner(|shown| shown.pass(pass));
            }
        }
    }

    fn tuples(&mut self, walk: &TupleWalk) {
        match walk {
            TupleWalk::End => self.line("add to results: the item"),
            TupleWalk::Last(body) => self.body("add to results: ", body),
            TupleWalk::Step { found, stages, rest, .. } => {
                self.body("each ", found);
                self.inner(|shown| {
                    for stage in stages {
                        match stage {
                            TupleStage::Number(slot, _) => {
                                shown.line(&format!("number in slot {slot}"));
                            }
                            TupleStage::Test(test) => shown.body("where ", test),
                        }
                    }
                    shown.tuples(rest);
                });
            }
        }
    }
}

/// The name of a built-in.
fn built_in(id: BuiltInId) -> String {
    format!("${}", record(id).name)
}

fn literal(constant: &Constant) -> String {
    match constant {
        Constant::Null => "null".to_owned(),
        Constant::Bool(value) => value.to_string(),
        Constant::Number(number) => number.to_string(),
        Constant::Text(text) => format!("{text:?}"),
    }
}

fn sink_name(sink: &Sink) -> String {
    match sink {
        Sink::Results => "results".to_owned(),
        Sink::Objects => "the object".to_owned(),
        Sink::Numbers => "the total".to_owned(),
        Sink::Of(_, id) => built_in(*id),
    }
}

/// The name of a representation.
fn representation(repr: Repr) -> &'static str {
    match repr {
        Repr::View | Repr::Literal => "view",
        Repr::Item | Repr::Outcome | Repr::Tail => "item",
        Repr::Found => "found",
        Repr::Native(Native::Finite) | Repr::Finite => "finite number",
        Repr::Native(Native::Number) => "number",
        Repr::Native(Native::MaybeNumber) => "number?",
        Repr::Native(Native::Boolean) => "truth",
        Repr::Native(Native::MaybeBoolean) => "truth?",
        Repr::Words | Repr::WordsRef => "text",
        Repr::Items => "list of items",
        Repr::Tuples => "list of tuples",
    }
}

fn plain_title(op: &Op) -> &'static str {
    match op {
        Op::Joined(_) => "joined text",
        Op::Maybe(..) => "variable that may be bound",
        Op::Filter(..) => "filter",
        Op::Cons(..) | Op::Array { .. } => "array",
        Op::Constructed(..) => "path of an array",
        Op::Step { .. } => "step for all items",
        Op::Steps(..) => "steps",
        Op::Sort(_) | Op::SortWith(..) | Op::TupleSort { .. } => "sort",
        Op::SortByKey(_) => "sort by a key",
        Op::Group(_) | Op::TupleGroup { .. } => "group",
        Op::Coalesce(..) => "??",
        Op::Default(..) => "?:",
        Op::Condition(..) => "condition",
        Op::Object { .. } => "object",
        Op::Block(..) => "block",
        Op::Lambda(_) | Op::FunctionValue { .. } => "function as a value",
        Op::Transform(_) => "transform",
        Op::Applied { .. } | Op::Apply { .. } => "apply",
        Op::Partial { .. } => "partial application",
        Op::NextTurn { .. } => "next turn",
        Op::Chosen(_) => "call in the form that fits",
        Op::Loop(..) => "loop",
        Op::Reduce { .. } => "loop with $reduce",
        Op::Join(..) => "loop with $join",
        Op::Merge(..) => "loop with $merge",
        Op::TupleLoop { .. } => "loop with variables",
        Op::TupleStep { .. } | Op::InnerTuples { .. } => "step for all tuples",
        Op::TupleFilter { .. } => "filter for all tuples",
        Op::TupleNumber(..) => "numbers of all tuples",
        _ => "value",
    }
}
