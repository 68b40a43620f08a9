//! Types whose methods are spread over many files.

use std::collections::{BTreeMap, BTreeSet};

use super::{Place, limits};
use crate::source::first_name;

/// A type with methods in more files than the limit.
pub(crate) struct WideType {
    /// `package: Type`
    pub(crate) name: String,
    pub(crate) files: Vec<String>,
}

/// The types with too many files. Types of one name in a package are told apart by the folder of
/// their definition that is next to the `impl`.
pub(crate) fn wide_types<'a>(places: impl Iterator<Item = &'a Place> + Clone) -> Vec<WideType> {
    let mut definitions: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for place in places.clone() {
        for name in items(&place.file.code, &["struct ", "enum "]) {
            definitions.entry((&place.package, name)).or_default().push(&place.shown);
        }
    }
    let mut files: BTreeMap<(&str, &str, &str), BTreeSet<&str>> = BTreeMap::new();
    for place in places {
        for name in inherent(&place.file.code) {
            let Some(homes) = definitions.get(&(place.package.as_str(), name)) else { continue };
            let home = homes.iter().max_by_key(|home| shared(home, &place.shown));
            let key = (place.package.as_str(), name, home.copied().unwrap_or_default());
            files.entry(key).or_default().insert(&place.shown);
        }
    }
    files
        .into_iter()
        .filter(|(_, files)| files.len() > limits::TYPE_FILES)
        .map(|((package, name, _), files)| WideType {
            name: format!("{package}: {name}"),
            files: files.into_iter().map(str::to_owned).collect(),
        })
        .collect()
}

/// The names behind these keywords where an item begins.
fn items<'a>(code: &'a str, keywords: &[&str]) -> Vec<&'a str> {
    let named = code.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = if line.starts_with("pub") { line.split_once(' ')?.1 } else { line };
        keywords.iter().find_map(|keyword| line.strip_prefix(keyword)).map(first_name)
    });
    named.collect()
}

/// The types of `impl` blocks without a trait.
fn inherent(code: &str) -> Vec<&str> {
    let lines = code.lines().map(str::trim_start);
    lines.filter_map(inherent_type).collect()
}

fn inherent_type(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl")?;
    let rest = if rest.starts_with('<') { after_generics(rest)? } else { rest };
    let path = rest.strip_prefix(' ').filter(|path| !path.contains(" for "))?;
    let path = path.split(['<', ' ', '{']).next()?;
    let name = path.rsplit("::").next()?;
    (!name.is_empty()).then_some(name)
}

fn after_generics(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '<' => depth += 1,
            '>' if !text.get(..at)?.ends_with('-') => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return text.get(at + 1..);
        }
    }
    None
}

/// The number of equal folders at the start of two paths.
fn shared(one: &str, other: &str) -> usize {
    one.split('/').zip(other.split('/')).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_impls_without_a_trait_count() {
        let code = "impl<'a, F: Fn() -> u8> Cx<'a, F> {\nimpl fmt::Display for Cx {\nimpl a::Row {";
        assert_eq!(inherent(code), ["Cx", "Row"]);
    }
}
