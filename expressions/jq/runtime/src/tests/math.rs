//! Mathematics.

use super::{Case, check};

const CASES: &[Case] = &[
    ("floor", "-1.5", &[], "-2"),
    ("floor", r#""a""#, &[], r#"!string ("a") number required"#),
    ("ceil", "1.2", &[], "2"),
    ("round", "0.5", &[], "1"),
    ("round", "-2.5", &[], "-3"),
    ("rint", "2.5", &[], "2"),
    ("rint", "3.5", &[], "4"),
    ("nearbyint", "-0.4", &[], "-0"),
    ("trunc", "-1.9", &[], "-1"),
    ("sqrt", "16", &[], "4"),
    ("sqrt", "-1", &[], "null"),
    ("sqrt", "null", &[], "!null (null) number required"),
    ("fabs", "-3.5", &[], "3.5"),
    ("fabs", "[]", &[], "!array ([]) number required"),
    ("copysign", "null", &["3", "-2"], "-3"),
    ("fdim", "null", &["5", "3"], "2"),
    ("fdim", "null", &["3", "5"], "0"),
    ("fmax", "null", &["1", "nan"], "1"),
    ("fmin", "null", &["2", "1"], "1"),
    ("fmod", "null", &["5", "-3"], "2"),
    ("fmod", "null", &[r#""a""#, "1"], r#"!string ("a") number required"#),
    ("fmod", "null", &["1", r#""a""#], r#"!string ("a") number required"#),
    ("fma", "null", &["2", "3", "4"], "10"),
    ("fma", "null", &["2", "null", "4"], "!null (null) number required"),
    ("nan", "1", &[], "null"),
    ("infinite", "1", &[], "1.7976931348623157e+308"),
    ("isnan", "nan", &[], "true"),
    ("isnan", "1", &[], "false"),
    ("isnan", r#""a""#, &[], "false"),
    ("isinfinite", "1e1000", &[], "true"),
    ("isinfinite", "null", &[], "false"),
    ("isnormal", "0", &[], "false"),
    ("isnormal", "1", &[], "true"),
    ("isnormal", "1e-310", &[], "false"),
    ("isnormal", r#""a""#, &[], "false"),
];

#[test]
fn numbers_are_computed_as_jq_does() {
    check(CASES);
}
