//! The result of a node's work: `ResultSelector`, its place in the data, `OutputPath`.
//!
//! Retriers and catchers need the data as they were before the failure: there, whatever can fail
//! comes before the data change. Writing in place and then selecting is faster, so only nodes with
//! them do otherwise, and of them only those whose failure something can match.

use proc_macro2::TokenStream;
use quote::quote;

use super::held::Holder;
use super::{Body, Held};
use crate::expr::jsonpath::{Path, ReferencePath, ReferenceStep, Root};
use crate::ir::{Assignment, Expr, Literal, NodeKind, Output, Place, Selection};
use asl_source::options::{Limits, Profile};

impl Body<'_> {
    /// Puts a constant at its place and selects the output. An object at a single key, the most
    /// common case, is passed as a reference to its static: passed as a `Value`, it would be
    /// written to memory and read back, 5 ns more.
    pub(in crate::emit) fn constant(&mut self, result: &Literal, output: &Output) {
        let value = self.literal(result, "RESULT");
        if self.inspects() {
            let value = self.noted("Result", Held::free(value));
            return self.output(output, Some(value));
        }
        let (Literal::Object(entries), None, Place::At(path), []) =
            (result, &output.template, &output.place, output.assign.as_slice())
        else {
            return self.output(output, Some(Held::free(value)));
        };
        let [ReferenceStep::Key(key)] = path.steps.as_slice() else {
            return self.output(output, Some(Held::free(value)));
        };
        let name = self.context().names.constant(self.node(), "RESULT", 0);
        let entries = if entries.is_empty() { quote!(&[]) } else { quote!(&#name) };
        let data = self.data_to_change();
        self.push(quote!(put_constant(#data, #key, #entries)?;));
        self.select(&output.select);
    }

    /// Puts a result at its place and selects the output. `result` is an expression of type
    /// `Value`, or `None` if the result is the unchanged data.
    pub(in crate::emit) fn output(&mut self, output: &Output, result: Option<Held>) {
        let reads = output.assign.iter().any(|assignment| self.reads_result(&assignment.value));
        let is_dropped =
            matches!(output.place, Place::Discard) && output.template.is_none() && !reads;
        let result = match result {
            // The result is not used, but it may fail.
            Some(result) if is_dropped && !output.assign.is_empty() && !self.inspects() => {
                if result.by != Holder::Free {
                    let result = result.value();
                    self.push(quote!(let _ = #result;));
                }
                None
            }
            result => result,
        };
        let result = self.compute_assigned(&output.assign, result);
        let result = match &output.template {
            None => result,
            Some(template) => Some(self.selector(template, result, &output.place)),
        };
        let result = if self.inspects() { Some(self.result_for_tests(result)) } else { result };
        self.check_assigned(&output.assign);
        if self.keeps_data() {
            self.put_last(&output.place, &output.select, result);
        } else {
            self.put(&output.place, result);
            self.note_data("AfterResultPath");
            self.select(&output.select);
        }
        self.assign_computed(&output.assign);
    }

    fn result_for_tests(&mut self, result: Option<Held>) -> Held {
        let result = result.unwrap_or_else(|| Held::borrowed(self.data()));
        self.noted("AfterResultSelector", result)
    }

    /// `ResultSelector`: a template over the result. It may fail even if its value is not used.
    fn selector(&mut self, template: &Expr, result: Option<Held>, place: &Place) -> Held {
        if !self.reads_result(template) {
            let selected = self.template(template, "SELECTOR", &TokenStream::new());
            return self.select_from(selected, place);
        }
        let raw = match result {
            Some(held) => held.reference(),
            None => self.data(),
        };
        self.push(quote!(let raw = #raw;));
        let selected = self.template(template, "SELECTOR", &quote!(raw));
        self.select_from(selected, place)
    }

    /// The value of a `ResultSelector`, as a local that no longer needs the data.
    fn select_from(&mut self, selected: Held, place: &Place) -> Held {
        if selected.by == Holder::Free {
            return selected;
        }
        let selected =
            if matches!(place, Place::Whole) { selected.shallow() } else { selected.value() };
        match place {
            Place::Discard if !self.inspects() => self.push(quote!(#selected;)),
            Place::Discard | Place::Whole | Place::At(_) | Place::Merge(_) => {
                self.push(quote!(let selected = #selected;));
            }
        }
        Held::free(quote!(selected))
    }

    /// Writes a value at its place in the frame's data.
    pub(in crate::emit) fn put(&mut self, place: &Place, value: Option<Held>) {
        match (place, value) {
            (Place::Whole, None) | (Place::Discard, _) => {}
            (Place::Whole, Some(value)) => {
                let (data, value) = (self.data_to_change(), value.shallow());
                self.push(quote!(*#data = #value;));
            }
            (Place::Merge(_), _) => unreachable!("only machines in SM4C have it"),
            (Place::At(path), value) => {
                let data = self.data_to_change();
                let value = value.unwrap_or_else(|| Held::borrowed(data.clone()));
                self.push(put_at(&data, path, value));
            }
        }
    }

    /// Replaces the frame's data by the value of a selection.
    pub(in crate::emit) fn select(&mut self, selection: &Selection) {
        if matches!(selection, Selection::Whole) {
            return;
        }
        let value = self.selected(selection).shallow();
        let data = self.data_to_change();
        self.push(quote!(*#data = #value;));
    }

    /// Replaces the frame's data by an `Output`, if there is one.
    pub(in crate::emit) fn replace_data(&mut self, output: Option<&Expr>, slot: &'static str) {
        let Some(output) = output else { return };
        let made = self.template(output, slot, &TokenStream::new()).shallow();
        let data = self.data_to_change();
        self.push(quote!(*#data = #made;));
    }

    /// Statements that assign variables and replace the frame's data by an `Output`. Both see the
    /// variables and the data as they are before.
    pub(in crate::emit) fn output_now(
        &mut self,
        output: Option<&Expr>,
        assign: &[Assignment],
    ) -> TokenStream {
        let Some(output) = output else { return self.assign_now(assign) };
        let made = self.template(output, "OUTPUT", &TokenStream::new()).shallow();
        let assign = self.assign_now(assign);
        let data = self.data_to_change();
        quote!(let output = #made; #assign *#data = output;)
    }

    /// Returns true if retriers or catchers may see the data after the node has failed.
    fn is_recovered(&self) -> bool {
        let nodes = &self.context().machine.nodes;
        let kind = nodes.get(self.node().index()).map(|node| &node.kind);
        kind.is_some_and(|kind: &NodeKind| {
            !kind.retriers().is_empty() || !kind.catchers().is_empty()
        })
    }

    /// Returns true if the data must stay as they are until the whole output was made. As recorded,
    /// nothing can catch a failure of these stages on AWS.
    fn keeps_data(&self) -> bool {
        self.profile() == Profile::Spec && self.is_recovered()
    }

    /// Returns true if variables that are too large are a failure that something can catch.
    fn checks_assigned(&self, assign: &[Assignment]) -> bool {
        let is_matched =
            self.profile() == Profile::Spec || self.context().machine.limits == Limits::Aws;
        is_matched && !assign.is_empty() && self.is_recovered()
    }

    /// Refuses variables that are too large, before the data change.
    fn check_assigned(&mut self, assign: &[Assignment]) {
        if self.checks_assigned(assign) {
            let cx = self.cx();
            self.push(quote!(check_assigned(#cx, &variables)?;));
        }
    }

    /// Assigns the computed values.
    pub(in crate::emit) fn assign_computed(&mut self, assign: &[Assignment]) {
        if assign.is_empty() {
            return;
        }
        let cx = self.cx_mut();
        self.push(if self.checks_assigned(assign) {
            quote!(assign_checked(#cx, variables);)
        } else {
            quote!(assign(#cx, variables)?;)
        });
    }

    /// Writes a value at its place and selects the output, and changes the data as the last thing.
    fn put_last(&mut self, place: &Place, select: &Selection, value: Option<Held>) {
        match (place, value, select) {
            (Place::Merge(_), _, _) => unreachable!("only machines in SM4C have it"),
            (Place::Discard, _, _) | (Place::Whole, None, _) => {}
            (Place::Whole, Some(value), Selection::Path(path)) => {
                let made = value.value();
                self.push(quote!(let made = #made;));
                return self.select_made(path);
            }
            (Place::Whole, Some(value), Selection::Whole | Selection::Nothing) => {
                let (data, value) = (self.data_to_change(), value.value());
                self.push(quote!(*#data = within(#value)?;));
            }
            (Place::At(at), value, Selection::Path(path)) => {
                let data = self.data();
                let value = value.unwrap_or_else(|| Held::borrowed(data.clone()));
                let put = put_at(&quote!(&mut made), at, value);
                self.push(quote!(let mut made = #data.clone(); #put));
                return self.select_made(path);
            }
            (Place::At(at), value, Selection::Whole | Selection::Nothing) => {
                self.put_within(at, value);
            }
        }
        self.note_data("AfterResultPath");
        self.select(select);
    }

    /// Writes a value at its place, unless the data would become too large.
    fn put_within(&mut self, path: &ReferencePath, value: Option<Held>) {
        let data = self.data_to_change();
        let value = value.unwrap_or_else(|| Held::borrowed(data.clone()));
        let (before, value) = computed_first(value);
        let steps = segments(&path.steps);
        self.push(quote!(#before put_within(#data, #steps, #value)?;));
    }

    /// Replaces the data by what a path selects of the local `made`.
    fn select_made(&mut self, path: &Path) {
        let stage = self.inspects().then(|| quote!(note(Stage::AfterResultPath, &made);));
        let output = (path.root == Root::Data).then(|| quote!(let output = &made;));
        let unused = output.is_none().then(|| quote!(let _ = made;));
        self.push(quote!(#stage #output #unused));
        let found = self.found(path, &quote!(output));
        let (data, value) = (self.data_to_change(), found.value());
        self.push(quote!(*#data = within(#value)?;));
    }
}

/// Writes a value at a Reference Path of `data`. Values that need the data are computed before the
/// data is borrowed for writing.
fn put_at(data: &TokenStream, path: &ReferencePath, value: Held) -> TokenStream {
    let (before, value) = computed_first(value);
    match path.steps.as_slice() {
        [] => quote!(#before *#data = #value;),
        [ReferenceStep::Key(key)] => quote!(#before put(#data, #key, #value)?;),
        steps => {
            let steps = segments(steps);
            quote!(#before put_at(#data, #steps, #value)?;)
        }
    }
}

/// A value as a local that no longer needs the data, and the statement before.
fn computed_first(value: Held) -> (TokenStream, TokenStream) {
    if value.by == Holder::Free {
        return (TokenStream::new(), value.tokens);
    }
    let value = value.value();
    (quote!(let result = #value;), quote!(result))
}

/// The steps of a Reference Path as `&[Seg]`.
fn segments(steps: &[ReferenceStep]) -> TokenStream {
    let steps = steps.iter().map(|step| match step {
        ReferenceStep::Key(key) => quote!(Seg::Key(#key)),
        ReferenceStep::Index(index) => {
            let index = proc_macro2::Literal::u32_unsuffixed(*index);
            quote!(Seg::Index(#index))
        }
    });
    quote!(&[#(#steps),*])
}
