//! The modules of a crate, and the items that their names mean.

#![expect(clippy::wildcard_enum_match_arm, reason = "few of the many kinds of items of syn")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use asl_conformance::problem::{Problem, Result};
use asl_conformance::workspace;
use syn::{Attribute, Item, ItemImpl, UseTree, Visibility};

/// A module's path within its crate; the root's is empty.
pub(super) type ModulePath = Vec<String>;

/// Deepest chain of `use` declarations that is followed.
const MAX_STEPS: usize = 16;

/// All modules of a crate.
pub(super) struct CrateItems {
    modules: BTreeMap<ModulePath, Module>,
}

/// A module's own items, and what it imports.
#[derive(Default)]
pub(super) struct Module {
    pub(super) items: Vec<Item>,
    pub(super) imports: Vec<Import>,
}

/// One name that a `use` declaration brings into a module.
pub(super) struct Import {
    pub(super) is_public: bool,
    pub(super) attributes: Vec<Attribute>,
    /// The path as written.
    pub(super) path: Vec<String>,
    /// The name it gets; `*` for all names of a module.
    pub(super) name: String,
}

/// What a path means.
pub(super) enum Target {
    /// A module of the crate.
    Module(ModulePath),
    /// An item of one of its modules.
    Item(ModulePath, String),
    /// Something of another crate.
    External,
}

impl CrateItems {
    /// Reads a crate from its `lib.rs`.
    pub(super) fn read(root: &Path) -> Result<Self> {
        let mut items = Self { modules: BTreeMap::new() };
        let folder = root.parent().unwrap_or(root).to_owned();
        items.read_file(Vec::new(), root, &folder)?;
        Ok(items)
    }

    fn read_file(&mut self, path: ModulePath, file: &Path, folder: &Path) -> Result<()> {
        let text = workspace::read(file)?;
        let parsed = syn::parse_file(&text)
            .map_err(|error| Problem::new(format!("{}: {error}", file.display())))?;
        self.add(path, parsed.items, folder)
    }

    fn add(&mut self, path: ModulePath, items: Vec<Item>, folder: &Path) -> Result<()> {
        let mut module = Module::default();
        for item in items {
            match item {
                Item::Mod(inner) if is_for_tests(&inner.attrs) || is_stand_in(&inner.attrs) => {}
                Item::Mod(mut inner) => {
                    let name = inner.ident.to_string();
                    let below = folder.join(&name);
                    let inner_path = [path.as_slice(), std::slice::from_ref(&name)].concat();
                    match inner.content.take() {
                        Some((_, items)) => self.add(inner_path, items, &below)?,
                        None => {
                            let file = module_file(folder, &name, &inner.attrs);
                            self.read_file(inner_path, &file, &below)?;
                        }
                    }
                    module.items.push(Item::Mod(inner));
                }
                Item::Use(found) => {
                    let is_public = matches!(found.vis, Visibility::Public(_));
                    collect_imports(&found.tree, &mut Vec::new(), &mut |path, name| {
                        let attributes = found.attrs.clone();
                        module.imports.push(Import { is_public, attributes, path, name });
                    });
                }
                other => module.items.push(expand_error(other)),
            }
        }
        self.modules.insert(path, module);
        Ok(())
    }

    /// The module with this path.
    pub(super) fn module(&self, path: &[String]) -> Option<&Module> {
        self.modules.get(path)
    }

    /// The meaning of a path that stands in a module.
    pub(super) fn resolve(&self, from: &[String], path: &[String]) -> Target {
        self.resolve_within(from, path, MAX_STEPS)
    }

    fn resolve_within(&self, from: &[String], path: &[String], steps: usize) -> Target {
        let Some((first, rest)) = path.split_first() else { return Target::Module(from.to_vec()) };
        if steps == 0 {
            return Target::External;
        }
        let next = match first.as_str() {
            "crate" => Target::Module(Vec::new()),
            "self" => Target::Module(from.to_vec()),
            "super" => {
                Target::Module(from.split_last().map_or_else(Vec::new, |(_, up)| up.to_vec()))
            }
            name => self.lookup(from, name, steps),
        };
        match next {
            Target::Module(module) => self.resolve_within(&module, rest, steps - 1),
            Target::Item(module, name) if rest.is_empty() => Target::Item(module, name),
            Target::Item(..) | Target::External => Target::External,
        }
    }

    /// The meaning of one name in a module.
    fn lookup(&self, from: &[String], name: &str, steps: usize) -> Target {
        let inner = [from, &[name.to_owned()]].concat();
        if self.modules.contains_key(&inner) {
            return Target::Module(inner);
        }
        let Some(module) = self.modules.get(from) else { return Target::External };
        if module.items.iter().any(|item| item_name(item).as_deref() == Some(name)) {
            return Target::Item(from.to_vec(), name.to_owned());
        }
        let imported = module.imports.iter().filter(|import| import.name == name);
        // `use x::x`, where the first is another crate, must not look for itself.
        let mut found = imported
            .filter(|import| import.path.first().is_none_or(|first| first != name))
            .map(|import| self.resolve_within(from, &import.path, steps - 1));
        found.next().unwrap_or(Target::External)
    }

    /// All `impl` blocks, each with the module it stands in.
    pub(super) fn impls(&self) -> impl Iterator<Item = (&ModulePath, &ItemImpl)> {
        self.modules.iter().flat_map(|(path, module)| {
            module.items.iter().filter_map(move |item| match item {
                Item::Impl(found) => Some((path, found)),
                _ => None,
            })
        })
    }
}

/// The implementation that `asl_language::__readable_error!` makes; any other item as it is.
fn expand_error(item: Item) -> Item {
    let Item::Macro(found) = &item else { return item };
    if found.mac.path.segments.last().is_none_or(|name| name.ident != "__readable_error") {
        return item;
    }
    let error = found.mac.parse_body::<syn::Type>();
    error.map_or(item, |error| syn::parse_quote!(impl std::error::Error for #error {}))
}

/// The file of `mod name;`.
fn module_file(folder: &Path, name: &str, attributes: &[Attribute]) -> PathBuf {
    let given = attributes.iter().find_map(|attribute| {
        let syn::Meta::NameValue(meta) = &attribute.meta else { return None };
        let syn::Expr::Lit(value) = &meta.value else { return None };
        match &value.lit {
            syn::Lit::Str(file) if meta.path.is_ident("path") => Some(folder.join(file.value())),
            _ => None,
        }
    });
    let flat = folder.join(format!("{name}.rs"));
    given.unwrap_or_else(|| if flat.is_file() { flat } else { folder.join(name).join("mod.rs") })
}

fn collect_imports(
    tree: &UseTree,
    before: &mut Vec<String>,
    found: &mut impl FnMut(Vec<String>, String),
) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            collect_imports(&path.tree, before, found);
            before.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            found(before.clone(), before.last().cloned().unwrap_or_default());
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            found([before.as_slice(), std::slice::from_ref(&name)].concat(), name);
        }
        UseTree::Rename(rename) => {
            let path = [before.as_slice(), &[rename.ident.to_string()]].concat();
            found(path, rename.rename.to_string());
        }
        UseTree::Glob(_) => found(before.clone(), "*".to_owned()),
        UseTree::Group(group) => {
            for tree in &group.items {
                collect_imports(tree, before, found);
            }
        }
    }
}

/// The name that an item has in its module.
pub(super) fn item_name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(found) => &found.ident,
        Item::Enum(found) => &found.ident,
        Item::Fn(found) => &found.sig.ident,
        Item::Static(found) => &found.ident,
        Item::Struct(found) => &found.ident,
        Item::Trait(found) => &found.ident,
        Item::Type(found) => &found.ident,
        Item::Macro(found) => found.ident.as_ref()?,
        _ => return None,
    };
    Some(ident.to_string())
}

/// True for `#[cfg(test)]`.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|name| name == "test")
    })
}

/// True for `#[cfg(not(..))]`: the module replaces another one whose feature is off.
fn is_stand_in(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::MetaList>().is_ok_and(|list| list.path.is_ident("not"))
    })
}

/// True for `#[doc(hidden)]`.
pub(super) fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|name| name == "hidden")
    })
}
