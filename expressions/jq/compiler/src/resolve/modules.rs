//! `import` and `include`: modules are found, read and resolved when the program is compiled.
//!
//! A module sees the built-ins and its own imports, but nothing of the importing module. Each is
//! read once, however often it is imported.

use std::collections::HashMap;
use std::rc::Rc;

use super::{Bound, File, Resolver, Target};
use crate::syntax::{DefinitionId, Kind, Literal, Place};
use crate::tree::{Binding, Import, Source, Tree};
use crate::{Fault, data, parser};
use asl_source::diagnostics::Code;

/// Maximum nesting of modules.
const MAX_NESTING: usize = 64;

/// Modules that were read: by the text and directory that were found.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    modules: HashMap<Found, Option<Rc<Module>>>,
    data: HashMap<Found, Option<DefinitionId>>,
    /// Modules that are being read, each imported by the one before.
    open: Vec<Found>,
}

/// A module that was found: its text, and the directory that its own imports are relative to.
type Found = Rc<(String, String)>;

/// The definitions of a module in their order: name, number of parameters, and definition.
#[derive(Debug)]
struct Module {
    definitions: Vec<(String, usize, DefinitionId)>,
}

impl Resolver<'_> {
    /// The metadata of a module or an import: a constant object.
    pub(super) fn metadata(&mut self, tree: Option<&Tree<'_>>) -> Option<Vec<(String, Literal)>> {
        let tree = tree?;
        let kind = self.filter(tree).kind;
        let title = if let Kind::Literal(Literal::Object(members)) = kind {
            return Some(members);
        } else if matches!(kind, Kind::Literal(_)) {
            "the metadata of a module must be an object"
        } else {
            "the metadata of a module must be constant"
        };
        self.module_fault(
            &tree.place,
            title.to_owned(),
            "write an object such as `{search: \"./lib\"}`",
        );
        None
    }

    /// Makes visible what an import brings.
    pub(super) fn import(&mut self, import: &Import<'_>) {
        if self.bind_import(import).is_none() {
            self.lost_imports.insert(match &import.binding {
                Binding::Data(name) | Binding::Module(name) => name.text.to_owned(),
                Binding::Include => String::new(),
            });
        }
    }

    fn bind_import(&mut self, import: &Import<'_>) -> Option<()> {
        let metadata = self.metadata(import.metadata.as_ref());
        let (path, place) = import.path.as_ref()?;
        let is_data = matches!(import.binding, Binding::Data(_));
        let found = self.find(path, place, metadata.as_deref(), is_data)?;
        match &import.binding {
            Binding::Data(name) => {
                let id = self.data(&found, path, place)?;
                self.scope.bind_variable(name.text, Bound::Data(id));
                self.scope.bind_variable(&format!("{0}::{0}", name.text), Bound::Data(id));
                Some(())
            }
            Binding::Module(name) => {
                self.bind_module(&found, path, place, &format!("{}::", name.text))
            }
            Binding::Include => self.bind_module(&found, path, place, ""),
        }
    }

    fn bind_module(
        &mut self,
        found: &Found,
        path: &str,
        place: &Place,
        prefix: &str,
    ) -> Option<()> {
        let module = self.module(found, path, place)?;
        for (name, arity, id) in &module.definitions {
            self.scope.bind_function(&format!("{prefix}{name}"), *arity, Target::Definition(*id));
        }
        Some(())
    }

    /// Looks in the directories that the import names, then where modules are.
    fn find(
        &mut self,
        path: &str,
        place: &Place,
        metadata: Option<&[(String, Literal)]>,
        is_data: bool,
    ) -> Option<Found> {
        let Some(modules) = self.environment.modules else {
            let help = "put the definitions into the program";
            self.module_fault(
                place,
                format!("there are no modules here: `{path}` cannot be imported"),
                help,
            );
            return None;
        };
        if !is_relative(path) {
            let help =
                "use its path below the directory of modules, without `..` and without its ending";
            self.module_fault(place, format!("`{path}` is not the path of a module"), help);
            return None;
        }
        let directory = self.file.directory.clone().unwrap_or_default();
        let searched = search(metadata).into_iter().find_map(|search| {
            modules.find(&format!("{search}/{path}"), is_data, Some(&directory))
        });
        let found = searched.or_else(|| modules.find(path, is_data, None));
        if found.is_none() {
            let ending = if is_data { "json" } else { "jq" };
            self.module_fault(
                place,
                format!("the module `{path}` is not found"),
                &format!("there is no `{path}.{ending}`"),
            );
        }
        found.map(Rc::new)
    }

    fn module(&mut self, found: &Found, path: &str, place: &Place) -> Option<Rc<Module>> {
        if self.modules.open.contains(found) {
            self.module_fault(
                place,
                format!("the module `{path}` imports itself"),
                "move what both need into a third module",
            );
            return None;
        }
        if let Some(known) = self.modules.modules.get(found) {
            return known.clone();
        }
        if self.modules.open.len() >= MAX_NESTING {
            self.module_fault(
                place,
                "modules import each other too deeply".to_owned(),
                "import them in one place",
            );
            return None;
        }
        self.modules.open.push(Rc::clone(found));
        let module = self.read_module(found, path, place);
        self.modules.open.pop();
        self.modules.modules.insert(Rc::clone(found), module.clone());
        module
    }

    fn read_module(&mut self, found: &Found, path: &str, place: &Place) -> Option<Rc<Module>> {
        let (text, directory) = &**found;
        let parsed = parser::parse(text);
        let file = Rc::new(File::new(&format!("{path}.jq"), text, Some(directory.clone())));
        let outside = std::mem::replace(&mut self.file, Rc::clone(&file));
        let scope = std::mem::take(&mut self.scope);
        let before = std::mem::replace(&mut self.faults, parsed.faults);
        let lost_imports = std::mem::take(&mut self.lost_imports);
        let definitions = self.module_definitions(&parsed.source);
        let own = std::mem::replace(&mut self.faults, before);
        self.lost_imports = lost_imports;
        self.scope = scope;
        self.file = outside;
        let is_good = own.is_empty();
        for fault in own {
            let title = format!("in the module `{path}`: {}", fault.title);
            let at = if fault.place == (0..0) {
                String::new()
            } else {
                format!("{path}.jq:{}: ", file.position(fault.place.start))
            };
            let label = format!("{at}{}", fault.label);
            self.fault(Fault { place: place.clone(), title, label, ..fault });
        }
        is_good.then(|| Rc::new(Module { definitions }))
    }

    fn module_definitions(&mut self, source: &Source<'_>) -> Vec<(String, usize, DefinitionId)> {
        if let Some(body) = &source.body {
            let help = "a module has definitions only: give it a name with `def`";
            self.module_fault(&body.place, "a module does nothing by itself".to_owned(), help);
        }
        self.metadata(source.metadata.as_ref());
        for import in &source.imports {
            self.import(import);
        }
        let define = |definition: &crate::tree::DefinitionTree<'_>| {
            let id = self.definition(definition);
            (definition.name.text.to_owned(), definition.parameters.len(), id)
        };
        source.definitions.iter().map(define).collect()
    }

    /// A file of JSON texts as a definition that gives them in an array.
    fn data(&mut self, found: &Found, path: &str, place: &Place) -> Option<DefinitionId> {
        if let Some(known) = self.modules.data.get(found) {
            return *known;
        }
        let id = match data::read(&found.0) {
            Ok(values) => Some(self.constant(path, Kind::Literal(Literal::Array(values)))),
            Err(reason) => {
                self.module_fault(
                    place,
                    format!("`{path}.json` is not JSON: {reason}"),
                    "it may hold several JSON texts, one after the other",
                );
                None
            }
        };
        self.modules.data.insert(Rc::clone(found), id);
        id
    }

    fn module_fault(&mut self, place: &Place, title: String, help: &str) {
        let label = "here".to_owned();
        self.fault(Fault {
            code: Code::JqModule,
            place: place.clone(),
            title,
            label,
            help: Some(help.to_owned()),
        });
    }
}

/// The directories that metadata name: `{search: "./lib"}`, `{search: ["a", "b"]}`.
fn search(metadata: Option<&[(String, Literal)]>) -> Vec<String> {
    let text = |literal: &Literal| {
        if let Literal::String(text) = literal { Some(text.clone()) } else { None }
    };
    let found =
        metadata.into_iter().flatten().find(|(name, _)| name == "search").map(|(_, value)| value);
    match found {
        Some(Literal::Array(items)) => items.iter().filter_map(text).collect(),
        Some(single) => text(single).into_iter().collect(),
        None => Vec::new(),
    }
}

/// True if a path stays below the directory that it is taken from.
fn is_relative(path: &str) -> bool {
    !path.is_empty() && !path.starts_with('/') && path.split('/').all(|part| part != "..")
}
