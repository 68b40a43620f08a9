//! Random machines in SM4C with a type at each of their borders.

use asl_language::random::SplitMix64;

use super::expression::Expression;
use crate::differ::json::{Json, number, object, text};
use crate::differ::types::set::{NAMES, Type};

/// A machine: its states follow each other.
pub(super) struct Machine {
    pub(super) input: Type,
    pub(super) output: Option<Type>,
    pub(super) states: Vec<State>,
    pub(super) functions: Vec<Function>,
}

/// A function, and the types of what it takes and gives.
pub(super) struct Function {
    pub(super) request: Type,
    pub(super) response: Type,
}

/// A state.
pub(super) struct State {
    pub(super) filter: Option<Expression>,
    pub(super) action: Option<Action>,
    pub(super) handler: Option<Expression>,
    pub(super) on_error: Option<OnError>,
    /// The condition under which the next state is left out.
    pub(super) condition: Option<Expression>,
}

/// An error handler without a policy.
pub(super) struct OnError {
    /// Its result handler.
    pub(super) merge: Option<Expression>,
}

/// An action.
pub(super) enum Action {
    Inject(Expression),
    /// The function of this index.
    Call(usize, Vec<(&'static str, Expression)>),
    /// True if each has a copy of the data.
    All(bool, Vec<Action>),
    ForEach(Expression, Box<Action>),
}

/// Generates machines.
pub(super) struct Generator<'d> {
    dice: &'d mut SplitMix64,
    functions: Vec<Function>,
}

impl Machine {
    /// A random machine.
    pub(super) fn random(dice: &mut SplitMix64) -> Self {
        let input = Type::object(dice, 3);
        let output = dice.percent(50).then(|| simple(dice));
        let mut generator = Generator { dice, functions: Vec::new() };
        let count = 1 + generator.dice.index(4);
        let states = (0..count).map(|_| generator.state(&input)).collect();
        Self { input, output, states, functions: generator.functions }
    }

    /// Its definition.
    pub(super) fn definition(&self) -> Json {
        let last = self.states.len() - 1;
        let states = (0..).zip(&self.states).map(|(at, state)| {
            let mut json = object([("name", text(name(at)))]);
            if at == 0 {
                json.set("start", Json::Bool(true));
            }
            let mut set = |key: &str, of: &Option<Expression>| {
                if let Some(of) = of {
                    json.set(key, shown(of));
                }
            };
            set("inputFilter", &state.filter);
            set("enterResultHandler", &state.handler);
            if let Some(action) = &state.action {
                let mut action = action.json();
                if let Some(OnError { merge }) = &state.on_error {
                    let mut handler = object([]);
                    if let Some(merge) = merge {
                        handler.set("resultHandler", shown(merge));
                    }
                    action.set("errorHandlers", Json::Array(vec![handler]));
                }
                json.set("enterAction", action);
            }
            let to = |at: usize| ("nextState", text(name(at.min(last))));
            let mut transitions = Vec::new();
            if at < last {
                let skip = state.condition.iter();
                transitions.extend(skip.map(|it| object([("condition", shown(it)), to(at + 2)])));
                transitions.push(object([("condition", text("${ true }")), to(at + 1)]));
            }
            json.set("transitions", Json::Array(transitions));
            json
        });
        let functions = (0..self.functions.len()).map(|at| {
            let name = function(at);
            object([("name", text(&*name)), ("operation", text(name)), ("type", text("rest"))])
        });
        object([
            ("name", text("m")),
            ("version", text("1")),
            ("functions", Json::Array(functions.collect())),
            ("states", Json::Array(states.collect())),
        ])
    }
}

/// The name of a state.
pub(super) fn name(at: usize) -> String {
    format!("S{at}")
}

/// The name of a function.
pub(super) fn function(at: usize) -> String {
    format!("f{at}")
}

fn shown(of: &Expression) -> Json {
    text(format!("${{ {of} }}"))
}

/// A type that is often another one than what is given.
fn simple(dice: &mut SplitMix64) -> Type {
    match dice.index(4) {
        0 => Type::object(dice, 2),
        1 => Type::OneOf(vec![Type::random(dice, 0), Type::Null]),
        _ => Type::random(dice, 1),
    }
}

impl Action {
    fn json(&self) -> Json {
        let actions = |all: &[Self]| Json::Array(all.iter().map(Self::json).collect());
        match self {
            Self::Inject(of) => object([("type", text("injectData")), ("expression", shown(of))]),
            Self::Call(at, arguments) => {
                let mut given = object([]);
                for (name, of) in arguments {
                    given.set(name, shown(of));
                }
                object([
                    ("type", text("invokeFunction")),
                    ("functionName", text(function(*at))),
                    ("waitForCompletion", Json::Bool(true)),
                    ("arguments", given),
                ])
            }
            Self::All(true, all) => object([("type", text("parallel")), ("actions", actions(all))]),
            Self::All(false, all) => {
                object([("type", text("sequence")), ("actions", actions(all))])
            }
            Self::ForEach(of, action) => {
                object([("type", text("forEach")), ("input", shown(of)), ("action", action.json())])
            }
        }
    }
}

impl Generator<'_> {
    fn state(&mut self, data: &Type) -> State {
        let filter = self.dice.percent(15).then(|| self.expression(data, 2));
        let view = if filter.is_some() { &Type::Null } else { data };
        let action = self.dice.percent(80).then(|| self.action(view, 0));
        let handler = (action.is_some() && self.dice.percent(70)).then(|| self.handler(data));
        let on_error = (action.is_some() && self.dice.percent(15))
            .then(|| OnError { merge: self.dice.percent(50).then(|| self.handler(data)) });
        let condition = self.dice.percent(30).then(|| self.question(view));
        State { filter, action, handler, on_error, condition }
    }

    fn action(&mut self, data: &Type, depth: usize) -> Action {
        match self.dice.index(if depth == 0 { 10 } else { 7 }) {
            0..=2 => Action::Inject(self.expression(data, 3)),
            3..=6 => {
                let (request, response) = (simple(self.dice), Type::random(self.dice, 2));
                let request =
                    if self.dice.percent(60) { Type::object(self.dice, 2) } else { request };
                let names: Vec<&'static str> = NAMES.into_iter().take(self.dice.index(4)).collect();
                let arguments = names.into_iter().map(|name| (name, self.expression(data, 2)));
                let arguments = arguments.collect();
                self.functions.push(Function { request, response });
                Action::Call(self.functions.len() - 1, arguments)
            }
            7 => {
                let of = self.path(data);
                Action::ForEach(of, Box::new(self.action(&Type::Null, depth + 1)))
            }
            kind => Action::All(kind == 8, (0..2).map(|_| self.action(data, depth + 1)).collect()),
        }
    }

    /// A result handler.
    fn handler(&mut self, data: &Type) -> Expression {
        let name = *self.dice.pick(&NAMES);
        let value =
            if self.dice.percent(60) { Expression::Value } else { self.expression(data, 1) };
        match self.dice.index(6) {
            0 => Expression::Object(vec![(name, value)]),
            1 => {
                let object = Expression::Object(vec![(name, value)]);
                Expression::Binary("+", Expression::Dot.into(), object.into())
            }
            kind => {
                let operator = ["=", "=", "+=", "//="].into_iter().nth(kind - 2).unwrap_or("=");
                let mut names = vec![name];
                names.extend(self.dice.percent(20).then(|| *self.dice.pick(&NAMES)));
                Expression::Assign(operator, names, value.into())
            }
        }
    }

    /// A path of members that are mostly there.
    fn path(&mut self, data: &Type) -> Expression {
        let (mut path, mut of) = (Expression::Dot, data.clone());
        loop {
            let fields = of.fields();
            let field = (!fields.is_empty()).then(|| self.dice.pick(fields).clone());
            let known = field.filter(|_| self.dice.percent(85));
            let name = known.as_ref().map_or_else(
                || *self.dice.pick(&NAMES),
                |field| NAMES.into_iter().find(|name| *name == field.name).unwrap_or("id"),
            );
            path = Expression::Field(path.into(), name);
            of = known.map_or(Type::Null, |field| field.of);
            if !self.dice.percent(45) {
                return path;
            }
        }
    }

    fn question(&mut self, data: &Type) -> Expression {
        let path = self.path(data);
        let boxed = |of: Expression| Box::new(of);
        match self.dice.index(7) {
            0 => path,
            1 => Expression::Binary("!=", boxed(path), boxed(Expression::Constant(Json::Null))),
            2 => Expression::Binary("==", boxed(path), boxed(Expression::Constant(text("card")))),
            3 => {
                let of = Expression::Pipe(boxed(path), boxed(Expression::Call("type")));
                let kind = *self.dice.pick(&["string", "number", "object", "null"]);
                let operator = *self.dice.pick(&["==", "!="]);
                Expression::Binary(operator, boxed(of), boxed(Expression::Constant(text(kind))))
            }
            4 => {
                let name = *self.dice.pick(&NAMES);
                Expression::Has(name)
            }
            5 => Expression::Pipe(boxed(path), boxed(Expression::Call("not"))),
            _ => {
                let operator = *self.dice.pick(&["and", "or"]);
                let (left, right) = (self.question(data), self.question(data));
                Expression::Binary(operator, boxed(left), boxed(right))
            }
        }
    }

    fn constant(&mut self) -> Json {
        match self.dice.index(6) {
            0 => Json::Null,
            1 => Json::Bool(true),
            2 => object([]),
            3 => Json::Array(Vec::new()),
            4 => text("x"),
            _ => number(2),
        }
    }

    fn expression(&mut self, data: &Type, depth: usize) -> Expression {
        if depth == 0 {
            return match self.dice.index(10) {
                0 => Expression::Dot,
                1 | 2 => Expression::Constant(self.constant()),
                _ => self.path(data),
            };
        }
        let mut inner = || Box::new(self.expression(data, depth - 1));
        let (one, other) = (inner(), inner());
        match self.dice.index(26) {
            0..=3 => self.path(data),
            4 => Expression::Each(one),
            5 => Expression::Optional(one),
            6 => Expression::Comma(one, other),
            7..=9 => {
                let operator = *self.dice.pick(&["+", "+", "-", "*", "==", "!=", "and", "or"]);
                Expression::Binary(operator, one, other)
            }
            10 => Expression::Binary("//", one, other),
            11 | 12 => {
                let (first, second) = (*self.dice.pick(&NAMES), *self.dice.pick(&NAMES));
                Expression::Object(vec![(first, *one), (second, *other)])
            }
            13 => Expression::Array(one),
            14 | 15 => Expression::If(Box::new(self.question(data)), one, other),
            16..=18 => {
                let names =
                    ["length", "keys", "not", "tostring", "tonumber", "ascii_downcase", "add"];
                let name = *self.dice.pick(&names);
                let call = Expression::Call(name);
                Expression::Pipe(one, Box::new(call))
            }
            19 => Expression::Pipe(
                Box::new(self.path(data)),
                Box::new(Expression::With("map", Box::new(self.expression(&Type::Null, 1)))),
            ),
            20 => Expression::With("select", Box::new(self.question(data))),
            21 => Expression::Interpolated(one),
            22 => {
                let name = *self.dice.pick(&NAMES);
                let body = Expression::Field(Expression::Variable.into(), name);
                Expression::Bind(one, Expression::Binary("+", body.into(), other).into())
            }
            23 => Expression::Item(Box::new(self.path(data))),
            24 => {
                let (kind, name) =
                    (*self.dice.pick(&["reduce", "foreach"]), *self.dice.pick(&NAMES));
                let it = match self.dice.index(3) {
                    0 => Expression::Variable,
                    1 => Expression::Field(Expression::Variable.into(), name),
                    _ => *other,
                };
                let operator = *self.dice.pick(&["+", "+", "*", "//"]);
                let update = Expression::Binary(operator, Expression::Dot.into(), it.into());
                let of = Expression::Each(self.path(data).into());
                Expression::Loop(kind, Box::new([of, *one, update]))
            }
            _ if self.dice.percent(50) => Expression::Item(one),
            _ => Expression::Pipe(one, other),
        }
    }
}
