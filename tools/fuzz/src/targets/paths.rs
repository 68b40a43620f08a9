//! Paths and intrinsic functions, in each field that takes them, in both dialects.

use asl_codegen::diagnostics::Levels;
use asl_codegen::options::{Dialect, Language, Options};
use asl_codegen::source::Sources;
use asl_language::random::SplitMix64;

use super::definitions::check_sources;
use super::{Verdict, text};
use crate::corpus::Corpus;
use crate::mutation::tree::quoted;
use crate::mutation::words;

/// Definitions with a place for the expression.
const PLACES: &[&str] = &[
    r#"{"StartAt":"P","States":{"P":{"Type":"Pass","Parameters":{"x.$":@},"End":true}}}"#,
    r#"{"StartAt":"P","States":{"P":{"Type":"Pass","InputPath":@,"ResultPath":@,"End":true}}}"#,
    r#"{"StartAt":"C","States":{"C":{"Type":"Choice","Choices":[{"Variable":@,"IsPresent":true,"Next":"P"}],"Default":"P"},"P":{"Type":"Pass","Assign":{"v.$":@},"End":true}}}"#,
];

pub(crate) fn make(corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    let base = dice.pick::<String>(&corpus.paths);
    words::mutate(base, &corpus.paths, dice).into_bytes()
}

pub(crate) fn check(input: &[u8]) -> Result<Verdict, String> {
    let expression = quoted(&text(input));
    let mut verdict = Verdict::Refused;
    for place in PLACES {
        let definition = place.replace('@', &expression);
        for jsonpath in [Dialect::Aws, Dialect::Rfc9535] {
            let options = Options::default()
                .levels(Levels::default().as_aws())
                .jsonpath(jsonpath)
                .language(Language::Asl);
            let checked =
                check_sources(&mut Sources::from_text("fuzz.asl.json", &definition), &options)?;
            if checked == Verdict::Accepted {
                verdict = checked;
            }
        }
    }
    Ok(verdict)
}
