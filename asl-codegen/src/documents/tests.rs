//! Tests of documents beside a definition, and of calls of their operations.

mod calls;
mod limits;
#[cfg(feature = "grpc")]
mod methods;
mod operations;
mod paths;

use std::fs;
use std::path::{Path, PathBuf};

use super::check::Call;
use super::{Documents, Operation};
use crate::ir::Form;
use crate::ir::function::Described;
use asl_source::diagnostics::{Colour, Diagnostics, report};
use asl_source::source::Sources;
use asl_source::source::json;
use asl_source::span::FileId;

/// A directory with documents, for one test.
struct Beside(PathBuf);

impl Beside {
    fn new(test: &str, documents: &[(&str, &str)]) -> Self {
        let directory =
            std::env::temp_dir().join(format!("asl-functions-{}-{test}", std::process::id()));
        for (name, text) in documents {
            let path = directory.join(name);
            fs::create_dir_all(path.parent().expect("a directory")).expect("can be made");
            fs::write(path, text).expect("can be written");
        }
        Self(directory)
    }

    /// What is read of an operation, and all that was found, drawn.
    fn describe(&self, operation: &str) -> (Option<Described>, String) {
        self.call(operation, "null")
    }

    /// The same with a call that has arguments.
    fn call(&self, operation: &str, arguments: &str) -> (Option<Described>, String) {
        let text =
            format!("{{\n  \"operation\": \"{operation}\",\n  \"arguments\": {arguments}\n}}\n");
        fs::create_dir_all(&self.0).expect("can be made");
        fs::write(self.0.join("machine.json"), &text).expect("can be written");
        let mut sources = Sources::read(Path::new("machine.json"), &self.0).expect("can be read");
        let mut diagnostics = Diagnostics::default();
        let tree = json::parse(&text, FileId(0), &mut diagnostics).expect("is JSON");
        let node = tree.get("operation").expect("is there");
        let form = if operation.matches('#').count() == 2 { Form::Rpc } else { Form::Rest };
        let operation =
            Operation { text: node.as_text().expect("is a string"), span: node.span, form };
        let mut documents = Documents::default();
        let described = documents.describe(operation, &mut sources, &mut diagnostics);
        if let Some(described) = &described {
            let call = Call {
                name: "f",
                span: node.span,
                arguments: tree.get("arguments"),
                is_expression: |text| text.starts_with("${"),
            };
            documents.check(described, &call, &mut diagnostics);
        }
        let report = report(diagnostics, &sources, Colour::Never);
        (described, report.replace(&format!("{}/", self.0.display()), ""))
    }

    /// The titles of what is found.
    fn findings(&self, operation: &str, arguments: &str) -> Vec<String> {
        let (_, report) = self.call(operation, arguments);
        let is_title = |line: &&str| line.starts_with("error[") || line.starts_with("warning[");
        report.lines().filter(is_title).map(str::to_owned).collect()
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
