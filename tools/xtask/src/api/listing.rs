//! The text of a crate's public API: modules in the order of their paths, items in that of their
//! names, formatted as Rust, without bodies and private parts.

#![expect(clippy::wildcard_enum_match_arm, reason = "few of the many kinds of items of syn")]

use std::fmt::Write as _;

use std::collections::{BTreeMap, BTreeSet};

use syn::parse::ParseStream;
use syn::{Attribute, Field, Fields, ImplItem, Item, ItemImpl, TraitItem, Type, Visibility};

use super::crate_items::{CrateItems, Import, ModulePath, Target, is_hidden, item_name};

/// The items to print, by the module they are public in.
#[derive(Default)]
struct Listing {
    /// By name, so that the order in a file does not matter.
    modules: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// Modules and items that were listed: each is printed once.
    seen: BTreeSet<(ModulePath, String)>,
}

/// The public API of a crate.
pub(super) fn of_crate(items: &CrateItems) -> String {
    let mut listing = Listing::default();
    listing.add_module(items, "crate", &[]);
    let mut text = String::new();
    for (path, found) in &listing.modules {
        let _ = writeln!(text, "// {path}");
        for lines in found.values().flatten() {
            text.push_str(lines);
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

impl Listing {
    fn add_module(&mut self, items: &CrateItems, shown: &str, path: &[String]) {
        if !self.seen.insert((path.to_vec(), String::new())) {
            return;
        }
        let Some(module) = items.module(path) else { return };
        for item in &module.items {
            match item {
                Item::Mod(inner) if is_public(&inner.vis) && !is_hidden(&inner.attrs) => {
                    let name = inner.ident.to_string();
                    let inner = [path, std::slice::from_ref(&name)].concat();
                    self.add_module(items, &format!("{shown}::{name}"), &inner);
                }
                Item::Mod(_) => {}
                Item::Macro(found) => {
                    let is_exported =
                        found.attrs.iter().any(|found| found.path().is_ident("macro_export"));
                    if let Some(name) = &found.ident
                        && is_exported
                        && !is_hidden(&found.attrs)
                    {
                        self.print("crate", &name.to_string(), format!("macro_rules! {name}\n"));
                    }
                }
                item => self.add_item(items, shown, path, item, None),
            }
        }
        for import in module.imports.iter().filter(|import| import.is_public) {
            if !is_hidden(&import.attributes) {
                self.add_import(items, shown, path, import);
            }
        }
    }

    fn add_import(&mut self, items: &CrateItems, shown: &str, from: &[String], import: &Import) {
        match items.resolve(from, &import.path) {
            Target::Module(path) if import.name == "*" => self.add_module(items, shown, &path),
            Target::Module(path) => {
                self.add_module(items, &format!("{shown}::{}", import.name), &path);
            }
            Target::Item(path, name) => {
                let Some(module) = items.module(&path) else { return };
                for item in
                    module.items.iter().filter(|item| item_name(item).as_ref() == Some(&name))
                {
                    self.add_item(items, shown, &path, item, Some(&import.name));
                }
            }
            Target::External => {
                let line = format!("pub use {} as {};\n", import.path.join("::"), import.name);
                self.print(shown, &import.name, line);
            }
        }
    }

    /// Prints an item with its `impl` blocks; one that another module has shown, as a `use`.
    fn add_item(
        &mut self,
        items: &CrateItems,
        shown: &str,
        path: &[String],
        item: &Item,
        renamed: Option<&str>,
    ) {
        let Some(name) = item_name(item) else { return };
        let Some(text) = item_text(item) else { return };
        let shown_name = renamed.unwrap_or(&name);
        let is_new = self.seen.insert((path.to_vec(), name.clone()));
        if !is_new && renamed.is_some() {
            let line = format!("pub use {}::{name} as {shown_name};\n", path.join("::"));
            self.print(shown, shown_name, line);
            return;
        }
        self.print(shown, shown_name, text);
        if !is_new {
            return;
        }
        let mut blocks: Vec<_> = items
            .impls()
            .filter(|(from, block)| is_about(items, from, block, path, &name))
            .filter_map(|(_, block)| impl_text(block))
            .collect();
        blocks.sort();
        for block in blocks {
            self.print(shown, shown_name, block);
        }
    }

    fn print(&mut self, module: &str, name: &str, text: String) {
        let module = self.modules.entry(module.to_owned()).or_default();
        module.entry(name.to_owned()).or_default().push(text);
    }
}

/// True if an `impl` block is for the item `name` of the module `path`.
fn is_about(
    items: &CrateItems,
    from: &[String],
    block: &ItemImpl,
    path: &[String],
    name: &str,
) -> bool {
    let Type::Path(of) = &*block.self_ty else { return false };
    let segments: Vec<_> = of.path.segments.iter().map(|part| part.ident.to_string()).collect();
    matches!(items.resolve(from, &segments), Target::Item(module, item) if module == path && item == name)
}

/// An item without its body and private fields; `None` for one that is not public.
fn item_text(item: &Item) -> Option<String> {
    let mut item = item.clone();
    let (attributes, visibility) = match &mut item {
        Item::Const(found) => (&mut found.attrs, &found.vis),
        Item::Enum(found) => {
            found.variants.iter_mut().for_each(|variant| {
                keep_api(&mut variant.attrs);
                variant.fields.iter_mut().for_each(|field| keep_api(&mut field.attrs));
            });
            (&mut found.attrs, &found.vis)
        }
        Item::Fn(found) => {
            found.block.stmts.clear();
            (&mut found.attrs, &found.vis)
        }
        Item::Static(found) => (&mut found.attrs, &found.vis),
        Item::Struct(found) => {
            hide_private(&mut found.fields);
            (&mut found.attrs, &found.vis)
        }
        Item::Trait(found) => {
            found.items.retain(|item| !is_hidden(trait_attributes(item)));
            found.items.iter_mut().for_each(clear_trait_item);
            (&mut found.attrs, &found.vis)
        }
        Item::Type(found) => (&mut found.attrs, &found.vis),
        _ => return None,
    };
    if !is_public(visibility) || is_hidden(attributes) {
        return None;
    }
    keep_api(attributes);
    Some(format_item(item))
}

/// A block's public items; `None` where it has none.
fn impl_text(block: &ItemImpl) -> Option<String> {
    let mut block = block.clone();
    if is_hidden(&block.attrs) {
        return None;
    }
    keep_api(&mut block.attrs);
    if block.trait_.is_some() {
        block.items.clear();
        return Some(format_item(Item::Impl(block)));
    }
    block.items = block.items.into_iter().flat_map(expand_setters).collect();
    block.items.retain_mut(|item| match item {
        ImplItem::Fn(found) => {
            let is_shown = is_public(&found.vis) && !is_hidden(&found.attrs);
            keep_api(&mut found.attrs);
            found.block.stmts.clear();
            is_shown
        }
        ImplItem::Const(found) => {
            let is_shown = is_public(&found.vis) && !is_hidden(&found.attrs);
            keep_api(&mut found.attrs);
            is_shown
        }
        _ => false,
    });
    if block.items.is_empty() { None } else { Some(format_item(Item::Impl(block))) }
}

/// The methods that `asl_language::__setters!` and `asl_runtime::__observer!` define; any other item
/// as it is.
fn expand_setters(item: ImplItem) -> Vec<ImplItem> {
    let ImplItem::Macro(found) = &item else { return vec![item] };
    let Some(name) = found.mac.path.segments.last() else { return vec![item] };
    if name.ident == "__observer" {
        return vec![syn::parse_quote! {
            pub fn observer(self, observer: impl Into<ObserverHandle>) -> Self {}
        }];
    }
    if name.ident != "__setters" {
        return vec![item];
    }
    let setters = found.mac.parse_body_with(|input: ParseStream<'_>| {
        input.parse_terminated(parse_setter, syn::Token![,])
    });
    setters.map_or_else(|_| vec![item], |setters| setters.into_iter().collect())
}

/// A line of `__setters!`, such as `server: impl Into<String> => Some`.
fn parse_setter(input: ParseStream<'_>) -> syn::Result<ImplItem> {
    let attributes = input.call(Attribute::parse_outer)?;
    let name: syn::Ident = input.parse()?;
    input.parse::<syn::Token![:]>()?;
    let argument: Type = input.parse()?;
    if input.parse::<Option<syn::Token![=>]>>()?.is_some() {
        input.parse::<syn::Ident>()?;
    }
    Ok(syn::parse_quote!(#(#attributes)* pub fn #name(self, #name: #argument) -> Self {}))
}

fn format_item(item: Item) -> String {
    let file = syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items: vec![item] };
    prettyplease::unparse(&file).replace(" {}\n", ";\n").replace("\n\n", "\n")
}

/// Replaces private fields: types of tuples become `_`, named ones one field `private`.
fn hide_private(fields: &mut Fields) {
    fields.iter_mut().for_each(|field| keep_api(&mut field.attrs));
    match fields {
        Fields::Named(named) => {
            let all = std::mem::take(&mut named.named);
            let count = all.len();
            named.named = all.into_iter().filter(|field| is_public(&field.vis)).collect();
            if named.named.len() < count {
                named.named.push(syn::parse_quote!(private: _));
            }
        }
        Fields::Unnamed(unnamed) => {
            let all = std::mem::take(&mut unnamed.unnamed);
            let shown = all.into_iter().map(|field| {
                if is_public(&field.vis) {
                    field
                } else {
                    Field { ty: syn::parse_quote!(_), ..field }
                }
            });
            unnamed.unnamed = shown.collect();
        }
        Fields::Unit => {}
    }
}

fn trait_attributes(item: &TraitItem) -> &[Attribute] {
    match item {
        TraitItem::Const(found) => &found.attrs,
        TraitItem::Fn(found) => &found.attrs,
        TraitItem::Type(found) => &found.attrs,
        _ => &[],
    }
}

fn clear_trait_item(item: &mut TraitItem) {
    match item {
        TraitItem::Const(found) => keep_api(&mut found.attrs),
        TraitItem::Fn(found) => {
            keep_api(&mut found.attrs);
            if let Some(block) = &mut found.default {
                block.stmts.clear();
            }
        }
        TraitItem::Type(found) => keep_api(&mut found.attrs),
        _ => {}
    }
}

/// Keeps the attributes that matter to a caller.
fn keep_api(attributes: &mut Vec<Attribute>) {
    attributes.retain(|attribute| {
        ["cfg", "deprecated", "derive", "non_exhaustive"]
            .iter()
            .any(|kept| attribute.path().is_ident(kept))
    });
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}
