//! Random expressions and documents. Most expressions have types that fit; some do not.

use asl_language::random::SplitMix64;

use super::super::json::{Json, number, text};

/// Names of members, each mostly with values of one type.
const NUMBERS: &[&str] = &["n", "m"];
const TEXTS: &[&str] = &["s", "t"];
const LISTS: &[&str] = &["l", "k"];
const OBJECTS: &[&str] = &["o", "p"];
const OBJECT_LISTS: &[&str] = &["a", "b"];
const WORDS: &[&str] = &["", "x", "y", "ab", "a b", "ä", "12"];

/// Generates expressions.
pub(crate) struct Generator {
    dice: SplitMix64,
    /// Variables in scope.
    variables: Vec<String>,
    made: usize,
}

/// The wanted type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    Number,
    Text,
    Bool,
    List,
    Object,
}

const TYPES: &[Type] = &[Type::Number, Type::Text, Type::Bool, Type::List, Type::Object];

impl Generator {
    /// The generator with this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self { dice: SplitMix64::new(seed), variables: Vec::new(), made: 0 }
    }

    /// An expression.
    pub(crate) fn expression(&mut self) -> String {
        self.variables.clear();
        self.made = 0;
        if self.dice.percent(20) {
            return self.block(4);
        }
        let wanted = *self.dice.pick(TYPES);
        self.typed(wanted, 4)
    }

    /// An input; rarely it is no object.
    pub(crate) fn document(&mut self) -> Json {
        match self.dice.below(20) {
            0 => Json::Array((0..3).map(|_| self.object(2)).collect()),
            1 => self.scalar(),
            _ => self.object(3),
        }
    }

    fn object(&mut self, depth: u32) -> Json {
        let mut members = Vec::new();
        let mut add = |name: &str, value: Json| members.push((name.to_owned(), value));
        for name in NUMBERS.iter().chain(TEXTS).chain(LISTS).chain(OBJECTS).chain(OBJECT_LISTS) {
            if self.dice.percent(25) {
                continue;
            }
            let value = match *name {
                _ if self.dice.percent(6) => self.scalar(),
                "n" | "m" => self.number_value(),
                "s" | "t" => text(*self.dice.pick::<&str>(WORDS)),
                "l" | "k" => self.list_value(),
                _ if depth == 0 => continue,
                "o" | "p" => self.object(depth - 1),
                _ => {
                    let count = self.dice.index(4);
                    Json::Array((0..count).map(|_| self.object(depth - 1)).collect())
                }
            };
            add(name, value);
        }
        Json::Object(members)
    }

    fn number_value(&mut self) -> Json {
        let whole = i32::try_from(self.dice.below(9)).unwrap_or(0) - 3;
        number(if self.dice.percent(20) { f64::from(whole) + 0.5 } else { f64::from(whole) })
    }

    fn list_value(&mut self) -> Json {
        let count = self.dice.index(4);
        let kind = self.dice.below(10);
        let items = (0..count).map(|_| match kind {
            0..6 => self.number_value(),
            6..8 => text(*self.dice.pick::<&str>(WORDS)),
            8 => Json::Array(vec![self.number_value(), self.number_value()]),
            _ => self.scalar(),
        });
        Json::Array(items.collect())
    }

    fn scalar(&mut self) -> Json {
        match self.dice.below(5) {
            0 => Json::Null,
            1 => Json::Bool(self.dice.percent(50)),
            2 => text(*self.dice.pick::<&str>(WORDS)),
            3 => self.list_value(),
            _ => self.number_value(),
        }
    }

    fn pick(&mut self, names: &[&str]) -> String {
        (*self.dice.pick::<&str>(names)).to_owned()
    }

    /// An expression that mostly has a type.
    fn typed(&mut self, wanted: Type, depth: u32) -> String {
        let wanted = if self.dice.percent(4) { *self.dice.pick(TYPES) } else { wanted };
        if depth == 0 {
            return self.leaf(wanted);
        }
        match self.dice.below(12) {
            0 => self.leaf(wanted),
            1 => self.condition(wanted, depth),
            2 if !self.variables.is_empty() => {
                let variable = self.dice.pick::<String>(&self.variables.clone()).clone();
                format!("${variable}")
            }
            3 => self.call_of_lambda(wanted, depth),
            _ => match wanted {
                Type::Number => self.number(depth - 1),
                Type::Text => self.text(depth - 1),
                Type::Bool => self.boolean(depth - 1),
                Type::List => self.list(depth - 1),
                Type::Object => self.object_text(depth - 1),
            },
        }
    }

    fn leaf(&mut self, wanted: Type) -> String {
        let literal = self.dice.percent(30);
        match wanted {
            Type::Number if literal => self.number_value().to_string(),
            Type::Number => self.pick(NUMBERS),
            Type::Text if literal => format!("{:?}", self.pick(WORDS)),
            Type::Text => self.pick(TEXTS),
            Type::Bool => self.pick(&["true", "false", "$exists(n)", "o.n = 1"]),
            Type::List if literal => self.list_value().to_string(),
            Type::List => self.pick(&["l", "k", "a", "a.l", "$.k", "b.n", "o.l", "a.b.n"]),
            Type::Object if literal => "{\"n\": 1, \"s\": \"x\"}".to_owned(),
            Type::Object => self.pick(&["o", "p", "a[0]", "$", "o.p", "$$"]),
        }
    }

    fn number(&mut self, depth: u32) -> String {
        match self.dice.below(10) {
            0..3 => {
                let operator = self.pick(&["+", "-", "*", "/", "%"]);
                let (left, right) =
                    (self.typed(Type::Number, depth), self.typed(Type::Number, depth));
                // jsonata-js reads `/` behind `[]` as the begin of a regular expression (S0302).
                let left = if left.ends_with("[]") { format!("({left})") } else { left };
                format!("({left} {operator} {right})")
            }
            3 => format!("-({})", self.typed(Type::Number, depth)),
            4 => {
                let function = self.pick(&["$sum", "$max", "$min", "$average", "$count"]);
                format!("{function}({})", self.typed(Type::List, depth))
            }
            5 => {
                let function = self.pick(&["$abs", "$floor", "$ceil", "$round"]);
                format!("{function}({})", self.typed(Type::Number, depth))
            }
            6 => format!("$length({})", self.typed(Type::Text, depth)),
            7 => {
                let list = self.typed(Type::List, depth);
                let body = self.body(&["i", "j"], Type::Number, depth);
                format!("$reduce({list}, {body})")
            }
            8 => format!("({})[0]", self.typed(Type::List, depth)),
            _ => format!("{}.{}", self.path(depth), self.pick(NUMBERS)),
        }
    }

    fn text(&mut self, depth: u32) -> String {
        match self.dice.below(8) {
            0 | 1 => {
                let (left, right) = (self.typed(Type::Text, depth), self.anything(depth));
                format!("({left} & {right})")
            }
            2 => format!("$string({})", self.anything(depth)),
            3 => {
                let function = self.pick(&["$uppercase", "$lowercase", "$trim"]);
                format!("{function}({})", self.typed(Type::Text, depth))
            }
            4 => {
                let place = self.typed(Type::Number, depth);
                format!("$substring({}, {place}, 2)", self.typed(Type::Text, depth))
            }
            5 => format!("$join({}.$string(), \"-\")", self.typed(Type::List, depth)),
            6 => format!("$type({})", self.anything(depth)),
            _ => format!("{}.{}", self.path(depth), self.pick(TEXTS)),
        }
    }

    fn boolean(&mut self, depth: u32) -> String {
        match self.dice.below(6) {
            0 | 1 => {
                let wanted = if self.dice.percent(60) { Type::Number } else { Type::Text };
                let operator = self.pick(&["=", "!=", "<", "<=", ">", ">="]);
                format!("({} {operator} {})", self.typed(wanted, depth), self.typed(wanted, depth))
            }
            2 => {
                let operator = self.pick(&["and", "or"]);
                let (left, right) = (self.typed(Type::Bool, depth), self.anything(depth));
                format!("({left} {operator} {right})")
            }
            3 => {
                let function = self.pick(&["$boolean", "$not", "$exists"]);
                format!("{function}({})", self.anything(depth))
            }
            4 => format!("({} in {})", self.leaf(Type::Number), self.typed(Type::List, depth)),
            _ => format!("({} = {})", self.anything(depth), self.anything(depth)),
        }
    }

    fn list(&mut self, depth: u32) -> String {
        match self.dice.below(9) {
            0 | 1 => {
                let items: Vec<_> = (0..self.dice.index(4)).map(|_| self.anything(depth)).collect();
                format!("[{}]", items.join(", "))
            }
            2 => format!("[{}..{}]", self.leaf(Type::Number), self.leaf(Type::Number)),
            3 => {
                let function = self.pick(&["$map", "$filter"]);
                let list = self.typed(Type::List, depth);
                let wanted = *self.dice.pick(&[Type::Number, Type::Bool, Type::Text]);
                let names: &[&str] = if self.dice.percent(60) { &["v"] } else { &["v", "i"] };
                let body = self.body(names, wanted, depth);
                format!("{function}({list}, {body}){}", self.kept())
            }
            4 => {
                let function = self.pick(&["$reverse", "$distinct", "$sort", "$keys", "$spread"]);
                let wanted = if function.len() < 6 { Type::Object } else { Type::List };
                format!("{function}({}){}", self.typed(wanted, depth), self.kept())
            }
            5 => {
                let lists = (self.typed(Type::List, depth), self.typed(Type::List, depth));
                let function = self.pick(&["$append", "$zip"]);
                format!("{function}({}, {})", lists.0, lists.1)
            }
            6 => {
                let list = self.typed(Type::List, depth);
                let function = self.pick(&["$map", "$filter"]);
                let body = self.body(&["v"], Type::Number, depth);
                format!("({list}{} ~> {function}({body}){})", self.kept(), self.kept())
            }
            _ => self.path(depth),
        }
    }

    /// The mark that keeps an array, in some places.
    fn kept(&mut self) -> &'static str {
        if self.dice.percent(25) { "[]" } else { "" }
    }

    fn object_text(&mut self, depth: u32) -> String {
        match self.dice.below(7) {
            0 | 1 => {
                let value = self.anything(depth);
                format!("{{\"n\": {}, \"s\": {value}}}", self.typed(Type::Number, depth))
            }
            2 => {
                let value = self.anything(depth);
                format!("{}{{$string({}): {value}}}", self.path(depth), self.pick(NUMBERS))
            }
            3 => format!("$merge({})", self.path(depth)),
            4 => {
                let value = self.typed(Type::Number, depth);
                format!("($ ~> |{}|{{\"n\": {value}}}, \"s\"|)", self.pick(OBJECT_LISTS))
            }
            5 => {
                let object = self.typed(Type::Object, depth);
                format!("$sift({object}, {})", self.body(&["v", "k"], Type::Bool, depth))
            }
            _ => format!("({})[0]", self.path(depth)),
        }
    }

    fn anything(&mut self, depth: u32) -> String {
        let wanted = *self.dice.pick(TYPES);
        self.typed(wanted, depth)
    }

    fn condition(&mut self, wanted: Type, depth: u32) -> String {
        let condition = self.typed(Type::Bool, depth - 1);
        let then = self.typed(wanted, depth - 1);
        match self.dice.below(4) {
            0 => format!("({condition} ? {then})"),
            1 => format!("({then} ?? {})", self.typed(wanted, depth - 1)),
            2 => format!("({then} ?: {})", self.typed(wanted, depth - 1)),
            _ => format!("({condition} ? {then} : {})", self.typed(wanted, depth - 1)),
        }
    }

    /// A function with these parameters and a result of this type.
    fn body(&mut self, parameters: &[&str], wanted: Type, depth: u32) -> String {
        let before = self.variables.len();
        self.variables.extend(parameters.iter().map(|name| (*name).to_owned()));
        let body = self.typed(wanted, depth);
        self.variables.truncate(before);
        let parameters: Vec<_> = parameters.iter().map(|name| format!("${name}")).collect();
        format!("function({}) {{ {body} }}", parameters.join(", "))
    }

    fn call_of_lambda(&mut self, wanted: Type, depth: u32) -> String {
        let argument = self.anything(depth - 1);
        let function = self.body(&["x"], wanted, depth - 1);
        match self.dice.below(3) {
            0 => format!("{function}({argument}){}", self.kept()),
            1 => format!("({argument} ~> {function}{})", self.kept()),
            _ => format!("({function})({argument}, 1)"),
        }
    }

    /// A block that binds variables.
    fn block(&mut self, depth: u32) -> String {
        let before = self.variables.len();
        let mut parts = Vec::new();
        for _ in 0..=self.dice.index(2) {
            let value = self.anything(depth - 1);
            self.made += 1;
            let name = format!("w{}", self.made);
            parts.push(format!("${name} := {value}"));
            self.variables.push(name);
        }
        parts.push(self.anything(depth - 1));
        self.variables.truncate(before);
        format!("({}){}", parts.join("; "), self.kept())
    }

    fn path(&mut self, depth: u32) -> String {
        let before = self.variables.len();
        let mut path = match self.dice.below(8) {
            0 => "$".to_owned(),
            1 => "*".to_owned(),
            2 => "**".to_owned(),
            3 if depth > 0 => format!("({})", self.anything(depth - 1)),
            _ => self.pick(&["a", "b", "o", "l", "a.b", "a.o", "$$.a"]),
        };
        for _ in 0..self.dice.index(4) {
            self.extend(&mut path, depth);
        }
        self.variables.truncate(before);
        path
    }

    fn extend(&mut self, path: &mut String, depth: u32) {
        let inner = depth.saturating_sub(1);
        let is_named = path.ends_with(|c: char| c.is_ascii_alphabetic());
        let suffix = match self.dice.below(14) {
            0..4 => format!(".{}", self.pick(&["a", "b", "o", "n", "s", "l", "*"])),
            4 => format!("[{}]", self.typed(Type::Bool, inner)),
            5 => format!("[{}]", self.pick(&["0", "1", "-1", "n", "[0..1]", "true"])),
            6 => "[]".to_owned(),
            7 => {
                let direction = self.pick(&["", "<", ">"]);
                format!("^({direction}{})", self.leaf(Type::Number))
            }
            8 => format!(".({})", self.anything(inner)),
            9 => format!(".{{\"n\": {}}}", self.anything(inner)),
            10 => format!(".[{}]", self.anything(inner)),
            11 if is_named => {
                self.variables.push("f".to_owned());
                format!("@$f.{}", self.pick(&["a", "b", "n", "$f.n", "$f.a"]))
            }
            12 if is_named => {
                self.variables.push("q".to_owned());
                format!("#$q.{}", self.pick(&["n", "s", "[$q, n]", "($q)"]))
            }
            _ if is_named => format!(".({} & %.{})", self.pick(TEXTS), self.pick(TEXTS)),
            _ => ".n".to_owned(),
        };
        path.push_str(&suffix);
    }
}
