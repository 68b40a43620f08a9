//! The ten largest definitions of a corpus of real projects, with tasks in at most five lines each.
//! The corpus is not part of the project: without it beside the workspace nothing runs.
#![deny(warnings, missing_docs, clippy::pedantic)]

#[cfg(corpus)]
mod largest;

#[cfg(not(corpus))]
#[test]
fn the_corpus_is_not_there() {
    eprintln!("skipped: there is no corpus at ../shared/conformance/asl/realworld");
}
