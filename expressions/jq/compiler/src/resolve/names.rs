//! Uses of names: calls, variables, labels; and the faults of unknown ones.

use super::Resolver;
use super::built_ins::{REFUSED, names};
use super::scope::{Bound, Target};
use crate::Fault;
use crate::syntax::{Callee, Filter, Kind, Literal, Place};
use crate::token::Keyword;
use crate::tree::{self, Name, Operator, Tree};
use asl_source::diagnostics::{Code, nearest};
use asl_source::sorted::SortedSet;

impl Resolver<'_> {
    pub(super) fn call(&mut self, name: &Name<'_>, arguments: &[Tree<'_>]) -> Kind {
        if let (Some(constant), []) = (constant(name.text), arguments) {
            return Kind::Literal(constant);
        }
        let filters: Vec<Filter> = arguments.iter().map(|argument| self.filter(argument)).collect();
        match self.scope.function(name.text, arguments.len()) {
            Some(Target::Definition(id)) => Kind::Call(self.refer(id), filters),
            Some(Target::Parameter(id, at)) => Kind::Call(Callee::Parameter(id, at), filters),
            Some(Target::Value(id, at)) => {
                self.called_values.insert(id);
                Kind::Call(Callee::Parameter(id, at), filters)
            }
            None => self.built_in(name, arguments, filters),
        }
    }

    pub(super) fn unknown_function(&mut self, name: &Name<'_>, arguments: &[Tree<'_>]) {
        if self.is_lost(name.text) {
            return;
        }
        let mut arities: SortedSet<usize> = self.scope.arities(name.text).collect();
        arities.extend(names().filter(|(known, _)| *known == name.text).map(|(_, arity)| arity));
        let fault = if arities.is_empty() {
            self.no_such_function(name)
        } else {
            wrong_arity(name, &arities, arguments)
        };
        self.fault(fault);
    }

    /// True if a name may come from an import that failed, which has been reported.
    fn is_lost(&self, name: &str) -> bool {
        let prefix = name.split_once("::").map_or(name, |(prefix, _)| prefix);
        self.lost_imports.iter().any(|lost| lost.is_empty() || lost == prefix)
    }

    /// The function that may have been meant.
    fn near_function(&mut self, name: &str) -> Option<String> {
        self.suggestions = self.suggestions.checked_sub(1)?;
        let mut known: Vec<&str> =
            self.scope.functions().chain(names().map(|(name, _)| name)).collect();
        known.sort_unstable();
        nearest(name, known).map(str::to_owned)
    }

    fn no_such_function(&mut self, name: &Name<'_>) -> Fault {
        let title = format!("there is no function `{}`", name.text);
        let help = if self.scope.variable(name.text).is_some() {
            format!("did you mean the variable `${}`?", name.text)
        } else if let Some(keyword) =
            Keyword::ALL.iter().find(|word| word.text().eq_ignore_ascii_case(name.text))
        {
            format!("did you mean `{}`?", keyword.text())
        } else if let Some(near) = self.near_function(name.text) {
            format!("did you mean `{near}`?")
        } else {
            format!("for the member of this name write `.{0}`, for the string `\"{0}\"`", name.text)
        };
        let help = Some(help);
        Fault {
            code: Code::JqUnknownFunction,
            place: name.place.clone(),
            title,
            label: "unknown".to_owned(),
            help,
        }
    }

    pub(super) fn variable(&mut self, name: &str, place: &Place) -> Kind {
        match self.scope.variable(name) {
            Some(Bound::Variable(id)) => Kind::Variable(id),
            Some(Bound::Data(id)) => Kind::Call(self.refer(id), Vec::new()),
            None => {
                self.unknown_variable(name, place);
                Kind::Identity
            }
        }
    }

    fn unknown_variable(&mut self, name: &str, place: &Place) {
        if self.is_lost(name) {
            return;
        }
        if name == "ENV" {
            let help = "give the program the value as a variable";
            return self.refuse(
                place,
                "`$ENV` reads the environment of the process".to_owned(),
                REFUSED,
                help,
            );
        }
        let Some(left) = self.suggestions.checked_sub(1) else {
            return self.unbound(name, place, None);
        };
        self.suggestions = left;
        let mut known: Vec<&str> = self.scope.variables().collect();
        known.sort_unstable();
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `${near}`?"),
            None if self.scope.arities(name).any(|arity| arity == 0) => {
                format!("did you mean the function `{name}`?")
            }
            None if known.is_empty() || known.len() > 8 => {
                format!("bind it with `… as ${name} | …`")
            }
            None => format!("there are: ${}", known.join(", $")),
        };
        self.unbound(name, place, Some(help));
    }

    fn unbound(&mut self, name: &str, place: &Place, help: Option<String>) {
        self.fault(Fault {
            code: Code::JqUnknownVariable,
            place: place.clone(),
            title: format!("there is no variable `${name}`"),
            label: "not bound here".to_owned(),
            help,
        });
    }

    /// `break $name`
    pub(super) fn leave(&mut self, name: &str, place: &Place) -> Kind {
        if let Some(label) = self.scope.label(name) {
            return Kind::Break(label);
        }
        let mut known: Vec<&str> = self.scope.labels().collect();
        known.sort_unstable();
        known.truncate(usize::try_from(self.suggestions).unwrap_or_default());
        self.suggestions = self.suggestions.saturating_sub(1);
        let help = match nearest(name, known) {
            Some(near) => format!("did you mean `${near}`?"),
            None => format!("put `label ${name} |` before what is to be left"),
        };
        self.fault(Fault {
            code: Code::JqBreak,
            place: place.clone(),
            title: format!("`break ${name}` leaves no label"),
            label: "no label of this name is around here".to_owned(),
            help: Some(help),
        });
        Kind::Identity
    }
}

/// The names of constants; no definition hides them.
fn constant(name: &str) -> Option<Literal> {
    match name {
        "null" => Some(Literal::Null),
        "true" => Some(Literal::Bool(true)),
        "false" => Some(Literal::Bool(false)),
        _ => None,
    }
}

fn wrong_arity(name: &Name<'_>, arities: &SortedSet<usize>, arguments: &[Tree<'_>]) -> Fault {
    let count = |arity: usize| match arity {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        arity => format!("{arity} arguments"),
    };
    let wanted: Vec<String> = arities.iter().map(|arity| count(*arity)).collect();
    let title = format!("`{}` takes {}, not {}", name.text, wanted.join(" or "), arguments.len());
    let has_commas =
        |argument: &Tree<'_>| matches!(argument.kind, tree::Kind::Binary(Operator::Comma, ..));
    let help = if arguments.iter().any(has_commas) {
        "arguments are separated by `;`, not by `,`".to_owned()
    } else {
        let forms = arities.iter().map(|arity| form(name.text, *arity));
        format!("write {}", forms.collect::<Vec<_>>().join(" or "))
    };
    Fault {
        code: Code::JqArity,
        place: name.place.clone(),
        title,
        label: "called here".to_owned(),
        help: Some(help),
    }
}

/// The form of a call with so many arguments.
fn form(name: &str, arity: usize) -> String {
    let arguments = vec!["…"; arity].join("; ");
    if arity == 0 { format!("`{name}`") } else { format!("`{name}({arguments})`") }
}
