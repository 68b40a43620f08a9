//! A warning for what functions write or read, once for a type.
#![deny(unused_variables)]

use asl_runtime::Shape;

#[derive(Shape)]
struct Order {
    id: u8,
    #[serde(with = "somewhere")]
    price: u8,
    #[serde(serialize_with = "somewhere")]
    weight: u8,
    #[serde(with = "somewhere")]
    #[shape(as = String)]
    date: u8,
    #[serde(skip, with = "somewhere")]
    hidden: u8,
}

#[derive(Shape)]
enum Kind {
    #[serde(with = "somewhere")]
    Small,
    Large {
        #[serde(deserialize_with = "somewhere")]
        size: u8,
    },
}

#[derive(Shape)]
#[serde(remote = "Foreign")]
struct Local {
    #[serde(getter = "Foreign::id")]
    id: u8,
}

fn main() {
    // An error of the same pass of rustc, for warnings alone are no failure.
    let unused = 1;
}
