//! What the derive of `Shape` refuses.

use asl_runtime::Shape;

#[derive(Shape)]
union Both {
    number: u8,
    flag: bool,
}

#[derive(Shape)]
#[shape(transparent)]
struct OfType(u8);

#[derive(Shape)]
struct OfField {
    #[shape(crate = asl_runtime)]
    field: u8,
}

#[derive(Shape)]
enum Twice {
    #[shape(any, as = String)]
    Variant(u8),
}

#[derive(Shape)]
struct Unfinished {
    #[shape(as)]
    field: u8,
}

fn main() {}
