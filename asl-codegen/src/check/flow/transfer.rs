//! Transfer functions: the effect of one node on shapes, through `InputPath` → template → work →
//! `ResultSelector` → `ResultPath` → `OutputPath`.

use super::border::Step;
use super::evaluate::{self, evaluate};
use super::fault::{Fault, found};
use super::jsonata;
use super::over::{Over, Variables};
use super::place::put;
use super::shape::{Kinds, Member, Members, Shape};
use super::sm4c;
use super::wanted::Wanted;
use crate::expr::jsonpath::Path;
use crate::ir::{
    Assignment, Catcher, Computed, Effect, End, Eval, Expr, ForEach, Fork, Input, Invoke, Jsonata,
    Limit, MapRun, Output, Place, Selection, TaskCall, WaitFor,
};
use asl_language::shape;
use asl_language::shape::checks::Weight;
use asl_source::span::Span;

/// The shapes at the stages of a node.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// Name of each stage and the shape after it.
    pub list: Vec<(&'static str, Shape)>,
}

impl Stages {
    /// The stages by the fields of JSONata, which has no paths.
    pub(super) fn in_jsonata(self) -> Self {
        let is_output = |(stage, _): &(&str, Shape)| matches!(*stage, "ResultSelector" | "Output");
        let has_output = self.list.iter().any(is_output);
        let named = |(stage, shape): (&'static str, Shape)| {
            let stage = match stage {
                "InputPath" | "ResultPath" => return None,
                // Without the field the output is what the state would pass on.
                "OutputPath" if has_output => return None,
                "OutputPath" | "ResultSelector" => "Output",
                "Parameters" => "Arguments",
                other => other,
            };
            Some((stage, shape))
        };
        Self { list: self.list.into_iter().filter_map(named).collect() }
    }
}

/// One evaluation of a node.
pub(super) struct Pass<'a> {
    /// The data that enter the node.
    pub(super) raw: &'a Shape,
    /// The state's name: the place of a fault without a field of its own.
    pub(super) head: Span,
    /// The item of a Map whose selector is evaluated.
    item: Shape,
    /// The variables on entry.
    pub(super) variables: Variables,
    /// The variables that the node assigns.
    pub(super) assigned: Vec<(String, Shape)>,
    /// The certain failures.
    pub(super) faults: Vec<Fault>,
    /// The failures that are certain at an exit of a Choice, which may never be taken.
    pub(super) exit_faults: Vec<Fault>,
    /// The stages so far.
    pub(super) stages: Stages,
    /// The input of the node's task.
    pub(super) request: Option<Shape>,
    /// The node's output.
    pub(super) output: Option<Shape>,
    /// True if error handlers of SM4C may take its failures.
    pub(super) is_handled: bool,
    /// True if its result is then null.
    pub(super) may_be_null: bool,
}

impl<'a> Pass<'a> {
    /// A pass before its first stage.
    pub(super) fn new(raw: &'a Shape, head: Span, variables: Variables) -> Self {
        let (assigned, faults, exit_faults) = (Vec::new(), Vec::new(), Vec::new());
        let (stages, request, output) = (Stages::default(), None, None);
        let item = Shape::Any;
        Self {
            raw,
            head,
            item,
            variables,
            assigned,
            faults,
            exit_faults,
            stages,
            request,
            output,
            is_handled: false,
            may_be_null: false,
        }
    }

    /// Records the data that enter the node.
    pub(super) fn begin(&mut self) {
        self.note("Input", self.raw);
    }

    /// The output of a Succeed.
    pub(super) fn end(&mut self, end: &End) -> Shape {
        let input = self.select(&end.input, self.raw);
        self.note("InputPath", &input);
        let output = self.select(&end.output, &input);
        self.note("OutputPath", &output);
        match &end.output_value {
            Some(made) => {
                let made = self.evaluate(made, &output);
                self.note("Output", &made);
                made
            }
            None => output,
        }
    }

    /// The shape of an expression over data.
    pub(super) fn evaluate(&mut self, expr: &Expr, data: &Shape) -> Shape {
        let over = Over { data, input: self.raw, item: &self.item, variables: &self.variables };
        evaluate(expr, over, &mut self.faults)
    }

    /// The shape of a selection of data.
    pub(super) fn select(&mut self, selection: &Selection, data: &Shape) -> Shape {
        let over = Over { data, input: self.raw, item: &self.item, variables: &self.variables };
        evaluate::select(selection, over, &mut self.faults)
    }

    /// The same, whose faults are reported elsewhere.
    pub(super) fn selected(&self, selection: &Selection, data: &Shape) -> Shape {
        let over = Over { data, input: self.raw, item: &self.item, variables: &self.variables };
        evaluate::select(selection, over, &mut Vec::new())
    }

    /// The shape of what a path finds. `None`: it certainly finds nothing.
    fn find(&mut self, path: &Path, data: &Shape) -> Option<Shape> {
        let over = Over { data, input: self.raw, item: &self.item, variables: &self.variables };
        match found(path, evaluate::value(path, over)) {
            Ok(shape) => Some(shape),
            Err(fault) => {
                self.faults.push(fault);
                None
            }
        }
    }

    pub(super) fn note(&mut self, stage: &'static str, shape: &Shape) {
        self.stages.list.push((stage, shape.clone()));
    }

    /// True if the node certainly fails.
    pub(super) fn fails(&self) -> bool {
        !self.is_handled && self.faults.iter().any(Fault::ends_state)
    }

    /// The data after `InputPath` and the template.
    pub(super) fn input(&mut self, input: &Input) -> Shape {
        let selected = self.select(&input.select, self.raw);
        self.note("InputPath", &selected);
        match &input.template {
            Some(template) => {
                let made = self.evaluate(template, &selected);
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
        self.note_assigned();
        let result = match &output.template {
            Some(template) => {
                let made = self.evaluate(template, &result);
                self.note("ResultSelector", &made);
                made
            }
            None => result,
        };
        let result = if self.may_be_null { result.or(&Shape::null()) } else { result };
        let placed = self.place(&output.place, &result);
        self.note("ResultPath", &placed);
        let selected = self.select(&output.select, &placed);
        self.note("OutputPath", &selected);
        selected
    }

    pub(super) fn assign(&mut self, assign: &[Assignment], data: &Shape) {
        for Assignment { name, value } in assign {
            let shape = self.evaluate(value, data);
            self.assigned.push((name.value.clone(), shape));
        }
    }

    /// Records the variables that the node assigns, if any.
    pub(super) fn note_assigned(&mut self) {
        if self.assigned.is_empty() {
            return;
        }
        let member =
            |(name, shape): &(String, Shape)| (name.clone(), Member::new(shape.clone(), true));
        let known = self.assigned.iter().map(member).collect();
        let object = Members { known, ..Members::default() };
        let assigned = Shape::from_kinds(Kinds { object: Some(object), ..Kinds::default() });
        self.note("Assign", &assigned);
    }

    fn place(&mut self, place: &Place, result: &Shape) -> Shape {
        match place {
            Place::Whole => result.clone(),
            Place::Discard => self.raw.clone(),
            Place::Merge(query) => {
                self.merge(query, result, true);
                self.raw.clone()
            }
            Place::At(path) => {
                let mut written = Vec::new();
                let placed = put(&path.steps, self.raw, result, &mut written);
                let what = format!("what `{}` is written into", path.text);
                self.faults.extend(written.into_iter().map(|border| {
                    let reads = (what.clone(), Some(Wanted::Place), Weight::Fault);
                    Fault::reads(path.span, reads, border)
                }));
                placed.unwrap_or_else(|(step, shape)| {
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
                let selected = self.select(&eval.input.select, self.raw);
                self.note("InputPath", &selected);
                Shape::literal(result)
            }
            None => self.input(&eval.input),
        };
        self.note("Result", &result);
        self.output(&eval.output, result)
    }

    /// The output of a Task, whose result has this shape, or of a Wait.
    pub(super) fn invoke(&mut self, invoke: &Invoke, result: Shape) -> Shape {
        if let Effect::Task(call) = &invoke.effect {
            self.call(call, &invoke.input);
        }
        let input = self.input(&invoke.input);
        let result = match &invoke.effect {
            Effect::Task(call) => {
                self.request = Some(input);
                let result = sm4c::awaited(call, result);
                if result.border().is_some() {
                    self.note("Result", &result);
                }
                result
            }
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
        let selected = self.selected(&input.select, self.raw);
        for limit in call.timeout_at.iter().chain(&call.heartbeat_at) {
            self.computed(limit, &selected, "this time limit", Wanted::Number);
        }
        if let Some(credentials) = &call.credentials {
            self.evaluate(credentials, &selected);
        }
    }

    fn wait(&mut self, wait: &WaitFor, input: &Shape) {
        match wait {
            WaitFor::Seconds(_) | WaitFor::Milliseconds(_) | WaitFor::Until(_) => {}
            WaitFor::SecondsAt(at) => {
                self.computed(at, input, field(at, "Seconds"), Wanted::Number);
            }
            WaitFor::UntilAt(at) => self.computed(at, input, field(at, "Timestamp"), Wanted::Text),
        }
    }

    /// Checks a field that takes one type.
    fn computed(&mut self, computed: &Computed, data: &Shape, what: &str, wanted: Wanted) {
        match computed {
            Computed::Path(path) => {
                if let Some(shape) = self.find(path, data) {
                    self.typed(&shape, path.span, what, wanted);
                }
            }
            Computed::Jsonata(expression) => self.jsonata(expression, data, what, wanted),
        }
    }

    /// Checks an expression of a field that takes one type.
    pub(super) fn jsonata(
        &mut self,
        expression: &Jsonata,
        data: &Shape,
        what: &str,
        wanted: Wanted,
    ) {
        let over = Over { data, input: self.raw, item: &self.item, variables: &self.variables };
        let shape = jsonata::evaluate(expression, over, &mut self.faults);
        self.typed(&shape, expression.span, what, wanted);
    }

    fn typed(&mut self, shape: &Shape, span: Span, what: &str, wanted: Wanted) {
        self.faults.extend(Fault::of_type(span, what, wanted, shape));
    }

    /// The error or cause of a Fail.
    pub(super) fn text(&mut self, expr: &Expr, what: &str) {
        match expr.as_jsonata() {
            Some(expression) => self.jsonata(expression, self.raw, what, Wanted::Text),
            None => {
                self.evaluate(expr, self.raw);
            }
        }
    }

    /// The input of a Parallel's branches.
    pub(super) fn fork(&mut self, fork: &Fork) -> Shape {
        self.input(&fork.input)
    }

    /// The input of a Map's iterations.
    pub(super) fn item(&mut self, each: &ForEach) -> Shape {
        let input = self.select(&each.input, self.raw);
        self.note("InputPath", &input);
        if let Limit::At(at) = &each.window {
            self.computed(at, &input, field(at, "MaxConcurrency"), Wanted::Number);
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
                self.item = item;
                let made = self.evaluate(selector, &input);
                self.item = Shape::Any;
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
        let mut computed: Vec<&Computed> = limits.into_iter().flatten().filter_map(at).collect();
        computed.extend(run.tolerated_percentage.as_ref().and_then(at));
        computed.extend(&run.max_items);
        for limit in computed {
            self.computed(limit, input, "this limit", Wanted::Number);
        }
        let stores = [&run.reader, &run.writer].into_iter().flatten();
        let templates = stores
            .filter_map(|store| store.parameters.as_ref())
            .chain(batch.and_then(|it| it.input.as_ref()));
        for template in templates {
            self.evaluate(template, input);
        }
    }

    fn items(&mut self, each: &ForEach, input: &Shape) -> Shape {
        let items = match &each.items {
            None => match each.collection.as_deref() {
                Some(collection) => self.evaluate(collection, input),
                None => input.clone(),
            },
            Some(path) => match self.find(path, input) {
                Some(items) => items,
                None => return Shape::Any,
            },
        };
        let has_object = items.kinds().is_some_and(|kinds| kinds.object.is_some());
        match (items.kinds().map(|kinds| kinds.array.as_ref()), &each.items) {
            (None, path) => {
                let Some(border) = items.border() else { return Shape::Any };
                // A distributed Map iterates over the members of an object, too.
                if each.run.is_some() {
                    return border.narrow(&[], &Step::Only(shape::Kinds::LIST)).part(&Step::Item);
                }
                let (span, what) = match (path, each.collection.as_deref()) {
                    (Some(path), _) => (path.span, "what `ItemsPath` finds"),
                    (None, Some(Expr::Jq(query))) => (query.span, "`input`"),
                    (None, Some(_)) => (self.head, "`Items`"),
                    (None, None) => (self.head, "what a Map iterates over"),
                };
                self.faults.extend(Fault::of_type(span, what, Wanted::Array, &items));
                border.narrow(&[], &Step::Only(shape::Kinds::LIST)).part(&Step::Item)
            }
            // The items may be the members of an object as well.
            (Some(Some(_)), _) if each.run.is_some() && has_object => Shape::Any,
            (Some(Some(items)), _) => items.any(),
            // A distributed Map on AWS iterates over the members of objects, too.
            (Some(None), _) if each.run.is_some() || items.is_never() => Shape::Any,
            (Some(None), path) => {
                let (span, what) = match (path, each.collection.as_deref()) {
                    (Some(path), _) => (path.span, "what `ItemsPath` finds"),
                    (None, Some(Expr::Jq(query))) => (query.span, "`input`"),
                    (None, _) => (self.head, "what a Map iterates over"),
                };
                self.faults.push(Fault::no_array(span, what, &items));
                Shape::Any
            }
        }
    }

    /// The output of a catcher.
    pub(super) fn caught(&mut self, catcher: &Catcher) -> Shape {
        let error = error_output();
        self.assign(&catcher.assign, &error);
        if let Some(made) = &catcher.output_value {
            return self.evaluate(made, &error);
        }
        self.place(&catcher.place, &error)
    }
}

fn at<T>(limit: &Limit<T>) -> Option<&Computed> {
    match limit {
        Limit::Fixed(_) => None,
        Limit::At(computed) => Some(computed),
    }
}

/// The name of a field in messages.
fn field(computed: &Computed, name: &'static str) -> &'static str {
    match (computed, name) {
        (Computed::Path(_), "Seconds") => "`SecondsPath`",
        (Computed::Path(_), "Timestamp") => "`TimestampPath`",
        (Computed::Path(_), _) => "`MaxConcurrencyPath`",
        (Computed::Jsonata(_), "Seconds") => "`Seconds`",
        (Computed::Jsonata(_), "Timestamp") => "`Timestamp`",
        (Computed::Jsonata(_), _) => "`MaxConcurrency`",
    }
}

/// `{Error, Cause}`: each a string, if present.
fn error_output() -> Shape {
    let mut object = Members::default();
    for name in ["Error", "Cause"] {
        object.known.insert(name.to_owned(), Member::new(Shape::string(), false));
    }
    Shape::from_kinds(Kinds { object: Some(object), ..Kinds::default() })
}
