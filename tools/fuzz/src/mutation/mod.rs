//! Changes of inputs: of bytes, of words, and of JSON trees.

pub(crate) mod bytes;
pub(crate) mod tree;
pub(crate) mod words;

/// Texts that parsers treat specially, or that are often forgotten.
pub(crate) const ODD_TEXTS: &[&str] = &[
    "",
    " ",
    "\0",
    "\u{7f}",
    "\u{1b}[31m",
    "\u{202e}abc\u{2066}",
    "\u{feff}",
    "e\u{301}",
    "\u{1f469}\u{200d}\u{1f4bb}",
    "\u{10ffff}",
    "$",
    "$$",
    "$.",
    "$..*",
    "$[",
    "$$.Task.Token",
    "${",
    "${ . }",
    "States.",
    "States.ALL",
    "States.Format('{}{}', $)",
    "../../../etc/passwd",
    "file:///dev/zero",
    "https://example.com/x.json",
    "9999-12-31T23:59:59Z",
    "1970-01-01T00:00:00.000000000000000001+23:59",
    "arn:aws:states:::lambda:invoke.waitForTaskToken",
    "r#type",
    "crate",
    "__private",
];

/// Numbers at the edges of types and of notation.
pub(crate) const ODD_NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1",
    "255",
    "2147483647",
    "4294967295",
    "4294967296",
    "99999999",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "0.1",
    "1e400",
    "-1e400",
    "5e-324",
    "1e-400",
    "1.7976931348623157e308",
    "10.0",
    "1E+2",
    "123456789012345678901234567890123456789012345678901234567890",
];

/// Lengths of names and lists around limits.
pub(crate) const ODD_LENGTHS: &[usize] =
    &[2, 3, 10, 64, 127, 128, 129, 255, 256, 257, 1_000, 1_025, 10_001];

/// Largest input, in bytes: mutations that repeat or nest stop there.
pub(crate) const LARGEST: usize = 64 * 1024;
