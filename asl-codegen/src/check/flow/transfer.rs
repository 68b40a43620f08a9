//! Transfer functions: the effect of one node on shapes, through `InputPath` → template → work →
//! `ResultSelector` → `ResultPath` → `OutputPath`.

use super::evaluate::{evaluate, select};
use super::fault::{Fault, found};
use super::place::{find, put};
use super::shape::{Kinds, Member, Members, Shape};
use crate::expr::jsonpath::Path;
use crate::ir::{
    Assignment, Branch, Catcher, Computed, Effect, End, Eval, ForEach, Fork, Input, Invoke, Limit,
    MapRun, Output, Place, ScopeId, TaskCall, WaitFor,
};
use crate::span::Span;

/// The shapes at the stages of a node.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// Name of each stage and the shape after it.
    pub list: Vec<(&'static str, Shape)>,
}

/// One evaluation of a node.
pub(super) struct Pass<'a> {
    /// The data that enter the node.
    pub(super) raw: &'a Shape,
    /// The state's name: the place of a fault without a field of its own.
    pub(super) head: Span,
    /// The certain failures.
    pub(super) faults: Vec<Fault>,
    /// The stages so far.
    pub(super) stages: Stages,
}

impl<'a> Pass<'a> {
    /// A pass before its first stage.
    pub(super) fn new(raw: &'a Shape, head: Span) -> Self {
        Self { raw, head, faults: Vec::new(), stages: Stages::default() }
    }

    /// Records the data that enter the node.
    pub(super) fn begin(&mut self) {
        self.note("Input", self.raw);
    }

    /// The output of a Succeed.
    pub(super) fn end(&mut self, end: &End) -> Shape {
        let input = select(&end.input, self.raw, &mut self.faults);
        self.note("InputPath", &input);
        let output = select(&end.output, &input, &mut self.faults);
        self.note("OutputPath", &output);
        match &end.made {
            Some(made) => evaluate(made, &output, &mut self.faults),
            None => output,
        }
    }

    fn note(&mut self, stage: &'static str, shape: &Shape) {
        self.stages.list.push((stage, shape.clone()));
    }

    /// True if the node certainly fails.
    pub(super) fn fails(&self) -> bool {
        !self.faults.is_empty()
    }

    /// The data after `InputPath` and the template.
    pub(super) fn input(&mut self, input: &Input) -> Shape {
        let selected = select(&input.select, self.raw, &mut self.faults);
        self.note("InputPath", &selected);
        match &input.template {
            Some(template) => {
                let made = evaluate(template, &selected, &mut self.faults);
                self.note("Parameters", &made);
                made
            }
            None => selected,
        }
    }

    /// The output for a result.
    pub(super) fn output(&mut self, output: &Output, result: Shape) -> Shape {
        // In `Assign`, `$` is the task's raw result, not that of `ResultSelector`.
        self.assign(&output.assign, &result);
        let result = match &output.template {
            Some(template) => {
                let made = evaluate(template, &result, &mut self.faults);
                self.note("ResultSelector", &made);
                made
            }
            None => result,
        };
        let placed = self.place(&output.place, &result);
        self.note("ResultPath", &placed);
        let selected = select(&output.select, &placed, &mut self.faults);
        self.note("OutputPath", &selected);
        selected
    }

    fn assign(&mut self, assign: &[Assignment], data: &Shape) {
        for assignment in assign {
            evaluate(&assignment.value, data, &mut self.faults);
        }
    }

    fn place(&mut self, place: &Place, result: &Shape) -> Shape {
        match place {
            Place::Whole => result.clone(),
            Place::Discard => self.raw.clone(),
            Place::Merge(_) => Shape::Any,
            Place::At(path) => {
                put(&path.steps, self.raw, result).unwrap_or_else(|(step, shape)| {
                    self.faults.push(Fault::misfit(path, step, &shape));
                    Shape::Any
                })
            }
        }
    }

    /// The output of a Pass.
    pub(super) fn eval(&mut self, eval: &Eval) -> Shape {
        let result = match &eval.result {
            // Recorded on AWS: with `Result` the template is not evaluated.
            Some(result) => {
                let selected = select(&eval.input.select, self.raw, &mut self.faults);
                self.note("InputPath", &selected);
                Shape::literal(result)
            }
            None => self.input(&eval.input),
        };
        self.note("Result", &result);
        self.output(&eval.output, result)
    }

    /// The output of a Task or Wait.
    pub(super) fn invoke(&mut self, invoke: &Invoke) -> Shape {
        if let Effect::Task(call) = &invoke.effect {
            self.call(call, &invoke.input);
        }
        let input = self.input(&invoke.input);
        let result = match &invoke.effect {
            Effect::Task(_) => Shape::Any,
            Effect::Wait(wait) => {
                self.wait(wait, &input);
                input
            }
        };
        self.output(&invoke.output, result)
    }

    /// The fields that a Task evaluates before `Parameters`, as recorded on AWS.
    fn call(&mut self, call: &TaskCall, input: &Input) {
        if !call.is_dynamic() {
            return;
        }
        // A fault of the selection itself is reported with the input.
        let selected = select(&input.select, self.raw, &mut Vec::new());
        for path in call.timeout_at.iter().chain(&call.heartbeat_at).filter_map(Computed::path) {
            self.typed(path, &selected, "this time limit", "a number", |kinds| kinds.number);
        }
        if let Some(credentials) = &call.credentials {
            evaluate(credentials, &selected, &mut self.faults);
        }
    }

    fn wait(&mut self, wait: &WaitFor, input: &Shape) {
        match wait {
            WaitFor::Seconds(_)
            | WaitFor::Milliseconds(_)
            | WaitFor::Until(_)
            | WaitFor::SecondsAt(Computed::Jsonata(_))
            | WaitFor::UntilAt(Computed::Jsonata(_)) => {}
            WaitFor::SecondsAt(Computed::Path(path)) => {
                self.typed(path, input, "`SecondsPath`", "a number", |kinds| kinds.number);
            }
            WaitFor::UntilAt(Computed::Path(path)) => {
                self.typed(path, input, "`TimestampPath`", "a string", |kinds| kinds.string);
            }
        }
    }

    /// Checks a path of a field that takes one type.
    fn typed(
        &mut self,
        path: &Path,
        data: &Shape,
        what: &str,
        wanted: &str,
        fits: fn(&Kinds) -> bool,
    ) {
        match found(path, find(path, data)) {
            Err(fault) => self.faults.push(fault),
            Ok(shape) if shape.kinds().is_some_and(|kinds| !shape.is_never() && !fits(kinds)) => {
                self.faults.push(Fault::wrong_type(path.span, what, wanted, &shape));
            }
            Ok(_) => {}
        }
    }

    /// The data that a Choice's rules see.
    pub(super) fn choice_input(&mut self, branch: &Branch) -> Shape {
        let input = select(&branch.input, self.raw, &mut self.faults);
        self.note("InputPath", &input);
        input
    }

    /// The output of a Choice.
    pub(super) fn choice_output(&mut self, branch: &Branch, input: &Shape) -> Shape {
        let output = select(&branch.output, input, &mut self.faults);
        self.note("OutputPath", &output);
        let computes = branch.made.is_some() || branch.rules.iter().any(|rule| rule.made.is_some());
        if computes { Shape::Any } else { output }
    }

    /// The input of a Parallel's branches.
    pub(super) fn fork(&mut self, fork: &Fork) -> Shape {
        self.input(&fork.input)
    }

    /// The output of a Parallel, from the outputs of its branches.
    pub(super) fn joined(&mut self, fork: &Fork, ends: impl Fn(ScopeId) -> Shape) -> Shape {
        let ends: Vec<_> = fork.branches.iter().map(|branch| ends(*branch)).collect();
        if ends.iter().any(Shape::is_never) {
            return Shape::never();
        }
        let result = Shape::array(ends);
        self.note("Result", &result);
        self.output(&fork.output, result)
    }

    /// The input of a Map's iterations.
    pub(super) fn item(&mut self, each: &ForEach) -> Shape {
        let input = select(&each.input, self.raw, &mut self.faults);
        self.note("InputPath", &input);
        if let Some(path) = path_of(&each.window) {
            self.typed(path, &input, "`MaxConcurrencyPath`", "a number", |kinds| kinds.number);
        }
        let item = match each.run.as_deref() {
            Some(run) => {
                self.run(run, &input);
                if run.reader.is_some() { Shape::Any } else { self.items(each, &input) }
            }
            None => self.items(each, &input),
        };
        let item = match &each.selector {
            Some(selector) => {
                let made = evaluate(selector, &input, &mut self.faults);
                self.note("ItemSelector", &made);
                made
            }
            None => item,
        };
        if each.run.as_deref().is_some_and(|run| run.batch.is_some()) {
            Shape::some_object()
        } else {
            item
        }
    }

    /// The fields that a distributed Map evaluates besides its items.
    fn run(&mut self, run: &MapRun, input: &Shape) {
        let batch = run.batch.as_ref();
        let limits = [
            run.tolerated_count.as_ref(),
            batch.and_then(|it| it.items.as_ref()),
            batch.and_then(|it| it.bytes.as_ref()),
        ];
        let mut paths: Vec<&Path> = limits.into_iter().flatten().filter_map(path_of).collect();
        paths.extend(run.tolerated_percentage.as_ref().and_then(path_of));
        paths.extend(run.max_items.as_ref().and_then(Computed::path));
        for path in paths {
            self.typed(path, input, "this limit", "a number", |kinds| kinds.number);
        }
        let stores = [&run.reader, &run.writer].into_iter().flatten();
        let templates = stores
            .filter_map(|store| store.parameters.as_ref())
            .chain(batch.and_then(|it| it.input.as_ref()));
        for template in templates {
            evaluate(template, input, &mut self.faults);
        }
    }

    fn items(&mut self, each: &ForEach, input: &Shape) -> Shape {
        if each.collection.is_some() {
            return Shape::Any;
        }
        let items = match &each.items {
            None => input.clone(),
            Some(path) => match found(path, find(path, input)) {
                Ok(items) => items,
                Err(fault) => {
                    self.faults.push(fault);
                    return Shape::Any;
                }
            },
        };
        match (items.kinds().map(|kinds| kinds.array.as_ref()), &each.items) {
            (None, _) => Shape::Any,
            (Some(Some(items)), _) => items.any(),
            // A distributed Map on AWS iterates over the members of objects, too.
            (Some(None), _) if each.run.is_some() || items.is_never() => Shape::Any,
            (Some(None), path) => {
                let (span, what) =
                    path.as_ref().map_or((self.head, "what a Map iterates over"), |path| {
                        (path.span, "what `ItemsPath` finds")
                    });
                self.faults.push(Fault::no_array(span, what, &items));
                Shape::Any
            }
        }
    }

    /// The output of a Map, from the outputs of its iterations.
    pub(super) fn gathered(&mut self, each: &ForEach, end: Shape) -> Shape {
        let result = match each.run.as_deref() {
            // The place that results were written to, or another form that the configuration
            // chooses.
            Some(run) if run.writer.is_some() => Shape::Any,
            // Tolerated failures leave error objects among the results.
            Some(_) => Shape::list(Shape::Any),
            None if end.is_never() => Shape::list(Shape::Any),
            None => Shape::list(end),
        };
        self.note("Result", &result);
        self.output(&each.output, result)
    }

    /// The output of a catcher.
    pub(super) fn caught(&mut self, catcher: &Catcher) -> Shape {
        let error = error_output();
        self.assign(&catcher.assign, &error);
        if let Some(made) = &catcher.made {
            return evaluate(made, &error, &mut self.faults);
        }
        self.place(&catcher.place, &error)
    }

    /// The values that a Choice assigns after its rules.
    pub(super) fn assigned(&mut self, assign: &[Assignment], data: &Shape) {
        self.assign(assign, data);
    }
}

fn path_of<T>(limit: &Limit<T>) -> Option<&Path> {
    match limit {
        Limit::Fixed(_) => None,
        Limit::At(computed) => computed.path(),
    }
}

/// `{Error, Cause}`: each a string, if present.
fn error_output() -> Shape {
    let maybe = |name: &str| (name.to_owned(), Member { shape: Shape::string(), always: false });
    let known = [maybe("Error"), maybe("Cause")].into_iter().collect();
    Shape::from_kinds(Kinds { object: Some(Members { known, is_open: false }), ..Kinds::default() })
}
