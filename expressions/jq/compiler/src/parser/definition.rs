//! A whole text: `module`, `import` and `include`, definitions, and the program's filter.

use super::{Bracket, Parser};
use crate::token::{Keyword, Sign, TokenKind};
use crate::tree::{Binding, DefinitionTree, Import, Kind, Name, ParameterTree, Source, Tree};
use asl_source::diagnostics::Code;

impl<'t> Parser<'t> {
    /// Everything up to the end.
    pub(super) fn source(&mut self) -> Source<'t> {
        let metadata = if self.take_keyword(Keyword::Module) {
            let metadata = self.query();
            self.semicolon("an operator or `;` after the module's metadata");
            Some(metadata)
        } else {
            None
        };
        let mut imports = Vec::new();
        while self.is_keyword(Keyword::Import) || self.is_keyword(Keyword::Include) {
            imports.push(self.import());
        }
        let definitions = self.definitions();
        let body = (*self.kind() != TokenKind::End).then(|| self.query());
        self.rest();
        Source { metadata, imports, definitions, body }
    }

    /// Text after the program's end: reported, and read for its own faults.
    fn rest(&mut self) {
        while *self.kind() != TokenKind::End {
            self.expected("an operator or the end of the program", None);
            let goes_on = |kind: &TokenKind<'t>| {
                matches!(kind, TokenKind::Sign(Sign::Pipe | Sign::Comma | Sign::Semicolon))
            };
            if self.skip_until(goes_on) {
                self.bump();
                if *self.kind() != TokenKind::End {
                    self.query();
                }
            } else {
                self.skip_one();
            }
        }
    }

    fn semicolon(&mut self, what: &str) {
        if self.take_sign(Sign::Semicolon) {
            return;
        }
        self.expected(what, None);
        if self.skip_until(|kind| *kind == TokenKind::Sign(Sign::Semicolon)) {
            self.bump();
        }
    }

    fn import(&mut self) -> Import<'t> {
        let is_include = self.is_keyword(Keyword::Include);
        self.bump();
        let path = self.import_path();
        let mut binding = Binding::Include;
        if !is_include {
            if !self.take_keyword(Keyword::As) {
                self.expected(
                    "`as` and a name",
                    Some(
                        "write `import \"path\" as name;`, or `import \"path\" as $name;` for data",
                    ),
                );
            }
            let place = self.place();
            match *self.kind() {
                TokenKind::Name(text) => {
                    self.bump();
                    binding = Binding::Module(Name { text, place });
                }
                TokenKind::Variable(text) => {
                    self.bump();
                    binding = Binding::Data(Name { text, place });
                }
                _ => {
                    self.expected("the name by which the module is called", None);
                    self.has_lost_names = true;
                }
            }
        }
        let has_metadata =
            !matches!(self.kind(), TokenKind::Sign(Sign::Semicolon) | TokenKind::End);
        let metadata = has_metadata.then(|| self.query());
        self.semicolon("an operator or `;` after the import");
        Import { path, binding, metadata }
    }

    fn import_path(&mut self) -> Option<(String, super::Place)> {
        let path = self.string();
        let Kind::String(text) = path.kind else { return None };
        if let ([piece], true) = (text.pieces.as_slice(), text.filters.is_empty()) {
            return Some((piece.clone(), path.place));
        }
        let fault = crate::Fault {
            code: Code::JqModule,
            place: path.place,
            title: "the path of a module must be constant".to_owned(),
            label: "its value is known only when the program runs".to_owned(),
            help: Some(
                "modules are read when the program is compiled: write the path as it is".to_owned(),
            ),
        };
        self.faults.push(fault);
        None
    }

    /// All definitions here, one after the other.
    pub(super) fn definitions(&mut self) -> Vec<DefinitionTree<'t>> {
        let mut definitions = Vec::new();
        while self.is_keyword(Keyword::Define) {
            match self.definition() {
                Some(definition) => definitions.push(definition),
                None => self.has_lost_names = true,
            }
        }
        definitions
    }

    /// `def name(parameters): body;`
    fn definition(&mut self) -> Option<DefinitionTree<'t>> {
        self.bump();
        let TokenKind::Name(text) = *self.kind() else {
            let help = match self.kind() {
                TokenKind::Keyword(word) => {
                    Some(format!("`{}` is a word of the language: take another name", word.text()))
                }
                _ => None,
            };
            self.expected("the name of the function", help.as_deref());
            self.semicolon("`;`");
            return None;
        };
        let name = Name { text, place: self.place() };
        self.bump();
        let parameters = if self.is_open(Bracket::Round) {
            self.bracketed("`;` or `)`", Self::parameters)
        } else {
            Vec::new()
        };
        if !self.take_sign(Sign::Colon) {
            self.expected("`:` and what the function does", None);
        }
        let body: Tree<'t> = self.query();
        self.semicolon("an operator, or `;` after the definition");
        Some(DefinitionTree { name, parameters, body })
    }

    fn parameters(&mut self) -> Vec<ParameterTree<'t>> {
        let mut parameters = Vec::new();
        loop {
            let place = self.place();
            match *self.kind() {
                TokenKind::Name(text) => {
                    parameters
                        .push(ParameterTree { name: Name { text, place }, is_variable: false });
                }
                TokenKind::Variable(text) => {
                    parameters
                        .push(ParameterTree { name: Name { text, place }, is_variable: true });
                }
                TokenKind::Keyword(word) => {
                    let help = format!(
                        "`{0}` is a word of the language; `${0}` may be a parameter",
                        word.text()
                    );
                    self.expected("a parameter, `name` or `$name`", Some(&help));
                    self.has_lost_names = true;
                    return parameters;
                }
                _ => {
                    let help = "parameters are separated by `;`, as in `def f($a; b): …;`";
                    self.expected("a parameter, `name` or `$name`", Some(help));
                    self.has_lost_names = true;
                    return parameters;
                }
            }
            self.bump();
            if !self.take_sign(Sign::Semicolon) {
                return parameters;
            }
        }
    }
}
