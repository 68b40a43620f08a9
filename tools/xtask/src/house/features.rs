//! Features of packages that only tests ask for.
//!
//! Cargo takes the features that dev-dependencies ask for only where it builds tests. Everything
//! that depends on such a package is then built once for the tests, and once more for `cargo xtask`,
//! its programs and the documentation. `tests/Cargo.toml` asks for them in its dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use asl_conformance::problem::{Problem, Result};
use asl_conformance::process;

/// A package that tests build with other features.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TestsOnly {
    package: String,
    features: Vec<String>,
}

impl fmt::Display for TestsOnly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { package, features } = self;
        write!(f, "{package}: only tests build it with {}", features.join(", or with "))
    }
}

/// The sets of features of each package.
type Packages = BTreeMap<String, BTreeSet<String>>;

/// Finds the packages that only tests build with other features.
pub(crate) fn find() -> Result<Vec<TestsOnly>> {
    let (without, with) = (packages(&tree("normal,build")?), packages(&tree("normal,build,dev")?));
    if without.is_empty() || with.is_empty() {
        return Err(Problem::new("`cargo tree` names no packages with features"));
    }
    Ok(different(&without, &with))
}

fn tree(edges: &str) -> Result<String> {
    let mut cargo = process::cargo(&["tree", "--workspace", "--all-features", "--prefix", "none"]);
    process::output(cargo.args(["--edges", edges, "--format", "{p}\t{f}"]))
}

/// A line for each package, with its features; those that are the same as above end in `(*)`.
fn packages(tree: &str) -> Packages {
    let mut packages = Packages::new();
    for (package, features) in tree.lines().filter_map(|line| line.split_once('\t')) {
        let features = features.trim_end_matches("(*)").trim_end();
        packages.entry(package.to_owned()).or_default().insert(features.to_owned());
    }
    packages
}

fn different(without: &Packages, with: &Packages) -> Vec<TestsOnly> {
    let shared = without.iter().filter_map(|(name, sets)| Some((name, sets, with.get(name)?)));
    let tests_only = shared.map(|(package, sets, others)| TestsOnly {
        package: package.clone(),
        features: others.difference(sets).cloned().collect(),
    });
    tests_only.filter(|found| !found.features.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_with_other_features_in_tests_are_found() {
        let without = packages("asl v1 (/asl)\tjq\nurl v2\tstd\nurl v2\tstd (*)\nsyn v3\t\n\n");
        let with = packages("asl v1 (/asl)\tjq\nurl v2\tserde,std\nsyn v3\t (*)\nboon v1\t\n");
        let found = different(&without, &with);
        let features = vec!["serde,std".to_owned()];
        assert_eq!(found, [TestsOnly { package: "url v2".to_owned(), features }]);
    }
}
