//! The recorded tasks of a case: finds the recorded call of a started task, and its answer.

use std::collections::BTreeMap;

use asl_runtime::{Value, json};
use serde::Deserialize;

/// The recorded tasks of a case.
#[derive(Deserialize, Clone, Debug, Default)]
pub(crate) struct Script {
    calls: BTreeMap<String, Vec<Call>>,
    functions: BTreeMap<String, Answer>,
}

/// A recorded call.
#[derive(Deserialize, Clone, Debug)]
struct Call {
    /// JSON text.
    input: Option<String>,
    answer: Answer,
    /// The service's answer when it accepted the job, as JSON text.
    #[serde(default)]
    submitted: Option<String>,
    /// The worker that took the activity.
    #[serde(default)]
    worker: Option<Worker>,
    #[serde(skip)]
    used: bool,
}

/// A worker of an activity.
#[derive(Deserialize, Clone, PartialEq, Debug)]
pub(crate) struct Worker {
    /// Its name, if it has one.
    pub(crate) name: Option<String>,
}

/// The answer to a call.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Answer {
    /// No answer: it times out, or is still open when the execution ends.
    Never,
    /// Its input, as for a function that is described in words.
    Echo,
    /// This JSON text.
    Return(String),
    /// An error.
    Fail {
        /// The Error Name; an error may have none.
        error: Option<String>,
        /// The cause.
        cause: Option<String>,
        /// The phase of the task, if it did not run.
        #[serde(default)]
        phase: Option<String>,
    },
}

/// The answer to a started task.
#[derive(Debug, PartialEq)]
pub(crate) struct Picked {
    /// Index of the recorded call of its resource.
    pub(crate) call: Option<usize>,
    /// The answer; `None` if there are no more recorded calls.
    pub(crate) answer: Option<Answer>,
    /// The service's earlier answer.
    pub(crate) submitted: Option<String>,
    /// The worker that took the activity.
    pub(crate) worker: Option<Worker>,
}

impl Script {
    /// The first unused call with the same input, else the first unused one.
    pub(crate) fn pick(&mut self, resource: &str, input: &Value) -> Picked {
        let calls = self.calls.get_mut(resource).map(Vec::as_mut_slice).unwrap_or_default();
        let same = |call: &(usize, &mut Call)| {
            call.1
                .input
                .as_deref()
                .and_then(|text| Value::from_json_str(text).ok())
                .is_some_and(|text| text == *input)
        };
        let mut unused: Vec<_> =
            calls.iter_mut().enumerate().filter(|(_, call)| !call.used).collect();
        let at = unused.iter().position(same).unwrap_or_default();
        let Some((number, call)) = unused.get_mut(at) else {
            let answer = self.function(resource, input);
            return Picked { call: None, answer, submitted: None, worker: None };
        };
        call.used = true;
        let forms = forms(call.input.as_deref(), input);
        let answer = match &call.answer {
            Answer::Return(text) => Answer::Return(filled(text, &forms)),
            other @ (Answer::Never | Answer::Echo | Answer::Fail { .. }) => other.clone(),
        };
        let submitted = call.submitted.as_deref().map(|text| filled(text, &forms));
        Picked { call: Some(*number), answer: Some(answer), submitted, worker: call.worker.clone() }
    }

    /// The answer of a function that is described in words. It is called by its ARN, or through
    /// Lambda's service integration, which takes name and input from the parameters and wraps the
    /// answer.
    fn function(&self, resource: &str, input: &Value) -> Option<Answer> {
        let through_service = resource == "arn:aws:states:::lambda:invoke";
        let name = if through_service { input.get("FunctionName")?.as_str()? } else { resource };
        let answer = self.functions.get(name.rsplit(':').next()?)?;
        if *answer != Answer::Echo || !through_service {
            return Some(answer.clone());
        }
        // Without a payload, Lambda passes `{}` to a function.
        let payload = input.get("Payload").filter(|payload| !payload.is_null()).cloned();
        let payload = payload.unwrap_or_else(|| json!({}));
        let wrapped =
            json!({ "ExecutedVersion": "$LATEST", "Payload": payload, "StatusCode": 200 });
        Some(Answer::Return(wrapped.to_json_string()))
    }
}

/// Forms such as `<task_token:1>` in the recorded input, with the corresponding texts in ours.
fn forms(recorded: Option<&str>, input: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    if let Some(recorded) = recorded.and_then(|text| Value::from_json_str(text).ok()) {
        collect_forms(&recorded, input, &mut found);
    }
    found
}

fn collect_forms(recorded: &Value, input: &Value, found: &mut Vec<(String, String)>) {
    match (recorded, input) {
        (Value::String(form), Value::String(text))
            if form.starts_with('<') && form.ends_with('>') =>
        {
            found.push((form.to_string(), text.to_string()));
        }
        (Value::Object(members), input) => {
            for (key, member) in members.iter() {
                if let Some(input) = input.get(key) {
                    collect_forms(member, input, found);
                }
            }
        }
        (_, _) => {}
    }
}

/// Fills forms in an answer that repeats parts of its input.
fn filled(text: &str, forms: &[(String, String)]) -> String {
    forms.iter().fold(text.to_owned(), |text, (form, filled)| text.replace(form, filled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_repeats_the_token_it_was_asked_with() {
        let mut script = script(
            r#"{"functions": {}, "calls": {"r": [{"input": "{\"a\": {\"t\": \"<task_token:1>\"}}",
                "answer": {"return": "[\"<task_token:1>\", \"<uuid:1>\"]"}, "submitted": "\"<task_token:1>\"",
                "worker": {"name": null}}]}}"#,
        );
        let picked = script.pick("r", &json!({ "a": { "t": "x.7" } }));
        assert_eq!(picked.answer, Some(Answer::Return(r#"["x.7", "<uuid:1>"]"#.to_owned())));
        assert_eq!(picked.submitted.as_deref(), Some(r#""x.7""#));
        assert_eq!(picked.worker, Some(Worker { name: None }));
    }

    fn script(text: &str) -> Script {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn the_first_unused_call_with_the_same_input_is_taken_else_the_first_unused() {
        let mut script = script(
            r#"{"functions": {}, "calls": {"r": [{"input": "{\"a\":1}", "answer": {"return": "10"}},
                {"input": "{\"a\": 2.0}", "answer": {"return": "20"}}, {"input": null, "answer": "never"}]}}"#,
        );
        let answer = |text: &str| Some(Answer::Return(text.to_owned()));
        let mut pick = |resource: &str, input: Value| {
            let picked = script.pick(resource, &input);
            (picked.call, picked.answer)
        };
        assert_eq!(pick("r", json!({ "a": 2 })), (Some(1), answer("20")));
        assert_eq!(pick("r", json!({ "a": 2 })), (Some(0), answer("10")));
        assert_eq!(pick("r", json!(null)), (Some(2), Some(Answer::Never)));
        assert_eq!(pick("r", json!(null)), (None, None));
        assert_eq!(pick("other", json!(null)), (None, None));
    }

    #[test]
    fn a_function_described_in_words_answers_through_the_service_too() {
        let mut script = script(r#"{"calls": {}, "functions": {"f": "echo"}}"#);
        assert_eq!(
            script.pick("arn:aws:lambda:x:1:function:f", &json!(1)).answer,
            Some(Answer::Echo)
        );
        let input = json!({ "FunctionName": "f", "Payload": [1] });
        let answer = r#"{"ExecutedVersion":"$LATEST","Payload":[1],"StatusCode":200}"#;
        assert_eq!(
            script.pick("arn:aws:states:::lambda:invoke", &input).answer,
            Some(Answer::Return(answer.to_owned()))
        );
    }
}
