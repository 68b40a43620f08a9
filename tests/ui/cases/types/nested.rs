//! Executions of another machine of the crate: what they are given, and what is read of their output.
#![allow(unused)]

mod model;

use model::*;

asl_machine!("./nested/ship.asl.json", outside = true, input = Address, output = Payment);

asl_machine! {
    "./nested/order.asl.json", outside = true,
    input = Order,
    output = Payment,
    machines = { Ship: crate::ship },
}

mod misspelt {
    use super::*;

    super::asl_machine! {
        "./nested/order.asl.json", outside = true,
        machines = { Shipp: crate::ship },
    }
}

fn main() {}
