//! Mathematics. What Rust's standard library lacks needs the feature `jq-math` of the runtime.

use super::{BuiltIn, jq, native};
use crate::shape::Kinds;

pub(super) const BUILT_INS: &[BuiltIn] =
    &[
        native("acos", "acos", "The arc cosine.").example("acos", "1", &["0"]),
        native("acosh", "acosh", "The inverse hyperbolic cosine.").example("acosh", "1", &["0"]),
        native("asin", "asin", "The arc sine.").example("asin", "0", &["0"]),
        native("asinh", "asinh", "The inverse hyperbolic sine.").example("asinh", "0", &["0"]),
        native("atan", "atan", "The arc tangent.").example("atan", "0", &["0"]),
        native("atanh", "atanh", "The inverse hyperbolic tangent.").example("atanh", "0", &["0"]),
        native("cos", "cos", "The cosine.").example("cos", "0", &["1"]),
        native("cosh", "cosh", "The hyperbolic cosine.").example("cosh", "0", &["1"]),
        native("sin", "sin", "The sine.").example("sin", "0", &["0"]),
        native("sinh", "sinh", "The hyperbolic sine.").example("sinh", "0", &["0"]),
        native("tan", "tan", "The tangent.").example("tan", "0", &["0"]),
        native("tanh", "tanh", "The hyperbolic tangent.").example("tanh", "0", &["0"]),
        native("abs", "abs", "The magnitude; `-0` stays as it is.").passing().example(
            "abs",
            "-3",
            &["3"],
        ),
        native("fabs", "fabs", "The magnitude as a double.")
            .of(Kinds::NUMBER, Kinds::NUMBER)
            .example("fabs", "-2.5", &["2.5"]),
        native("cbrt", "cbrt", "The cube root.").example("cbrt", "27", &["3"]),
        native("sqrt", "sqrt", "The square root.").of(Kinds::NUMBER, Kinds::NONE).example(
            "sqrt",
            "9",
            &["3"],
        ),
        native("ceil", "ceil", "The least whole number that is not below.")
            .of(Kinds::NUMBER, Kinds::NUMBER)
            .example("ceil", "1.2", &["2"]),
        native("floor", "floor", "The greatest whole number that is not above.")
            .of(Kinds::NUMBER, Kinds::NUMBER)
            .example("floor", "1.8", &["1"]),
        native("round", "round", "The nearest whole number; halves go away from zero.")
            .of(Kinds::NUMBER, Kinds::NUMBER)
            .example("round", "2.5", &["3"]),
        native("trunc", "trunc", "The whole part.").example("trunc", "-1.8", &["-1"]),
        native("nearbyint", "nearbyint", "The nearest whole number; halves go to the even one.")
            .example("nearbyint", "2.5", &["2"]),
        native("rint", "rint", "The same as `nearbyint`.").example("rint", "3.5", &["4"]),
        native("exp", "exp", "The power of e.").example("exp", "0", &["1"]),
        native("exp10", "exp10", "The power of 10.").example("exp10", "2", &["100"]),
        native("exp2", "exp2", "The power of 2.").example("exp2", "3", &["8"]),
        native("expm1", "expm1", "The power of e, less 1.").example("expm1", "0", &["0"]),
        native("log", "log", "The natural logarithm.").example("log", "1", &["0"]),
        native("log10", "log10", "The logarithm to the base 10.").example("log10", "1000", &["3"]),
        native("log1p", "log1p", "The natural logarithm of 1 more.").example("log1p", "0", &["0"]),
        native("log2", "log2", "The logarithm to the base 2.").example("log2", "8", &["3"]),
        native("logb", "logb", "The exponent as a power of 2.").example("logb", "10", &["3"]),
        native("significand", "significand", "The number with its exponent removed.").example(
            "significand",
            "10",
            &["1.25"],
        ),
        native("frexp", "frexp", "The fraction and the exponent.").example(
            "frexp",
            "10",
            &["[0.625, 4]"],
        ),
        native("modf", "modf", "The fraction and the whole part.").example(
            "modf",
            "3.5",
            &["[0.5, 3]"],
        ),
        native("erf", "erf", "The error function.").example("erf", "0", &["0"]),
        native("erfc", "erfc", "The complementary error function.").example("erfc", "0", &["1"]),
        native("gamma", "gamma", "The logarithm of the gamma function.").example(
            "gamma",
            "1",
            &["0"],
        ),
        native("lgamma", "lgamma", "The same as `gamma`.").example("lgamma", "2", &["0"]),
        native("lgamma_r", "lgamma_r", "The same, with the sign of the gamma function.").example(
            "lgamma_r",
            "1",
            &["[0, 1]"],
        ),
        native("tgamma", "tgamma", "The gamma function.").example("tgamma", "5", &["24"]),
        native("j0", "j0", "The Bessel function of the first kind, order 0.").example(
            "j0",
            "0",
            &["1"],
        ),
        native("j1", "j1", "The Bessel function of the first kind, order 1.").example(
            "j1",
            "0",
            &["0"],
        ),
        native("infinite", "infinite", "Positive infinity.").example(
            "infinite | isinfinite",
            "null",
            &["true"],
        ),
        native("nan", "nan", "Not a number.").example("nan | isnan", "null", &["true"]),
        native("isinfinite", "isinfinite", "True for both infinities.").example(
            "infinite, 1 | isinfinite",
            "null",
            &["true", "false"],
        ),
        native("isnan", "isnan", "True for `nan`.").example(
            "nan, 1 | isnan",
            "null",
            &["true", "false"],
        ),
        native("isnormal", "isnormal", "True for normal numbers, neither 0 nor subnormal.")
            .example("map(isnormal)", "[1, 0]", &["[true, false]"]),
        native("y0", "y0", "The Bessel function of the second kind, order 0.").example(
            "y0 | isnormal",
            "1",
            &["true"],
        ),
        native("y1", "y1", "The Bessel function of the second kind, order 1.").example(
            "y1 < 0",
            "1",
            &["true"],
        ),
        native("atan2($y; $x)", "atan2", "The arc tangent of a quotient.").example(
            "atan2(0; 1)",
            "null",
            &["0"],
        ),
        native("copysign($a; $b)", "copysign", "A magnitude with the sign of another number.")
            .example("copysign(2; -1)", "null", &["-2"]),
        native("drem($a; $b)", "drem", "The same as `remainder`.").example(
            "drem(5; 3)",
            "null",
            &["-1"],
        ),
        native("fdim($a; $b)", "fdim", "The difference, if it is positive.").example(
            "fdim(5; 3), fdim(3; 5)",
            "null",
            &["2", "0"],
        ),
        native("fmax($a; $b)", "fmax", "The greater number.").example("fmax(1; 2)", "null", &["2"]),
        native("fmin($a; $b)", "fmin", "The lesser number.").example("fmin(1; 2)", "null", &["1"]),
        native("fmod($a; $b)", "fmod", "The remainder of a division toward zero.").example(
            "fmod(5; 3)",
            "null",
            &["2"],
        ),
        native("hypot($a; $b)", "hypot", "The length of a hypotenuse.").example(
            "hypot(3; 4)",
            "null",
            &["5"],
        ),
        native("jn($order; $x)", "jn", "The Bessel function of the first kind.").example(
            "jn(0; 0)",
            "null",
            &["1"],
        ),
        native("yn($order; $x)", "yn", "The Bessel function of the second kind.").example(
            "yn(1; 1) == (1 | y1)",
            "null",
            &["true"],
        ),
        native("ldexp($x; $exponent)", "ldexp", "A number times a power of 2.").example(
            "ldexp(3; 2)",
            "null",
            &["12"],
        ),
        native("nextafter($x; $toward)", "nextafter", "The next double toward another one.")
            .example("nextafter(1; 2) > 1", "null", &["true"]),
        native("nexttoward($x; $toward)", "nexttoward", "The same as `nextafter`.").example(
            "nexttoward(1; 0) < 1",
            "null",
            &["true"],
        ),
        native("pow($x; $exponent)", "pow", "A power.").example("pow(2; 10)", "null", &["1024"]),
        native("remainder($a; $b)", "remainder", "The remainder of a division to the nearest.")
            .example("remainder(5; 3)", "null", &["-1"]),
        native("scalb($x; $exponent)", "scalb", "A number times a power of 2.").example(
            "scalb(3; 2)",
            "null",
            &["12"],
        ),
        native("scalbln($x; $exponent)", "scalbln", "The same as `ldexp`.").example(
            "scalbln(3; 2)",
            "null",
            &["12"],
        ),
        native("fma($a; $b; $c)", "fma", "A product and a sum in one step.").example(
            "fma(2; 3; 4)",
            "null",
            &["10"],
        ),
        jq("pow10", "exp10", "The power of 10.").example("pow10", "2", &["100"]),
        jq(
            "isfinite",
            r#"type == "number" and (isinfinite | not)"#,
            "True for numbers other than the infinities.",
        )
        .example("map(isfinite)", r#"[1, "a"]"#, &["[true, false]"]),
        jq("finites", "if isfinite then . else empty end", "The input if it is a finite number.")
            .example("[1, infinite | finites]", "null", &["[1]"]),
        jq("normals", "if isnormal then . else empty end", "The input if it is a normal number.")
            .example("map(normals)", "[1, 0]", &["[1]"]),
    ];
