//! jq programs: parsed, resolved and emitted.

use asl_codegen::expr::jq::{self, Environment};
use asl_codegen::pretty::pretty;
use asl_language::random::SplitMix64;
use proc_macro2::{Ident, Span};
use quote::quote;

use super::{Verdict, text};
use crate::corpus::Corpus;
use crate::mutation::words;

/// Largest code of a program: so much, and so much for each byte of the program.
const LARGEST_CODE: (usize, usize) = (400_000, 2_000);

pub(crate) fn make(corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    let base = dice.pick::<String>(&corpus.jq);
    words::mutate(base, &corpus.jq, dice).into_bytes()
}

pub(crate) fn check(input: &[u8]) -> Result<Verdict, String> {
    let text = text(input);
    let environment = Environment { has_inputs: true, ..Environment::default() };
    let program = match jq::compile(&text, &environment) {
        Ok(program) => program,
        Err(faults) if faults.is_empty() => return Err("refused without a reason".to_owned()),
        Err(faults) => {
            for fault in faults {
                let place = fault.place.start as usize..fault.place.end as usize;
                if text.get(place).is_none() {
                    return Err(format!(
                        "{} points outside of the text: {:?}",
                        fault.code.id(),
                        fault.place
                    ));
                }
            }
            return Ok(Verdict::Refused);
        }
    };
    let name = Ident::new("program", Span::call_site());
    let code = jq::emit_module(&program, &name, &quote!(::asl_runtime::__private));
    let pretty = pretty(code).map_err(|error| format!("the code cannot be parsed: {error}"))?;
    let (most, per_byte) = LARGEST_CODE;
    if pretty.len() > most + per_byte * text.len() {
        return Err(format!(
            "{} bytes of code for a program of {} bytes",
            pretty.len(),
            text.len()
        ));
    }
    Ok(Verdict::Accepted)
}
