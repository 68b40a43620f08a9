//! Random paths into data of a type, and templates of them.

use super::Generator;
use crate::differ::json::{Json, number, object, text};
use crate::differ::types::set::{Field, NAMES, Type};

/// Attempts to find a path of a type.
const ATTEMPTS: usize = 12;

impl Generator {
    /// A path into the data of a state, and what it finds.
    pub(super) fn data_path(&mut self, data: &Type) -> Option<(String, Type)> {
        self.walk(if self.is_jsonata { "$states.input" } else { "$" }, data)
    }

    /// A path into the data, mostly to a value of a wanted type, if there is one.
    pub(super) fn path_to(
        &mut self,
        data: &Type,
        is_wanted: impl Fn(&Type) -> bool,
    ) -> Option<(String, Type)> {
        let is_any = !self.is_careful && self.dice.percent(8);
        (0..ATTEMPTS).find_map(|_| self.data_path(data).filter(|(_, of)| is_any || is_wanted(of)))
    }

    /// A member of a template with an expression.
    pub(super) fn computed(&self, name: &str, expression: String) -> (String, Json) {
        if self.is_jsonata {
            (name.to_owned(), text(format!("{{% {expression} %}}")))
        } else {
            (format!("{name}.$"), text(expression))
        }
    }

    /// A path to data, to a variable or to the context object.
    pub(super) fn any_path(&mut self, data: &Type) -> Option<(String, Type)> {
        let variables = self.variables.iter().map(|(name, of)| (format!("${name}"), of));
        let context = self.context.iter().map(|(path, of)| ((*path).to_owned(), of));
        let mut others: Vec<_> =
            variables.chain(context).map(|(root, of)| (root, of.clone())).collect();
        if self.dice.percent(25) && !others.is_empty() {
            let (root, of) = others.swap_remove(self.dice.index(others.len()));
            return if self.dice.percent(30) { Some((root, of)) } else { self.walk(&root, &of) };
        }
        self.data_path(data)
    }

    /// A path of at least one step.
    fn walk(&mut self, root: &str, of: &Type) -> Option<(String, Type)> {
        let (mut path, mut of) = (root.to_owned(), of.clone());
        let mut has_step = false;
        while !has_step || self.dice.percent(50) {
            let Some((name, inner)) = self.step(&of) else { break };
            path.extend([".", &name]);
            (of, has_step) = (inner, true);
        }
        has_step.then_some((path, of))
    }

    /// A member of values of a type, mostly one that they have.
    fn step(&mut self, of: &Type) -> Option<(String, Type)> {
        match of {
            Type::Object(fields) => {
                if !self.is_careful && self.dice.percent(2) {
                    return Some(((*self.dice.pick(&NAMES)).to_owned(), Type::Text));
                }
                let is_choosy = self.is_careful || self.dice.percent(92);
                let fields: Vec<_> =
                    fields.iter().filter(|field| field.is_required || !is_choosy).collect();
                let field = fields.get(self.dice.index(fields.len()))?;
                Some((field.name.clone(), field.of.clone()))
            }
            Type::OneOf(all) if !self.is_careful && self.dice.percent(30) => {
                let of = self.dice.pick(all).clone();
                self.step(&of)
            }
            Type::Null
            | Type::Boolean
            | Type::Integer(_)
            | Type::Number
            | Type::Text
            | Type::Texts(_)
            | Type::List(_)
            | Type::Map(_)
            | Type::OneOf(_) => None,
        }
    }

    /// Puts a template into a field. Returns what it makes.
    pub(super) fn template(&mut self, state: &mut Json, field: &str, data: &Type) -> Type {
        let (template, of) = self.members(data, 1);
        state.set(field, template);
        of
    }

    fn members(&mut self, data: &Type, depth: usize) -> (Json, Type) {
        let (mut template, mut fields) = (object([]), Vec::<Field>::new());
        for _ in 0..=self.dice.index(4) {
            let name = *self.dice.pick(&NAMES);
            if fields.iter().any(|field| field.name == name) {
                continue;
            }
            let (key, value, of) = self.member(name, data, depth);
            template.set(&key, value);
            fields.push(Field::new(name, of));
        }
        (template, Type::Object(fields))
    }

    fn member(&mut self, name: &str, data: &Type, depth: usize) -> (String, Json, Type) {
        let computed = |generator: &Self, (expression, of): (String, Type)| {
            let (key, value) = generator.computed(name, expression);
            (key, value, of)
        };
        match self.dice.index(20) {
            0 => (name.to_owned(), text("card"), Type::Texts(vec!["card"])),
            1 => (name.to_owned(), number(7), Type::Integer(9)),
            2 if depth > 0 => {
                let (template, of) = self.members(data, depth - 1);
                (name.to_owned(), template, of)
            }
            3..=6 => match self.call(data) {
                Some(call) => computed(self, call),
                None => (name.to_owned(), Json::Null, Type::Null),
            },
            _ => match self.any_path(data) {
                Some(path) => computed(self, path),
                None => (name.to_owned(), Json::Bool(true), Type::Boolean),
            },
        }
    }

    /// A call of an intrinsic function.
    fn call(&mut self, data: &Type) -> Option<(String, Type)> {
        if self.is_jsonata {
            self.is_careful = true;
            let call = self.call_in_jsonata(data);
            self.is_careful = false;
            return call;
        }
        match self.dice.index(4) {
            0 => {
                let is_number = |of: &Type| matches!(of, Type::Integer(_) | Type::Number);
                let (path, _) = self.path_to(data, is_number)?;
                Some((format!("States.MathAdd({path}, 1)"), Type::Number))
            }
            1 => {
                let (path, _) = self.path_to(data, |of| matches!(of, Type::List(_)))?;
                Some((format!("States.ArrayLength({path})"), Type::Integer(9)))
            }
            2 => {
                let (path, of) = self.any_path(data)?;
                Some((format!("States.Array({path})"), Type::List(Box::new(of))))
            }
            _ => {
                let is_plain =
                    |of: &Type| matches!(of, Type::Integer(_) | Type::Text | Type::Texts(_));
                let (path, _) = self.path_to(data, is_plain)?;
                Some((format!("States.Format('<{{}}>', {path})"), Type::Text))
            }
        }
    }
}
