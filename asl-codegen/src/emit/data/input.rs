//! The input of a node's work: `InputPath`, and the template over it.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Body, Held};
use crate::emit::paths::Lookup;
use crate::expr::jsonpath::{Path, Yield, emit::steps};
use crate::ir::{Expr, Input, Selection};

impl Body<'_> {
    /// The value of a selection of the frame's data.
    pub(in crate::emit) fn selected(&mut self, selection: &Selection) -> Held {
        match selection {
            Selection::Whole => Held::borrowed(self.data()),
            Selection::Nothing => Held::free(quote!(Value::Object(Object::Static(&[])))),
            Selection::Path(path) => {
                let root = self.data_for(path);
                self.found(path, &root)
            }
        }
    }

    /// The value at a path of InputPath or OutputPath.
    pub(in crate::emit) fn found(&mut self, path: &Path, root: &TokenStream) -> Held {
        let (text, steps) = (&path.text, steps(path));
        let check = |hits, root| quote!(found(#hits, #text, #steps, #root));
        self.found_by(path, root, Lookup::Plain, &check)
    }

    /// The selection that is the node's input.
    pub(in crate::emit) fn input_path(&mut self, selection: &Selection) -> Held {
        let selected = self.selected(selection);
        self.noted("AfterInputPath", selected)
    }

    /// The input of a node's work: the selection, and the template over it.
    pub(in crate::emit) fn input(&mut self, input: &Input) -> Held {
        let made = self.parameters(input);
        self.note_work_input(made)
    }

    /// Shows the input of a node's work to tests: after `Parameters`, or that of a task after
    /// `Arguments`.
    pub(in crate::emit) fn note_work_input(&mut self, made: Held) -> Held {
        if self.is_tested() && self.is_jsonata() && self.makes_task() {
            return self.shown("AfterArguments", made);
        }
        self.noted("AfterParameters", made)
    }

    fn parameters(&mut self, input: &Input) -> Held {
        let Some(template) = &input.template else { return self.input_path(&input.select) };
        if !template.reads_data() {
            self.require_input(&input.select);
            return self.template(template, "PARAMETERS", &TokenStream::new());
        }
        if matches!(input.select, Selection::Whole) && !self.inspects() {
            let data = self.data();
            return self.template(template, "PARAMETERS", &data);
        }
        let selected = self.input_path(&input.select).reference();
        self.push(quote!(let input = #selected;));
        self.template(template, "PARAMETERS", &quote!(input))
    }

    /// Requires the value of `InputPath`, which tests may record.
    pub(in crate::emit) fn require_input(&mut self, selection: &Selection) {
        if self.inspects() {
            self.input_path(selection);
        } else {
            self.require(selection);
        }
    }

    /// Requires the value of a selection: a path without a result fails even if the value is not
    /// used.
    pub(in crate::emit) fn require(&mut self, selection: &Selection) {
        if let Selection::Path(path) = selection
            && path.yields() != Yield::Hits
            && !path.is_data()
        {
            let found = self.selected(selection).reference();
            self.push(quote!(#found;));
        }
    }

    /// Evaluates the input of a node's work, which may fail, and drops it.
    pub(in crate::emit) fn discard(&mut self, input: &Input) {
        let is_constant = matches!(input.template, None | Some(Expr::Literal(_)));
        if is_constant && !self.inspects() {
            return self.require(&input.select);
        }
        let value = self.input(input).value();
        self.push(quote!(let _ = #value;));
    }
}
