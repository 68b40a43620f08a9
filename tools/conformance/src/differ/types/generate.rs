//! Random machines with a type at each of their borders. Most of what they read is there, and most
//! of what they give fits.

mod choice;
mod jsonata;
mod template;

use asl_language::random::SplitMix64;

use super::set::{Field, NAMES, Type};
use crate::differ::json::{Json, object, text};
use crate::differ::reference::Event;

/// Number of parts of data up to which all of it is followed.
const MOST_PARTS: usize = 100;

/// Depth of types.
const DEPTH: usize = 3;

/// A machine, and the types of its borders.
pub(super) struct Machine {
    pub(super) definition: Json,
    pub(super) input: Type,
    pub(super) output: Option<Type>,
    pub(super) tasks: Vec<Task>,
}

/// A task, and the types of what it takes and returns.
pub(super) struct Task {
    pub(super) state: String,
    pub(super) method: String,
    pub(super) request: Option<Type>,
    pub(super) response: Type,
    /// It fails, sometimes.
    pub(super) fails: bool,
}

impl Machine {
    /// True if a task takes what it is given.
    pub(super) fn takes(&self, started: &Event, has: fn(&Type, &Json) -> bool) -> bool {
        let task = self.tasks.iter().find(|task| task.state == started.state);
        task.and_then(|task| task.request.as_ref()).is_none_or(|of| has(of, &started.input))
    }

    /// True if not all of the data is followed: values of a type may have any names, and whether they
    /// have those of an object is not known; or there are so many parts that the data flow forgets
    /// some.
    pub(super) fn has_unknown_data(&self) -> bool {
        let of_tasks =
            self.tasks.iter().flat_map(|task| task.request.iter().chain([&task.response]));
        let mut types = of_tasks.chain(self.output.iter()).chain([&self.input]);
        types.any(|of| of.has_map() || of.parts() > MOST_PARTS)
    }

    /// True if the output has its type.
    pub(super) fn takes_output(&self, output: &Json, has: fn(&Type, &Json) -> bool) -> bool {
        self.output.as_ref().is_none_or(|of| has(of, output))
    }
}

/// Generates machines.
pub(super) struct Generator {
    pub(super) dice: SplitMix64,
    states: usize,
    tasks: Vec<Task>,
    /// The variables that can be read here.
    variables: Vec<(String, Type)>,
    /// The machine is in JSONata.
    is_jsonata: bool,
    /// Only what is there is read: what is missing within an expression is no finding, unless it comes
    /// from a border.
    is_careful: bool,
    /// Other values that can be read here, of the context object for example.
    context: Vec<(&'static str, Type)>,
}

/// The states of a scope in the making. Those within others have one end: what comes of several may
/// have a member, or not, and that is no finding.
struct Scope {
    states: Vec<(String, Json)>,
    /// The values that a state that ends the scope may give.
    outputs: Vec<Type>,
    depth: usize,
}

/// A state, and the data after it as its writer sees them.
struct Written {
    state: Json,
    data: Type,
    /// The data that the next state may read, if the way to it leads over a rule.
    seen: Option<Type>,
}

impl Generator {
    /// The generator with this seed.
    pub(super) fn new(seed: u64) -> Self {
        let (states, tasks) = (0, Vec::new());
        Self {
            dice: SplitMix64::new(seed),
            states,
            tasks,
            variables: Vec::new(),
            is_jsonata: false,
            is_careful: false,
            context: Vec::new(),
        }
    }

    /// A machine.
    pub(super) fn machine(&mut self) -> Machine {
        self.states = 0;
        self.variables.clear();
        let input = Type::object(&mut self.dice, DEPTH);
        self.is_jsonata = self.dice.percent(40);
        let context =
            if self.is_jsonata { "$states.context.Execution.Input" } else { "$$.Execution.Input" };
        self.context = vec![(context, input.clone())];
        let (mut definition, outputs) = self.scope(&input, 0);
        if self.is_jsonata {
            definition.put_first("QueryLanguage", text("JSONata"));
        }
        let output = self.dice.percent(60).then(|| self.nearly(&one_of(outputs)));
        Machine { definition, input, output, tasks: std::mem::take(&mut self.tasks) }
    }

    /// A type, mostly this one.
    fn nearly(&mut self, of: &Type) -> Type {
        if self.dice.percent(85) { of.clone() } else { of.changed(&mut self.dice) }
    }

    /// A machine or a branch, and what it gives.
    fn scope(&mut self, data: &Type, depth: usize) -> (Json, Vec<Type>) {
        let (mut data, mut seen) = (data.clone(), None);
        let count = 1 + self.dice.index(if depth == 0 { 5 } else { 2 });
        let mut scope = Scope { states: Vec::new(), outputs: Vec::new(), depth };
        let known = self.variables.len();
        let mut name = self.name();
        let start = name.clone();
        for at in 0..count {
            let is_last = at + 1 == count;
            let next = self.name();
            let here = seen.take().unwrap_or_else(|| data.clone());
            let mut written = self.state(&mut scope, &name, &here, &next, is_last);
            if at == 0 && self.dice.percent(30) && !written.state.is("Succeed") {
                self.assign(&mut written.state, &here);
            }
            scope.states.push((name, written.state));
            (data, seen, name) = (written.data, written.seen, next);
            if is_last {
                scope.outputs.push(data.clone());
            }
        }
        self.variables.truncate(known);
        let states = Json::Object(scope.states);
        (object([("StartAt", text(start)), ("States", states)]), scope.outputs)
    }

    fn name(&mut self) -> String {
        self.states += 1;
        format!("S{}", self.states)
    }

    fn state(
        &mut self,
        scope: &mut Scope,
        name: &str,
        data: &Type,
        next: &str,
        is_last: bool,
    ) -> Written {
        if self.is_jsonata {
            return self.state_in_jsonata(scope, name, data, (next, is_last));
        }
        let kind = self.dice.index(100);
        let mut written = match kind {
            0..=24 => self.pass(data),
            25..=59 => self.task(scope, name, data),
            60..=66 => self.wait(data),
            67..=79 if !is_last => return self.choice(scope, data, next),
            80..=89 if scope.depth < 2 => self.map(data, scope.depth),
            // The data flow forgets what is large.
            90..=95 if scope.depth == 0 => self.parallel(data, scope.depth),
            _ if is_last => return self.succeed(data),
            _ => self.pass(data),
        };
        let end = if is_last { ("End", Json::Bool(true)) } else { ("Next", text(next)) };
        written.state.put_first(end.0, end.1);
        written
    }

    /// A state that ends a scope, for those ways that do not lead on.
    fn end(&mut self, scope: &mut Scope, data: &Type) -> Json {
        let name = self.name();
        let is_pass = self.dice.percent(50);
        let mut written = match (self.is_jsonata, is_pass) {
            (true, _) => self.output(if is_pass { "Pass" } else { "Succeed" }, data, 50),
            (false, true) => self.pass(data),
            (false, false) => self.succeed(data),
        };
        if written.state.is("Pass") {
            written.state.put_first("End", Json::Bool(true));
        }
        scope.states.push((name.clone(), written.state));
        scope.outputs.push(written.data);
        text(name)
    }

    fn pass(&mut self, data: &Type) -> Written {
        let mut state = object([("Type", text("Pass"))]);
        let (input, result) = self.input(&mut state, data);
        let result = if self.dice.percent(70) {
            self.template(&mut state, "Parameters", &input)
        } else {
            result
        };
        self.finish(state, data, result)
    }

    fn succeed(&mut self, data: &Type) -> Written {
        let mut state = object([("Type", text("Succeed"))]);
        let mut data = data.clone();
        if self.dice.percent(20)
            && let Some((path, of)) = self.data_path(&data)
        {
            state.set("OutputPath", text(path));
            data = of;
        }
        Written { state, data, seen: None }
    }

    fn wait(&mut self, data: &Type) -> Written {
        let mut state = object([("Type", text("Wait"))]);
        match self.path_to(data, |of| matches!(of, Type::Integer(_))) {
            Some((path, _)) => state.set("SecondsPath", text(path)),
            None => state.set("Seconds", Json::Number(1.0)),
        }
        Written { state, data: data.clone(), seen: None }
    }

    fn task(&mut self, scope: &mut Scope, name: &str, data: &Type) -> Written {
        let (mut state, method) = self.call_of_task();
        let (input, mut request) = self.input(&mut state, data);
        if self.dice.percent(60) {
            request = self.template(&mut state, "Parameters", &input);
        }
        let fails = self.catches(scope, &mut state, data);
        let mut result = self.task_of(name, method, &request, fails);
        if self.dice.percent(25) {
            result = self.template(&mut state, "ResultSelector", &result);
        }
        self.finish(state, data, result)
    }

    /// A Task, and the name of its method.
    fn call_of_task(&self) -> (Json, String) {
        let method = format!("t{}", self.tasks.len());
        let resource = format!("arn:aws:lambda:us-east-1:123456789012:function:{method}");
        (object([("Type", text("Task")), ("Resource", text(resource))]), method)
    }

    /// Adds a task, which mostly takes what it is given. Returns what it returns.
    fn task_of(&mut self, state: &str, method: String, request: &Type, fails: bool) -> Type {
        let response = Type::random(&mut self.dice, DEPTH);
        let request = self.dice.percent(80).then(|| self.nearly(request));
        let state = state.to_owned();
        self.tasks.push(Task { state, method, request, response: response.clone(), fails });
        response
    }

    /// A catcher, sometimes, for a way of its own to the end.
    fn catches(&mut self, scope: &mut Scope, state: &mut Json, data: &Type) -> bool {
        if scope.depth > 0 || !self.dice.percent(20) {
            return false;
        }
        let error = error_output();
        let mut catcher = object([("ErrorEquals", Json::Array(vec![text("States.ALL")]))]);
        let caught = if self.dice.percent(60) {
            catcher.set("ResultPath", text("$.error"));
            set(data, &["error".to_owned()], error)
        } else {
            error
        };
        catcher.set("Next", self.end(scope, &caught));
        state.set("Catch", Json::Array(vec![catcher]));
        true
    }

    fn map(&mut self, data: &Type, depth: usize) -> Written {
        let mut state = object([("Type", text("Map"))]);
        let found = self.path_to(data, |of| matches!(of, Type::List(_)));
        let Some((path, Type::List(item))) = found else { return self.pass(data) };
        state.set("ItemsPath", text(path));
        let mut item = *item;
        if self.dice.percent(40) {
            self.context.push(("$$.Map.Item.Value", item));
            item = self.template(&mut state, "ItemSelector", data);
            self.context.pop();
        }
        let (body, outputs) = self.scope(&item, depth + 1);
        let written = self.finish(state, data, Type::List(Box::new(one_of(outputs))));
        written.with("ItemProcessor", body)
    }

    fn parallel(&mut self, data: &Type, depth: usize) -> Written {
        let mut state = object([("Type", text("Parallel"))]);
        let (first, one) = self.scope(data, depth + 1);
        let (second, other) = self.scope(data, depth + 1);
        let (one, other) = (one_of(one), one_of(other));
        // The items of a list with different ones may have a member, or not: that is no finding.
        state.set("ResultSelector", object([("a.$", text("$[0]")), ("b.$", text("$[1]"))]));
        let result = Type::Object(vec![Field::new("a", one), Field::new("b", other)]);
        let written = self.finish(state, data, result);
        written.with("Branches", Json::Array(vec![first, second]))
    }

    /// Sets a variable.
    fn assign(&mut self, state: &mut Json, data: &Type) {
        // The data of a Task and of a Map are other ones there.
        if !state.is("Pass")
            || state.get("Parameters").is_some()
            || state.get("InputPath").is_some()
        {
            return;
        }
        if let Some((path, of)) = self.data_path(data) {
            let name = format!("v{}", self.states);
            let (key, value) = self.computed(&name, path);
            state.put_first("Assign", object([(&key, value)]));
            self.variables.push((name, of));
        }
    }

    /// An `InputPath`, sometimes: the input and the result of a state that does nothing else.
    fn input(&mut self, state: &mut Json, data: &Type) -> (Type, Type) {
        if self.dice.percent(15)
            && let Some((path, of)) = self.data_path(data)
        {
            state.set("InputPath", text(path));
            return (of.clone(), of);
        }
        (data.clone(), data.clone())
    }

    /// The fields for the result.
    fn finish(&mut self, mut state: Json, data: &Type, result: Type) -> Written {
        let is_object = matches!(data, Type::Object(_));
        let mut data = match self.dice.index(10) {
            0..=5 if is_object || self.dice.percent(3) => {
                let steps = self.place(data);
                state.set("ResultPath", text(format!("$.{}", steps.join("."))));
                set(data, &steps, result)
            }
            6 => {
                state.set("ResultPath", Json::Null);
                data.clone()
            }
            _ => result,
        };
        if self.dice.percent(8)
            && let Some((path, of)) = self.data_path(&data)
        {
            state.set("OutputPath", text(path));
            data = of;
        }
        Written { state, data, seen: None }
    }

    /// The place of a result.
    fn place(&mut self, data: &Type) -> Vec<String> {
        let first = (*self.dice.pick(&NAMES)).to_owned();
        let inner = data.fields().iter().find(|field| field.name == first);
        let is_free = inner.is_none_or(|field| matches!(field.of, Type::Object(_)));
        if self.dice.percent(25) && (is_free || self.dice.percent(5)) {
            return vec![first, (*self.dice.pick(&NAMES)).to_owned()];
        }
        vec![first]
    }
}

impl Written {
    fn with(mut self, key: &str, value: Json) -> Self {
        self.state.set(key, value);
        self
    }
}

/// The output of a catcher.
fn error_output() -> Type {
    Type::Object(vec![Field::new("Error", Type::Text), Field::new("Cause", Type::Text)])
}

/// The values of all these types.
fn one_of(mut types: Vec<Type>) -> Type {
    types.dedup();
    match types.pop() {
        Some(only) if types.is_empty() => only,
        last => Type::OneOf(types.into_iter().chain(last).collect()),
    }
}

/// A type after a value was put somewhere.
fn set(data: &Type, steps: &[String], value: Type) -> Type {
    let Some((name, rest)) = steps.split_first() else { return value };
    let mut fields = data.fields().to_vec();
    let old = fields.iter().find(|field| field.name == *name).map(|field| field.of.clone());
    fields.retain(|field| field.name != *name);
    let inner = old.unwrap_or_else(|| Type::Object(Vec::new()));
    fields.push(Field::new(name, set(&inner, rest, value)));
    Type::Object(fields)
}
