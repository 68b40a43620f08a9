//! Definitions of any size with a mix of states as in real ones: Tasks with retriers and catchers,
//! Choices, Passes with payloads, Waits, Parallels. They are written compactly: 10,000 states must
//! fit into the reader's limit of 1 MiB.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// States per block: a chain with a choice, a Parallel, and an error handler.
const BLOCK: u32 = 10;

/// A definition, and its tasks.
pub(super) struct Definition {
    /// Its text.
    pub(super) text: String,
    /// Names of its tasks.
    pub(super) tasks: BTreeSet<String>,
}

/// A machine with this many states, rounded up to tens; `literal` is a number in it.
pub(super) fn definition(states: u32, literal: u32) -> Definition {
    let blocks = states.div_ceil(BLOCK);
    let mut tasks = BTreeSet::new();
    let mut text = String::from(r#"{"StartAt":"T0","States":{"#);
    for block in 0..blocks {
        let calls = [0, 1, 2].map(|call| task(block * 3 + call));
        let next = block + 1;
        let exit = if next == blocks {
            r#""End":true"#.to_owned()
        } else {
            format!(r#""Next":"T{next}""#)
        };
        write_block(&mut text, block, &calls, if block == 0 { literal } else { block }, &exit);
        text.push_str(if next == blocks { "" } else { "," });
        tasks.extend(calls);
    }
    Definition { text: text + "}}", tasks }
}

/// Forty tasks, used in turns.
fn task(number: u32) -> String {
    let letter = |number: u32| char::from(b'a' + u8::try_from(number % 26).unwrap_or_default());
    let number = number % 40;
    format!("f{}{}", letter(number / 26), letter(number))
}

fn write_block(
    text: &mut String,
    b: u32,
    [first, second, third]: &[String; 3],
    literal: u32,
    exit: &str,
) {
    let call = |task: &str| {
        format!(
            r#""Type":"Task","Resource":"arn:aws:lambda:us-east-1:123456789012:function:{task}""#
        )
    };
    let (first, second, third) = (call(first), call(second), call(third));
    let retry = r#""Retry":[{"ErrorEquals":["Busy"]}]"#;
    let catch = format!(r#""Catch":[{{"ErrorEquals":["States.ALL"],"Next":"H{b}"}}]"#);
    let rules = format!(
        r#"{{"Variable":"$.n","NumericGreaterThan":{b},"Next":"W{b}"}},{{"Variable":"$.s","StringEquals":"x","Next":"P{b}"}}"#
    );
    // Writing to a string does not fail.
    let _ = write!(
        text,
        r#""T{b}":{{{first},{retry},{catch},"Next":"C{b}"}},"C{b}":{{"Type":"Choice","Choices":[{rules}],"Default":"P{b}"}},"#
    );
    let _ = write!(
        text,
        r#""W{b}":{{"Type":"Wait","Seconds":{b},"Next":"P{b}"}},"P{b}":{{"Type":"Pass","Result":{{"n":{literal}}},"ResultPath":"$.p","Next":"U{b}"}},"#
    );
    let _ = write!(
        text,
        r#""U{b}":{{{second},"InputPath":"$.p","ResultPath":"$.u","Next":"F{b}"}},"F{b}":{{"Type":"Parallel","Branches":["#
    );
    let _ = write!(
        text,
        r#"{{"StartAt":"A{b}","States":{{"A{b}":{{{third},"End":true}}}}}},{{"StartAt":"B{b}","States":{{"B{b}":{{"Type":"Pass","End":true}}}}}}],"ResultPath":"$.f","Next":"Q{b}"}},"#
    );
    let _ = write!(
        text,
        r#""H{b}":{{"Type":"Pass","Parameters":{{"e.$":"$.Error","n":{b}}},"Next":"Q{b}"}},"Q{b}":{{"Type":"Pass",{exit}}}"#
    );
}

#[cfg(test)]
mod tests {
    use super::definition;

    #[test]
    fn ten_thousand_states_fit_into_a_mebibyte() {
        let definition = definition(10_000, 0);
        assert!(definition.text.len() <= 1024 * 1024, "{}", definition.text.len());
        assert_eq!(definition.text.matches("\"Type\"").count(), 10_000);
        assert_eq!(definition.tasks.len(), 40);
        let parsed: serde_json::Value = serde_json::from_str(&definition.text).unwrap();
        assert_eq!(parsed["States"].as_object().unwrap().len(), 8_000);
    }
}
