//! The variables that a node reads.

use crate::expr::jsonpath::{Path, Root};
use crate::ir::{
    Assignment, Branch, Catcher, Comparison, Computed, Condition, Effect, Expr, ForEach, Input,
    Invoke, Jsonata, Limit, MapRun, NodeKind, Output, Selection, Test, VariableRead, WaitFor,
};
use asl_source::span::Span;

/// A variable as a path reads it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read<'a> {
    /// Its name, without `$`.
    pub(super) name: &'a str,
    pub(super) span: Span,
    /// True if the node only tests that the variable has a value.
    pub(super) is_question: bool,
    /// True in JSONata, where a variable without a value is no failure in itself.
    pub(super) is_jsonata: bool,
}

/// The reads of one node.
#[derive(Default)]
pub(super) struct Reads<'a> {
    pub(super) list: Vec<Read<'a>>,
    /// All expressions in JSONata.
    #[cfg(feature = "types")]
    pub(super) expressions: Vec<&'a Jsonata>,
}

impl<'a> Reads<'a> {
    /// All reads of a node. They see the variables as they are on entry.
    pub(super) fn of_node(kind: &'a NodeKind) -> Self {
        let mut reads = Self::default();
        match kind {
            NodeKind::Eval(eval) => {
                reads.input(&eval.input);
                reads.output(&eval.output);
            }
            NodeKind::Invoke(invoke) => reads.invoke(invoke),
            NodeKind::Branch(branch) => reads.branch(branch),
            NodeKind::Fork(fork) => {
                reads.input(&fork.input);
                reads.output(&fork.output);
                reads.catchers(&fork.catch);
            }
            NodeKind::ForEach(each) => reads.each(each),
            NodeKind::Await(_) => {}
            NodeKind::End(end) => {
                reads.selection(&end.input);
                reads.selection(&end.output);
                end.output_value.iter().for_each(|value| reads.expr(value));
            }
            NodeKind::Fail(fail) => {
                fail.error.iter().chain(&fail.cause).for_each(|text| reads.expr(text));
            }
        }
        reads
    }

    fn path(&mut self, path: &'a Path) {
        if let Root::Variable(name) = &path.root {
            let (is_question, is_jsonata) = (false, false);
            self.list.push(Read { name, span: path.span, is_question, is_jsonata });
        }
    }

    fn jsonata(&mut self, expression: &'a Jsonata) {
        for VariableRead { name, is_question } in &expression.reads {
            let (span, is_question, name) = (name.span, *is_question, &name.value);
            self.list.push(Read { name, span, is_question, is_jsonata: true });
        }
        #[cfg(feature = "types")]
        self.expressions.push(expression);
    }

    fn computed(&mut self, computed: &'a Computed) {
        match computed {
            Computed::Path(path) => self.path(path),
            Computed::Jsonata(expression) => self.jsonata(expression),
        }
    }

    fn selection(&mut self, selection: &'a Selection) {
        if let Selection::Path(path) = selection {
            self.path(path);
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Literal(_) | Expr::Jq(_) => {}
            Expr::Jsonata(expression) => self.jsonata(expression),
            Expr::Path { path, .. } => self.path(path),
            Expr::Call { call, .. } => call.paths().into_iter().for_each(|path| self.path(path)),
            Expr::Object(members) => members.iter().for_each(|(_, value)| self.expr(value)),
            Expr::Array(items) => items.iter().for_each(|item| self.expr(item)),
        }
    }

    fn input(&mut self, input: &'a Input) {
        self.selection(&input.select);
        input.template.iter().for_each(|template| self.expr(template));
    }

    fn output(&mut self, output: &'a Output) {
        output.template.iter().for_each(|template| self.expr(template));
        self.assign(&output.assign);
        self.selection(&output.select);
    }

    fn assign(&mut self, assign: &'a [Assignment]) {
        for assignment in assign {
            self.expr(&assignment.value);
        }
    }

    fn catchers(&mut self, catchers: &'a [Catcher]) {
        for catcher in catchers {
            catcher.output_value.iter().for_each(|value| self.expr(value));
            self.assign(&catcher.assign);
        }
    }

    fn invoke(&mut self, invoke: &'a Invoke) {
        self.input(&invoke.input);
        match &invoke.effect {
            Effect::Task(call) => {
                call.timeout_at.iter().chain(&call.heartbeat_at).for_each(|at| self.computed(at));
                call.credentials.iter().for_each(|template| self.expr(template));
            }
            Effect::Wait(WaitFor::SecondsAt(at) | WaitFor::UntilAt(at)) => self.computed(at),
            Effect::Wait(WaitFor::Seconds(_) | WaitFor::Milliseconds(_) | WaitFor::Until(_)) => {}
        }
        self.output(&invoke.output);
        self.catchers(&invoke.catch);
    }

    fn branch(&mut self, branch: &'a Branch) {
        self.selection(&branch.input);
        for rule in &branch.rules {
            self.condition(&rule.condition);
            rule.output_value.iter().for_each(|value| self.expr(value));
            self.assign(&rule.assign);
        }
        branch.output_value.iter().for_each(|value| self.expr(value));
        self.assign(&branch.assign);
        self.selection(&branch.output);
    }

    fn condition(&mut self, condition: &'a Condition) {
        match condition {
            Condition::And(inner) | Condition::Or(inner) => {
                for inner in inner {
                    self.condition(inner);
                }
            }
            Condition::Not(inner) => self.condition(inner),
            Condition::Jq(_) => {}
            Condition::Jsonata(expression) => self.jsonata(expression),
            Condition::Compare { variable, comparison } => {
                let before = self.list.len();
                self.path(variable);
                if let Comparison::Is(Test::Present, _) = comparison {
                    self.list.iter_mut().skip(before).for_each(|read| read.is_question = true);
                }
                if let Comparison::Place(_, _, other) = comparison {
                    self.path(other);
                }
            }
        }
    }

    fn limit<T>(&mut self, limit: &'a Limit<T>) {
        if let Limit::At(computed) = limit {
            self.computed(computed);
        }
    }

    fn each(&mut self, each: &'a ForEach) {
        self.selection(&each.input);
        each.items.iter().for_each(|path| self.path(path));
        each.collection.iter().for_each(|items| self.expr(items));
        each.selector.iter().for_each(|template| self.expr(template));
        self.limit(&each.window);
        if let Some(run) = each.run.as_deref() {
            self.run(run);
        }
        self.output(&each.output);
        self.catchers(&each.catch);
    }

    fn run(&mut self, run: &'a MapRun) {
        run.tolerated_count.iter().for_each(|limit| self.limit(limit));
        run.tolerated_percentage.iter().for_each(|limit| self.limit(limit));
        run.max_items.iter().for_each(|at| self.computed(at));
        if let Some(batch) = &run.batch {
            batch.items.iter().chain(&batch.bytes).for_each(|limit| self.limit(limit));
            batch.input.iter().for_each(|template| self.expr(template));
        }
        for store in run.reader.iter().chain(&run.writer) {
            store.parameters.iter().for_each(|template| self.expr(template));
        }
    }
}
