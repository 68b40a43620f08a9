//! Files that cannot be read, each as a finding.

use std::fs;
use std::path::{Path, PathBuf};

use super::{MAX_BYTES, Notation, SourceError, Sources};
use crate::diagnostics::{Code, Colour, Diagnostic, report};

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
    assert!(report(error.diagnostics, &error.sources, Colour::Never).contains(diagnostic.code.id()));
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
    if std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
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
    assert!(report.contains("error[E0103]: the file is not UTF-8 text"), "{report}");
    assert!(report.contains("latin1.json:2:11\n"), "{report}");
    assert!(report.contains("the byte 0xE9 is not UTF-8 here"), "{report}");
    fs::write(&path, b"\xff\xfe{\0}\0").unwrap();
    assert_eq!(finding(&path).help.as_deref(), Some("the file looks like UTF-16: save it as UTF-8"));
    fs::write(&path, b"\"abc\xf0\x9f\x98").unwrap();
    assert_eq!(finding(&path).span.start, 4);
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn relative_paths_start_at_the_base_and_are_shown_from_the_working_directory() {
    let here = std::env::current_dir().unwrap();
    let sources = Sources::read(Path::new("./src/../Cargo.toml"), &here).unwrap();
    assert_eq!(sources.files[0].shown, Path::new("src").join("..").join("Cargo.toml").display().to_string());
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
    for name in ["a.yaml", "a.asl.yaml", "b/a.asl.yml", "A.YAML"] {
        assert_eq!(notation(name), Notation::Yaml, "{name}");
    }
}
