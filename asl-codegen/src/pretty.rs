//! Tokens → formatted source text, as people read it in `OUT_DIR` and from `cargo asl expand`.

use proc_macro2::TokenStream;

/// The tokens as formatted Rust, or the reason why they are no Rust.
pub fn pretty(tokens: TokenStream) -> Result<String, syn::Error> {
    Ok(spaced(&prettyplease::unparse(&syn::parse2(tokens)?)))
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
