//! `docs/llms.txt`: the index of the documentation for models (llmstxt.org), made from that of the
//! guide.

use std::fs;
use std::path::Path;

/// The beginning of the file.
const HEAD: &str = "\
# asl

> A compiler from workflow definitions in the Amazon States Language (ASL) and State Machines For
> Cloud (SM4C) to typed Rust, with the command line `cargo asl` and engines that run the machines.

`cargo asl guide` prints one page that says how to write, check, test and run a definition, with all
codes of findings; `cargo asl explain CODE` prints the page of a code.

## Reference
- [One page for models and agents](../cargo-asl/src/guide/page.md): what `cargo asl guide` prints
- [Codes of findings](errors): a page for each code, with a wrong and a right definition
- [Options of the macro](../asl-runtime/doc/options.md): all options of `asl_machine!`
- [Architecture](../ARCHITECTURE.md): the packages, the pipeline and the runtime
";

/// The file, from the index of the guide: its headings, and for each row of its tables the links.
fn generated(index: &str) -> String {
    let mut text = HEAD.to_owned();
    for line in index.lines() {
        if line.starts_with("## ") && line != "## Examples" {
            text.extend(["\n", line, "\n"]);
            continue;
        }
        let Some((links, topic)) = row(line) else { continue };
        for (number, link) in links.split("](").skip(1).enumerate() {
            let file = link.split(')').next().unwrap();
            let before = links.split("](").nth(number).unwrap();
            let title = before.rsplit('[').next().unwrap();
            let file = match file.strip_prefix("../../") {
                Some(other) => format!("../{other}"),
                None => format!("guide/{file}"),
            };
            text.extend(["- [", title, "](", &file, "): ", &topic, "\n"]);
        }
    }
    text
}

/// The two cells of a row with a link.
fn row(line: &str) -> Option<(&str, String)> {
    let cells = line.strip_prefix("| [")?.strip_suffix(" |")?;
    let (links, topic) = cells.split_once(" | ")?;
    // The bracket that was taken off begins the first title.
    Some((links, plain(topic)))
}

/// A text with the titles of links in their place.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        plain.push_str(before);
        let Some((title, link)) = after.split_once("](") else {
            return plain + "[" + after;
        };
        plain.push_str(title);
        rest = link.split_once(')').map_or("", |(_, rest)| rest);
    }
    plain + rest
}

#[test]
fn llms_txt_follows_the_index_of_the_guide() {
    let docs = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"));
    let text = generated(&fs::read_to_string(docs.join("guide/README.md")).unwrap());
    let file = docs.join("llms.txt");
    if std::env::var_os("ASL_BLESS").is_some() {
        fs::write(&file, &text).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(found, text, "`ASL_BLESS=1 cargo test -p guide llms` writes docs/llms.txt");
    for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
        assert!(docs.join(link).exists(), "no file {link}");
    }
}

#[test]
fn each_link_of_a_row_has_a_line() {
    let index =
        "## Data\n| page | topic |\n|---|---|\n| [A](a.md), [B](../../b.md) | [c](c.md), d |\n";
    let lines = "\n## Data\n- [A](guide/a.md): c, d\n- [B](../b.md): c, d\n";
    assert_eq!(generated(index), format!("{HEAD}{lines}"));
}
