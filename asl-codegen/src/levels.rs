//! The levels that users give to codes.

use asl_source::diagnostics::{Code, Level, Levels};

/// Sets the level of a code.
///
/// # Errors
/// There is no such code, it has no level, or this compiler cannot find what is to be shown.
pub(crate) fn set(levels: &mut Levels, name: &str, level: Level) -> Result<(), String> {
    let is_of_models = Code::of_id(name).is_some_and(Code::needs_models);
    if is_of_models && level != Level::Allow && !cfg!(feature = "aws-models") {
        return Err(format!(
            "{name} needs the models of AWS's services: the feature `aws-models` of `asl-runtime`, \
             or of `asl-codegen` in a build script"
        ));
    }
    levels.set(name, level)
}
