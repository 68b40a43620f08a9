//! Options of the compiler on the command line.

use asl_codegen::diagnostics::{Level, Levels};
use asl_codegen::options::{Dialect, Language, Limits, Options, Profile};
use clap::{Args, ValueEnum};
use serde::Deserialize;

/// Options of the compiler. With several files, each gets the substitutions that it uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub(crate) struct CompileArguments {
    /// The authority if the specification and AWS differ.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) profile: ProfileName,
    /// The quotas of executions.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) limits: LimitsName,
    /// Compiles for Express machines, which have fewer ways to call tasks.
    #[arg(long)]
    pub(crate) express: bool,
    /// The syntax of the definition's paths.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) jsonpath: DialectName,
    /// The language of definitions. By default it is recognized.
    #[arg(long, value_enum)]
    pub(crate) language: Option<LanguageName>,
    /// In SM4C, waits for calls if the definition does not specify it.
    #[arg(long)]
    pub(crate) default_wait: bool,
    /// In SM4C, reads a file, relative to the definition, in place of a section that is named by a
    /// URI; may be given several times.
    #[arg(long, value_name = "URI=FILE", value_parser = uri_and_file)]
    pub(crate) section: Vec<(String, String)>,
    /// In SM4C, maximum steps of each expression.
    #[arg(long, value_name = "COUNT")]
    pub(crate) expression_steps: Option<u64>,
    /// In SM4C, maximum bytes of data that each expression may create.
    #[arg(long, value_name = "COUNT")]
    pub(crate) expression_bytes: Option<u64>,
    /// Replaces `${NAME}` in the strings of the definition; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub(crate) substitute: Vec<(String, String)>,
    /// A JSON or YAML file with further replacements, relative to the directory of the definition.
    #[arg(long, value_name = "FILE")]
    pub(crate) substitute_file: Option<String>,
    /// A folder with JSON Schemas of the machine's input and output and of its tasks, relative to the
    /// directory of the definition.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) schemas: Option<String>,
    /// The state machine of this name in a template of SAM, the CDK and the like. `check`
    /// checks all of them by default.
    #[arg(long, value_name = "NAME")]
    pub(crate) resource: Option<String>,
    /// Does not show the warnings with this code; `warnings` are all of them, `certain` those of
    /// what certainly fails when it runs, which are errors by default.
    #[arg(long, value_name = "CODE", value_parser = code)]
    pub(crate) allow: Vec<String>,
    /// Shows the warnings with this code although `--allow` or `--deny` names all of them.
    #[arg(long, value_name = "CODE", value_parser = code)]
    pub(crate) warn: Vec<String>,
    /// Makes errors of the warnings with this code; `warnings` are all of them.
    #[arg(long, value_name = "CODE", value_parser = code)]
    pub(crate) deny: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProfileName {
    /// The 2016 text to the letter, then the current specification.
    Spec,
    /// The recorded behaviour of AWS.
    #[default]
    Aws,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LimitsName {
    /// No quotas.
    #[default]
    None,
    /// AWS's quotas: 256 KiB for data, 25,000 history events.
    Aws,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DialectName {
    /// The syntax of Step Functions.
    #[default]
    Aws,
    /// RFC 9535.
    Rfc9535,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LanguageName {
    /// The Amazon States Language.
    Asl,
    /// State Machines For Cloud.
    Sm4c,
}

impl CompileArguments {
    /// The compiler's options.
    pub(crate) fn options(&self) -> Options {
        Options::default()
            .profile(self.profile.into())
            .limits(self.limits.into())
            .express(self.express)
            .jsonpath(self.jsonpath.into())
            .language(self.language.map(Into::into))
            .default_wait(self.default_wait)
            .sections(self.section.clone())
            .expression_steps(self.expression_steps)
            .expression_bytes(self.expression_bytes)
            .substitute(self.substitute.clone())
            .substitute_file(self.substitute_file.clone())
            .schemas(self.schemas.clone())
            .resource(self.resource.clone())
            .levels(self.levels(Levels::default()))
    }

    /// The compiler's options for definitions that AWS accepts although they certainly fail.
    pub(crate) fn options_as_aws(&self) -> Options {
        self.options().levels(self.levels(Levels::default().as_aws()))
    }

    /// True if there are options other than levels of warnings.
    pub(crate) fn has_options(&self) -> bool {
        let levels_only = Self {
            allow: self.allow.clone(),
            warn: self.warn.clone(),
            deny: self.deny.clone(),
            ..Self::default()
        };
        *self != levels_only
    }

    /// Levels of warnings over others. What is shown wins over what is an error, and that over
    /// what is not shown.
    pub(crate) fn levels(&self, mut levels: Levels) -> Levels {
        let lists =
            [(&self.allow, Level::Allow), (&self.deny, Level::Deny), (&self.warn, Level::Warn)];
        for (codes, level) in lists {
            for code in codes {
                // Each was set once before, when the arguments were read.
                let _ = levels.set(code, level);
            }
        }
        levels
    }
}

impl From<ProfileName> for Profile {
    fn from(name: ProfileName) -> Self {
        match name {
            ProfileName::Spec => Self::Spec,
            ProfileName::Aws => Self::Aws,
        }
    }
}

impl From<LimitsName> for Limits {
    fn from(name: LimitsName) -> Self {
        match name {
            LimitsName::None => Self::None,
            LimitsName::Aws => Self::Aws,
        }
    }
}

impl From<DialectName> for Dialect {
    fn from(name: DialectName) -> Self {
        match name {
            DialectName::Aws => Self::Aws,
            DialectName::Rfc9535 => Self::Rfc9535,
        }
    }
}

impl From<LanguageName> for Language {
    fn from(name: LanguageName) -> Self {
        match name {
            LanguageName::Asl => Self::Asl,
            LanguageName::Sm4c => Self::Sm4c,
        }
    }
}

pub(super) fn name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write it as NAME=VALUE".to_owned()),
    }
}

fn code(text: &str) -> Result<String, String> {
    Levels::default().set(text, Level::Warn).map(|()| text.to_owned())
}

/// Splits at the last `=`, because a URI may contain one.
fn uri_and_file(text: &str) -> Result<(String, String), String> {
    match text.rsplit_once('=') {
        Some((uri, file)) if !uri.is_empty() && !file.is_empty() => {
            Ok((uri.to_owned(), file.to_owned()))
        }
        _ => Err("write it as URI=FILE".to_owned()),
    }
}
