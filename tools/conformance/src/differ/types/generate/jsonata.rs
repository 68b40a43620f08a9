//! Random states in JSONata. What differs from JSONPath: expressions, and one field for the output.

use super::{Generator, Scope, Written, one_of};
use crate::differ::json::{Json, number, object, text};
use crate::differ::types::set::{Field, TAG, Type};

impl Generator {
    pub(super) fn state_in_jsonata(
        &mut self,
        scope: &mut Scope,
        name: &str,
        data: &Type,
        (next, is_last): (&str, bool),
    ) -> Written {
        let mut written = match self.dice.index(100) {
            0..=24 => self.output("Pass", data, 70),
            25..=59 => self.task_in_jsonata(scope, name, data),
            60..=66 => self.wait_in_jsonata(data),
            67..=79 if !is_last => return self.choice_in_jsonata(scope, data, next),
            80..=94 if scope.depth < 2 => self.map_in_jsonata(data, scope.depth),
            _ if is_last => return self.output("Succeed", data, 40),
            _ => self.output("Pass", data, 70),
        };
        let end = if is_last { ("End", Json::Bool(true)) } else { ("Next", text(next)) };
        written.state.put_first(end.0, end.1);
        written
    }

    /// A state that does nothing but make an output, mostly.
    pub(super) fn output(&mut self, kind: &str, data: &Type, percent: u64) -> Written {
        let mut state = object([("Type", text(kind))]);
        let mut data = data.clone();
        if self.dice.percent(percent) {
            data = self.template(&mut state, "Output", &data);
        }
        Written { state, data, seen: None }
    }

    fn task_in_jsonata(&mut self, scope: &mut Scope, name: &str, data: &Type) -> Written {
        let (mut state, method) = self.call_of_task();
        let mut request = data.clone();
        if self.dice.percent(60) {
            request = self.template(&mut state, "Arguments", data);
        }
        let fails = scope.depth == 0 && self.dice.percent(20);
        if fails {
            self.catch_in_jsonata(scope, &mut state, data);
        }
        let response = self.task_of(name, method, &request, fails);
        self.result(state, data, response)
    }

    /// A catcher for a way of its own to the end.
    fn catch_in_jsonata(&mut self, scope: &mut Scope, state: &mut Json, data: &Type) {
        let error = super::error_output();
        let mut catcher = object([("ErrorEquals", Json::Array(vec![text("States.ALL")]))]);
        let mut caught = error.clone();
        if self.dice.percent(50) {
            self.context.push(("$states.errorOutput", error));
            caught = self.template(&mut catcher, "Output", data);
            self.context.pop();
        }
        catcher.set("Next", self.end(scope, &caught));
        state.set("Catch", Json::Array(vec![catcher]));
    }

    /// The output of a state with a result.
    fn result(&mut self, mut state: Json, data: &Type, result: Type) -> Written {
        let mut output = result.clone();
        if self.dice.percent(60) {
            self.context.push(("$states.result", result));
            output = self.template(&mut state, "Output", data);
            self.context.pop();
        }
        Written { state, data: output, seen: None }
    }

    fn wait_in_jsonata(&mut self, data: &Type) -> Written {
        let mut state = object([("Type", text("Wait"))]);
        match self.path_to(data, |of| matches!(of, Type::Integer(_))) {
            Some((path, _)) => state.set("Seconds", text(format!("{{% {path} %}}"))),
            None => state.set("Seconds", number(1)),
        }
        Written { state, data: data.clone(), seen: None }
    }

    fn map_in_jsonata(&mut self, data: &Type, depth: usize) -> Written {
        let mut state = object([("Type", text("Map"))]);
        let found = self.path_to(data, |of| matches!(of, Type::List(_)));
        let Some((path, Type::List(item))) = found else { return self.output("Pass", data, 70) };
        state.set("Items", text(format!("{{% {path} %}}")));
        let mut item = *item;
        if self.dice.percent(40) {
            self.context.push(("$states.context.Map.Item.Value", item));
            item = self.template(&mut state, "ItemSelector", data);
            self.context.pop();
        }
        let (body, outputs) = self.scope(&item, depth + 1);
        let written = self.result(state, data, Type::List(Box::new(one_of(outputs))));
        written.with("ItemProcessor", body)
    }

    /// A Choice whose rule or default leads on, and the other one to an end of its own.
    fn choice_in_jsonata(&mut self, scope: &mut Scope, data: &Type, next: &str) -> Written {
        let about = self.about();
        let (root, whole) = self.whole(about, "$states.input", data);
        let places = super::choice::places(&whole);
        let mut state = object([("Type", text("Choice"))]);
        let (condition, matched) = match places.get(self.dice.index(places.len())) {
            Some((steps, of)) => self.condition(&root, &whole, (steps, of)),
            None => ("true".to_owned(), whole.clone()),
        };
        let is_apart = scope.depth == 0 && self.dice.percent(70);
        let default = if is_apart { self.end(scope, data) } else { text(next) };
        let condition = ("Condition", text(format!("{{% {condition} %}}")));
        state.set("Choices", Json::Array(vec![object([condition, ("Next", text(next))])]));
        state.set("Default", default);
        let data = self.known(about, data, if is_apart { matched } else { whole });
        Written { state, data, seen: None }
    }

    /// A condition, and what is known where it holds.
    fn condition(
        &mut self,
        root: &str,
        data: &Type,
        (steps, of): (&[String], &Type),
    ) -> (String, Type) {
        let path = format!("{root}.{}", steps.join("."));
        let with = |is: &dyn Fn(&Type) -> bool| super::choice::narrowed(data, steps, is);
        match self.dice.index(4) {
            0 => (format!("$exists({path})"), with(&|_| true)),
            1 => {
                let is = |of: &Type| matches!(of, Type::Text | Type::Texts(_));
                (format!("$type({path}) = 'string'"), with(&is))
            }
            2 if matches!(of, Type::OneOf(_)) => {
                let is = |of: &Type| super::choice::has_tag(of, "card");
                (format!("{path}.{TAG} = 'card'"), with(&is))
            }
            3 if matches!(of, Type::Integer(_) | Type::Number) => {
                (format!("$exists({path}) and {path} > 3"), with(&|_| true))
            }
            _ => (format!("$exists({path}) = false"), data.clone()),
        }
    }

    /// A call of a function or an operator.
    pub(super) fn call_in_jsonata(&mut self, data: &Type) -> Option<(String, Type)> {
        let is_number = |of: &Type| matches!(of, Type::Integer(_) | Type::Number);
        match self.dice.index(4) {
            0 => {
                self.path_to(data, is_number).map(|(path, _)| (format!("{path} + 1"), Type::Number))
            }
            1 => {
                let (path, _) = self.path_to(data, |of| matches!(of, Type::List(_)))?;
                Some((format!("$count({path})"), Type::Integer(9)))
            }
            2 => {
                let is_text = |of: &Type| matches!(of, Type::Text | Type::Texts(_));
                let (path, _) = self.path_to(data, is_text)?;
                Some((format!("$uppercase({path})"), Type::Text))
            }
            _ => {
                let (path, of) = self.any_path(data)?;
                let field = Type::Object(vec![Field::new("x", of)]);
                Some((format!("{{'x': {path}}}"), field))
            }
        }
    }
}
