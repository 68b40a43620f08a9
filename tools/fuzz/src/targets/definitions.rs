//! Definitions in JSON and YAML: checked, shown, drawn and emitted.

use asl_codegen::compile::{self, Checked};
use asl_codegen::diagnostics::{Colour, Levels, report};
use asl_codegen::diagram;
use asl_codegen::options::{Dialect, Language, Limits, Options, Profile};
use asl_codegen::pretty::pretty;
use asl_codegen::source::Sources;
use asl_language::random::SplitMix64;
use roxmltree::Document;

use super::{Verdict, size_of_code, text};
use crate::corpus::Corpus;
use crate::mutation::tree::{self, Donors, Tree};
use crate::mutation::{bytes, words};

/// Longest report of the findings of one definition.
const LONGEST_REPORT: usize = 200_000;
/// Largest code of a machine: so much, and so much for each byte of its definition.
const LARGEST_CODE: (usize, usize) = (200_000, 600);

pub(crate) fn make_asl(corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    make_json(&corpus.asl, dice)
}

pub(crate) fn make_sm4c(corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    make_json(&corpus.sm4c, dice)
}

/// A changed tree, seldom with changed bytes.
pub(super) fn make_json(donors: &Donors, dice: &mut SplitMix64) -> Vec<u8> {
    let bases = if dice.percent(80) { &donors.sound } else { &donors.trees };
    let mut tree: Tree = dice.pick::<Tree>(bases).clone();
    tree::mutate(&mut tree, donors, dice);
    let mut text = tree.text().into_bytes();
    if dice.percent(10) {
        bytes::mutate(&mut text, dice);
    }
    text
}

pub(crate) fn make_yaml(corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    let base = dice.pick::<String>(&corpus.yaml);
    words::mutate(base, &corpus.yaml, dice).into_bytes()
}

pub(crate) fn check_asl(input: &[u8]) -> Result<Verdict, String> {
    check("fuzz.asl.json", input, Language::Asl)
}

pub(crate) fn check_sm4c(input: &[u8]) -> Result<Verdict, String> {
    check("fuzz.sm4c.json", input, Language::Sm4c)
}

pub(crate) fn check_yaml(input: &[u8]) -> Result<Verdict, String> {
    let is_sm4c = text(input).contains("stateName") || text(input).contains("states:");
    let (name, language) =
        if is_sm4c { ("fuzz.sm4c.yaml", Language::Sm4c) } else { ("fuzz.asl.yaml", Language::Asl) };
    check(name, input, language)
}

/// Checks under the defaults and under the opposite of each default.
fn check(name: &str, input: &[u8], language: Language) -> Result<Verdict, String> {
    let text = text(input);
    let usual = Options::default().levels(Levels::default().as_aws()).language(language);
    let other = usual
        .clone()
        .profile(if usual.profile == Profile::Aws { Profile::Spec } else { Profile::Aws })
        .limits(Limits::Aws)
        .jsonpath(Dialect::Rfc9535)
        .inspect(true)
        .default_wait(true)
        .state_functions(false)
        .run(false);
    let verdict = check_sources(&mut Sources::from_text(name, &text), &usual)?;
    check_sources(&mut Sources::from_text(name, &text), &other)?;
    Ok(verdict)
}

/// Compiles a definition as far as it goes.
pub(super) fn check_sources(sources: &mut Sources, options: &Options) -> Result<Verdict, String> {
    let Checked { machine, diagnostics, .. } = compile::check(sources, options);
    if machine.is_some() == diagnostics.has_errors() {
        return Err("there is a machine and an error, or neither".to_owned());
    }
    for diagnostic in diagnostics.iter() {
        let places = diagnostic.related.iter().map(|related| related.span).chain([diagnostic.span]);
        for span in places {
            let text = sources.file(span.file).map_or("", |source| source.text.as_str());
            if text.get(span.start as usize..span.end as usize).is_none() {
                return Err(format!(
                    "{} points outside of the text: {span:?}",
                    diagnostic.code.id()
                ));
            }
        }
    }
    let shown = report(diagnostics, sources, Colour::Never);
    if shown.len() > LONGEST_REPORT {
        return Err(format!("the report has {} bytes", shown.len()));
    }
    let Some(machine) = machine else { return Ok(Verdict::Refused) };
    let code = compile::emit(&machine, sources, options);
    let size: usize = sources.files.iter().map(|source| source.text.len()).sum();
    let pretty = pretty(code).map_err(|error| format!("the code cannot be parsed: {error}"))?;
    let (most, per_byte) = LARGEST_CODE;
    let code = size_of_code(&pretty);
    if code > most + per_byte * size {
        return Err(format!("{code} bytes of code for a definition of {size} bytes"));
    }
    if diagram::mermaid(&machine).is_empty() || diagram::dot(&machine).is_empty() {
        return Err("a diagram is empty".to_owned());
    }
    let picture = diagram::svg(&machine);
    if let Err(error) = Document::parse(&picture) {
        return Err(format!("the picture is no XML: {error}"));
    }
    if picture.contains("\n\n") {
        return Err("the picture has a blank line".to_owned());
    }
    Ok(Verdict::Accepted)
}
