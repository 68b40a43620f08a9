//! Stand-ins until paths land.
use super::emitter::{Emitter, Next};
use super::operand::Operand;
use super::scope::Scope;
use crate::expr::jq::syntax::{Assignment, DefinitionId, Filter};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
impl<'p> Emitter<'p> {
    pub(super) fn assign(
        &mut self,
        _: Assignment,
        _: &'p Filter,
        _: &'p Filter,
        _: &Operand,
        _: &Scope<'p>,
        _: &mut Next<'_, 'p>,
    ) -> TokenStream {
        quote!(compile_error!("assignments are not emitted yet");)
    }
    pub(super) fn paths_of(&mut self, _: &'p Filter, _: &Operand, _: &Scope<'p>, _: &mut Next<'_, 'p>) -> TokenStream {
        quote!(compile_error!("paths are not emitted yet");)
    }
    pub(super) fn path_closure(&mut self, _: &'p Filter, _: &Scope<'p>) -> TokenStream {
        quote!(compile_error!("paths are not emitted yet"))
    }
    pub(super) fn paths_function(&mut self, _: DefinitionId, _: &Ident) -> TokenStream {
        quote!(compile_error!("paths are not emitted yet");)
    }
}
