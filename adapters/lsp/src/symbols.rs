//! The outline of a document: states as they nest, and what can be folded.

use std::collections::{HashMap, HashSet};

use asl_codegen::ir::{Machine, NodeKind, ScopeId, State, StateKind};
use asl_codegen::source::{FileId, Json, Member, Node, Notation, Span};
use gen_lsp_types as lsp;

use crate::analysis::Analysis;
use crate::cursor::language_of;
use crate::document::Document;
use crate::names::Section;

/// The states of all machines in a document as they nest, and the named entries of SM4C.
pub(crate) fn symbols(document: &Document) -> Vec<lsp::DocumentSymbol> {
    let Some(analysis) = document.analysis() else { return Vec::new() };
    let mut symbols: Vec<lsp::DocumentSymbol> = Vec::new();
    for machine in analysis.machines.iter().filter_map(|checked| checked.machine.as_ref()) {
        let outline = Outline { document, machine, extents: extents(analysis) };
        // Several machines may be made of one definition.
        let known: HashSet<lsp::Range> = symbols.iter().map(|symbol| symbol.range).collect();
        let found = outline.scope(ScopeId(0)).into_iter();
        symbols.extend(found.filter(|symbol| !known.contains(&symbol.range)));
    }
    if let Some(tree) = &analysis.tree
        && language_of(tree) == asl_codegen::options::Language::Sm4c
    {
        symbols.extend(entries(document, tree));
    }
    symbols
}

/// The end of each object by the place of its name: of a member with the key, or of an item of SM4C
/// with its `name`.
pub(crate) fn extents(analysis: &Analysis) -> HashMap<u32, Span> {
    let mut extents = HashMap::new();
    if let Some(tree) = &analysis.tree {
        tree.each_member(&|_| false, &mut |member: &Member| {
            let whole = Span { end: member.value.span.end, ..member.key.span };
            extents.insert(member.key.span.start, whole);
            for item in member.value.as_array().unwrap_or_default() {
                if let Some(name) = item.get("name") {
                    extents.insert(name.span.start, item.span);
                }
            }
        });
    }
    extents
}

struct Outline<'a> {
    document: &'a Document,
    machine: &'a Machine,
    extents: HashMap<u32, Span>,
}

impl Outline<'_> {
    /// The states of a scope. The nesting of scopes is that of the definition, whose depth is
    /// bounded.
    fn scope(&self, id: ScopeId) -> Vec<lsp::DocumentSymbol> {
        let Some(scope) = self.machine.scopes.get(id.index()) else { return Vec::new() };
        let states = scope.states.iter().filter_map(|id| self.machine.states.get(id.index()));
        let here = states.filter(|state| state.name.span.file == FileId(0));
        here.filter_map(|state| self.state(state)).collect()
    }

    fn state(&self, state: &State) -> Option<lsp::DocumentSymbol> {
        let name = state.name.span;
        let whole = self.extents.get(&name.start)?;
        let node = self.machine.nodes.get(state.entry.index()).map(|node| &node.kind);
        let children = match node {
            // An action of SM4C has no states.
            _ if self.machine.sm4c.is_some() => Vec::new(),
            Some(NodeKind::Fork(fork)) => self.branches(&fork.branches, *whole),
            Some(NodeKind::ForEach(each)) => self.scope(each.body),
            Some(
                NodeKind::Eval(_)
                | NodeKind::Invoke(_)
                | NodeKind::Branch(_)
                | NodeKind::Await(_)
                | NodeKind::End(_)
                | NodeKind::Fail(_),
            )
            | None => Vec::new(),
        };
        let kind = match state.kind {
            StateKind::Task => lsp::SymbolKind::Function,
            StateKind::Choice => lsp::SymbolKind::Enum,
            StateKind::Wait => lsp::SymbolKind::Event,
            StateKind::Succeed | StateKind::Fail => lsp::SymbolKind::Constant,
            StateKind::Parallel | StateKind::Map => lsp::SymbolKind::Namespace,
            StateKind::Pass => lsp::SymbolKind::Field,
            StateKind::State => lsp::SymbolKind::Class,
        };
        let detail = (state.kind != StateKind::State).then(|| format!("{:?}", state.kind));
        Some(self.document.symbol((&state.name.value, detail), kind, (*whole, name), children))
    }

    /// The branches of a Parallel, each with its states.
    fn branches(&self, branches: &[ScopeId], parallel: Span) -> Vec<lsp::DocumentSymbol> {
        let symbols = (1..).zip(branches).filter_map(|(number, id)| {
            let span = self.machine.scopes.get(id.index())?.span;
            // Of a branch that another file has, there is no place here.
            if span.file != parallel.file || span.end > parallel.end {
                return None;
            }
            let (name, kind) = (format!("Branch {number}"), lsp::SymbolKind::Array);
            Some(self.document.symbol((&name, None), kind, (span, span), self.scope(*id)))
        });
        symbols.collect()
    }
}

impl Document {
    fn symbol(
        &self,
        (name, detail): (&str, Option<String>),
        kind: lsp::SymbolKind,
        (whole, selection): (Span, Span),
        children: Vec<lsp::DocumentSymbol>,
    ) -> lsp::DocumentSymbol {
        lsp::DocumentSymbol {
            // A symbol without a name is an error in some clients.
            name: if name.is_empty() { "(no name)".to_owned() } else { name.to_owned() },
            detail,
            kind,
            range: self.range_of(whole),
            selection_range: self.range_of(selection),
            children: (!children.is_empty()).then_some(children),
            ..empty_symbol()
        }
    }
}

fn empty_symbol() -> lsp::DocumentSymbol {
    let range = lsp::Range::default();
    let kind = lsp::SymbolKind::Object;
    #[expect(deprecated, reason = "a field that the structure still has")]
    lsp::DocumentSymbol {
        name: String::new(),
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: range,
        children: None,
    }
}

/// The events, functions and retry policies of a definition in SM4C.
fn entries(document: &Document, definition: &Node) -> Vec<lsp::DocumentSymbol> {
    let members = definition.as_object().unwrap_or_default().iter();
    let sections = members.filter_map(|member| Some((Section::named(&member.key.value)?, member)));
    let entries = sections.flat_map(|(section, member)| {
        let kind = match section {
            Section::Events => lsp::SymbolKind::Event,
            Section::Functions => lsp::SymbolKind::Interface,
            Section::Retries => lsp::SymbolKind::Constant,
        };
        let items = member.value.as_array().unwrap_or_default().iter();
        items.filter_map(move |item| {
            let name = item.get("name")?;
            let title = (name.as_str()?, Some(member.key.value.clone()));
            Some(document.symbol(title, kind, (item.span, name.span), Vec::new()))
        })
    });
    entries.collect()
}

/// The objects and arrays of several lines.
pub(crate) fn folding(document: &Document) -> Vec<lsp::FoldingRange> {
    let Some(analysis) = document.analysis() else { return Vec::new() };
    let Some(tree) = &analysis.tree else { return Vec::new() };
    let notation = analysis.sources.files.first().map(asl_codegen::source::Source::notation);
    let mut ranges = Vec::new();
    // Nodes with the beginnings of what folds: in YAML, that of a member is its key, before it.
    let mut open = vec![(tree, tree.span)];
    while let Some((node, start)) = open.pop() {
        match &node.value {
            Json::Object(members) => {
                open.extend(members.iter().map(|member| (&member.value, member.key.span)));
            }
            Json::Array(items) => open.extend(items.iter().map(|item| (item, item.span))),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => continue,
        }
        let range = document.range_of(node.span);
        let text = analysis.text().get(node.span.start as usize..).unwrap_or_default();
        let is_block = notation == Some(Notation::Yaml) && !text.starts_with(['{', '[']);
        // A closing brace stays visible.
        let (start_line, end_line) = if is_block {
            (document.range_of(start).start.line, range.end.line)
        } else {
            (range.start.line, range.end.line.saturating_sub(1))
        };
        if start_line < end_line {
            ranges.push(lsp::FoldingRange { start_line, end_line, ..lsp::FoldingRange::default() });
        }
    }
    ranges.sort_by_key(|range| (range.start_line, range.end_line));
    ranges.dedup_by_key(|range| (range.start_line, range.end_line));
    ranges
}
