//! Compiles the definition, in place of the macro.

use asl_codegen::builder::{Builder, Error};

fn main() -> Result<(), Error> {
    Builder::new("machines/order.asl.json").name("built").build()
}
