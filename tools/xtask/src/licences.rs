//! `cargo xtask licences`: checks that every package we build with has a licence that `deny.toml`
//! allows.
//!
//! It is the rule of cargo-deny, for those who have not installed it: a licence expression is
//! fulfilled if one of its `OR` parts consists of allowed licences only.

use std::path::PathBuf;
use std::process::ExitCode;

use serde::Deserialize;

use asl_conformance::print;
use asl_conformance::problem::{Problem, Result};
use asl_conformance::{process, workspace};

/// The relevant part of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// The file of a package that gives no expression.
    license_file: Option<String>,
    manifest_path: PathBuf,
}

/// Sentences of the MIT licence, by which a file is recognized as it.
const MIT: [&str; 2] = [
    "Permission is hereby granted, free of charge, to any person obtaining a copy of this software",
    "The above copyright notice and this permission notice shall be included in all copies",
];

/// Checks all packages of the lock file.
pub(crate) fn run() -> Result<ExitCode> {
    let allowed = allowed(&workspace::read(&workspace::root().join("deny.toml"))?)?;
    let text = process::output(&mut process::cargo(&[
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--all-features",
    ]))?;
    let metadata: Metadata = serde_json::from_str(&text)
        .map_err(|error| Problem::new(format!("cargo metadata printed {error}")))?;
    let refused: Vec<_> =
        metadata.packages.iter().filter(|package| !is_allowed(package, &allowed)).collect();
    for Package { name, version, license, .. } in &refused {
        let license = license.as_deref().unwrap_or("none given");
        print::line(&format!(
            "{name} {version}: its licence is not in deny.toml's list: {license}"
        ));
    }
    print::line(&format!(
        "licences: {} packages, {} refused",
        metadata.packages.len(),
        refused.len()
    ));
    Ok(if refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The quoted names of `allow = [..]` in the section `[licenses]`.
fn allowed(deny: &str) -> Result<Vec<String>> {
    let section = deny.split_once("[licenses]").map(|(_, section)| section);
    let list = section
        .and_then(|section| section.split_once("allow = ["))
        .and_then(|(_, list)| list.split_once(']'));
    let Some((list, _)) = list else {
        return Err(Problem::new("deny.toml has no `allow = [..]` under [licenses]"));
    };
    Ok(list.split('"').skip(1).step_by(2).map(str::to_owned).collect())
}

fn is_allowed(package: &Package, allowed: &[String]) -> bool {
    match &package.license {
        Some(expression) => fulfilled(expression, allowed),
        None => is_mit(package) && allowed.iter().any(|name| name == "MIT"),
    }
}

/// True if the file that a package names as its licence has the text of the MIT licence.
fn is_mit(package: &Package) -> bool {
    let file = package.license_file.as_ref();
    let path = file.and_then(|file| Some(package.manifest_path.parent()?.join(file)));
    let text = path.and_then(|path| workspace::read(&path).ok()).unwrap_or_default();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    MIT.iter().all(|sentence| words.contains(sentence))
}

/// `A OR B`, `A AND B`, `(A OR B) AND C`, and the old `A/B` for `A OR B`.
fn fulfilled(expression: &str, allowed: &[String]) -> bool {
    let text = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<_> = text.split_whitespace().collect();
    let mut words = words.as_slice();
    let known = any(&mut words, allowed);
    known && words.is_empty()
}

fn any(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut known = all(words, allowed);
    while let Some(("OR", rest)) = words.split_first().map(|(word, rest)| (*word, rest)) {
        *words = rest;
        known |= all(words, allowed);
    }
    known
}

fn all(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut known = one(words, allowed);
    while let Some(("AND", rest)) = words.split_first().map(|(word, rest)| (*word, rest)) {
        *words = rest;
        known &= one(words, allowed);
    }
    known
}

fn one(words: &mut &[&str], allowed: &[String]) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    *words = rest;
    if *first == "(" {
        let known = any(words, allowed);
        *words = words.split_first().map(|(_, rest)| rest).unwrap_or_default();
        return known;
    }
    if let Some(("WITH", [exception, rest @ ..])) =
        words.split_first().map(|(word, rest)| (*word, rest))
    {
        *words = rest;
        return allowed.contains(&format!("{first} WITH {exception}"));
    }
    allowed.iter().any(|name| name == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expression: &str) -> bool {
        fulfilled(
            expression,
            &["MIT".to_owned(), "Apache-2.0".to_owned(), "Unicode-3.0".to_owned()],
        )
    }

    #[test]
    fn one_allowed_alternative_is_enough() {
        assert!(check("GPL-3.0 OR MIT"));
        assert!(check("Unlicense/MIT"));
        assert!(check("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT"));
    }

    #[test]
    fn every_part_of_an_and_must_be_allowed() {
        assert!(check("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(!check("(MIT OR Apache-2.0) AND OpenSSL"));
        assert!(!check("MIT AND GPL-3.0"));
    }

    #[test]
    fn an_unknown_or_broken_expression_is_refused() {
        assert!(!check("GPL-3.0"));
        assert!(!check(""));
        assert!(!check("MIT MIT"));
        assert!(!check("Apache-2.0 WITH LLVM-exception"));
    }

    #[test]
    fn the_list_is_read_from_the_licences_section() {
        let deny = "[bans]\nallow = [\"x\"]\n[licenses]\nallow = [\n  \"MIT\",\n  \"ISC\",\n]\n";
        assert_eq!(allowed(deny).unwrap(), ["MIT", "ISC"]);
        assert!(allowed("[licenses]").is_err());
    }
}
