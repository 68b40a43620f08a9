//! Two machines in SM4C: the language's hello world, and a credit check that calls a bureau over
//! HTTP and a clerk by events.

pub mod bureau;
pub mod desk;

use asl_runtime::asl_machine;

asl_machine!(pub "hello.sm4c.json");
asl_machine!(pub "credit.sm4c.json");
