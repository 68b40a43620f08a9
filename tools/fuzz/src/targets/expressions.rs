//! JSONata expressions: parsed, resolved and emitted, in both editions.

use asl_codegen::expr::jsonata::{self, Edition, Environment, Fault, Program};
use asl_codegen::pretty::pretty;
use asl_language::random::SplitMix64;
use proc_macro2::{Ident, Span};
use quote::quote;

use super::{Verdict, size_of_code, text};
use crate::corpus::Corpus;
use crate::mutation::{LARGEST, words};

/// Largest code of an expression: so much, and so much for each byte of its text.
const LARGEST_CODE: (usize, usize) = (400_000, 2_000);

/// Beginnings, middles and ends of texts that nest without an end, or have none.
const HOSTILE: &[(&str, &str, &str)] = &[
    ("(", "1", ")"),
    ("[", "1", "]"),
    ("{\"a\": ", "1", "}"),
    ("function($x){", "$x", "}"),
    ("(function(){", "1", "})()"),
    ("a[", "1", "]"),
    ("a.(", "b", ")"),
    ("$sum(", "1", ")"),
    ("a^(", "b", ")"),
    ("|a|", "b", "|"),
    ("-", "1", ""),
    ("a ? b : ", "1", ""),
    ("a ?? ", "1", ""),
    ("1 + ", "1", ""),
    ("a & ", "b", ""),
    ("$x := ", "1", ""),
    ("", "a", " ~> $f"),
    ("", "a", "{\"k\": b}"),
    ("", "a", "[0]"),
    ("", "a", "[]"),
    ("", "a", ".%"),
    ("", "a", "@$v.b"),
    ("", "a", "#$i"),
    ("", "a", ".**"),
    ("\"", "", ""),
    ("`", "", ""),
    ("/*", "", ""),
    ("/(a", "", ""),
];

/// Mostly a changed expression of the corpus; rarely one that nests far too deep.
pub(crate) fn make(corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    if dice.percent(5) {
        return hostile(dice).into_bytes();
    }
    let base = dice.pick::<String>(&corpus.jsonata);
    words::mutate(base, &corpus.jsonata, dice).into_bytes()
}

fn hostile(dice: &mut SplitMix64) -> String {
    let (open, middle, close) = *dice.pick(HOSTILE);
    let most = LARGEST / (open.len() + close.len()).max(1);
    let count = (*dice.pick(&[60, 250, 257, 10_000])).min(most);
    let closed = if dice.percent(70) { count } else { dice.index(count) };
    format!("{}{middle}{}", open.repeat(count), close.repeat(closed))
}

pub(crate) fn check(input: &[u8]) -> Result<Verdict, String> {
    let text = text(input);
    let old = compile(&text, Edition::V2_0)?;
    let new = compile(&text, Edition::V2_2)?;
    if old.is_some() && new.is_none() {
        return Err("the newer edition refuses what the older one accepts".to_owned());
    }
    let Some(program) = new else { return Ok(Verdict::Refused) };
    let name = Ident::new("program", Span::call_site());
    let code = jsonata::emit_module(&program, &name, &quote!(::asl_runtime::__private));
    let pretty = pretty(code).map_err(|error| format!("the code cannot be parsed: {error}"))?;
    let (most, per_byte) = LARGEST_CODE;
    let size = size_of_code(&pretty);
    if size > most + per_byte * text.len() {
        return Err(format!("{size} bytes of code for an expression of {} bytes", text.len()));
    }
    Ok(Verdict::Accepted)
}

fn compile(text: &str, edition: Edition) -> Result<Option<Program>, String> {
    let environment = Environment { edition, ..Environment::default() };
    match jsonata::compile(text, &environment) {
        Ok(program) => Ok(Some(program)),
        Err(faults) if faults.is_empty() => Err("refused without a reason".to_owned()),
        Err(faults) => {
            faults.iter().try_for_each(|fault| check_place(fault, text))?;
            Ok(None)
        }
    }
}

fn check_place(fault: &Fault, text: &str) -> Result<(), String> {
    let place = fault.place.start as usize..fault.place.end as usize;
    match text.get(place) {
        Some(_) if !fault.title.is_empty() => Ok(()),
        Some(_) => Err(format!("{} has no text", fault.code.id())),
        None => Err(format!("{} points outside of the text: {:?}", fault.code.id(), fault.place)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_nest_too_deep_or_have_no_end_are_refused_and_do_not_overflow_the_stack() {
        for (open, middle, close) in HOSTILE {
            let text = format!("{}{middle}{}", open.repeat(10_000), close.repeat(10_000));
            // One step may repeat these as often as it likes.
            let is_flat = matches!(*close, "[]");
            let verdict = check(text.as_bytes());
            assert!(
                is_flat || verdict == Ok(Verdict::Refused),
                "{open}{middle}{close}: {verdict:?}"
            );
            let open_end = check(open.repeat(10_000).as_bytes());
            assert_eq!(open_end, Ok(Verdict::Refused), "{open}");
        }
    }

    #[test]
    fn a_megabyte_of_text_is_read_or_refused() {
        for piece in ["a.", "a[0].", "(", "\"x", "1 + ", "/*", "$f(", "\u{e9} ", "{\"a\": b}, "] {
            let text = piece.repeat((1 << 20) / piece.len());
            assert_eq!(check(text.as_bytes()), Ok(Verdict::Refused), "{piece}");
        }
        let long = format!("\"{}\"", "x".repeat(1 << 20));
        assert_eq!(check(long.as_bytes()), Ok(Verdict::Accepted));
    }
}
