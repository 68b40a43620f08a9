//! Converts text to machines, cases and responses, and collects all mistakes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use asl_value::value::{Text, Value};

use super::problem::{Place, Problem, known};
use super::spanned::{Member, Spanned};
use super::{Answer, Case, Invocations, MockedMachine, MockedState, Response};

/// The reader, with the mistakes so far.
struct Reader<'t> {
    text: &'t str,
    problems: Vec<Problem>,
}

/// The responses by name; `None` for one that has mistakes.
type Responses = BTreeMap<String, Arc<Response>>;

/// Reads a file.
pub(super) fn read(text: &str) -> (Vec<MockedMachine>, Vec<Problem>) {
    let root = match Spanned::parse(text) {
        Ok(root) => root,
        Err(error) => {
            let message = error.to_string();
            let message = without_place(&message);
            let at = byte_of(text, error.line(), error.column());
            return (
                Vec::new(),
                vec![Problem { at, message: format!("this is not JSON: {message}") }],
            );
        }
    };
    let mut reader = Reader { text, problems: Vec::new() };
    let machines = reader.file(root);
    (machines, reader.problems)
}

/// A message of `serde_json` without the line and column at its end.
fn without_place(message: &str) -> &str {
    message.split(" at line ").next().unwrap_or(message)
}

/// The byte offset of `serde_json`'s line and column, which counts bytes, both from 1.
fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let mut at = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl<'t> Reader<'t> {
    fn problem(&mut self, at: usize, message: impl Into<String>) {
        self.problems.push(Problem { at, message: message.into() });
    }

    /// The members of an object. A repeated member is a mistake.
    fn members(&mut self, value: Spanned<'t>, what: &str) -> Option<Vec<Member<'t>>> {
        let Some(members) = value.members() else {
            self.problem(value.at(), format!("{what} must be an object"));
            return None;
        };
        let mut names = BTreeSet::new();
        let (first, again): (Vec<_>, Vec<_>) =
            members.into_iter().partition(|member| names.insert(member.name.clone()));
        for member in again {
            self.problem(member.at, format!("`{}` is defined twice", member.name));
        }
        Some(first)
    }

    /// The members with these names. Other members are mistakes.
    fn fields(
        &mut self,
        value: Spanned<'t>,
        what: &str,
        names: &[&str],
    ) -> Option<BTreeMap<String, Spanned<'t>>> {
        let (allowed, unknown): (Vec<_>, Vec<_>) = self
            .members(value, what)?
            .into_iter()
            .partition(|member| names.contains(&member.name.as_str()));
        for member in unknown {
            let known = known(&member.name, "it has", names.iter().copied());
            self.problem(member.at, format!("{what} has no `{}`{known}", member.name));
        }
        Some(allowed.into_iter().map(|member| (member.name, member.value)).collect())
    }

    fn file(&mut self, root: Spanned<'t>) -> Vec<MockedMachine> {
        let Some(fields) = self.fields(root, "the file", &["StateMachines", "MockedResponses"])
        else {
            return Vec::new();
        };
        for name in ["StateMachines", "MockedResponses"] {
            if !fields.contains_key(name) {
                self.problem(root.at(), format!("the file lacks `{name}`"));
            }
        }
        let members = fields
            .get("MockedResponses")
            .and_then(|value| self.members(*value, "`MockedResponses`"));
        let known = members.is_some();
        let responses: Responses = members
            .unwrap_or_default()
            .into_iter()
            .map(|member| (member.name.clone(), Arc::new(self.response(member))))
            .collect();
        let machines =
            fields.get("StateMachines").and_then(|value| self.members(*value, "`StateMachines`"));
        let responses = known.then_some(&responses);
        machines
            .unwrap_or_default()
            .into_iter()
            .map(|member| self.machine(member, responses))
            .collect()
    }

    fn machine(&mut self, member: Member<'t>, responses: Option<&Responses>) -> MockedMachine {
        let fields = self.fields(member.value, "a machine", &["TestCases"]);
        let cases = fields.as_ref().and_then(|fields| fields.get("TestCases"));
        if fields.is_some() && cases.is_none() {
            self.problem(
                member.value.at(),
                format!("the machine `{}` lacks `TestCases`", member.name),
            );
        }
        let cases = cases.and_then(|cases| self.members(*cases, "`TestCases`")).unwrap_or_default();
        let cases = cases.into_iter().map(|case| self.case(case, responses)).collect();
        MockedMachine { name: member.name, cases }
    }

    fn case(&mut self, member: Member<'t>, responses: Option<&Responses>) -> Case {
        if member.name.is_empty() {
            self.problem(member.at, "a test case must have a name: an empty name mocks nothing");
        }
        let states = self.members(member.value, "a test case").unwrap_or_default();
        let states = states.into_iter().filter_map(|state| self.state(state, responses)).collect();
        Case { name: member.name, states }
    }

    fn state(&mut self, member: Member<'t>, responses: Option<&Responses>) -> Option<MockedState> {
        let Some(response) = member.value.string() else {
            self.problem(
                member.value.at(),
                format!("`{}` must be a string, the name of a response", member.name),
            );
            return None;
        };
        let responses = responses?;
        let Some(found) = responses.get(&response) else {
            let known = known(&response, "there is", responses.keys().map(String::as_str));
            let message =
                format!("no response is called `{response}` under `MockedResponses`{known}");
            self.problem(member.value.at(), message);
            return None;
        };
        Some(MockedState {
            name: member.name,
            place: Place::of(self.text, member.at),
            response: Arc::clone(found),
        })
    }

    fn response(&mut self, member: Member<'t>) -> Response {
        let mut answers: Vec<(Invocations, Answer)> = Vec::new();
        let mut taken: Vec<(Invocations, usize)> = Vec::new();
        let mut is_complete = true;
        for entry in self.members(member.value, "a response").unwrap_or_default() {
            let answer = self.answer(entry.value);
            let invocations = match invocations(&entry.name) {
                Ok(invocations) => invocations,
                Err(message) => {
                    self.problem(entry.at, message);
                    is_complete = false;
                    continue;
                }
            };
            if let Some(other) = taken.iter().find(|(other, _)| other.overlaps(invocations)) {
                let last = other.0.last.min(invocations.last);
                self.problem(entry.at, format!("invocation {last} has an answer already"));
                is_complete = false;
                continue;
            }
            taken.push((invocations, entry.at));
            answers.extend(answer.map(|answer| (invocations, answer)));
        }
        // A key with a mistake may be the one that fills a gap.
        if is_complete {
            self.gaps(taken);
        }
        Response { name: member.name, answers }
    }

    /// Reports answers that are never used, because an invocation before them has none.
    fn gaps(&mut self, mut taken: Vec<(Invocations, usize)>) {
        taken.sort_by_key(|(invocations, _)| invocations.first);
        let mut next = 0;
        for (invocations, at) in taken {
            if invocations.first > next {
                self.problem(
                    at,
                    format!(
                        "invocation {next} has no answer, so it ends the execution before this one"
                    ),
                );
            }
            next = invocations.last.saturating_add(1);
        }
    }

    fn answer(&mut self, value: Spanned<'t>) -> Option<Answer> {
        let fields = self.fields(value, "an answer", &["Return", "Throw"])?;
        match (fields.get("Return"), fields.get("Throw")) {
            (Some(output), None) => self.data(*output).map(Answer::Return),
            (None, Some(thrown)) => self.thrown(*thrown),
            (Some(_), Some(_)) => {
                self.problem(value.at(), "an answer has either `Return` or `Throw`, not both");
                None
            }
            (None, None) => {
                if value.members().is_some_and(|members| members.is_empty()) {
                    self.problem(value.at(), "an answer needs `Return` or `Throw`");
                }
                None
            }
        }
    }

    fn data(&mut self, value: Spanned<'t>) -> Option<Value> {
        let read = Value::from_json_str(value.json());
        let why = |error: asl_value::value::Error| {
            let message = error.to_string();
            self.problem(
                value.at(),
                format!("this cannot be an output: {}", without_place(&message)),
            );
        };
        read.map_err(why).ok()
    }

    fn thrown(&mut self, value: Spanned<'t>) -> Option<Answer> {
        let fields = self.fields(value, "`Throw`", &["Error", "Cause"])?;
        let mut text = |name: &str| {
            let field = fields.get(name)?;
            let text = field.string();
            if text.is_none() {
                self.problem(field.at(), format!("`{name}` must be a string"));
            }
            text
        };
        let (error, cause) = (text("Error"), text("Cause"));
        if !fields.contains_key("Error") {
            self.problem(
                value.at(),
                "`Throw` lacks `Error`, the name that `Retry` and `Catch` look for",
            );
        }
        Some(Answer::Throw {
            error: Text::from(error?),
            cause: Text::from(cause.unwrap_or_default()),
        })
    }
}

/// Parses `3` or `0-2`.
fn invocations(key: &str) -> Result<Invocations, String> {
    let number = |text: &str| {
        let is_decimal = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_decimal { text.parse::<u32>().ok() } else { None }
    };
    let (first, last) = key.split_once('-').unwrap_or((key, key));
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(Invocations { first, last }),
        (Some(first), Some(last)) => {
            Err(format!("the range from {first} to {last} is empty; write `{last}-{first}`"))
        }
        (_, _) => Err(format!(
            "`{key}` is neither the number of an invocation, such as `0`, nor a range, such as `1-3`"
        )),
    }
}
