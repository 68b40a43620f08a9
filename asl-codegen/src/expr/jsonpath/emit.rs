//! Paths as Rust expressions: direct access, no interpreter.
//!
//! `root` is an expression of type `&Value` without side effects, which may be emitted several
//! times. The names in emitted code come from `asl_runtime::__private`.
//!
//! | path | [`find`] yields | for example |
//! |---|---|---|
//! | of one place ([`Yield::Place`]) | `Option<&Value>` | `root.at(["a", "b"])`, `root.at(["a"]).and_then(\|node\| item(node, 0))` |
//! | of members of one place ([`Yield::Members`]) | `Option<Value>`, a new object | `members(root, ["a", "b"])` |
//! | any other ([`Yield::Hits`]) | `Value`, the array of its hits | `gather("$.a[*]", \|search\| ..)?` |
//!
//! An expression of type `Value` contains a `?`, because a path may reach more nodes than the
//! runtime allows. It must be in a function that returns `Result<_, Failed>`, outside of closures.
//!
//! The meaning of a missing value depends on the field, so the caller wraps the `Option`: in
//! `found` (with [`steps`], for the cause "Missing property in path …"), `member`, `variable`,
//! `seconds` or `timestamp` of the runtime.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::{Filter, Path, Segment, Selector, Yield};
use patterns::Patterns;

mod filter;
mod patterns;

/// An expression for the result of a path on `root`: see the table above.
pub fn find(path: &Path, root: &TokenStream) -> TokenStream {
    let text = &path.text;
    if let Some(fault) = &path.fault {
        return quote!(gather(#text, |search| search.refuse(#fault))?);
    }
    match path.yields() {
        Yield::Place => return definite(&path.segments, root),
        Yield::Members => return new_object(&path.segments, root),
        Yield::Hits => {}
    }
    let search = Ident::new("search", Span::mixed_site());
    let patterns = Patterns::of(&path.segments);
    let statics = patterns.statics();
    let strict = path.is_strict;
    let body = Loops { search: &search, root, patterns: &patterns, strict, depth: 0 }
        .nest(&path.segments, root);
    quote!(gather(#text, |#search| { #statics #body })?)
}

/// Like [`find`], for a payload template on AWS: an index past the end of an array, as the last
/// step of a definite path, yields `null`. This was measured; the same path in InputPath fails.
pub fn find_or_null(path: &Path, root: &TokenStream) -> TokenStream {
    let Some((last, before)) = path.segments.split_last().filter(|_| path.is_definite()) else {
        return find(path, root);
    };
    let Some(Selector::Index(index @ 0..)) = last.only() else { return find(path, root) };
    let index = Literal::i64_unsuffixed(*index);
    if before.is_empty() {
        return quote!(item_or_null(#root, #index));
    }
    let (array, node) = (definite(before, root), Ident::new("node", Span::mixed_site()));
    quote!(#array.and_then(|#node| item_or_null(#node, #index)))
}

/// The steps of a path to one place as `&[Seg]`, for causes. A list of members is one step with the
/// text of the library behind Step Functions: `['a','b']`. It is never evaluated: a cause is needed
/// only if there is no object.
pub fn steps(path: &Path) -> TokenStream {
    let steps = path.segments.iter().filter_map(|segment| match segment.only() {
        Some(Selector::Name(name)) => Some(quote!(Seg::Key(#name))),
        Some(Selector::Index(index)) => {
            let index = Literal::i64_unsuffixed(*index);
            Some(quote!(Seg::Index(#index)))
        }
        Some(Selector::Members(names)) => {
            let list = names.join("','");
            Some(quote!(Seg::Key(#list)))
        }
        Some(
            Selector::Wildcard | Selector::Slice(..) | Selector::Objects(_) | Selector::Children(_),
        )
        | None => None,
    });
    quote!(&[#(#steps),*])
}

/// A new object of several members of a place: an expression of type `Option<Value>`.
fn new_object(segments: &[Segment], root: &TokenStream) -> TokenStream {
    let Some((last, before)) = segments.split_last() else {
        unreachable!("a list of members is a step")
    };
    let names = last.members().unwrap_or_default();
    if before.is_empty() {
        return quote!(members(#root, [#(#names),*]));
    }
    let (place, node) = (definite(before, root), Ident::new("node", Span::mixed_site()));
    quote!(#place.and_then(|#node| members(#node, [#(#names),*])))
}

/// A sequence of definite steps: an expression of type `Option<&Value>`.
fn definite(segments: &[Segment], root: &TokenStream) -> TokenStream {
    let mut chain = None;
    let mut rest = segments;
    while let Some((run, behind)) = split_run(rest) {
        rest = behind;
        chain = Some(match chain {
            None => run.on(root),
            Some(chain) => {
                let node = Ident::new("node", Span::mixed_site());
                let step = run.on(&quote!(#node));
                quote!(#chain.and_then(|#node| #step))
            }
        });
    }
    // The root may be of type `&mut Value`, which `Some` would move.
    chain.unwrap_or_else(|| quote!(whole(#root)))
}

/// Steps that one call evaluates.
enum Run<'p> {
    Names(Vec<&'p str>),
    Item(i64),
}

impl Run<'_> {
    fn on(&self, node: &TokenStream) -> TokenStream {
        match self {
            Self::Names(names) => quote!(#node.at([#(#names),*])),
            Self::Item(index) => {
                let index = Literal::i64_unsuffixed(*index);
                quote!(item(#node, #index))
            }
        }
    }
}

/// The longest prefix of definite steps for one call, and the rest.
fn split_run(segments: &[Segment]) -> Option<(Run<'_>, &[Segment])> {
    let (first, behind) = segments.split_first()?;
    if let Some(Selector::Index(index)) = first.only() {
        return Some((Run::Item(*index), behind));
    }
    let mut names = Vec::new();
    let mut rest = segments;
    while let Some((Segment::Child(selectors), behind)) = rest.split_first()
        && let [Selector::Name(name)] = selectors.as_slice()
    {
        names.push(name.as_str());
        rest = behind;
    }
    if names.is_empty() { None } else { Some((Run::Names(names), rest)) }
}

/// The nested loops of a path with several hits, outermost first.
#[derive(Clone, Copy)]
struct Loops<'a> {
    search: &'a Ident,
    /// The root of the whole path.
    root: &'a TokenStream,
    patterns: &'a Patterns<'a>,
    /// True if a slice here must be one of an array.
    strict: bool,
    /// Number of enclosing loops and lookups, used in the names of variables. The parser bounds it.
    depth: usize,
}

impl Loops<'_> {
    /// Statements that visit the nodes that the segments select below `node`.
    fn nest(self, segments: &[Segment], node: &TokenStream) -> TokenStream {
        let search = self.search;
        let definite_steps = segments.iter().take_while(|segment| segment.is_definite()).count();
        let (straight, rest) = segments.split_at_checked(definite_steps).unwrap_or((segments, &[]));
        if !straight.is_empty() {
            let found = definite(straight, node);
            let (next, inner) = self.inside(rest);
            return quote!(if let Some(#next) = #found { #inner });
        }
        let Some((first, behind)) = rest.split_first() else { return quote!(#search.hit(#node);) };
        // What follows is below a step with several hits.
        let below = Self { strict: false, ..self };
        match (first, first.selectors()) {
            (_, [Selector::Members(names)]) => below.members(first, names, node),
            (Segment::Child(_), [Selector::Objects(filter)]) => {
                below.filter(filter, &quote!(#search.objects(#node)), behind)
            }
            (Segment::Descendant(_), [Selector::Objects(filter)]) => {
                below.filter(filter, &quote!(#search.objects_below(#node)), behind)
            }
            (Segment::Child(_), [Selector::Children(filter)]) => {
                below.filter(filter, &quote!(#search.children(#node)), behind)
            }
            (Segment::Child(_), selectors) => self.select(selectors, behind, node),
            (Segment::Descendant(_), selectors) => {
                let mut of_each = vec![Segment::Child(selectors.to_vec())];
                of_each.extend_from_slice(behind);
                let (next, inner) = below.inside(&of_each);
                quote!(for #next in #search.descendants(#node) { #inner })
            }
        }
    }

    /// Visits the nodes that pass a test, then the rest of the path.
    fn filter(self, filter: &Filter, nodes: &TokenStream, rest: &[Segment]) -> TokenStream {
        let (next, inner) = self.inside(rest);
        let node = quote!(#next);
        if rest.is_empty() {
            let test = self.deeper().test(filter, &node);
            return quote!(for #next in #nodes { if #test { #inner } });
        }
        let opposite = self.deeper().opposite(filter, &node);
        quote! {
            for #next in #nodes {
                if #opposite { continue; }
                #inner
            }
        }
    }

    /// Visits new objects of several members, at the end of the path. Below `..` objects without
    /// all of the members are skipped, as by the library behind Step Functions.
    fn members(self, list: &Segment, names: &[String], node: &TokenStream) -> TokenStream {
        let (search, next) = (self.search, self.variable());
        match list {
            Segment::Child(_) => quote! {
                if let Some(#next) = #search.members(#node, [#(#names),*]) { #search.hit(&#next); }
            },
            Segment::Descendant(_) => {
                let object = self.deeper().variable();
                quote! {
                    for #next in #search.descendants(#node) {
                        if let Some(#object) = #search.all_members(#next, [#(#names),*]) { #search.hit(&#object); }
                    }
                }
            }
        }
    }

    /// Visits the selectors of one segment, then the rest of the path.
    fn select(self, selectors: &[Selector], rest: &[Segment], node: &TokenStream) -> TokenStream {
        let (next, inner) = Self { strict: false, ..self }.inside(rest);
        if let [only] = selectors {
            let nodes = self.nodes(only, node);
            return quote!(for #next in #nodes { #inner });
        }
        let search = self.search;
        let union = format_ident!("union_{}", self.depth, span = Span::mixed_site());
        let parts = selectors.iter().map(|selector| match selector {
            Selector::Children(filter) => {
                let test = self.deeper().test(filter, &quote!(#next));
                quote!(for #next in #search.children(#node) { if #test { #union.push(#next); } })
            }
            Selector::Name(_)
            | Selector::Wildcard
            | Selector::Index(_)
            | Selector::Slice(..)
            | Selector::Members(_)
            | Selector::Objects(_) => {
                let nodes = self.nodes(selector, node);
                quote!(#union.extend(#nodes);)
            }
        });
        quote! {
            let mut #union = #search.nodes();
            #(#parts)*
            for #next in #union { #inner }
        }
    }

    /// An iterator over the nodes of one selector.
    fn nodes(self, selector: &Selector, node: &TokenStream) -> TokenStream {
        let search = self.search;
        match selector {
            Selector::Name(name) => quote!(#node.get(#name)),
            Selector::Index(index) => {
                let index = Literal::i64_unsuffixed(*index);
                quote!(#search.item(#node, #index))
            }
            Selector::Wildcard => quote!(#search.children(#node)),
            Selector::Slice(from, to, step) => {
                let (from, to) = (bound(*from), bound(*to));
                let step = Literal::i64_unsuffixed(step.unwrap_or(1));
                let slice = if self.strict { quote!(slice_of_array) } else { quote!(slice) };
                quote!(#search.#slice(#node, #from, #to, #step))
            }
            Selector::Members(_) | Selector::Objects(_) | Selector::Children(_) => {
                unreachable!("no list of nodes: a step of its own, or a loop")
            }
        }
    }

    /// The variable of the next loop, and the state inside it.
    fn inside(self, rest: &[Segment]) -> (Ident, TokenStream) {
        let next = self.variable();
        let inner = self.deeper().nest(rest, &quote!(#next));
        (next, inner)
    }

    fn variable(self) -> Ident {
        format_ident!("node_{}", self.depth, span = Span::mixed_site())
    }

    fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }
}

fn bound(bound: Option<i64>) -> TokenStream {
    match bound.map(Literal::i64_unsuffixed) {
        None => quote!(None),
        Some(bound) => quote!(Some(#bound)),
    }
}
