//! Emits the expressions of a machine in JSONata: one module, in which equal expressions of equal
//! fields are one function.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::{Context, docs};
use crate::expr::jsonata::{FieldProgram, Program, emit_field};
use crate::ir::{Jsonata, NodeId, StateId};
use asl_source::sorted::SortedMap;
use asl_source::span::Span as Place;

/// The expressions that were emitted.
#[derive(Default)]
pub(super) struct Expressions {
    /// By the states that have them, for the documentation.
    shown: RefCell<SortedMap<StateId, Shown>>,
    /// By their fields and texts.
    programs: RefCell<HashMap<(String, String), Emitted>>,
    items: RefCell<TokenStream>,
}

/// The fields and the texts of expressions, by their places in the file.
pub(super) type Shown = SortedMap<Place, (String, String)>;

/// Programs with the same text, which differ where the same names are different values.
type Emitted = Vec<(Arc<Program>, Rc<FieldProgram>)>;

impl Expressions {
    /// The expressions of a state.
    pub(super) fn of(&self, state: StateId) -> Shown {
        self.shown.borrow().get(&state).cloned().unwrap_or_default()
    }

    /// The module of all expressions.
    pub(super) fn module(&self, private: &TokenStream) -> Option<TokenStream> {
        let items = self.items.borrow();
        let items = (!items.is_empty()).then_some(&*items)?;
        Some(quote! {
            needs_jsonata!("expressions in JSONata need the feature `jsonata` of asl-runtime");

            /// The expressions.
            #[allow(unused, clippy::all, reason = "the code does all that the program does")]
            mod expressions {
                use #private::jsonata::*;

                #items
            }
        })
    }
}

impl Context<'_> {
    /// The program of an expression, whose items are in the module of all expressions.
    pub(super) fn expression(&self, node: NodeId, expression: &Jsonata) -> Rc<FieldProgram> {
        let Jsonata { program, field, .. } = expression;
        self.show(node, expression);
        let mut programs = self.expressions.programs.borrow_mut();
        let alike = programs.entry((field.clone(), program.text().to_owned())).or_default();
        if let Some((_, emitted)) = alike.iter().find(|(other, _)| other == program) {
            return Rc::clone(emitted);
        }
        let (module, name) =
            (Ident::new("expressions", Span::call_site()), self.names.expression(node, field));
        let emitted = Rc::new(emit_field(program, &module, &name, field));
        let (doc, items) = (docs::expression(self, node, expression), &emitted.items);
        self.expressions.items.borrow_mut().extend(quote!(#doc #items));
        alike.push((Arc::clone(program), Rc::clone(&emitted)));
        emitted
    }

    /// Adds an expression to the documentation of its state.
    fn show(&self, node: NodeId, expression: &Jsonata) {
        if let Some(node) = self.machine.nodes.get(node.index()) {
            let shown = (expression.field.clone(), expression.program.text().to_owned());
            let mut all = self.expressions.shown.borrow_mut();
            all.get_or_insert(node.state, Shown::new()).insert(expression.span, shown);
        }
    }
}
