//! The report of a run.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path as FilePath, PathBuf};
use std::{fs, io};

use crate::course::{self, Course};
use crate::error::ReportError;
use crate::history::{self, Format, History};
use crate::page;
use crate::picture::{self, Paths};
use crate::recorded::{self, Recorded};
use crate::redact::{self, Path};
use crate::run::{self, Run};

/// The report of a run. See the [crate](crate).
#[derive(Clone, Debug)]
pub struct Report {
    history: History,
    name: Option<String>,
    picture: Option<String>,
    places: BTreeMap<String, String>,
    redactions: Vec<Path>,
    other: Option<Box<Self>>,
}

impl Report {
    /// Reads a history as JSON: the answer of `get-execution-history` of AWS Step Functions
    /// (`{"events": [..]}`, or the array alone), the same form as our engines write it, for ASL and
    /// for SM4C, or the answer of Amazon SWF's `get-workflow-execution-history`.
    ///
    /// A text that ends in the middle, or a history that lacks events, gives a report that says so.
    ///
    /// # Errors
    /// The text is not JSON, or no history.
    pub fn from_history(json: &str) -> Result<Self, ReportError> {
        Ok(Self {
            history: history::read(json)?,
            name: None,
            picture: None,
            places: BTreeMap::new(),
            redactions: Vec::new(),
            other: None,
        })
    }

    /// Sets the name of the run, which is the title of the page. By default it is the name in the
    /// history, if there is one.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Sets the picture of the machine: SVG as `asl_codegen::diagram::svg` and `cargo asl graph`
    /// draw it, whose states have their paths in `data-path`. The page shows it without scripts,
    /// links and attributes that are no part of a drawing.
    #[must_use]
    pub fn picture(self, svg: impl Into<String>) -> Self {
        Self { picture: Some(svg.into()), ..self }
    }

    /// Sets places in the definition by path or name of the state: `("Pay",
    /// "order.asl.json:12:5")`.
    #[must_use]
    pub fn places<P: Into<String>, L: Into<String>>(
        mut self,
        places: impl IntoIterator<Item = (P, L)>,
    ) -> Self {
        self.places.extend(places.into_iter().map(|(path, place)| (path.into(), place.into())));
        self
    }

    /// Removes the data at a path from the report, such as `$.card`, `$.customer.card` or
    /// `$.items[*].card`. The path is looked for in every object of all inputs, outputs, parameters
    /// and variables, also inside text that is JSON. Values found there that have four or more
    /// characters are also removed from all other places, such as causes.
    ///
    /// # Errors
    /// The path cannot be read.
    pub fn redact(mut self, path: &str) -> Result<Self, ReportError> {
        self.redactions.push(Path::parse(path)?);
        Ok(self)
    }

    /// Shows another run of the machine beside this one, with a list of the differences.
    #[must_use]
    pub fn compare_with(self, other: Self) -> Self {
        Self { other: Some(Box::new(other)), ..self }
    }

    /// The data of the page as JSON, as [`SCRIPT`](crate::SCRIPT) reads it.
    pub fn data(&self) -> String {
        let redactions = self.all_redactions();
        let run = self.run(&redactions);
        let other = self.other.as_ref().map(|other| {
            let mut places = self.places.clone();
            places.extend(other.places.clone());
            other.run_with(&redactions, self.picture.as_deref(), &places)
        });
        page::data(self.picture.as_deref(), run, other)
    }

    /// The input and the output of the execution, and of each call of a task what it was called
    /// with and what it has returned. Of histories of SWF and SM4C there are none: they do not have
    /// the data of states.
    ///
    /// ```
    /// use asl_report::{Part, Report};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let history = r#"[{"id": 1, "previousEventId": 0, "type": "ExecutionStarted",
    ///     "executionStartedEventDetails": {"input": "{\"total\": 5}"}}]"#;
    /// let recorded = Report::from_history(history)?.recorded();
    /// assert_eq!(recorded[0].part, Part::Input);
    /// assert_eq!(recorded[0].json, r#"{"total": 5}"#);
    /// # Ok(())
    /// # }
    /// ```
    pub fn recorded(&self) -> Vec<Recorded> {
        match self.history.format {
            Format::StepFunctions => recorded::recorded(&self.run(&self.redactions)),
            Format::Sm4c | Format::Swf | Format::Temporal => Vec::new(),
        }
    }

    /// The states in which the execution was and is. Of histories of SWF, Temporal and SM4C this is
    /// not known: they do not have the attempts of states.
    pub fn course(&self) -> Option<Course> {
        match self.history.format {
            Format::StepFunctions => Some(course::course(&self.run(&[]))),
            Format::Sm4c | Format::Swf | Format::Temporal => None,
        }
    }

    /// The page: one HTML file that contains all it needs. Its content policy forbids requests.
    pub fn to_html(&self) -> String {
        page::html(&self.data())
    }

    /// Writes the page to a file. A file that is there is replaced.
    ///
    /// # Errors
    /// The file cannot be written. No part of it is left then.
    pub fn write(&self, path: impl AsRef<FilePath>) -> Result<(), ReportError> {
        let path = path.as_ref();
        let page = self.to_html();
        let write = |error| ReportError::Write { path: path.to_owned(), error };
        let file = fs::File::create(path).map_err(write)?;
        fill(file, path, &page)
    }

    /// Writes the page to a new file in a folder, which is made if it is not there. The name of the
    /// file begins with `stem`, whose characters that are no letters, digits, `-` or `_` are replaced, and has a number if
    /// there is such a file. Returns the path.
    ///
    /// # Errors
    /// The folder cannot be made, or the file cannot be written.
    pub fn write_new(
        &self,
        folder: impl AsRef<FilePath>,
        stem: &str,
    ) -> Result<PathBuf, ReportError> {
        let folder = folder.as_ref();
        fs::create_dir_all(folder)
            .map_err(|error| ReportError::Write { path: folder.to_owned(), error })?;
        let stem = file_stem(stem);
        let page = self.to_html();
        for number in 1_u32.. {
            let suffix = if number == 1 { String::new() } else { format!("-{number}") };
            let path = folder.join(format!("{stem}{suffix}.html"));
            match fs::File::create_new(&path) {
                Ok(file) => return fill(file, &path, &page).map(|()| path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(ReportError::Write { path, error }),
            }
        }
        let error = io::Error::from(io::ErrorKind::AlreadyExists);
        Err(ReportError::Write { path: folder.join(stem), error })
    }

    fn all_redactions(&self) -> Vec<Path> {
        let other = self.other.iter().flat_map(|other| other.all_redactions());
        self.redactions.iter().cloned().chain(other).collect()
    }

    fn run(&self, redactions: &[Path]) -> Run {
        self.run_with(redactions, self.picture.as_deref(), &self.places)
    }

    fn run_with(
        &self,
        redactions: &[Path],
        picture: Option<&str>,
        places: &BTreeMap<String, String>,
    ) -> Run {
        let mut run = if redactions.is_empty() {
            run::run(&self.history)
        } else {
            let mut history = self.history.clone();
            redact::redact(&mut history.events, redactions);
            run::run(&history)
        };
        if let Some(name) = &self.name {
            run.name.clone_from(name);
        }
        picture::set_paths(&mut run, &picture.map_or_else(Paths::default, Paths::read));
        for state in &mut run.states {
            state.place = places.get(&state.path).or_else(|| places.get(&state.name)).cloned();
        }
        run
    }
}

/// Writes a page to a file. If that fails, no part of it is left.
fn fill(mut file: fs::File, path: &FilePath, page: &str) -> Result<(), ReportError> {
    file.write_all(page.as_bytes()).map_err(|error| {
        if file.metadata().is_ok_and(|file| file.is_file()) {
            // If it cannot be removed either, the error is the same.
            let _ = fs::remove_file(path);
        }
        ReportError::Write { path: path.to_owned(), error }
    })
}

fn file_stem(stem: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    let plain = stem.chars().take(100).map(|letter| if is_plain(letter) { letter } else { '_' });
    let plain: String = plain.collect();
    if plain.is_empty() { "run".to_owned() } else { plain }
}
