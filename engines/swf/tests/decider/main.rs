//! The decider on histories that are made here event by event, each as Amazon SWF would write it.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    clippy::needless_pass_by_value,
    reason = "tests"
)]

mod activities;
mod checkpoints;
mod children;
mod closing;
mod events;
mod foreign;
mod guide;
mod long;
mod mutations;
mod options;
mod reports;
mod story;
mod timers;
mod weight;

use asl_runtime::asl_machine;

asl_machine!("doc/order.asl.json", default_task_timeout = 60);
asl_machine!("tests/definitions/race.asl.json", default_task_timeout = 60);
asl_machine!("tests/definitions/tokens.asl.json", default_task_timeout = 60);
asl_machine!("tests/definitions/nested.asl.json", default_task_timeout = 60);
asl_machine!("tests/definitions/each.asl.json", default_task_timeout = 60);
asl_machine!("tests/definitions/count.asl.json", default_task_timeout = 60);
asl_machine!("tests/definitions/waits.asl.json", default_task_timeout = 60);
asl_machine!("tests/definitions/circle.asl.json", default_task_timeout = 60);
asl_machine!("tests/definitions/commerce.asl.json");
asl_machine!("tests/definitions/approval.sm4c.json");
asl_machine!("tests/definitions/late.sm4c.json");
asl_machine!("tests/definitions/notice.sm4c.json");
asl_machine!("tests/definitions/ages.sm4c.json");
