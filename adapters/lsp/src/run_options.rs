//! The options of a machine as arguments of `cargo asl run`, so that a run has those that the
//! machine has in its package.

use asl_codegen::options::{Dialect, Language, Limits, Options, Profile};

/// The arguments of the options that change a run.
pub(crate) fn arguments(options: &Options) -> Vec<String> {
    let mut arguments: Vec<String> = Vec::new();
    let mut add = |name: &str, value: &str| arguments.extend([name.to_owned(), value.to_owned()]);
    match options.profile {
        Profile::Spec => add("--profile", "spec"),
        Profile::Aws => {}
    }
    match options.limits {
        Limits::None => {}
        Limits::Aws => add("--limits", "aws"),
    }
    match options.jsonpath {
        // `--profile` selects the specification's.
        Dialect::Aws | Dialect::Spec => {}
        Dialect::Rfc9535 => add("--jsonpath", "rfc9535"),
    }
    match options.language {
        Some(Language::Asl) => add("--language", "asl"),
        Some(Language::Sm4c) => add("--language", "sm4c"),
        None => {}
    }
    for (uri, file) in &options.sections {
        add("--section", &format!("{uri}={file}"));
    }
    for (name, value) in &options.substitute {
        add("--substitute", &format!("{name}={value}"));
    }
    let texts = [
        ("--substitute-file", options.substitute_file.clone()),
        ("--resource", options.resource.clone()),
        ("--expression-steps", options.expression_steps.map(|count| count.to_string())),
        ("--expression-bytes", options.expression_bytes.map(|count| count.to_string())),
    ];
    for (name, value) in texts {
        if let Some(value) = value {
            add(name, &value);
        }
    }
    let flags = [("--express", options.express), ("--default-wait", options.default_wait)];
    arguments
        .extend(flags.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| (*name).to_owned()));
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_are_set_are_arguments() {
        let substitute = vec![("Table".to_owned(), "a=b".to_owned())];
        let options =
            Options::default().substitute(substitute).default_wait(true).limits(Limits::Aws);
        let expected = "--limits aws --substitute Table=a=b --default-wait".split(' ');
        assert_eq!(arguments(&options), expected.collect::<Vec<_>>());
    }
}
