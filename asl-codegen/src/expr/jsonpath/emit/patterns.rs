//! Literal patterns of a path: one static each, compiled once per process.

use asl_language::iregexp;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::expr::jsonpath::{Extent, Filter, Function, Operand, Pattern, Query, Segment, Selector};

/// The distinct literal patterns, in order.
#[derive(Default)]
pub(super) struct Patterns<'p> {
    literals: Vec<(Extent, &'p str)>,
    /// True if there are patterns that are known at run time only.
    has_computed: bool,
}

impl<'p> Patterns<'p> {
    /// Collects the patterns of all filters in these steps.
    pub(super) fn of(segments: &'p [Segment]) -> Self {
        let mut patterns = Self::default();
        patterns.segments(segments);
        patterns
    }

    /// Declares `static PATTERN_0: Pattern = Pattern::new("^(?:ab*)$", 2);` for each pattern, after
    /// `needs_patterns!`, which reports a missing feature by name.
    pub(super) fn statics(&self) -> TokenStream {
        let is_used = self.has_computed || !self.literals.is_empty();
        let needs = is_used.then(|| {
            quote!(needs_patterns!("`match()` and `search()` in paths need the feature `rfc9535` of asl-runtime");)
        });
        let statics = self.literals.iter().enumerate().map(|(number, (extent, text))| {
            let (name, pattern) = (name(number), pattern(*extent, text));
            quote!(static #name: Pattern = #pattern;)
        });
        needs.into_iter().chain(statics).collect()
    }

    /// The name of a pattern's static.
    pub(super) fn name(&self, extent: Extent, text: &str) -> Ident {
        let number = self.literals.iter().position(|known| *known == (extent, text));
        name(number.unwrap_or_else(|| unreachable!("all patterns of the path were listed")))
    }

    fn segments(&mut self, segments: &'p [Segment]) {
        for selector in segments.iter().flat_map(Segment::selectors) {
            match selector {
                Selector::Objects(filter) | Selector::Children(filter) => self.filter(filter),
                Selector::Name(_)
                | Selector::Wildcard
                | Selector::Index(_)
                | Selector::Slice(..)
                | Selector::Members(_) => {}
            }
        }
    }

    fn filter(&mut self, filter: &'p Filter) {
        match filter {
            Filter::And(filters) | Filter::Or(filters) => {
                for filter in filters {
                    self.filter(filter);
                }
            }
            Filter::Not(inner) => self.filter(inner),
            Filter::Exists(query) => self.query(query),
            Filter::Compare { left, operator: _, right } => {
                self.operand(left);
                self.operand(right);
            }
            Filter::Matches { extent, text, pattern } => {
                self.operand(text);
                match pattern {
                    Pattern::Literal(literal) if self.literals.contains(&(*extent, literal)) => {}
                    Pattern::Literal(literal) => self.literals.push((*extent, literal)),
                    Pattern::Computed(operand) => {
                        self.has_computed = true;
                        self.operand(operand);
                    }
                }
            }
        }
    }

    fn operand(&mut self, operand: &'p Operand) {
        match operand {
            Operand::Place(query) => self.query(query),
            Operand::Constant(_) => {}
            Operand::Function(function) => match &**function {
                Function::Length(operand) => self.operand(operand),
                Function::Count(query) | Function::Value(query) => self.query(query),
            },
        }
    }

    fn query(&mut self, query: &'p Query) {
        self.segments(&query.segments);
    }
}

fn name(number: usize) -> Ident {
    format_ident!("PATTERN_{number}", span = Span::mixed_site())
}

fn pattern(extent: Extent, text: &str) -> TokenStream {
    let Some(read) = iregexp::translate(text) else { return quote!(Pattern::never()) };
    let regex = match extent {
        Extent::Whole => format!("^(?:{})$", read.regex),
        Extent::Part => read.regex,
    };
    let weight = Literal::u32_unsuffixed(read.weight);
    quote!(Pattern::new(#regex, #weight))
}
