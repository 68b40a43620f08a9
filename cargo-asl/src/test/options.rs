//! The options of the compiler in a test file.

use asl_codegen::diagnostics::Levels;
use asl_codegen::options::{Dialect, Language, Limits, Options, Profile};
use asl_codegen::source::Node;

use super::reader::Reader;

const FIELDS: [&str; 12] = [
    "profile",
    "limits",
    "jsonpath",
    "language",
    "express",
    "default-wait",
    "substitute",
    "substitute-file",
    "resource",
    "sections",
    "expression-steps",
    "schemas",
];

/// Reads the options.
pub(super) fn read(reader: &mut Reader, node: Option<&Node>) -> Options {
    // A case may be about a failure that is certain.
    let options = Options::default().levels(Levels::default().as_aws());
    let Some(fields) = node.and_then(|node| reader.fields(node, "`options`", &FIELDS)) else {
        return options;
    };
    let profile = [("spec", Profile::Spec), ("aws", Profile::Aws)];
    let limits = [("none", Limits::None), ("aws", Limits::Aws)];
    let dialects = [("aws", Dialect::Aws), ("rfc9535", Dialect::Rfc9535)];
    let languages = [("asl", Language::Asl), ("sm4c", Language::Sm4c)];
    let profile = reader.word(fields.get("profile"), "`profile`", &profile);
    let limits = reader.word(fields.get("limits"), "`limits`", &limits);
    let dialect = reader.word(fields.get("jsonpath"), "`jsonpath`", &dialects);
    options
        .profile(profile.unwrap_or_default())
        .limits(limits.unwrap_or_default())
        .jsonpath(dialect.unwrap_or_default())
        .language(reader.word(fields.get("language"), "`language`", &languages))
        .express(reader.flag(fields.get("express"), "`express`").unwrap_or_default())
        .default_wait(reader.flag(fields.get("default-wait"), "`default-wait`").unwrap_or_default())
        .substitute(reader.texts(fields.get("substitute"), "`substitute`"))
        .substitute_file(reader.text(fields.get("substitute-file"), "`substitute-file`"))
        .resource(reader.text(fields.get("resource"), "`resource`"))
        .sections(reader.texts(fields.get("sections"), "`sections`"))
        .expression_steps(reader.count(fields.get("expression-steps"), "`expression-steps`"))
        .schemas(reader.text(fields.get("schemas"), "`schemas`"))
}
