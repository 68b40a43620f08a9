//! Timestamps are read twice: those of a definition by the compiler, those of data by the runtime.
//! Both must agree, and chrono is asked as a third.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test may")]

use asl_codegen::compile::check;
use asl_codegen::ir::{Effect, NodeKind, WaitFor};
use asl_codegen::options::Options;
use asl_codegen::source::Sources;
use asl_runtime::__private::Moment;
use asl_runtime::json;

/// What the compiler makes of a `Timestamp`: seconds and nanoseconds since 1970.
fn compiled(text: &str) -> Option<(i64, u32)> {
    let definition =
        json!({"StartAt": "W", "States": {"W": {"Type": "Wait", "Timestamp": text, "End": true}}});
    let machine =
        check(&mut Sources::from_text("w.json", definition.to_json_string()), &Options::default())
            .machine?;
    let NodeKind::Invoke(invoke) = &machine.nodes.first()?.kind else { return None };
    let Effect::Wait(WaitFor::Until(instant)) = &invoke.effect else { return None };
    Some((instant.seconds, instant.nanoseconds))
}

/// What chrono makes of it, which also takes small letters and blanks, and leap seconds at any
/// time.
fn chronos(text: &str) -> Option<(i64, u32)> {
    let time = chrono::DateTime::parse_from_rfc3339(text).ok()?;
    text.chars()
        .all(|c| !matches!(c, 't' | 'z' | ' ' | '\u{2212}'))
        .then(|| (time.timestamp(), time.timestamp_subsec_nanos()))
}

#[test]
fn compiler_runtime_and_chrono_read_the_same_timestamps() {
    let seeds = [
        "2016-03-14T01:59:00Z",
        "1969-12-31T23:59:59.5+23:59",
        "2000-02-29T12:00:00.123456789012-00:30",
    ];
    let pieces = [
        "0", "1", "2", "3", "5", "6", "9", "-", "+", ":", ".", "T", "t", "Z", "z", " ", "\u{2212}",
        "é", "00", "60",
    ];
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).expect("31 bits") % bound
    };
    let mut good = 0;
    for _ in 0..20_000 {
        let mut text: Vec<char> = seeds[below(seeds.len())].chars().collect();
        for _ in 0..below(3) {
            let at = below(text.len());
            let removed = below(3).min(text.len() - at);
            text.splice(at..at + removed, pieces[below(pieces.len())].chars());
        }
        let text = String::from_iter(text);
        let runtime = Moment::parse(&text).map(|moment| (moment.seconds, moment.nanoseconds));
        assert_eq!(compiled(&text), runtime, "{text}");
        if !text.contains(":60") {
            assert_eq!(runtime, chronos(&text), "{text}");
        }
        good += u32::from(runtime.is_some());
    }
    assert!(good > 2_000, "only {good} were timestamps");
}
