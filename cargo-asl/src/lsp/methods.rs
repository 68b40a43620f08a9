//! The methods of `impl order::Tasks for …` in the package around a definition.

use std::fs;
use std::path::{Path, PathBuf};

use asl_lsp::Place;
use syn::visit::{self, Visit};

/// The names of the traits with the methods of tasks.
const TRAITS: [&str; 2] = ["Tasks", "Functions"];

/// Folders that have no sources.
const OTHERS: [&str; 2] = ["target", "node_modules"];

/// Maximum number of files that are looked at.
const MOST: usize = 5_000;

/// The methods of this name in implementations of the tasks of a definition. An implementation for
/// another machine of the package may have a method of the same name: it is left out if its path
/// names another module that has the name of a definition beside this one.
pub(super) fn find(definition: &Path, method: &str) -> Vec<Place> {
    let Some(package) = definition.ancestors().find(|folder| folder.join("Cargo.toml").is_file())
    else {
        return Vec::new();
    };
    let module = module(definition);
    let mut places = Vec::new();
    for path in sources(package) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        // Most files have none, and parsing takes longer than reading.
        if !text.contains(method) || !TRAITS.iter().any(|name| text.contains(name)) {
            continue;
        }
        let Ok(file) = syn::parse_file(&text) else { continue };
        let mut finder = Finder { method, found: Vec::new() };
        finder.visit_file(&file);
        let places_here =
            finder.found.into_iter().map(|(of, bytes)| (of, Place { path: path.clone(), bytes }));
        places.extend(places_here);
    }
    // An implementation of this machine's own module is the one; without one, all may be.
    let is_own = |of: &Option<String>| of.is_some() && *of == module;
    let has_own = places.iter().any(|(of, _)| is_own(of));
    places.retain(|(of, _)| !has_own || of.is_none() || is_own(of));
    places.into_iter().map(|(_, place)| place).collect()
}

/// The module that the macro makes of a definition: the name of the file up to the first dot.
fn module(definition: &Path) -> Option<String> {
    let name = definition.file_name()?.to_string_lossy();
    Some(name.split('.').next()?.replace('-', "_"))
}

/// The files of Rust below a folder, those of packages within it left out.
fn sources(package: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![package.to_owned()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_other = name.starts_with('.') || OTHERS.contains(&name.as_ref());
            if path.is_symlink() || is_other {
                continue;
            }
            if path.is_dir() {
                if !path.join("Cargo.toml").is_file() {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
        if found.len() > MOST {
            break;
        }
    }
    found.sort();
    found
}

struct Finder<'m> {
    method: &'m str,
    /// The methods, each with the module before the trait.
    found: Vec<(Option<String>, std::ops::Range<usize>)>,
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let Some((path, _)) = &item.trait_ {
            let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
            if names.next().is_some_and(|name| TRAITS.contains(&name.as_str())) {
                let of = names.next();
                let methods = item.items.iter().filter_map(|item| {
                    let syn::ImplItem::Fn(function) = item else { return None };
                    Some(&function.sig.ident)
                });
                let wanted = methods.filter(|name| *name == self.method);
                self.found.extend(wanted.map(|name| (of.clone(), name.span().byte_range())));
            }
        }
        visit::visit_item_impl(self, item);
    }
}
