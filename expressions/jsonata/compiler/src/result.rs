//! Knowledge about the result of an expression before it runs.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only paths and constructors are special; `shape` lists every kind"
)]

use super::Program;
use super::resolve::{self, Names};
use super::shape::Shapes;
use super::tree::{Kind, Node, Path, Step};
use asl_language::jsonata::ResultShape;
use asl_source::expression::foreseen::Foreseen;
use asl_source::literal::Literal;

/// Maximum nesting of objects and arrays whose parts are known.
const MOST_DEPTH: u8 = 8;

impl Program {
    /// Knowledge about the program's result.
    pub fn foreseen(&self) -> Foreseen {
        let given: Vec<&str> = self.given().collect();
        let names = resolve::resolve(&self.expression, &given);
        let shapes = Shapes::new(&self.expression, &names);
        Reader { names: &names, shapes }.node(&self.expression.body, 0)
    }
}

struct Reader<'n> {
    names: &'n Names,
    shapes: Shapes<'n>,
}

impl Reader<'_> {
    fn node(&self, node: &Node, depth: u8) -> Foreseen {
        if is_bare(node) && depth < MOST_DEPTH {
            let special = match &node.kind {
                Kind::Variable(name) => self.members(node, name, &[]),
                Kind::Path(path) => self.path(path),
                Kind::Object(entries) => self.object(entries, depth),
                Kind::Array { items, .. } => {
                    let items = items.iter().map(|item| self.node(item, depth + 1));
                    Some(Foreseen::Array(items.collect()))
                }
                Kind::Null => Some(Foreseen::Constant(Literal::Null)),
                Kind::Bool(value) => Some(Foreseen::Constant(Literal::Bool(*value))),
                Kind::Number(value) => Some(Foreseen::Constant(number(*value))),
                Kind::String(text) => Some(Foreseen::Constant(Literal::String(text.clone()))),
                _ => self.computed(node, depth),
            };
            if let Some(special) = special {
                return special;
            }
        }
        Foreseen::OneOf(self.shapes.of(node).types)
    }

    /// The value of a built-in or an operator that is undefined if an operand is.
    fn computed(&self, node: &Node, depth: u8) -> Option<Foreseen> {
        let operands: Vec<&Node> = match &node.kind {
            Kind::Negate(operand) => vec![operand],
            Kind::Binary(operator, left, right) if operator.needs_both() => vec![left, right],
            Kind::Call(call) => {
                let result = self.names.built_in(&call.callee)?.result;
                let is_needed = matches!(result, ResultShape::IfGiven(_));
                // Of the arguments after the first one, some have a default.
                vec![call.arguments.first().filter(|_| is_needed)?]
            }
            _ => return None,
        };
        let operands = operands.into_iter().map(|operand| self.node(operand, depth + 1));
        Some(Foreseen::Of(operands.collect(), self.shapes.of(node).types))
    }

    fn path(&self, path: &Path) -> Option<Foreseen> {
        let (first, rest) = path.steps.split_first()?;
        let is_plain = !path.keeps_singleton
            && !path.gives_tuples
            && path.steps.iter().all(|step| is_bare(&step.node) && is_simple(step));
        match &first.node.kind {
            Kind::Variable(name) if is_plain => self.members(&first.node, name, rest),
            _ => None,
        }
    }

    fn members(&self, variable: &Node, name: &str, rest: &[Step]) -> Option<Foreseen> {
        let reference = self.names.references.get(&variable.place.start)?;
        if !reference.maybe.is_empty() || !matches!(reference.end, resolve::Meaning::Given(_)) {
            return None;
        }
        let names = rest.iter().map(|step| match &step.node.kind {
            Kind::Name(name) => Some(name.clone()),
            _ => None,
        });
        let names = names.collect::<Option<Vec<_>>>()?;
        Some(Foreseen::Members { given: name.to_owned(), names })
    }

    fn object(&self, entries: &[(Node, Node)], depth: u8) -> Option<Foreseen> {
        let members = entries.iter().map(|(key, value)| match &key.kind {
            Kind::String(key_text) if is_bare(key) => {
                Some((key_text.clone(), self.node(value, depth + 1)))
            }
            _ => None,
        });
        members.collect::<Option<Vec<_>>>().map(Foreseen::Object)
    }
}

/// A constant number. Whole ones are written without a fraction.
fn number(value: f64) -> Literal {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "a whole number within the range")]
        return Literal::Int(value as i64);
    }
    Literal::Float(value)
}

fn is_bare(node: &Node) -> bool {
    node.predicates.is_empty() && node.group.is_none() && !node.keeps_array
}

fn is_simple(step: &Step) -> bool {
    step.stages.is_empty()
        && step.focus.is_none()
        && step.index.is_none()
        && step.label.is_none()
        && !step.is_tuple
}
