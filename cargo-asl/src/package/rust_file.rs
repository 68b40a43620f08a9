//! Uses of `asl_machine!` in the files of a target. Its modules are followed as rustc does.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::arguments::{self, Arguments};
use proc_macro2::Span;
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use super::metadata::Target;
use super::{Machine, Machines, build_script, place};

/// Adds the machines of a target.
pub(super) fn read(target: &Target, package: &Path, machines: &mut Machines) {
    let mut open = vec![(target.src_path.clone(), true)];
    let mut seen = HashSet::new();
    while let Some((path, is_root)) = open.pop() {
        machines.read.push(path.clone());
        // Which of the two files of a module exists is not known before.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if !seen.insert(path.clone()) {
            continue;
        }
        let file = match syn::parse_file(&text) {
            Ok(file) => file,
            Err(error) => {
                let here = place_of(&path, error.span());
                machines.faults.push(format!("{here}: this is not Rust: {error}"));
                continue;
            }
        };
        let directory = path.parent().unwrap_or(Path::new("")).to_owned();
        let is_owner = is_root || path.file_name().is_some_and(|name| name == "mod.rs");
        let modules = if is_owner { directory.clone() } else { path.with_extension("") };
        let mut finder =
            Finder { path: &path, package, modules, directory, open: Vec::new(), machines };
        finder.visit_file(&file);
        let found = finder.open;
        open.extend(found.into_iter().map(|path| (path, false)));
        if target.is_build_script() && text.contains("asl_codegen") {
            build_script::read(&file, &path, package, machines);
        }
    }
}

/// The place of a token in a file.
pub(super) fn place_of(path: &Path, span: Span) -> String {
    let start = span.start();
    place(path, start.line, start.column + 1)
}

struct Finder<'a> {
    path: &'a Path,
    package: &'a Path,
    /// The directory of modules that are declared here.
    modules: PathBuf,
    /// The directory of paths in attributes.
    directory: PathBuf,
    /// Files of modules.
    open: Vec<PathBuf>,
    machines: &'a mut Machines,
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_macro(&mut self, found: &'ast syn::Macro) {
        if found.path.segments.last().is_none_or(|last| last.ident != "asl_machine") {
            return;
        }
        match arguments::parse(found.tokens.clone()) {
            Ok(arguments) => self.add(arguments),
            Err(fault) => {
                let is_empty = found.tokens.is_empty();
                let span = if is_empty { found.path.span() } else { fault.span() };
                let here = place_of(self.path, span);
                self.machines.faults.push(format!("{here}: {}", fault.message()));
            }
        }
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let name = module.ident.to_string();
        let name = name.strip_prefix("r#").unwrap_or(&name);
        let path = path_attribute(module);
        if module.content.is_some() {
            let inner = self.modules.join(path.as_deref().unwrap_or(name));
            let directory = std::mem::replace(&mut self.directory, inner.clone());
            let modules = std::mem::replace(&mut self.modules, inner);
            visit::visit_item_mod(self, module);
            (self.directory, self.modules) = (directory, modules);
            return;
        }
        match path {
            Some(path) => self.open.push(self.directory.join(path)),
            None => {
                self.open.push(self.modules.join(format!("{name}.rs")));
                self.open.push(self.modules.join(name).join("mod.rs"));
            }
        }
    }
}

impl Finder<'_> {
    fn add(&mut self, arguments: Arguments) {
        let is_beside = arguments.definition.starts_with("./");
        let beside = self.path.parent().filter(|_| is_beside);
        let base = beside.unwrap_or(self.package);
        let definition = arguments.definition.into();
        self.machines.list.push(Machine::new(definition, base, arguments.options));
    }
}

/// The file that `#[path = "…"]` names.
fn path_attribute(module: &syn::ItemMod) -> Option<String> {
    let attribute = module.attrs.iter().find(|attribute| attribute.path().is_ident("path"))?;
    let syn::Meta::NameValue(pair) = &attribute.meta else { return None };
    syn::parse2::<syn::LitStr>(pair.value.to_token_stream()).ok().map(|path| path.value())
}
