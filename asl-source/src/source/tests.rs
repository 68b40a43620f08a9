//! Tests of files that cannot be read, each of which is a finding.

use std::fs;
use std::path::{Path, PathBuf};

use super::file::SourceError;
use super::{MAX_BYTES, Notation, Sources};
use crate::diagnostics::{Code, Colour, Diagnostic, report};
use crate::span::{FileId, Span};

/// A directory of its own for each test.
fn directory(test: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("asl-source-{}-{test}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    directory
}

fn error(path: &Path) -> SourceError {
    Sources::read(path, Path::new("")).expect_err("cannot be read")
}

fn finding(path: &Path) -> Diagnostic {
    let error = error(path);
    let diagnostic = error.diagnostics.iter().next().expect("a finding").clone();
    // Each can be drawn.
    assert!(
        report(error.diagnostics, &error.sources, Colour::Never).contains(diagnostic.code.id())
    );
    diagnostic
}

#[test]
fn a_missing_file_is_reported_with_the_one_that_was_meant() {
    let directory = directory("missing");
    fs::write(directory.join("order.asl.json"), "{}").unwrap();
    let finding = finding(&directory.join("ordr.asl.json"));
    assert_eq!(finding.code, Code::CannotRead);
    assert!(finding.title.ends_with("cannot be read: there is no such file"), "{}", finding.title);
    assert_eq!(finding.help.as_deref(), Some("did you mean `order.asl.json`?"));
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_directory_and_a_path_through_a_file_are_reported() {
    let directory = directory("directory");
    assert!(finding(&directory).title.ends_with("it is a directory"));
    fs::write(directory.join("a"), "{}").unwrap();
    assert_eq!(finding(&directory.join("a/b")).code, Code::CannotRead);
    assert_eq!(finding(Path::new("a\0b")).code, Code::CannotRead);
    fs::remove_dir_all(directory).unwrap();
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_refused_without_reading() {
    assert!(finding(Path::new("/dev/zero")).title.ends_with("it is a pipe or a device"));
    let directory = directory("pipe");
    let pipe = directory.join("pipe");
    if std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success())
    {
        assert!(finding(&pipe).title.ends_with("it is a pipe or a device"));
    }
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_file_over_the_limit_is_refused_and_one_at_the_limit_is_read() {
    let directory = directory("large");
    let path = directory.join("large.json");
    fs::write(&path, vec![b' '; MAX_BYTES]).unwrap();
    assert_eq!(Sources::read(&path, Path::new("")).unwrap().files[0].text.len(), MAX_BYTES);
    fs::write(&path, vec![b' '; MAX_BYTES + 1]).unwrap();
    assert_eq!(finding(&path).code, Code::TooLarge);
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_byte_that_is_not_utf8_is_shown_with_line_and_column() {
    let directory = directory("utf8");
    let path = directory.join("latin1.json");
    fs::write(&path, b"{\n \"\xc3\xa9\": \"caf\xe9\"\n}").unwrap();
    let error = error(&path);
    let report = report(error.diagnostics, &error.sources, Colour::Never);
    assert!(report.contains("error[ASL0103]: the file is not UTF-8 text"), "{report}");
    assert!(report.contains("latin1.json:2:11\n"), "{report}");
    assert!(report.contains("the byte 0xE9 is not UTF-8 here"), "{report}");
    fs::write(&path, b"\xff\xfe{\0}\0").unwrap();
    assert_eq!(
        finding(&path).help.as_deref(),
        Some("the file looks like UTF-16: save it as UTF-8")
    );
    fs::write(&path, b"\"abc\xf0\x9f\x98").unwrap();
    assert_eq!(finding(&path).span.start, 4);
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn relative_paths_start_at_the_base_and_are_shown_from_the_working_directory() {
    let here = std::env::current_dir().unwrap();
    let sources = Sources::read(Path::new("./src/../Cargo.toml"), &here).unwrap();
    assert_eq!(
        sources.files[0].shown,
        Path::new("src").join("..").join("Cargo.toml").display().to_string()
    );
    let sources = Sources::read(Path::new("Cargo.toml"), Path::new(".")).unwrap();
    assert_eq!(sources.files[0].shown, "Cargo.toml");
    let sources = Sources::read(&here.join("Cargo.toml"), Path::new("src")).unwrap();
    assert_eq!(sources.files[0].shown, "Cargo.toml");
}

#[test]
fn a_files_name_tells_what_it_is_written_in() {
    let notation = |name: &str| Sources::from_text(name, "").files[0].notation();
    for name in ["a.json", "a.asl", "yaml", "a.yaml.json", "a.asl.json", ".yaml"] {
        assert_eq!(notation(name), Notation::Json, "{name}");
    }
    for name in ["a.yaml", "a.asl.yaml", "b/a.asl.yml", "A.YAML", "a.yaml.tpl", "a.yml.tftpl"] {
        assert_eq!(notation(name), Notation::Yaml, "{name}");
    }
    for name in ["a.asl.json.tpl", "a.tpl", "a.tf.json"] {
        assert_eq!(notation(name), Notation::Json, "{name}");
    }
    assert_eq!(notation("main.tf"), Notation::Terraform);
}

/// A package with a definition in a directory of it.
fn package(test: &str) -> (PathBuf, Sources) {
    let package = directory(test);
    fs::create_dir_all(package.join("machines/parts")).unwrap();
    fs::write(package.join("Cargo.toml"), "").unwrap();
    fs::write(package.join("machines/order.json"), "{}").unwrap();
    let sources = Sources::read(Path::new("machines/order.json"), &package).unwrap();
    (package, sources)
}

#[test]
fn files_that_a_definition_names_are_read_once_and_from_its_directory() {
    let (package, mut sources) = package("include");
    fs::write(package.join("machines/parts/a b.json"), "[1]").unwrap();
    fs::write(package.join("shared.json"), "[2]").unwrap();
    let absolute = format!("file://{}/shared.json", package.display());
    let mut include =
        |reference: &str| sources.include(reference, FileId(0), Span::default()).unwrap().0;
    assert_eq!(include("parts/a b.json"), 1);
    assert_eq!(include("file://parts/a%20b.json"), 1);
    assert_eq!(include("../shared.json"), 2);
    assert_eq!(include(&absolute), 2);
    assert_eq!(sources.files[2].text, "[2]");
    // Seen from a file that was named itself.
    assert_eq!(sources.include("../../shared.json", FileId(1), Span::default()), Ok(FileId(2)));
    fs::remove_dir_all(package).unwrap();
}

#[test]
fn files_outside_of_the_package_are_not_read() {
    let (package, mut sources) = package("leaves");
    let other = directory("leaves-other");
    fs::write(other.join("secret.json"), "[]").unwrap();
    let climbing = format!("../../{}/secret.json", other.file_name().unwrap().display());
    let absolute = other.join("secret.json").display().to_string();
    let mut references = vec![
        climbing,
        absolute.clone(),
        format!("file://{absolute}"),
        "../../missing.json".to_owned(),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(other.join("secret.json"), package.join("machines/link.json"))
            .unwrap();
        std::os::unix::fs::symlink(&other, package.join("machines/folder")).unwrap();
        references.extend(["link.json".to_owned(), "folder/secret.json".to_owned()]);
    }
    for reference in references {
        let refused = sources.include(&reference, FileId(0), Span::default()).unwrap_err();
        assert_eq!(refused.code, Code::CannotInclude);
        assert!(refused.title.ends_with("is outside of the package"), "{}", refused.title);
    }
    assert_eq!(sources.files.len(), 1);
    fs::remove_dir_all(package).unwrap();
    fs::remove_dir_all(other).unwrap();
}

#[test]
fn references_that_name_no_file_are_refused_with_the_reason() {
    let (package, mut sources) = package("no-file");
    fs::write(package.join("machines/events.json"), "[]").unwrap();
    fs::write(package.join("machines/latin1.json"), b"[\"\xe9\"]").unwrap();
    let mut refused =
        |reference: &str| sources.include(reference, FileId(0), Span::default()).unwrap_err();
    assert!(refused("").title.ends_with("it is empty"));
    assert!(refused("file://").title.ends_with("it names no file"));
    assert!(refused("https://example.org/e.json").title.contains("nothing is fetched"));
    assert!(refused("ftp://example.org/e.json").title.contains("only files are read"));
    assert!(refused("file://a%2").title.contains("two hexadecimal digits"));
    assert!(refused("parts").title.ends_with("it is a directory"));
    assert_eq!(refused("event.json").label.as_deref(), Some("did you mean `events.json`?"));
    let finding = refused("latin1.json");
    assert_eq!((finding.code, finding.span.start), (Code::NotUtf8, 2));
    assert_eq!(sources.file(finding.span.file).unwrap().text, "[\"\u{fffd}\"]");
    let mut text = Sources::from_text("order.json", "{}");
    let refused = text.include("events.json", FileId(0), Span::default()).unwrap_err();
    assert!(refused.title.contains("this definition is no file"), "{}", refused.title);
    fs::remove_dir_all(package).unwrap();
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_a_directory_that_is_searched() {
    use std::os::unix::fs::symlink;
    let (package, _) = package("links");
    let (outside, _) = self::package("links-outside");
    fs::write(outside.join("other.asl.json"), "{}").unwrap();
    fs::write(package.join("own.asl.json"), "{}").unwrap();
    symlink(outside.join("other.asl.json"), package.join("linked.asl.json")).unwrap();
    symlink(package.join("own.asl.json"), package.join("same.asl.json")).unwrap();
    let found = super::definitions_below(&package).unwrap();
    let names: Vec<_> = found.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    assert!(names.contains(&"own.asl.json") && names.contains(&"same.asl.json"), "{names:?}");
    assert!(!names.contains(&"linked.asl.json"), "{names:?}");
    fs::remove_dir_all(package).unwrap();
    fs::remove_dir_all(outside).unwrap();
}
