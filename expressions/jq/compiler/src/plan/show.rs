//! The printed form of plans: a node in each line, with the representation of its outputs and, where
//! there is one, the reason for which it is not made in a faster way, and its parts below it.

mod inline;
mod paths;
mod titles;

use super::unfused::Unfused;
use std::fmt::{self, Display, Formatter, Write as _};

use self::titles::{closure_title, outputs_title, title};
use super::tree::{
    Arguments, Body, Bound, Branches, Call, Condition, Function, FunctionBody, Handed, MemberKey,
    Node, Op, Pattern, Patterns, Slot, Source, Tail, Term, Test, Turn, Values,
};
use super::{Program, Signature};

impl Display for Program<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = Shown { program: self, text: String::new(), depth: 0 };
        let Signature { outputs, consumes } = self.signature;
        let input = if consumes { "taken" } else { "borrowed" };
        shown.line(&format!("run: {}, its input is {input}", outputs_title(outputs)));
        shown.inner(|shown| shown.node("", &self.body));
        for function in self.functions.values() {
            shown.function(function);
        }
        f.write_str(&shown.text)
    }
}

/// The text so far.
struct Shown<'s, 'p> {
    program: &'s Program<'p>,
    text: String,
    depth: usize,
}

impl Shown<'_, '_> {
    fn line(&mut self, text: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{:1$}{text}", "", 2 * self.depth);
    }

    fn inner(&mut self, show: impl FnOnce(&mut Self)) {
        self.depth += 1;
        show(self);
        self.depth -= 1;
    }

    fn name(&self, slot: Slot) -> &str {
        self.program.names.get(slot.0).copied().unwrap_or_default()
    }

    fn function(&mut self, function: &Function<'_>) {
        let way = if function.is_deeper { ", one call deeper" } else { "" };
        match &function.body {
            FunctionBody::Values { outputs, consumes, body } => {
                let input = if *consumes { "taken" } else { "borrowed" };
                let outputs = outputs_title(*outputs);
                self.line(&format!("def {}: {outputs}, its input is {input}{way}", function.name));
                self.inner(|shown| shown.node("", body));
            }
            FunctionBody::Paths(body) => {
                self.line(&format!("def {}: paths{way}", function.name));
                self.inner(|shown| shown.paths("", body));
            }
        }
    }

    /// A node and its parts.
    fn node(&mut self, role: &str, node: &Node<'_>) {
        self.node_unfused(role, node, None);
    }

    /// The same of one that is not made in a faster way for a reason.
    fn node_unfused(&mut self, role: &str, node: &Node<'_>, unfused: Option<Unfused>) {
        let unfused = node.unfused.or(unfused);
        let reason = unfused.map_or(String::new(), |reason| format!(", since {reason}"));
        if let Some(inline) = self.inline(node) {
            return self.line(&format!("{role}{inline}: {}{reason}", node.output));
        }
        match &node.op {
            Op::Stages(stages, last) => {
                for stage in stages {
                    self.node(role, stage);
                }
                self.node_unfused(role, last, unfused);
            }
            Op::Inline(arguments, body) => {
                self.arguments(arguments);
                self.node_unfused(role, body, unfused);
            }
            op => {
                let title = title(op);
                self.line(&format!("{role}{title}: {}{reason}", node.output));
                self.inner(|shown| shown.parts(op));
            }
        }
    }

    fn nodes(&mut self, role: &str, nodes: &[Node<'_>]) {
        for node in nodes {
            self.node(role, node);
        }
    }

    fn parts(&mut self, op: &Op<'_>) {
        match op {
            Op::Aggregate(aggregate) => {
                aggregate.arguments.iter().for_each(|arguments| self.arguments(arguments));
                self.node("each ", &aggregate.items);
                aggregate.rest.iter().for_each(|rest| self.node("then ", rest));
            }
            Op::View(view) => {
                if let Source::Keyed { arguments, keys, .. } = &view.source {
                    self.arguments(arguments);
                    self.node("each ", &keys.items);
                    self.node("key ", &keys.key);
                }
                self.node(if view.is_iterated { "each item " } else { "then " }, &view.rest);
            }
            Op::Keyed(_, keys) => {
                self.node("each ", &keys.items);
                self.node("key ", &keys.key);
            }
            Op::Numbers(term) => self.term(term),
            Op::Condition(condition) => self.condition("", condition),
            Op::Update(update) => {
                update.assigned.iter().for_each(|assigned| self.node("value ", &assigned.value));
                self.way(&update.way);
            }
            Op::Delete(way) => self.way(way),
            Op::Choose(ways, otherwise) => {
                for (condition, way) in ways {
                    self.condition("if ", condition);
                    self.node("then ", way);
                }
                self.node("else ", otherwise);
            }
            Op::Branches(branches) => self.branches(branches, &mut Self::node),
            Op::Reduce(reduce) => {
                self.node("from ", &reduce.init);
                self.bound(&reduce.bound);
                match &reduce.turn {
                    Turn::Number(term) => self.term(term),
                    Turn::Value(node) => self.node("next ", node),
                }
            }
            Op::Foreach(foreach) => {
                self.node("from ", &foreach.init);
                self.bound(&foreach.bound);
                self.node("next ", &foreach.update);
                foreach.extract.iter().for_each(|extract| self.node("give ", extract));
            }
            Op::Bind(bind) => {
                self.bound(&bind.bound);
                self.node("", &bind.body);
            }
            Op::Paths(paths) => self.paths("", paths),
            Op::Loop(looped) => self.tail("", &looped.tail),
            Op::Call(call) => self.call(call),
            op => op.nodes(&mut |role, node| self.node(role, node)),
        }
    }

    fn term(&mut self, term: &Term<'_>) {
        match term {
            Term::Operand { constant: Some(number), .. } => self.line(&format!("number {number}")),
            Term::Operand { node, .. } => self.node("operand ", node),
            Term::Operator(operator, left, right) => {
                self.line(&format!("{}:", operator.sign()));
                self.inner(|shown| {
                    shown.term(left);
                    shown.term(right);
                });
            }
        }
    }

    fn condition(&mut self, role: &str, condition: &Condition<'_>) {
        let (title, parts): (&str, &[&Condition<'_>]) = match condition {
            Condition::Known(truth) => return self.line(&format!("{role}{truth}")),
            Condition::Kind(kind) => return self.line(&format!("{role}type is {kind:?}")),
            Condition::Truth(node) => return self.node(role, node),
            Condition::Compare(comparison, left, right) => {
                self.line(&format!("{role}{}:", comparison.sign()));
                return self.inner(|shown| {
                    shown.node("", left);
                    shown.node("", right);
                });
            }
            Condition::And(left, right) => ("and", &[left, right]),
            Condition::Or(left, right) => ("or", &[left, right]),
            Condition::Not(inner) => ("not", &[inner]),
        };
        self.line(&format!("{role}{title}:"));
        self.inner(|shown| parts.iter().for_each(|part| shown.condition("", part)));
    }

    fn test(&mut self, test: &Test<'_>) {
        match test {
            Test::One(condition) => self.condition("if ", condition),
            Test::Each(node) => self.node("if, for each output ", node),
        }
    }

    fn branches<'p, N>(
        &mut self,
        branches: &Branches<'p, N>,
        show: &mut dyn FnMut(&mut Self, &str, &N),
    ) {
        for (test, way) in &branches.ways {
            self.test(test);
            show(self, "then ", way);
        }
        show(self, "else ", &branches.otherwise);
    }

    fn bound(&mut self, bound: &Bound<'_>) {
        self.node("of ", &bound.source);
        self.patterns(&bound.patterns);
    }

    fn patterns(&mut self, patterns: &Patterns<'_>) {
        match patterns {
            Patterns::One(pattern) => self.pattern("as ", pattern),
            Patterns::Several { patterns, .. } => {
                for (pattern, _) in patterns {
                    self.pattern("as one of ", pattern);
                }
            }
        }
    }

    fn pattern(&mut self, role: &str, pattern: &Pattern<'_>) {
        match pattern {
            Pattern::Variable(Some(slot)) => {
                let name = self.name(*slot).to_owned();
                self.line(&format!("{role}${name}"));
            }
            Pattern::Variable(None) => self.line(&format!("{role}a variable that has a value")),
            Pattern::Items(items) => {
                self.line(&format!("{role}items:"));
                self.inner(|shown| {
                    for (place, _, pattern) in items {
                        shown.pattern(&format!("[{place}] "), pattern);
                    }
                });
            }
            Pattern::Members(members) => {
                self.line(&format!("{role}members:"));
                self.inner(|shown| members.iter().for_each(|member| shown.member(member)));
            }
        }
    }

    fn member(&mut self, member: &super::tree::Member<'_>) {
        match &member.key {
            MemberKey::Name(name) => self.line(&format!(".{name}")),
            MemberKey::Computed(key) => self.node("key ", key),
        }
        if let Some(slot) = member.variable {
            let name = self.name(slot).to_owned();
            self.line(&format!("as ${name}"));
        }
        member.pattern.iter().for_each(|pattern| self.pattern("as ", pattern));
    }

    fn tail(&mut self, role: &str, tail: &Tail<'_>) {
        match tail {
            Tail::End(node) => self.node(&format!("{role}last "), node),
            Tail::Pipe(left, rest) | Tail::PipeOfMaybe(left, rest) => {
                self.node(role, left);
                self.tail("", rest);
            }
            Tail::Comma(left, rest) => {
                self.node(&format!("{role}give "), left);
                self.tail("", rest);
            }
            Tail::If(ways, otherwise) => {
                for (condition, way) in ways {
                    self.condition("if ", condition);
                    self.tail("then ", way);
                }
                self.tail("else ", otherwise);
            }
            Tail::Bind(source, slot, rest) => {
                self.node(&format!("{role}of "), source);
                self.pattern("as ", &Pattern::Variable(Some(*slot)));
                self.tail("", rest);
            }
            Tail::Again(values) => {
                self.line(&format!("{role}the next turn"));
                self.nodes("with ", values);
            }
        }
    }

    fn call(&mut self, call: &Call<'_>) {
        self.values(&call.values);
        for handed in &call.handed {
            if let Handed::Body(body) = handed {
                self.body("with ", body);
            }
        }
    }

    fn arguments(&mut self, arguments: &Arguments<'_>) {
        self.values(&arguments.values);
        for closure in &arguments.closures {
            self.line(&format!("let {} be {}:", closure.name, closure_title(closure.kind)));
            self.inner(|shown| shown.body("", &closure.body));
        }
    }

    fn values(&mut self, values: &Values<'_>) {
        for part in &values.parts {
            self.node(&format!("let ${} be ", part.name), &part.node);
        }
    }

    fn body(&mut self, role: &str, body: &Body<'_>) {
        match body {
            Body::Values(node) => self.node(role, node),
            Body::Paths(node) => self.paths(role, node),
        }
    }
}
