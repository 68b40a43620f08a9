//! Calls of AWS's services are compared with AWS's models by the feature `aws-models`. What AWS refuses
//! is an error, and the rest has levels.

use asl_runtime::asl_machine;

asl_machine!("./services.asl.json", outside = true, deny = [ASL1007]);

fn main() {}
