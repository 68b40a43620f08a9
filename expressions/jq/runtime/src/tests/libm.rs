//! Tests of the functions of C's mathematics library: 14 digits must equal jq's results with the
//! GNU C library.

use crate::{Cx, Exit, native};
use asl_value::value::Value;

macro_rules! calls {
    ($name:expr, $cx:expr, $input:expr, $arguments:expr; 0: $($none:ident)*; 2: $($two:ident)*;) => {
        match ($name, $arguments) {
            $((stringify!($none), []) => Some(native::$none($cx, $input)),)*
            $((stringify!($two), [a, b]) => Some(native::$two($cx, $input, a, b)),)*
            _ => None,
        }
    };
}

/// Calls one of these functions.
pub(super) fn call(
    cx: &Cx,
    name: &str,
    input: &Value,
    arguments: &[Value],
) -> Option<Result<Value, Exit>> {
    calls! { name, cx, input, arguments;
        0: acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 frexp gamma j0 j1 lgamma lgamma_r log log10
           log1p log2 logb modf significand sin sinh tan tanh tgamma y0 y1;
        2: atan2 drem hypot jn ldexp nextafter nexttoward pow remainder scalb scalbln yn;
    }
}

/// Numbers that may differ in the last digits.
fn near(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Array(found), Value::Array(expected)) => {
            found.iter().zip(expected).all(|(a, b)| near(a, b))
        }
        // What is not a number is printed as null, and infinity as the largest number.
        (Value::Float(found), Value::Null) => found.is_nan(),
        _ => {
            let (Some(found), Some(expected)) = (found.as_f64(), expected.as_f64()) else {
                return false;
            };
            let found = found.clamp(f64::MIN, f64::MAX);
            (found - expected).abs() <= 1e-14 * expected.abs().max(1e-300)
        }
    }
}

/// A function, its input and arguments, and the result.
const CASES: &[(&str, &str, &[&str], &str)] = &[
    ("acos", "0.375", &[], "1.1863995522992576"),
    ("asin", "0.375", &[], "0.3843967744956391"),
    ("atan", "0.375", &[], "0.35877067027057225"),
    ("atan", "5.5", &[], "1.3909428270024184"),
    ("atanh", "0.375", &[], "0.3942286801821351"),
    ("cbrt", "0.375", &[], "0.721124785153704"),
    ("cbrt", "5.5", &[], "1.7651741676630317"),
    ("cos", "0.375", &[], "0.9305076219123143"),
    ("cos", "5.5", &[], "0.70866977429126"),
    ("cosh", "0.375", &[], "1.0711403467045868"),
    ("cosh", "5.5", &[], "122.34800951782942"),
    ("erf", "0.375", &[], "0.4041169094348223"),
    ("erf", "5.5", &[], "0.9999999999999927"),
    ("erfc", "0.375", &[], "0.5958830905651777"),
    ("erfc", "5.5", &[], "7.357847917974398e-15"),
    ("exp", "0.375", &[], "1.4549914146182013"),
    ("exp", "5.5", &[], "244.69193226422038"),
    ("exp10", "0.375", &[], "2.371373705661655"),
    ("exp10", "5.5", &[], "316227.76601683797"),
    ("exp2", "0.375", &[], "1.2968395546510096"),
    ("exp2", "5.5", &[], "45.254833995939045"),
    ("expm1", "0.375", &[], "0.45499141461820136"),
    ("expm1", "5.5", &[], "243.69193226422038"),
    ("frexp", "0.375", &[], "[0.75,-1]"),
    ("frexp", "5.5", &[], "[0.6875,3]"),
    ("gamma", "0.375", &[], "0.8630739822706475"),
    ("gamma", "5.5", &[], "3.9578139676187165"),
    ("j0", "0.375", &[], "0.9651515361328196"),
    ("j0", "5.5", &[], "-0.006843869417819199"),
    ("j1", "0.375", &[], "0.1842233569888976"),
    ("j1", "5.5", &[], "-0.34143821542904335"),
    ("lgamma", "0.375", &[], "0.8630739822706475"),
    ("lgamma", "5.5", &[], "3.9578139676187165"),
    ("lgamma_r", "0.375", &[], "[0.8630739822706475,1]"),
    ("lgamma_r", "5.5", &[], "[3.9578139676187165,1]"),
    ("log", "0.375", &[], "-0.9808292530117262"),
    ("log", "5.5", &[], "1.7047480922384253"),
    ("log10", "0.375", &[], "-0.42596873227228116"),
    ("log10", "5.5", &[], "0.7403626894942439"),
    ("log1p", "0.375", &[], "0.3184537311185346"),
    ("log1p", "5.5", &[], "1.8718021769015913"),
    ("log2", "0.375", &[], "-1.415037499278844"),
    ("log2", "5.5", &[], "2.4594316186372973"),
    ("logb", "0.375", &[], "-2"),
    ("logb", "5.5", &[], "2"),
    ("modf", "0.375", &[], "[0.375,0]"),
    ("modf", "5.5", &[], "[0.5,5]"),
    ("significand", "0.375", &[], "1.5"),
    ("significand", "5.5", &[], "1.375"),
    ("sin", "0.375", &[], "0.36627252908604757"),
    ("sin", "5.5", &[], "-0.7055403255703919"),
    ("sinh", "0.375", &[], "0.38385106791361456"),
    ("sinh", "5.5", &[], "122.34392274639096"),
    ("tan", "0.375", &[], "0.39362657592563277"),
    ("tan", "5.5", &[], "-0.995584052213885"),
    ("tanh", "0.375", &[], "0.35835739835078595"),
    ("tanh", "5.5", &[], "0.9999665971563038"),
    ("tgamma", "0.375", &[], "2.370436184416601"),
    ("tgamma", "5.5", &[], "52.34277778455352"),
    ("y0", "0.375", &[], "-0.6518002057932571"),
    ("y0", "5.5", &[], "-0.339480592881911"),
    ("y1", "0.375", &[], "-1.8833618144505455"),
    ("y1", "5.5", &[], "-0.023758238956389618"),
    ("asinh", "0.375", &[], "0.36672460423013675"),
    ("asinh", "5.5", &[], "2.4060591252980172"),
    ("acosh", "2.5", &[], "1.566799236972411"),
    ("frexp", "0", &[], "[0,0]"),
    ("frexp", "-1.5", &[], "[-0.75,1]"),
    ("frexp", "8", &[], "[0.5,4]"),
    ("frexp", "1e-310", &[], "[0.5752618031559393,-1029]"),
    ("frexp", "1e1000", &[], "[1.7976931348623157e+308,0]"),
    ("frexp", "nan", &[], "[null,0]"),
    ("modf", "0", &[], "[0,0]"),
    ("modf", "-1.5", &[], "[-0.5,-1]"),
    ("modf", "8", &[], "[0,8]"),
    ("modf", "1e-310", &[], "[1e-310,0]"),
    ("modf", "1e1000", &[], "[0,1.7976931348623157e+308]"),
    ("modf", "nan", &[], "[null,null]"),
    ("logb", "0", &[], "-1.7976931348623157e+308"),
    ("logb", "-1.5", &[], "0"),
    ("logb", "8", &[], "3"),
    ("logb", "1e-310", &[], "-1030"),
    ("logb", "1e1000", &[], "1.7976931348623157e+308"),
    ("logb", "nan", &[], "null"),
    ("significand", "0", &[], "0"),
    ("significand", "-1.5", &[], "-1.5"),
    ("significand", "8", &[], "1"),
    ("significand", "1e-310", &[], "1.1505236063118787"),
    ("significand", "1e1000", &[], "1.7976931348623157e+308"),
    ("significand", "nan", &[], "null"),
    ("lgamma_r", "0", &[], "[1.7976931348623157e+308,1]"),
    ("lgamma_r", "-1.5", &[], "[0.8600470153764809,1]"),
    ("lgamma_r", "8", &[], "[8.525161361065413,1]"),
    ("lgamma_r", "1e-310", &[], "[713.8013788281542,1]"),
    ("lgamma_r", "1e1000", &[], "[1.7976931348623157e+308,1]"),
    ("lgamma_r", "nan", &[], "[null,1]"),
    ("gamma", "0", &[], "1.7976931348623157e+308"),
    ("gamma", "-1.5", &[], "0.8600470153764809"),
    ("gamma", "8", &[], "8.525161361065413"),
    ("gamma", "1e-310", &[], "713.8013788281542"),
    ("gamma", "1e1000", &[], "1.7976931348623157e+308"),
    ("gamma", "nan", &[], "null"),
    ("pow", "null", &["2", "10"], "1024"),
    ("pow", "null", &["2", "0.5"], "1.4142135623730951"),
    ("pow", "null", &["0", "0"], "1"),
    ("pow", "null", &["-8", "0.5"], "null"),
    ("atan2", "null", &["1", "-2"], "2.677945044588987"),
    ("drem", "null", &["5", "3"], "-1"),
    ("drem", "null", &["10", "0"], "null"),
    ("hypot", "null", &["3", "4"], "5"),
    ("jn", "null", &["1", "2"], "0.5767248077568733"),
    ("yn", "null", &["2.9", "2"], "-0.6174081041906827"),
    ("ldexp", "null", &["1", "3.9"], "8"),
    ("ldexp", "null", &["1", "-2000"], "0"),
    ("ldexp", "null", &["3", "2000"], "1.7976931348623157e+308"),
    ("nextafter", "null", &["1", "2"], "1.0000000000000002"),
    ("nexttoward", "null", &["1", "0"], "0.9999999999999999"),
    ("remainder", "null", &["7", "4"], "-1"),
    ("scalb", "null", &["1", "3"], "8"),
    ("scalb", "null", &["1", "3.5"], "null"),
    ("scalb", "null", &["2", "-1e1000"], "0"),
    ("scalbln", "null", &["1", "3.9"], "8"),
    ("pow", "null", &[r#""a""#, "1"], r#"!string ("a") number required"#),
    ("pow", "null", &["1", r#""a""#], r#"!string ("a") number required"#),
    ("log", "-1", &[], "null"),
    ("log", "0", &[], "-1.7976931348623157e+308"),
    ("exp", "1000", &[], "1.7976931348623157e+308"),
    ("sin", r#""a""#, &[], r#"!string ("a") number required"#),
    ("frexp", "[]", &[], "!array ([]) number required"),
    ("lgamma_r", "-0.5", &[], "[1.2655121234846454,-1]"),
];

#[test]
fn results_are_those_of_c() {
    for (name, input, arguments, expected) in CASES {
        let arguments: Vec<Value> =
            arguments.iter().map(|argument| super::value(argument)).collect();
        let found = call(&Cx::new(0), name, &super::value(input), &arguments).unwrap();
        match (found, expected.strip_prefix('!')) {
            (found @ Err(_), Some(error)) => {
                assert_eq!(super::outcome(found), format!("!{error}"), "{input} | {name}");
            }
            (Ok(found), None) => {
                assert!(
                    near(&found, &super::value(expected)),
                    "{input} | {name}{arguments:?}: {found}"
                );
            }
            (found, _) => panic!("{input} | {name}: {found:?}"),
        }
    }
}
