//! Packages around definitions, and files beside them.

use std::path::{Path, PathBuf};

use asl_codegen::options::Options;
use gen_lsp_types as lsp;

use crate::host::{Host, Machine};
use crate::positions::Encoding;
use crate::workspace::Workspace;

/// A folder for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("asl-lsp-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path.canonicalize().unwrap())
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Opens a file, and returns the codes of its findings.
fn codes(workspace: &mut Workspace, path: &Path) -> Vec<String> {
    let uri = crate::uri::of_path(path);
    let text = std::fs::read_to_string(path).unwrap();
    let (version, language_id) = (1, "json".into());
    workspace.open(lsp::TextDocumentItem { uri: uri.clone().into(), language_id, version, text });
    let document = workspace.read(&uri).unwrap();
    let analysis = document.analysis().unwrap();
    let found = analysis.machines.iter().flat_map(|checked| &checked.diagnostics);
    found.map(|finding| finding.code.id().to_owned()).collect()
}

#[test]
fn a_package_below_the_folder_of_the_client_has_its_options() {
    let folder = Folder::new("below");
    let text = r#"{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "${Next}"},
        "B": {"Type": "Succeed"}}}"#;
    folder.write("inner/asl.toml", "");
    let inner = folder.write("inner/machines/a.asl.json", text);
    let other = folder.write("other/a.asl.json", text);
    let machines = |folder: &Path| {
        let is_package = folder.join("asl.toml").is_file();
        let machine = || Machine {
            definition: folder.join("machines/a.asl.json"),
            options: Options::default().substitute(vec![("Next".to_owned(), "B".to_owned())]),
            ignores_unused: false,
        };
        is_package.then(machine).into_iter().collect()
    };
    let host = Host { machines, ..Host::default() };
    let mut workspace = Workspace::new(host, Encoding::Utf16, vec![folder.0.clone()]);
    assert_eq!(codes(&mut workspace, &inner), [""; 0]);
    assert!(!codes(&mut workspace, &other).is_empty());
}

#[test]
fn a_file_that_changes_concerns_the_definitions_that_name_it() {
    let folder = Folder::new("concerned");
    let machine = |functions: &str| {
        format!(
            r#"{{"name": "m", "version": "1", "functions": "{functions}", "states": [{{"name": "A", "start": true}}]}}"#
        )
    };
    let functions = folder.write("functions.json", "[]");
    let naming = folder.write("naming.sm4c.json", &machine("functions.json"));
    let lacking = folder.write("lacking.sm4c.json", &machine("missing.json"));
    let alone =
        folder.write("alone.asl.json", r#"{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}"#);
    let mut workspace = Workspace::new(Host::default(), Encoding::Utf16, vec![]);
    for path in [&naming, &lacking, &alone] {
        codes(&mut workspace, path);
    }
    let [functions, naming, lacking, alone] =
        [functions, naming, lacking, alone].map(|path| crate::uri::of_path(&path));
    // What could not be read may be there now.
    assert_eq!(workspace.files_changed(&[functions]), [lacking.clone(), naming.clone()]);
    // The text of an open document is the client's, and not the file's.
    assert_eq!(workspace.files_changed(std::slice::from_ref(&alone)), [""; 0]);
    let package = "file:///nowhere/asl.toml".to_owned();
    assert_eq!(workspace.files_changed(&[package]).len(), 3);
}
