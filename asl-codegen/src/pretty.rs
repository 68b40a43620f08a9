//! Formats tokens as source text, for `OUT_DIR` and `cargo asl expand`.

use std::panic::resume_unwind;
use std::thread;

use proc_macro2::TokenStream;

/// The parser and the printer recurse into nested code, and need up to 8 KB per level in a debug
/// build. Definitions that the JSON reader accepts need 2 MB; main threads may have less, and test
/// threads have just that.
const STACK: usize = 32 * 1024 * 1024;

/// The tokens as formatted Rust, or the reason why they are no Rust.
pub fn pretty(tokens: TokenStream) -> Result<String, syn::Error> {
    let text = tokens.to_string();
    // Freed before the printer takes as much again.
    drop(tokens);
    thread::scope(|scope| {
        let printer =
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || formatted(&text));
        match printer.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(formatted)) => formatted,
            Ok(Err(panic)) => resume_unwind(panic),
            // No thread to be had: most definitions need none.
            Err(_) => formatted(&text),
        }
    })
}

fn formatted(text: &str) -> Result<String, syn::Error> {
    Ok(spaced(&prettyplease::unparse(&syn::parse_str(text)?)))
}

/// A blank line between items, which the printer leaves none.
fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + text.len() / 16);
    let mut before = "";
    for line in text.lines() {
        if ends_item(before) && starts_item(line) {
            spaced.push('\n');
        }
        spaced.push_str(line);
        spaced.push('\n');
        before = line;
    }
    spaced
}

fn ends_item(line: &str) -> bool {
    line.trim_start() == "}" || line.ends_with(';') || line.ends_with("{}")
}

fn starts_item(line: &str) -> bool {
    let line = line.trim_start();
    [
        "///",
        "#[",
        "fn ",
        "static ",
        "impl ",
        "impl<",
        "pub fn ",
        "pub async fn ",
        "pub mod ",
        "mod ",
        "pub struct ",
        "pub enum ",
    ]
    .iter()
    .any(|start| line.starts_with(start))
}
