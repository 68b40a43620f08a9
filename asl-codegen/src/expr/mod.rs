//! Expression languages.

pub mod jsonpath;
