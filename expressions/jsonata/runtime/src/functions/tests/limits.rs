//! Functions whose results explode end at a limit.

use super::*;
use crate::functions::*;
use asl_language::profile::Profile;
use asl_value::json;

fn ends<const N: usize>(native: &Native, arguments: [Item; N]) {
    let cx = Cx::limited(0, 0, 100_000, 100, 1 << 20);
    let fault = call_in(&cx, native, arguments).unwrap_err();
    assert!(matches!(fault, Fault::Limit(_)), "{}: {fault:?}", native.name);
}

#[test]
fn large_results_are_refused() {
    let large = || Item::text("a".repeat(1 << 19));
    ends(&PAD, ["a".into(), 1e9.into()]);
    ends(&PAD, ["a".into(), 1e300.into(), "é".into()]);
    ends(&RANGE, [1.0.into(), 1e15.into(), 1.0.into()]);
    ends(&JOIN, [json!(["a", "b", "c", "d"]).into(), large()]);
    ends(&SPLIT, [large(), "".into()]);
    ends(&SPLIT, [large(), pattern("a", "")]);
    ends(&REPLACE, [large(), "a".into(), "bbbbbbbb".into()]);
    ends(&REPLACE, [large(), pattern("a", ""), "$0$0$0".into()]);
    ends(&MATCH_PATTERN, [large(), pattern("(a)+b", "")]);
    let same = Item::from(Value::array(vec![json!("a".repeat(1 << 16)); 64]));
    ends(&STRING, [same]);
}

#[test]
fn long_work_is_counted() {
    let distinct = Value::array((0..100_000).map(|number| json!(number)).collect());
    ends(&DISTINCT, [distinct.clone().into()]);
    let never = lambda(2, |_| Ok(false.into()));
    ends(&SORT, [distinct.into(), never]);
}

/// The steps that a call takes in a state.
fn steps<const N: usize>(profile: Profile, native: &Native, arguments: [Item; N]) -> u64 {
    let cx = Cx::in_state(0, profile);
    let before = cx.budget().steps();
    let _ = call_in(&cx, native, arguments);
    before - cx.budget().steps()
}

#[test]
fn step_functions_counts_the_texts_that_it_reads_in_its_own_way() {
    let text = "a".repeat(1 << 16);
    let malformed = text.clone() + "%";
    for (native, text) in [
        (&DECODE_URL_COMPONENT, &text),
        (&DECODE_URL_COMPONENT, &malformed),
        (&BASE64_ENCODE, &text),
        (&BASE64_DECODE, &text),
        (&BASE64_DECODE, &malformed),
    ] {
        let [spec, aws] = [Profile::Spec, Profile::Aws]
            .map(|profile| steps(profile, native, [text.as_str().into()]));
        assert!(aws >= spec.min(1 << 8), "{}: {aws} and {spec} steps", native.name);
    }
}
