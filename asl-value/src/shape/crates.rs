//! The shapes of types of other packages.

use crate::Value;

use super::{Shape, Values};

impl Shape for Value {
    const WRITTEN: &'static Values<'static> = &Values::Any;
    const READ: &'static Values<'static> = &Values::Any;
}

impl Shape for serde_json::Value {
    const WRITTEN: &'static Values<'static> = &Values::Any;
    const READ: &'static Values<'static> = &Values::Any;
}

impl Shape for serde_json::Map<String, serde_json::Value> {
    const WRITTEN: &'static Values<'static> = &Values::Map(&Values::Any);
    const READ: &'static Values<'static> = &Values::Map(&Values::Any);
}

impl Shape for serde_json::Number {
    const WRITTEN: &'static Values<'static> = &Values::Number;
    const READ: &'static Values<'static> = &Values::Number;
}

impl Shape for smol_str::SmolStr {
    const WRITTEN: &'static Values<'static> = &Values::Text;
    const READ: &'static Values<'static> = &Values::Text;
}
