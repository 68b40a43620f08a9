//! Reading that both languages share: objects field by field, constants, names, and the tasks of a
//! machine.

pub(crate) mod literal;
pub(crate) mod names;
pub(crate) mod object;
pub(crate) mod tasks;
