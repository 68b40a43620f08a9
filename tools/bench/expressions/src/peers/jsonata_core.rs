//! jsonata-core: a program is parsed once, then its interpreter runs: that of its bytecode, or of
//! the parsed tree if the program is given a variable.

use std::cell::RefCell;

use jsonata_core::Expression;
use jsonata_core::evaluator::{Context, Evaluator};
use jsonata_core::value::JValue;

use crate::filters::{Filter, Given};

/// A program parsed by jsonata-core.
pub(crate) struct Program {
    expression: Expression,
    /// The evaluator that has the variable.
    evaluator: Option<RefCell<Evaluator>>,
    input: JValue,
}

impl Program {
    /// Parses it.
    pub(crate) fn new(filter: &Filter, document: &str) -> Result<Self, String> {
        let expression =
            Expression::compile(filter.program).map_err(|error| format!("{error:?}"))?;
        let document = JValue::from_json_str(document).map_err(|error| error.to_string())?;
        Ok(match filter.given {
            Given::Input => Self { expression, evaluator: None, input: document },
            Given::States => {
                let mut context = Context::new();
                context.bind("states".to_owned(), document);
                let evaluator = RefCell::new(Evaluator::with_context(context));
                Self { expression, evaluator: Some(evaluator), input: JValue::Undefined }
            }
        })
    }

    /// Its result.
    pub(crate) fn run(&self) -> Result<JValue, String> {
        match &self.evaluator {
            None => self.expression.evaluate(&self.input),
            Some(evaluator) => evaluator.borrow_mut().evaluate(self.expression.ast(), &self.input),
        }
        .map_err(|error| format!("{error:?}"))
    }
}
