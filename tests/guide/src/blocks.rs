//! The checks of blocks in README, the guide and the READMEs of packages.

use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::compile;
use asl_codegen::diagnostics::message;
use asl_codegen::options::Options;
use asl_codegen::source::Sources;
use asl_runtime::Value;

use super::imports::{self, Import};

/// A block of a page.
struct Block {
    page: String,
    line: usize,
    language: String,
    text: String,
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder with an extension, without build results and links.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.is_symlink() && !path.ends_with("target") {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}

/// README, the pages of the guide and the READMEs of packages.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    files(&root().join("docs/guide"), "md", &mut pages);
    for folder in ["adapters", "engines", "asl-codegen", "asl-language", "asl-macros", "cargo-asl"]
    {
        files(&root().join(folder), "md", &mut pages);
    }
    pages
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    for path in pages() {
        let page = path.strip_prefix(root()).unwrap().display().to_string();
        let text = read(&path);
        let mut lines = text.lines().enumerate();
        while let Some((line, text)) = lines.next() {
            let Some(language) = text.trim_start().strip_prefix("```") else { continue };
            let body: Vec<&str> = lines
                .by_ref()
                .map(|(_, text)| text)
                .take_while(|text| !text.trim_start().starts_with("```"))
                .collect();
            blocks.push(Block {
                page: page.clone(),
                line: line + 1,
                language: language.to_owned(),
                text: body.join("\n"),
            });
        }
    }
    blocks
}

fn of_language(language: &str) -> Vec<Block> {
    let found: Vec<Block> =
        blocks().into_iter().filter(|block| block.language == language).collect();
    assert!(!found.is_empty(), "no block of {language}: is the reader of blocks broken?");
    found
}

/// The lines of each paragraph, without indentation.
fn paragraphs(text: &str) -> Vec<Vec<&str>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines
        .split(|line| line.is_empty())
        .filter(|lines| !lines.is_empty())
        .map(<[&str]>::to_vec)
        .collect()
}

/// Returns true if all paragraphs of a block of Rust are in a file, in their order, and if the file
/// imports what the block does. The lines of imports need not be the same.
fn is_rust_excerpt(block: &str, file: &str) -> bool {
    let (imports, code) = imports::split(block);
    let (imported, _) = imports::split(file);
    imports.iter().all(|import| imported.contains(import)) && is_excerpt(&code, file)
}

/// Returns true if all paragraphs of a block are in a file, in their order.
fn is_excerpt(block: &str, file: &str) -> bool {
    let lines: Vec<&str> = file.lines().map(str::trim).collect();
    let mut from = 0;
    paragraphs(block).iter().all(|paragraph| {
        let found = lines[from..].windows(paragraph.len()).position(|lines| lines == paragraph);
        found.is_some_and(|at| {
            from += at + paragraph.len();
            true
        })
    })
}

/// The texts of the files whose excerpts the blocks of Rust are.
fn sources() -> Vec<String> {
    let mut paths = vec![root().join("tests/tests/runs/guide_testing.rs")];
    for folder in ["tests/guide", "tests/application", "examples"] {
        if root().join(folder).is_dir() {
            files(&root().join(folder), "rs", &mut paths);
        }
    }
    paths.iter().map(|path| read(path)).collect()
}

#[test]
fn rust_is_an_excerpt_of_code_that_compiles() {
    let sources = sources();
    let missing: Vec<String> = of_language("rust")
        .iter()
        .filter(|block| !sources.iter().any(|source| is_rust_excerpt(&block.text, source)))
        .map(|block| format!("{}:{}", block.page, block.line))
        .collect();
    assert!(missing.is_empty(), "no excerpts of tests/guide or examples: {missing:#?}");
}

/// A reader who copies a block must not have to guess where its names come from.
#[test]
fn every_block_of_rust_shows_what_it_imports() {
    let sources = sources();
    let mut missing = Vec::new();
    for block in of_language("rust") {
        let (shown, code) = imports::split(&block.text);
        // Of several files the first one need not be the origin, but all of them name the same.
        let unknown = sources
            .iter()
            .filter(|source| is_rust_excerpt(&block.text, source))
            .map(|source| imports::needed(&code, &imports::split(source).0))
            .map(|needed| {
                needed.into_iter().filter(|import| !shown.contains(import)).collect::<Vec<Import>>()
            })
            .min_by_key(Vec::len);
        for (path, _) in unknown.unwrap_or_default() {
            missing.push(format!("{}:{}: use {path};", block.page, block.line));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_block_has_a_language_that_is_checked_or_is_output() {
    let known = ["http", "json", "rust", "sh", "text", "toml", "yaml"];
    for block in blocks() {
        assert!(
            known.contains(&block.language.as_str()),
            "{}:{}: `{}`; Rust is `rust`, without `ignore`",
            block.page,
            block.line,
            block.language
        );
    }
}

#[test]
fn json_can_be_read() {
    for block in of_language("json") {
        // A member of a definition stands without the braces around it.
        let text = block.text.trim().trim_end_matches(',');
        let whole =
            Value::from_json_str(text).or_else(|_| Value::from_json_str(&format!("{{{text}}}")));
        assert!(whole.is_ok(), "{}:{}: {whole:?}", block.page, block.line);
    }
}

#[test]
fn whole_definitions_are_files_that_compile() {
    let mut paths = Vec::new();
    files(&root().join("tests/guide/machines"), "json", &mut paths);
    let definitions: Vec<String> = paths.iter().map(|path| read(path)).collect();
    for block in of_language("json") {
        if block.text.contains("\"StartAt\": ") || block.text.contains("\"states\": ") {
            let is_known = definitions.iter().any(|file| is_excerpt(&block.text, file));
            assert!(is_known, "{}:{}: no file of tests/guide/machines", block.page, block.line);
        }
    }
}

/// The manifests of the packages, by name.
fn manifests() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    for folder in ["adapters", "engines", "examples", "tests", "tools"] {
        files(&root().join(folder), "toml", &mut paths);
    }
    for folder in
        ["asl-codegen", "asl-language", "asl-macros", "asl-runtime", "asl-testing", "cargo-asl"]
    {
        paths.push(root().join(folder).join("Cargo.toml"));
    }
    let texts = paths.iter().map(|path| read(path));
    texts
        .filter_map(|text| {
            let name =
                text.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))?;
            Some((name.to_owned(), text.clone()))
        })
        .collect()
}

#[test]
fn manifests_name_packages_versions_and_features_that_exist() {
    let manifests = manifests();
    let version = env!("CARGO_PKG_VERSION").rsplit_once('.').unwrap().0;
    for block in of_language("toml") {
        let place = format!("{}:{}", block.page, block.line);
        for line in block.text.lines().filter(|line| line.starts_with("asl-")) {
            let (name, value) = line.split_once(" = ").unwrap();
            let (_, manifest) = manifests
                .iter()
                .find(|(known, _)| known == name)
                .unwrap_or_else(|| panic!("{place}: there is no package {name}"));
            assert!(value.contains(&format!("\"{version}\"")), "{place}: {line}");
            let features = value.split_once("features = [").map_or("", |(_, list)| list);
            for feature in features.split('"').skip(1).step_by(2) {
                let known = manifest.contains(&format!("\n{feature} = ["));
                assert!(known, "{place}: {name} has no feature {feature}");
            }
        }
    }
}

#[test]
fn commands_exist() {
    let packages: Vec<String> = manifests().into_iter().map(|(name, _)| name).collect();
    let tasks = read(&root().join("tools/xtask/src/main.rs"));
    let commands = read(&root().join("cargo-asl/src/arguments/mod.rs"));
    let variant = |name: &str| {
        let words = name.split('-').map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + rest
        });
        format!("    {}(", words.collect::<String>())
    };
    for block in of_language("sh") {
        for line in block.text.lines() {
            let place = format!("{}:{}: {line}", block.page, block.line);
            match line.split_whitespace().collect::<Vec<_>>().as_slice() {
                ["cargo", "run", "-p", name, ..] => {
                    assert!(packages.iter().any(|package| package == name), "{place}");
                }
                ["cargo", "xtask", name, ..] => {
                    let unit = variant(name).replace('(', ",");
                    assert!(tasks.contains(&variant(name)) || tasks.contains(&unit), "{place}");
                }
                ["cargo", "asl", name, ..] => assert!(commands.contains(&variant(name)), "{place}"),
                _ => {}
            }
        }
    }
}

#[test]
fn the_error_of_the_readme_is_the_compilers() {
    let definition = read(&root().join("tests/guide/machines/order.asl.json"));
    let wrong = definition.replace("\"Next\": \"Ship\"", "\"Next\": \"Shipp\"");
    let mut sources = Sources::from_text("machines/order.asl.json", wrong);
    let diagnostics = compile::check(&mut sources, &Options::default()).diagnostics;
    let finding = diagnostics.iter().next().expect("a finding");
    let message = format!("error: {}", message(finding, &sources));
    for page in ["README.md", "docs/guide/findings.md"] {
        let text = read(&root().join(page));
        let lines = text.lines().map(str::trim).collect::<Vec<_>>();
        for line in message.lines().map(str::trim).filter(|line| !line.is_empty()) {
            assert!(lines.contains(&line), "{page} has no line `{line}` of\n{message}");
        }
    }
}

#[test]
fn pages_have_at_most_150_lines_and_links_that_lead_somewhere() {
    for path in pages() {
        let text = read(&path);
        assert!(text.lines().count() <= 150, "{} is too long", path.display());
        // Every second part is between backquotes, and so no link.
        let prose: String = text.split('`').step_by(2).collect();
        for target in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            if file.is_empty() || target.contains("://") {
                continue;
            }
            let linked = path.parent().unwrap().join(file);
            assert!(linked.exists(), "{}: no file {target}", path.display());
        }
    }
}

#[test]
fn the_index_of_the_guide_has_all_of_its_pages() {
    let index = read(&root().join("docs/guide/README.md"));
    let mut paths = Vec::new();
    files(&root().join("docs/guide"), "md", &mut paths);
    for path in paths {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(
            name == "README.md" || index.contains(&format!("({name})")),
            "{name} is not listed"
        );
    }
}

#[test]
fn the_table_of_options_has_every_option_of_the_macro() {
    let code = read(&root().join("asl-codegen/src/arguments/mod.rs"));
    let (_, list) = code.split_once("const OPTIONS: &[&str] = &[").unwrap();
    let list = list.split(']').next().unwrap();
    let table = read(&root().join("asl-runtime/doc/options.md"));
    for option in list.split('"').skip(1).step_by(2) {
        let shown = [format!("`{option} ="), format!(", {option} =")];
        assert!(shown.iter().any(|shown| table.contains(shown)), "`{option}` is not in the table");
    }
}
