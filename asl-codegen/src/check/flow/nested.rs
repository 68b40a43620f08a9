//! The inputs of executions of other machines.

use std::rc::Rc;

use asl_language::shape;

use super::border::Step;
use super::shape::Shape;

impl Shape {
    /// The input of the execution that a request of `startExecution` starts, if it is known. A text is
    /// read as JSON, and for `null` the input is empty.
    pub(crate) fn nested_input(&self) -> Option<Self> {
        let members = self.kinds()?.object.as_ref()?;
        if !members.known.contains_key("Input") && !members.is_open {
            return Some(Self::object([]));
        }
        match self.member("Input")? {
            Self::Border(border) => {
                let read = shape::Kinds::TEXT.or(shape::Kinds::NULL);
                Some(Self::Border(Rc::new(border.narrow(&[], &Step::Only(read.others())))))
            }
            input @ (Self::Any | Self::OneOf(_)) => {
                Some(input).filter(|it| it.kinds().is_some_and(|it| !it.string && !it.null))
            }
        }
    }
}
