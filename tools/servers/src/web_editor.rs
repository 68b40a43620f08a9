//! Editors that are web pages, with the language server: Monaco, and Visual Studio Code itself with
//! the project's extension.

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::daemon::{Daemon, free_port};
use crate::editors;
use crate::packages::{self, Archive, target};
use crate::problem::Problem;

/// Monaco, and the web socket between it and the server.
const MONACO: [Archive; 2] = [
    Archive {
        name: "monaco-editor",
        version: "0.57.0",
        hash: "sha512-5BkI9KGoqrNvBGUe15/QlZq3OooZ8WLg1AxTpaqHRCP3HNpzPPZKE2EDz8M7c+VRmCeUw1Brp4cx/PWm3kI/5A==",
    },
    Archive {
        name: "ws",
        version: "8.23.0",
        hash: "sha512-wCkmX8QMOrKjgO8HW2WyDbTSGeqkocxgDzS9iR79rEAexty6/2qzilx3Ag8Tqf9ykop3irLKle0MtVn5qjVnoQ==",
    },
];

/// Visual Studio Code 1.100 as a server with its pages, which code-server contains. Later ones need
/// a later version of Node.
const CODE: [Archive; 1] = [Archive {
    name: "code-server",
    version: "4.100.3",
    hash: "sha512-q/Fh2DOxCRNhC/WiG/6sAhSKnj7ZACTVBaeeZ+rWjol//0FCbl/qg1ln5ecZ99jYcfqMxZZAyWcN+YBIo0DgpA==",
}];

/// An editor in a page. Dropping it ends its processes.
#[derive(Debug)]
pub struct WebEditor {
    /// Ends the process.
    _daemon: Daemon,
    address: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Monaco,
    Code,
}

impl WebEditor {
    /// Monaco with its own client of the protocol, and `server`, the program `cargo-asl`, behind a
    /// web socket; installs it if needed.
    ///
    /// # Errors
    /// There is no Node, or a package is not available: the error gives the reason. The same holds
    /// for the other one.
    pub fn monaco(server: &Path) -> Result<Self, Problem> {
        let packages = monaco()?;
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/monaco/serve.mjs");
        let port = free_port()?;
        let mut node = Command::new("node");
        node.arg(script).arg(port.to_string()).arg(packages).arg(server);
        Self::start(Daemon::new("Monaco")?, node, port, Kind::Monaco)
    }

    /// Visual Studio Code with the extension of this workspace, which is built before; installs it
    /// if needed.
    ///
    /// # Errors
    /// As [`WebEditor::monaco`].
    pub fn code(server: &Path) -> Result<Self, Problem> {
        let main = main_of_code()?;
        let extension = editors::vscode()?;
        let package = vsix(&extension).ok_or_else(|| Problem::new("there is no vsix"))?;
        let daemon = Daemon::new("Code")?;
        let user = daemon.folder().join("data/User");
        fs::create_dir_all(&user).map_err(|error| daemon.at(&error))?;
        let settings = settings(server);
        fs::write(user.join("settings.json"), settings).map_err(|error| daemon.at(&error))?;
        let node = || {
            let mut node = Command::new("node");
            node.arg(&main).arg("--accept-server-license-terms");
            for (option, folder) in
                [("extensions", "extensions"), ("server-data", "server"), ("user-data", "data")]
            {
                node.arg(format!("--{option}-dir")).arg(daemon.folder().join(folder));
            }
            node
        };
        packages::run(node().arg("--install-extension").arg(package))?;
        let (port, mut server) = (free_port()?, node());
        server.args(["--without-connection-token", "--host", "127.0.0.1", "--port"]);
        server.arg(port.to_string());
        Self::start(daemon, server, port, Kind::Code)
    }

    fn start(mut daemon: Daemon, command: Command, port: u16, kind: Kind) -> Result<Self, Problem> {
        let address = format!("127.0.0.1:{port}");
        daemon.run(command, || TcpStream::connect(&address).is_ok())?;
        Ok(Self { _daemon: daemon, address, kind })
    }

    /// The address of the page that edits a file.
    pub fn url(&self, file: &Path) -> String {
        let address = &self.address;
        let folder = file.parent().unwrap_or(file).display();
        let file = file.display();
        match self.kind {
            Kind::Monaco => format!("http://{address}/?file={file}"),
            Kind::Code => {
                let opened = format!("vscode-remote://{address}{file}");
                format!("http://{address}/?folder={folder}&payload=[[\"openFile\",\"{opened}\"]]")
            }
        }
    }
}

/// The folder with the packages of Monaco; installs them if needed.
///
/// # Errors
/// As [`WebEditor::monaco`].
pub fn monaco() -> Result<PathBuf, Problem> {
    packages::archives(&target().join("tools/monaco"), &MONACO, |_| Ok(()))
}

/// The program of Visual Studio Code's server, for Node, which must be of version 20 or later;
/// installs it if needed.
///
/// # Errors
/// As [`WebEditor::monaco`].
pub fn main_of_code() -> Result<PathBuf, Problem> {
    let packages = packages::archives(&target().join("tools/code"), &CODE, install_dependencies)?;
    let main = code_of(&packages).join("out/server-main.js");
    packages::run(Command::new("node").arg(&main).arg("--version"))?;
    Ok(main)
}

/// Visual Studio Code within the package.
fn code_of(packages: &Path) -> PathBuf {
    packages.join("code-server/lib/vscode")
}

/// Installs what Visual Studio Code needs. Its native parts are not built: without them it has no
/// terminal and no search, and writes no logs.
fn install_dependencies(packages: &Path) -> Result<(), Problem> {
    let mut npm = packages::npm_in(&code_of(packages));
    npm.args(["install", "--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts"]);
    packages::run(&mut npm)
}

fn vsix(folder: &Path) -> Option<PathBuf> {
    let mut files = folder.read_dir().ok()?.flatten().map(|entry| entry.path());
    files.find(|file| file.extension().is_some_and(|name| name == "vsix"))
}

/// Settings without which the page asks questions, or asks servers in the network.
fn settings(server: &Path) -> String {
    let server = server.display();
    format!(
        r#"{{
  "asl.server.path": "{server}",
  "editor.minimap.enabled": false,
  "editor.wordBasedSuggestions": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "npm.autoDetect": "off",
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none"
}}
"#
    )
}
