//! Amazon SWF's model as Rust: enumerations, decisions, events, tasks and their names, and the
//! tables that convert them from and to the SDK's types.

mod sdk;
mod types;

use asl_conformance::problem::Result;
use asl_conformance::workspace;

use super::File;
use super::descriptions::{Descriptions, Kind};
use super::service::Service;

const DESCRIPTIONS: &str = "tools/xtask/models/swf.txt";

/// The model and the descriptions of its types.
struct Model<'s> {
    service: &'s Service,
    descriptions: Descriptions,
}

impl Model<'_> {
    /// The member of a decision or an event with the attributes of a type.
    fn attributes_member(&self, kind: Kind, name: &str) -> Result<&str> {
        let outer = if kind == Kind::Decisions { "Decision" } else { "HistoryEvent" };
        let shape = types::attributes(kind, name);
        let member = self.service.members(outer)?.iter().find(|member| member.shape == shape);
        member.map(|member| member.name.as_str()).ok_or_else(|| {
            self.service.fault(format_args!("`{outer}` has no attributes of `{name}`"))
        })
    }
}

/// The generated files.
pub(super) fn files(service: &Service) -> Result<Vec<File>> {
    let text = workspace::read(&workspace::root().join(DESCRIPTIONS))?;
    let model = Model { service, descriptions: Descriptions::parse(&text)? };
    types::check(&model)?;
    let mut files = types::files(&model)?;
    files.extend(sdk::files(&model)?);
    Ok(files)
}
