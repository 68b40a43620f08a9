//! jaq: its compiler runs once, then its interpreter.

use jaq_core::load::{Arena, File, Loader};
use jaq_core::{Compiler, Ctx, Filter, Vars, data, unwrap_valr};
use jaq_json::{Val, read};

/// A program compiled by jaq.
pub(crate) struct Program {
    filter: Filter<data::JustLut<Val>>,
}

impl Program {
    /// Compiles it.
    pub(crate) fn new(code: &str) -> Result<Self, String> {
        let defs = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs());
        let funs = jaq_core::funs().chain(jaq_std::funs()).chain(jaq_json::funs());
        let arena = Arena::default();
        let modules = Loader::new(defs).load(&arena, File { code, path: () });
        let modules = modules.map_err(|errors| format!("jaq does not read {code}: {errors:?}"))?;
        let filter = Compiler::default().with_funs(funs).compile(modules);
        Ok(Self {
            filter: filter.map_err(|errors| format!("jaq does not compile {code}: {errors:?}"))?,
        })
    }

    /// The last output, after computing all of them.
    pub(crate) fn run(&self, input: Val) -> Result<Val, String> {
        let context = Ctx::<data::JustLut<Val>>::new(&self.filter.lut, Vars::new([]));
        let mut last = Err("no output".to_owned());
        for output in self.filter.id.run((context, input)).map(unwrap_valr) {
            last = output.map_err(|error| error.to_string());
        }
        last
    }
}

/// A document for jaq.
pub(crate) fn document(text: &str) -> Result<Val, String> {
    read::parse_single(text.as_bytes())
        .map_err(|error| format!("jaq does not read the document: {error:?}"))
}
