//! The recorded tasks of a case: which call a started task is, and what it answers.

use std::collections::BTreeMap;

use asl_runtime::{Value, json};
use serde::Deserialize;

/// What the tasks of a case do.
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
    #[serde(skip)]
    used: bool,
}

/// What a call answers.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Answer {
    /// Nothing: it times out, or is still open when the execution ends.
    Never,
    /// Its input, as a function that was described in words.
    Echo,
    /// This JSON text.
    Return(String),
    /// An error.
    Fail {
        /// The Error Name.
        error: String,
        /// The cause.
        cause: Option<String>,
    },
}

/// The answer to a started task.
#[derive(Debug, PartialEq)]
pub(crate) struct Picked {
    /// Which of the recorded calls of its resource it took.
    pub(crate) call: Option<usize>,
    /// What to answer; nothing if the recording has no call left.
    pub(crate) answer: Option<Answer>,
}

impl Script {
    /// The first unused call with the same input, else the first unused one.
    pub(crate) fn pick(&mut self, resource: &str, input: &Value) -> Picked {
        let calls = self.calls.get_mut(resource).map(Vec::as_mut_slice).unwrap_or_default();
        let same = |call: &(usize, &mut Call)| {
            call.1.input.as_deref().and_then(|text| Value::from_json_str(text).ok()).is_some_and(|text| text == *input)
        };
        let mut unused: Vec<_> = calls.iter_mut().enumerate().filter(|(_, call)| !call.used).collect();
        let at = unused.iter().position(same).unwrap_or_default();
        let Some((number, call)) = unused.get_mut(at) else {
            return Picked { call: None, answer: self.function(resource, input) };
        };
        call.used = true;
        Picked { call: Some(*number), answer: Some(call.answer.clone()) }
    }

    /// The answer of a function that is described in words: called by its ARN, or through Lambda's service integration,
    /// which takes its name and its input from the parameters and wraps its answer.
    fn function(&self, resource: &str, input: &Value) -> Option<Answer> {
        let through_service = resource == "arn:aws:states:::lambda:invoke";
        let name = if through_service { input.get("FunctionName")?.as_str()? } else { resource };
        let answer = self.functions.get(name.rsplit(':').next()?)?;
        if *answer != Answer::Echo || !through_service {
            return Some(answer.clone());
        }
        // Lambda hands a function `{}` where there is no payload.
        let payload = input.get("Payload").filter(|payload| !payload.is_null()).cloned();
        let payload = payload.unwrap_or_else(|| json!({}));
        let wrapped = json!({ "ExecutedVersion": "$LATEST", "Payload": payload, "StatusCode": 200 });
        Some(Answer::Return(wrapped.to_json_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(script.pick("r", &json!({ "a": 2 })), Picked { call: Some(1), answer: answer("20") });
        assert_eq!(script.pick("r", &json!({ "a": 2 })), Picked { call: Some(0), answer: answer("10") });
        assert_eq!(script.pick("r", &json!(null)), Picked { call: Some(2), answer: Some(Answer::Never) });
        assert_eq!(script.pick("r", &json!(null)), Picked { call: None, answer: None });
        assert_eq!(script.pick("other", &json!(null)), Picked { call: None, answer: None });
    }

    #[test]
    fn a_function_described_in_words_answers_through_the_service_too() {
        let mut script = script(r#"{"calls": {}, "functions": {"f": "echo"}}"#);
        assert_eq!(script.pick("arn:aws:lambda:x:1:function:f", &json!(1)).answer, Some(Answer::Echo));
        let input = json!({ "FunctionName": "f", "Payload": [1] });
        let answer = r#"{"ExecutedVersion":"$LATEST","Payload":[1],"StatusCode":200}"#;
        assert_eq!(
            script.pick("arn:aws:states:::lambda:invoke", &input).answer,
            Some(Answer::Return(answer.to_owned()))
        );
    }
}
