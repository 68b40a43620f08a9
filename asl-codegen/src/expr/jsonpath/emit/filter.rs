//! Filters as conditions, such as
//! `search.compares(node.at(["a"]), Order::LessThan, Some(&Value::Int(1))) && node.at(["b"]).is_none()`.
//!
//! Paths in filters are expressions like other paths. A path with several hits is a nested search:
//! `search.exists(|search| ..)`. Comparisons of values computed in a search take the search as last
//! argument: `compared(.., search)`.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Loops, definite};
use crate::expr::jsonpath::{
    Constant, Extent, Filter, Function, Operand, Operator, Pattern, Query, Start,
};

impl Loops<'_> {
    /// The test of a node: an expression of type `bool`. `node` has the type `&Value`.
    pub(super) fn test(self, filter: &Filter, node: &TokenStream) -> TokenStream {
        match filter {
            Filter::And(all) => self.joined(all, node, &quote!(&&)),
            Filter::Or(any) => self.joined(any, node, &quote!(||)),
            Filter::Not(inner) => self.opposite(inner, node),
            Filter::Exists(query) if query.is_definite() => {
                let place = self.place(query, node);
                quote!(#place.is_some())
            }
            Filter::Exists(query) => self.search(query, node, &quote!(exists)),
            Filter::Compare { left, operator, right } => {
                let (not, order) = order(*operator);
                let compares = self.compares(left, &order, right, node);
                quote!(#not #compares)
            }
            Filter::Matches { extent, text, pattern } => self.matches(*extent, text, pattern, node),
        }
    }

    /// The negation of the test.
    pub(super) fn opposite(self, filter: &Filter, node: &TokenStream) -> TokenStream {
        match filter {
            Filter::And(_) | Filter::Or(_) => {
                let inner = self.test(filter, node);
                quote!(!(#inner))
            }
            Filter::Not(inner) => self.test(inner, node),
            Filter::Exists(query) if query.is_definite() => {
                let place = self.place(query, node);
                quote!(#place.is_none())
            }
            Filter::Compare { left, operator: Operator::NotEqual, right } => {
                self.compares(left, &quote!(Order::Equals), right, node)
            }
            Filter::Exists(_) | Filter::Compare { .. } | Filter::Matches { .. } => {
                let inner = self.test(filter, node);
                quote!(!#inner)
            }
        }
    }

    /// Tests joined by an operator, with parentheses around tests with the other operator.
    fn joined(self, filters: &[Filter], node: &TokenStream, with: &TokenStream) -> TokenStream {
        let mut joined = TokenStream::new();
        for (number, filter) in filters.iter().enumerate() {
            if number > 0 {
                joined.extend(with.clone());
            }
            let test = self.test(filter, node);
            joined.extend(if matches!(filter, Filter::And(_) | Filter::Or(_)) {
                quote!((#test))
            } else {
                test
            });
        }
        joined
    }

    fn compares(
        self,
        left: &Operand,
        order: &TokenStream,
        right: &Operand,
        node: &TokenStream,
    ) -> TokenStream {
        let search = self.search;
        let is_computed = [left, right].iter().any(|side| matches!(side, Operand::Function(_)));
        let (left, right) = (self.operand(left, node), self.operand(right, node));
        if is_computed {
            return quote!(compared(#left, #order, #right, #search));
        }
        quote!(#search.compares(#left, #order, #right))
    }

    fn matches(
        self,
        extent: Extent,
        text: &Operand,
        pattern: &Pattern,
        node: &TokenStream,
    ) -> TokenStream {
        let (search, text) = (self.search, self.operand(text, node));
        match pattern {
            Pattern::Literal(literal) => {
                let name = self.patterns.name(extent, literal);
                quote!(#name.matches(#text, #search))
            }
            Pattern::Computed(pattern) => {
                let pattern = self.operand(pattern, node);
                let extent = match extent {
                    Extent::Whole => quote!(Extent::Whole),
                    Extent::Part => quote!(Extent::Part),
                };
                quote!(matches(#text, #pattern, #extent, #search))
            }
        }
    }

    /// An expression of type `Option<&Value>`.
    fn operand(self, operand: &Operand, node: &TokenStream) -> TokenStream {
        match operand {
            Operand::Place(query) => self.place(query, node),
            Operand::Constant(constant) => {
                let value = value(constant);
                quote!(Some(&#value))
            }
            Operand::Function(function) => self.function(function, node),
        }
    }

    fn function(self, function: &Function, node: &TokenStream) -> TokenStream {
        let search = self.search;
        match function {
            Function::Length(of) => {
                let of = self.operand(of, node);
                quote!(length(#of, #search).as_ref())
            }
            Function::Count(query) => {
                let count = self.search(query, node, &quote!(count));
                quote!(#count.as_ref())
            }
            Function::Value(query) if query.is_definite() => self.place(query, node),
            Function::Value(query) => {
                let only = self.search(query, node, &quote!(only));
                quote!(#only.as_ref())
            }
        }
    }

    /// The place of a definite path: an expression of type `Option<&Value>`.
    fn place(self, query: &Query, node: &TokenStream) -> TokenStream {
        match query.start {
            Start::Tested if query.segments.is_empty() => quote!(Some(#node)),
            Start::Tested | Start::Root => definite(&query.segments, self.start(query, node)),
        }
    }

    /// A nested search.
    fn search(self, query: &Query, node: &TokenStream, method: &TokenStream) -> TokenStream {
        let search = self.search;
        let body = self.nest(&query.segments, self.start(query, node));
        quote!(#search.#method(|#search| { #body }))
    }

    fn start<'n>(self, query: &Query, node: &'n TokenStream) -> &'n TokenStream
    where
        Self: 'n,
    {
        match query.start {
            Start::Tested => node,
            Start::Root => self.root,
        }
    }
}

/// The order that a comparison tests. `!=` is the negation of one.
fn order(operator: Operator) -> (Option<TokenStream>, TokenStream) {
    match operator {
        Operator::Equal => (None, quote!(Order::Equals)),
        Operator::NotEqual => (Some(quote!(!)), quote!(Order::Equals)),
        Operator::Less => (None, quote!(Order::LessThan)),
        Operator::LessOrEqual => (None, quote!(Order::LessThanEquals)),
        Operator::Greater => (None, quote!(Order::GreaterThan)),
        Operator::GreaterOrEqual => (None, quote!(Order::GreaterThanEquals)),
    }
}

fn value(constant: &Constant) -> TokenStream {
    match constant {
        Constant::Null => quote!(Value::Null),
        Constant::Bool(value) => quote!(Value::Bool(#value)),
        Constant::Int(value) => {
            let number = Literal::i64_unsuffixed(*value);
            quote!(Value::Int(#number))
        }
        Constant::Float(value) => {
            let number = Literal::f64_unsuffixed(*value);
            quote!(Value::Float(#number))
        }
        Constant::String(value) => quote!(Value::String(Text::new_static(#value))),
    }
}
