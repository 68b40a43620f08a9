//! Files that a definition names: found beside it, inside its package, and never anywhere else.
//!
//! A package is built from its own files only, without the network: a path that leaves it, by `..`
//! or by a symbolic link, is refused before anything is read.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::file::{Fault, normal, not_utf8, read, shown};
use super::tree::MAX_BYTES;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, printable};
use crate::span::{FileId, Source, Sources, Span};

/// Most files that a definition names, and that these name.
const MOST_FILES: usize = 256;

/// Most files of one compilation, with those of folders.
const MOST_FILES_OF_FOLDERS: usize = 8_192;

/// Longest reference that a message shows.
const LONGEST: usize = 200;

impl Sources {
    /// Reads the file that `reference` names, a relative path or a `file:` URI, seen from the
    /// directory of the file `from`. A file that was read before is not read again. `place` is the
    /// string with the reference: where it is said that there is no such file.
    pub fn include(
        &mut self,
        reference: &str,
        from: FileId,
        place: Span,
    ) -> Result<FileId, Box<Diagnostic>> {
        self.include_up_to(MOST_FILES, reference, from, place)
    }

    /// As [`Sources::include`] for a file that one of a folder names: the files of folders do not
    /// count among those that a definition names.
    pub fn include_beside_folder(
        &mut self,
        reference: &str,
        from: FileId,
        place: Span,
    ) -> Result<FileId, Box<Diagnostic>> {
        self.include_up_to(MOST_FILES_OF_FOLDERS, reference, from, place)
    }

    fn include_up_to(
        &mut self,
        most: usize,
        reference: &str,
        from: FileId,
        place: Span,
    ) -> Result<FileId, Box<Diagnostic>> {
        let path = self.path(reference, from, place)?;
        if let Some(known) = self.known(&path) {
            return Ok(known);
        }
        self.add(path, reference, place, most)
    }

    /// Reads the files with wanted names in the folder that `reference` names, as
    /// [`Sources::include`] names a file, and which was not read before; those in folders within it
    /// are left out. The files are in the order of their names. A file that cannot be read is a
    /// finding.
    pub fn include_folder(
        &mut self,
        reference: &str,
        from: FileId,
        place: Span,
        is_wanted: impl Fn(&str) -> bool,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<(String, FileId)>, Box<Diagnostic>> {
        let folder = self.path(reference, from, place)?;
        let entries = fs::read_dir(&folder).map_err(|error| {
            Box::new(unreadable_folder(error, reference, &folder, place).of_entry(reference))
        })?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| is_wanted(name)).collect();
        names.sort_unstable();
        let resolved = fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone());
        let mut files = Vec::with_capacity(names.len());
        for name in names {
            let path = folder.join(&name);
            if leaves(&path, &resolved) {
                let title = format!("`{}` is a link out of its folder", printable(&name, LONGEST));
                let outside = Diagnostic::new(Code::CannotInclude, place, title);
                diagnostics.push(outside.of_entry(reference).help("copy the file into the folder"));
                continue;
            }
            match self.add(path, &name, place, MOST_FILES_OF_FOLDERS) {
                Ok(file) => files.push((name, file)),
                Err(fault) => diagnostics.push(fault.of_entry(reference)),
            }
        }
        Ok(files)
    }

    /// The path of a reference within the package.
    fn path(&self, reference: &str, from: FileId, place: Span) -> Result<PathBuf, Box<Diagnostic>> {
        let refused = |title: String| {
            Box::new(Diagnostic::new(Code::CannotInclude, place, title).of_entry(reference))
        };
        let name = printable(reference, LONGEST);
        let path =
            path_of(reference).map_err(|why| refused(format!("`{name}` cannot be read: {why}")))?;
        let Some(origin) = self.file(from).and_then(|source| source.path.clone()) else {
            let title = format!(
                "`{name}` cannot be found: this definition is no file, so there are no files beside it"
            );
            let label = "a path is taken from the directory of its definition";
            return Err(Box::new(refused(title).label(label)));
        };
        let path = normal(&origin.parent().unwrap_or(Path::new("")).join(path));
        if leaves(&path, &package_of(&origin)) {
            let outside = refused(format!("`{name}` is outside of the package"))
                .label("building reads nothing but the definition's package")
                .help("copy the file into the package");
            return Err(Box::new(outside));
        }
        Ok(path)
    }

    /// Reads a file as the next one.
    fn add(
        &mut self,
        path: PathBuf,
        reference: &str,
        place: Span,
        most: usize,
    ) -> Result<FileId, Box<Diagnostic>> {
        let name = printable(reference, LONGEST);
        let file = u16::try_from(self.files.len()).ok().filter(|count| usize::from(*count) < most);
        let Some(file) = file.map(FileId) else {
            let title = format!("this definition names more than {most} files");
            let many = Diagnostic::new(Code::CannotInclude, place, title).of_entry(reference);
            return Err(Box::new(many));
        };
        let (text, fault) = match self.bytes_of(&path) {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => (text, None),
                Err(fault) => {
                    let (diagnostic, text) = not_utf8(fault.as_bytes(), &fault.utf8_error(), file);
                    (text, Some(diagnostic))
                }
            },
            Err(fault) => {
                (String::new(), Some(unreadable(&fault, &name, &path, place).of_entry(reference)))
            }
        };
        // What could not be read is kept too: who watches the files sees it appear.
        self.files.push(Source::new(shown(&path), Some(path), text));
        fault.map_or(Ok(file), |fault| Err(Box::new(fault)))
    }

    /// The bytes of a file, or its text in an editor.
    pub(super) fn bytes_of(&self, path: &Path) -> Result<Vec<u8>, Fault> {
        let open = (!self.open.is_empty()).then(|| fs::canonicalize(path).ok()).flatten();
        match open.and_then(|path| self.open.get(&path)) {
            Some(text) if text.len() > MAX_BYTES => Err(Fault::TooLarge(text.len() as u64)),
            Some(text) => Ok(text.clone().into_bytes()),
            None => read(path),
        }
    }

    /// True if the file that `reference` names exists, relative to the file `from`.
    pub fn finds(&self, reference: &str, from: FileId) -> bool {
        let origin =
            self.file(from).and_then(|source| source.path.as_deref()).and_then(Path::parent);
        origin
            .zip(path_of(reference).ok())
            .is_some_and(|(directory, path)| directory.join(path).is_file())
    }

    /// A file that was read already, by whatever path.
    fn known(&self, path: &Path) -> Option<FileId> {
        let at = |is_path: &dyn Fn(&PathBuf) -> bool| {
            let is_same =
                |file: &Source| !file.text.is_empty() && file.path.as_ref().is_some_and(is_path);
            let at = self.files.iter().position(is_same)?;
            u16::try_from(at).ok().map(FileId)
        };
        // Thousands of files may name one in the same way, and each question to the system takes its
        // time.
        at(&|known| known.as_os_str() == path.as_os_str()).or_else(|| {
            let path = fs::canonicalize(path).ok()?;
            at(&|known| fs::canonicalize(known).is_ok_and(|known| known == path))
        })
    }
}

fn unreadable_folder(error: io::Error, reference: &str, path: &Path, place: Span) -> Diagnostic {
    let fault = Fault::Io(error);
    let name = printable(reference, LONGEST);
    let title = format!("the folder `{name}` cannot be read: {}", fault.reason());
    let help = fault.help(path);
    let label =
        help.unwrap_or_else(|| "a path is taken from the directory of its definition".to_owned());
    Diagnostic::new(Code::CannotInclude, place, title).label(label)
}

fn unreadable(fault: &Fault, name: &str, path: &Path, place: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::CannotInclude,
        place,
        format!("`{name}` cannot be read: {}", fault.reason()),
    );
    match fault {
        Fault::Io(_) => match fault.help(path) {
            Some(help) => diagnostic.label(help),
            None => diagnostic.label("a path is taken from the directory of its definition"),
        },
        Fault::Directory | Fault::NoFile | Fault::TooLarge(_) => diagnostic,
    }
}

/// The path in a reference; or why there is none.
fn path_of(reference: &str) -> Result<PathBuf, &'static str> {
    if reference.is_empty() {
        return Err("it is empty");
    }
    let Some((scheme, rest)) = scheme(reference) else { return Ok(PathBuf::from(reference)) };
    if scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https") {
        return Err("nothing is fetched while a program is built; download it, and name the file");
    }
    if !scheme.eq_ignore_ascii_case("file") {
        return Err("only files are read; name one by its path, or as `file:` URI");
    }
    // `file:///a/b` is absolute; the original's definitions have `file://beside.json` too.
    let path = rest.strip_prefix("//").unwrap_or(rest);
    let path =
        path.strip_prefix("localhost/").map_or_else(|| path.to_owned(), |path| format!("/{path}"));
    match decoded(&path) {
        Some(path) if path.is_empty() => Err("it names no file"),
        Some(path) => Ok(PathBuf::from(path)),
        None => Err("there is a `%` in it that is not followed by two hexadecimal digits"),
    }
}

/// A URI's scheme and the text after its colon. A single letter is a drive of Windows.
fn scheme(reference: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = reference.split_once(':')?;
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    is_scheme.then_some((scheme, rest))
}

/// Percent-encoded bytes put in place.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        let digits = std::str::from_utf8(&digits)
            .ok()
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

/// The package that contains a definition: the nearest directory with a `Cargo.toml`; if there is
/// none, its own directory.
fn package_of(definition: &Path) -> PathBuf {
    let definition = fs::canonicalize(definition).unwrap_or_else(|_| definition.to_owned());
    let beside = definition.parent().unwrap_or(Path::new(""));
    let package = beside.ancestors().find(|directory| directory.join("Cargo.toml").is_file());
    package.unwrap_or(beside).to_owned()
}

/// Returns true for a file outside of a directory, with symbolic links resolved. A file that does
/// not exist is judged by its directory; if that does not exist either, nothing can be read.
fn leaves(file: &Path, directory: &Path) -> bool {
    let resolved =
        fs::canonicalize(file).or_else(|_| fs::canonicalize(file.parent().unwrap_or(file)));
    resolved.is_ok_and(|resolved| !resolved.starts_with(directory))
}
