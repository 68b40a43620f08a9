//! Layouts, and that no definition of the repository loses anything.

use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::source::{Notation, Sources};

use super::{format, is_same, parsed};

fn formatted(name: &str, text: &str) -> String {
    let sources = Sources::from_text(name, text);
    format(&sources.files[0]).unwrap_or_else(|faults| panic!("{name}: {faults:?}"))
}

#[test]
fn json_has_one_member_on_a_line_and_short_values_on_one() {
    let text = "{\"StartAt\":\"A\",\"Empty\":{},\"None\":[  ],\n\n\n\"States\":\n{\n\
        \"A\":{\"Type\":\"Pass\",\"End\":true},\n\"B\":{\n\"Type\":\"Task\",\"Retry\":[{\"ErrorEquals\":[\"A\",\"B\"]}]}}}";
    assert_eq!(
        formatted("a.json", text),
        "{\n  \"StartAt\": \"A\",\n  \"Empty\": {},\n  \"None\": [],\n\n  \"States\": {\n    \
         \"A\": { \"Type\": \"Pass\", \"End\": true },\n    \"B\": {\n      \"Type\": \"Task\",\n      \
         \"Retry\": [{ \"ErrorEquals\": [\"A\", \"B\"] }]\n    }\n  }\n}\n"
    );
}

#[test]
fn json_keeps_numbers_strings_and_placeholders_byte_for_byte() {
    let text = "{\r\n\"a\\u0062\": [1.50e+007, -0, 1e300],\r\n\
        \"b\": \"\\u00e9\\/ {% $x  +  1 %}\",\"c\":${Wait}}";
    let expected = "{\n  \"a\\u0062\": [1.50e+007, -0, 1e300],\n  \
         \"b\": \"\\u00e9\\/ {% $x  +  1 %}\",\n  \
         \"c\": ${Wait}\n}\n";
    assert_eq!(formatted("a.json", text), expected);
}

#[test]
fn lines_have_at_most_a_hundred_characters_if_values_can_be_broken() {
    let items = |count: usize| vec!["\"é\""; count].join(", ");
    // 6 characters before, and 5 for each item but the last.
    let short = format!("{{\n  \"a\": [{}]\n}}\n", items(18));
    assert_eq!(formatted("a.json", &short), short);
    let long = formatted("a.json", &format!("{{\n  \"a\": [{}], \"b\": 1\n}}\n", items(19)));
    assert!(long.lines().all(|line| line.chars().count() <= 100), "{long}");
    assert_eq!(long.lines().count(), 1 + 1 + 19 + 1 + 1 + 1);
}

#[test]
fn yaml_keeps_comments_quotation_marks_and_texts() {
    let text = "\n\n# First.  \nStartAt: 'A'   # There.\t\r\n\n\n\nStates:\n  A:\n    Type: Pass   \n    \
         Comment: |+\n      one  \n\n\n      two\n\n\n    Text: \"a  \n\n\n      b\"\n    End: true\n\n\n";
    let expected = "# First.\nStartAt: 'A'   # There.\n\nStates:\n  A:\n    Type: Pass\n    \
         Comment: |+\n      one  \n\n\n      two\n\n\n    Text: \"a  \n\n\n      b\"\n    End: true\n";
    assert_eq!(formatted("a.yaml", text), expected);
    // Without a line feed at its end, the last text is another one.
    let text = "A: |\n  one\n\n\n  two";
    assert_eq!(formatted("a.yaml", text), text);
}

#[test]
fn texts_with_faults_are_not_formatted() {
    for (name, text) in [
        ("a.json", "{"),
        ("a.json", "{'a': 1}"),
        ("a.json", "{} // x"),
        ("a.json", "{\"a\":1,\"a\":2}"),
        ("a.yaml", "a: ["),
    ] {
        let sources = Sources::from_text(name, text);
        assert!(format(&sources.files[0]).is_err(), "{text}");
    }
}

/// All JSON and YAML files below a directory.
fn files_below(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let kind = entry.file_type().expect("a type");
        if kind.is_dir() && name != "target" && !name.starts_with('.') {
            files_below(&path, files);
        } else if kind.is_file() && [".json", ".yaml", ".yml"].iter().any(|end| name.ends_with(end))
        {
            files.push(path);
        }
    }
}

/// The lines of a YAML text with something on them.
fn full_lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect()
}

#[test]
fn no_definition_of_the_repository_loses_anything() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    files_below(&root, &mut files);
    // Material of others, if it is there.
    files_below(&root.join("../shared"), &mut files);
    let (mut count, mut changed) = (0, 0);
    for file in files {
        let Ok(sources) = Sources::read(&file, Path::new("")) else { continue };
        let source = &sources.files[0];
        let Ok(before) = parsed(&source.text, source.notation()) else { continue };
        let text = formatted(&source.shown, &source.text);
        let after = parsed(&text, source.notation()).expect("it can still be read");
        assert!(is_same(&before, &after), "{}", source.shown);
        assert_eq!(formatted(&source.shown, &text), text, "{}: twice", source.shown);
        if source.notation() == Notation::Yaml {
            assert_eq!(full_lines(&text), full_lines(&source.text), "{}", source.shown);
        } else {
            let dense = |text: &str| text.split_ascii_whitespace().collect::<String>();
            assert_eq!(dense(&text), dense(&source.text), "{}", source.shown);
        }
        count += 1;
        changed += usize::from(text != source.text);
    }
    assert!(count > 300, "{count} files");
    assert!(changed > 50, "{changed} of {count} files change");
}
