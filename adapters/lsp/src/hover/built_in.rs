//! Built-in functions of jq and JSONata, and intrinsic functions, from their records.

use std::fmt::Write as _;

use asl_codegen::options::Language;
use asl_codegen::source::{Span, Text};
use asl_language::{intrinsics, jq as jq_records, jsonata as jsonata_records};

use super::word_at;

/// The built-in function at an offset of the document within a string.
pub(super) fn at(
    literal: Span,
    text: &Text,
    offset: usize,
    language: Language,
) -> Option<(String, Span)> {
    let value = text.value.as_str();
    let inside = decoded_offset(text, literal, offset);
    let (signs, begin): (&[char], &str) = match language {
        Language::Sm4c => (&['@'], "${"),
        Language::Asl if value.trim_start().starts_with("{%") => (&['$'], "{%"),
        Language::Asl => (&['.'], "States."),
    };
    if !value.contains(begin) {
        return None;
    }
    let (start, word) = word_at(value, inside, signs)?;
    let shown = match (language, signs) {
        (Language::Sm4c, _) => jq(word)?,
        (Language::Asl, ['$']) => jsonata(word.strip_prefix('$')?)?,
        (Language::Asl, _) => intrinsic(word)?,
    };
    Some((shown, text.span_of(literal, start..start + word.len())))
}

/// The offset in the decoded text of an offset in the document.
pub(crate) fn decoded_offset(text: &Text, literal: Span, offset: usize) -> usize {
    let ends = text.value.char_indices().map(|(at, c)| at + c.len_utf8());
    let is_before = |end: &usize| text.span_of(literal, 0..*end).end as usize <= offset;
    ends.take_while(is_before).last().unwrap_or(0)
}

/// An intrinsic function.
pub(crate) fn intrinsic(name: &str) -> Option<String> {
    let record = intrinsics::Intrinsic::find(name)?;
    let mut text = heading(record.signature, record.summary);
    for example in record.examples {
        example_line(&mut text, example.call, example.input, &[example.output]);
    }
    Some(text)
}

/// A built-in of jq with any number of parameters.
pub(crate) fn jq(name: &str) -> Option<String> {
    let named = |record: &&jq_records::BuiltIn| record.name() == name && !record.is_helper();
    let texts: Vec<String> = jq_records::built_ins()
        .filter(named)
        .map(|record| {
            let mut text = heading(record.signature, record.summary);
            for example in record.examples() {
                example_line(&mut text, example.program, example.input, example.outputs);
            }
            text
        })
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n---\n"))
}

/// A built-in of JSONata, without `$`.
pub(crate) fn jsonata(name: &str) -> Option<String> {
    let record = jsonata_records::find(name)?;
    let signature = format!("${name}({})", record.parameters.join(", "));
    let mut text = heading(&signature, record.summary);
    for example in record.examples() {
        let result: Vec<&str> = example.result.into_iter().collect();
        example_line(&mut text, example.expression, example.input, &result);
    }
    Some(text)
}

fn heading(signature: &str, summary: &str) -> String {
    format!("```\n{signature}\n```\n{summary}\n")
}

fn example_line(text: &mut String, call: &str, input: &str, outputs: &[&str]) {
    // Writing to a String cannot fail.
    let _ = write!(text, "\n`{call}`");
    if !matches!(input, "" | "null") {
        let _ = write!(text, " with `{input}`");
    }
    if !outputs.is_empty() {
        let _ = write!(text, " gives `{}`", outputs.join("`, `"));
    }
    text.push_str("  \n");
}
