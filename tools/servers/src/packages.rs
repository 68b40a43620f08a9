//! Packages of Python's and Node's indexes in folders of their own. Nothing is installed outside of
//! these folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::problem::Problem;

/// The file that lists what a folder contains. It is written last, so that an interrupted
/// installation does not look complete.
const CONTENT: &str = "installed.txt";

/// A virtual environment of Python.
#[derive(Clone, Debug)]
pub struct Python {
    programs: PathBuf,
}

impl Python {
    /// The folder of its programs.
    pub fn folder(&self) -> &Path {
        &self.programs
    }

    /// The path of a program of the environment, such as `python`.
    pub fn program(&self, name: &str) -> PathBuf {
        self.programs.join(name).with_extension(std::env::consts::EXE_EXTENSION)
    }

    /// pip's command that installs what its further arguments name.
    fn pip(&self) -> Command {
        let mut pip = Command::new(self.program("python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        pip
    }
}

/// Cargo's target folder of this workspace.
pub fn target() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().nth(2).unwrap_or(package);
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join("target"), |given| root.join(given))
}

/// A virtual environment in `folder` with these packages, such as `boto3==1.44.5`; installs them if
/// needed.
///
/// # Errors
/// There is no Python, or a package is not available: the error gives the reason.
pub fn python(folder: &Path, packages: &[&str]) -> Result<Python, Problem> {
    let any = if cfg!(windows) { "python" } else { "python3" };
    install(Command::new(any), folder, packages)
}

/// As [`python`], with this version of Python, such as `3.13`.
pub(crate) fn python_of(
    version: &str,
    folder: &Path,
    packages: &[&str],
) -> Result<Python, Problem> {
    let mut interpreter = Command::new(format!("python{version}"));
    // pyenv runs an installed version only if it is selected.
    interpreter.env("PYENV_VERSION", version);
    install(interpreter, folder, packages)
}

/// The virtual environment in `folder`, if it has exactly these packages.
pub(crate) fn installed(folder: &Path, packages: &[&str]) -> Option<Python> {
    contains(folder, packages).then(|| environment(folder))
}

fn environment(folder: &Path) -> Python {
    Python { programs: folder.join(if cfg!(windows) { "Scripts" } else { "bin" }) }
}

fn install(mut interpreter: Command, folder: &Path, packages: &[&str]) -> Result<Python, Problem> {
    if let Some(environment) = installed(folder, packages) {
        return Ok(environment);
    }
    let environment = environment(folder);
    run(interpreter.args(["-m", "venv", "--clear"]).arg(folder))?;
    run(environment.pip().args(packages))?;
    complete(folder, packages)?;
    Ok(environment)
}

/// A new virtual environment in `folder` with a package whose files have these hashes, in the
/// format of pip's requirements: `name==1.0 --hash=sha256:..`.
pub(crate) fn hashed(folder: &Path, requirement: &str) -> Result<Python, Problem> {
    let environment = environment(folder);
    let mut interpreter = Command::new(if cfg!(windows) { "python" } else { "python3" });
    run(interpreter.args(["-m", "venv", "--clear"]).arg(folder))?;
    let file = folder.join("requirements.txt");
    fs::write(&file, requirement).map_err(|error| at(&file, &error))?;
    run(environment.pip().args(["--require-hashes", "--no-deps", "-r"]).arg(&file))?;
    Ok(environment)
}

/// The folder `node_modules` in `folder` with these packages, such as `@aws-sdk/client-sfn@3.1`;
/// installs them if needed.
///
/// # Errors
/// There is no npm, or a package is not available: the error gives the reason.
pub fn node(folder: &Path, packages: &[&str]) -> Result<PathBuf, Problem> {
    if !contains(folder, packages) {
        fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
        npm(folder, packages)?;
        complete(folder, packages)?;
    }
    Ok(folder.join("node_modules"))
}

/// Installs packages into a folder that exists. Their scripts do not run: some send reports to
/// their vendors.
pub(crate) fn npm(folder: &Path, packages: &[&str]) -> Result<(), Problem> {
    let mut command = npm_in(folder);
    command.args(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"]);
    run(command.args(["--prefix", "."]).args(packages))
}

/// npm, in a folder.
pub fn npm_in(folder: &Path) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(folder);
    command
}

/// A package of Node's index that is used as it is, without its dependencies.
pub(crate) struct Archive {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// The hash of its archive, as npm writes it.
    pub(crate) hash: &'static str,
}

/// The folder with these packages, each in a folder of its name; installs them if needed, and then
/// does the rest in the folder.
///
/// # Errors
/// There is no npm, a package is not available, or it has another hash: the error gives the reason.
pub(crate) fn archives(
    folder: &Path,
    archives: &[Archive],
    rest: impl FnOnce(&Path) -> Result<(), Problem>,
) -> Result<PathBuf, Problem> {
    let hashes: Vec<&str> = archives.iter().map(|archive| archive.hash).collect();
    if !contains(folder, &hashes) {
        // What is there may be of another version.
        let _ = fs::remove_dir_all(folder);
        for archive in archives {
            unpack(folder, archive)?;
        }
        rest(folder)?;
        complete(folder, &hashes)?;
    }
    Ok(folder.to_owned())
}

fn unpack(folder: &Path, archive: &Archive) -> Result<(), Problem> {
    let Archive { name, version, hash } = archive;
    let content = folder.join(name);
    fs::create_dir_all(&content).map_err(|error| at(&content, &error))?;
    let mut pack = npm_in(folder);
    pack.args(["pack", "--json"]).arg(format!("{name}@{version}"));
    let said = output(&mut pack)?;
    if !said.contains(&format!("\"integrity\": \"{hash}\"")) {
        return Err(Problem::another(format!("{name} {version} has another hash than {hash}")));
    }
    let file = folder.join(format!("{name}-{version}.tgz"));
    let mut tar = Command::new("tar");
    tar.args(["--strip-components=1", "-xzf"]).arg(&file).arg("-C").arg(&content);
    run(&mut tar)?;
    fs::remove_file(&file).map_err(|error| at(&file, &error))
}

/// Installs into a temporary folder beside `folder` and renames that at the end, so that an
/// interrupted installation does not look complete. `program` is the path in `folder` that must be
/// there then.
pub(crate) fn install_beside(
    folder: &Path,
    program: &Path,
    install: impl FnOnce(&Path) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let mut partial = folder.as_os_str().to_owned();
    partial.push(format!(".partial-{}", std::process::id()));
    let partial = PathBuf::from(partial);
    fs::create_dir_all(&partial).map_err(|error| at(&partial, &error))?;
    let done = install(&partial);
    if done.is_ok() && fs::rename(&partial, folder).is_err() && !program.exists() {
        // Another folder without the program is there.
        fs::remove_dir_all(folder).map_err(|error| at(folder, &error))?;
        fs::rename(&partial, folder).map_err(|error| at(&partial, &error))?;
    }
    // It was renamed and no longer exists.
    let _ = fs::remove_dir_all(&partial);
    done?;
    if program.exists() {
        return Ok(());
    }
    Err(Problem::new(format!("the package is installed, and {} is not there", program.display())))
}

/// Returns true if exactly these packages were installed into the folder.
fn contains(folder: &Path, packages: &[&str]) -> bool {
    fs::read_to_string(folder.join(CONTENT)).is_ok_and(|text| text == packages.join("\n"))
}

fn complete(folder: &Path, packages: &[&str]) -> Result<(), Problem> {
    let file = folder.join(CONTENT);
    fs::write(&file, packages.join("\n")).map_err(|error| at(&file, &error))
}

/// Runs a program to its end. If it fails, the last line of its messages is the error.
pub(crate) fn run(command: &mut Command) -> Result<(), Problem> {
    output(command).map(drop)
}

/// As [`run`]; what it printed.
fn output(command: &mut Command) -> Result<String, Problem> {
    let done = command.output().map_err(|error| cannot_run(command, &error))?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    Err(Problem::new(format!("{} failed ({}): {last}", shown(command), done.status)))
}

pub(crate) fn cannot_run(command: &Command, error: &io::Error) -> Problem {
    Problem::new(format!("cannot run {}: {error}", shown(command)))
}

fn at(path: &Path, error: &io::Error) -> Problem {
    Problem::new(format!("{}: {error}", path.display()))
}

/// A command as text.
fn shown(command: &Command) -> String {
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    let program = command.get_program().to_string_lossy().into_owned();
    std::iter::once(program).chain(arguments).collect::<Vec<_>>().join(" ")
}
