//! Tokens to trees by precedence climbing. Operators apply [`super::process`] to what they join.

use std::rc::Rc;

use super::Stop;
use super::lexer::{Token, tokens};
use super::process::{self, Parents};
use super::tree::{Kind, Lambda, Node, Term, Transform};

/// Maximum nesting of a text.
const DEEPEST: u32 = 200;

pub(super) struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, usize)>,
    at: usize,
    depth: u32,
    parents: Parents,
}

type Parsed = Result<Node, Stop>;

/// The tree of a text, and the labels of its parents.
pub(super) fn parse(text: &str) -> Result<(Node, Vec<usize>), Stop> {
    let tokens = tokens(text)?;
    let parents = Parents::default();
    let mut parser = Parser { text, tokens, at: 0, depth: 0, parents };
    let node = parser.expression(0)?;
    if *parser.token() != Token::End {
        return Err(Stop::error("S0201"));
    }
    if !node.seeking.is_empty() || matches!(node.kind, Kind::Parent(_)) {
        return Err(Stop::error("S0217"));
    }
    Ok((node, parser.parents.labels()))
}

/// Binding power of an infix operator.
fn power(operator: &str) -> u32 {
    match operator {
        "[" | "(" | "@" | "#" => 80,
        "." => 75,
        "{" => 70,
        "*" | "/" | "%" => 60,
        "+" | "-" | "&" => 50,
        "=" | "<" | ">" | "^" | "!=" | "<=" | ">=" | "~>" | "?:" | "??" | "in" => 40,
        "and" => 30,
        "or" => 25,
        "?" => 20,
        ":=" => 10,
        _ => 0,
    }
}

impl Parser<'_> {
    fn token(&self) -> &Token {
        self.tokens.get(self.at).map_or(&Token::End, |(token, _)| token)
    }

    fn is(&self, operator: &str) -> bool {
        matches!(self.token(), Token::Operator(found) if *found == operator)
    }

    fn eat(&mut self, operator: &str) -> bool {
        let is = self.is(operator);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, operator: &str) -> Result<(), Stop> {
        if self.eat(operator) {
            return Ok(());
        }
        Err(Stop::error(if *self.token() == Token::End { "S0203" } else { "S0202" }))
    }

    fn expression(&mut self, least: u32) -> Parsed {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Stop::Limit);
        }
        let mut left = self.prefix()?;
        while let Token::Operator(operator) = *self.token() {
            if power(operator) <= least {
                break;
            }
            self.at += 1;
            left = self.infix(left, operator)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn prefix(&mut self) -> Parsed {
        let token = self.token().clone();
        self.at += 1;
        let kind = match token {
            Token::Text(text) => Kind::Text(text),
            Token::Number(number) => Kind::Number(number),
            Token::Variable(name) => Kind::Variable(name),
            Token::Name(word) => match word.as_str() {
                "true" => Kind::Bool(true),
                "false" => Kind::Bool(false),
                "null" => Kind::Null,
                "function" | "λ" if self.is("(") => return self.lambda(),
                _ => return Ok(Node::path(vec![Node::new(Kind::Name(word))])),
            },
            Token::Quoted(name) => return Ok(Node::path(vec![Node::new(Kind::Name(name))])),
            Token::Operator(operator) => return self.prefix_operator(operator),
            Token::End => return Err(Stop::error("S0207")),
        };
        Ok(Node::new(kind))
    }

    fn prefix_operator(&mut self, operator: &'static str) -> Parsed {
        match operator {
            "-" => {
                let inner = self.expression(70)?;
                Ok(process::negate(inner))
            }
            "*" => Ok(Node::new(Kind::Wildcard)),
            "**" => Ok(Node::new(Kind::Descendants)),
            "%" => Ok(Node::new(Kind::Parent(self.parents.add()))),
            "(" => {
                let parts = self.list(";", ")")?;
                Ok(process::block(parts))
            }
            "[" => {
                let items = self.items()?;
                Ok(process::with_children(items, Kind::Array))
            }
            "{" => {
                let pairs = self.pairs()?;
                Ok(process::object(pairs))
            }
            "|" => self.transform(),
            "/" => Err(Stop::Unsupported("a regular expression")),
            "and" | "or" | "in" => Ok(Node::path(vec![Node::new(Kind::Name(operator.to_owned()))])),
            _ => Err(Stop::error("S0211")),
        }
    }

    /// Expressions up to a bracket.
    fn list(&mut self, separator: &str, close: &str) -> Result<Vec<Node>, Stop> {
        let mut found = Vec::new();
        while !self.is(close) {
            found.push(self.expression(0)?);
            if !self.eat(separator) {
                break;
            }
        }
        self.expect(close)?;
        Ok(found)
    }

    fn items(&mut self) -> Result<Vec<Node>, Stop> {
        let mut found = Vec::new();
        while !self.is("]") {
            let item = self.expression(0)?;
            found.push(if self.eat("..") {
                let end = self.expression(0)?;
                process::binary("..", item, end)
            } else {
                item
            });
            if !self.eat(",") {
                break;
            }
        }
        self.expect("]")?;
        Ok(found)
    }

    fn pairs(&mut self) -> Result<Vec<(Node, Node)>, Stop> {
        let mut found = Vec::new();
        while !self.is("}") {
            let key = self.expression(0)?;
            self.expect(":")?;
            found.push((key, self.expression(0)?));
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(found)
    }

    fn transform(&mut self) -> Parsed {
        let pattern = self.expression(0)?;
        self.expect("|")?;
        let update = self.expression(0)?;
        let delete = if self.eat(",") { Some(self.expression(0)?) } else { None };
        self.expect("|")?;
        Ok(Node::new(Kind::Transform(Rc::new(Transform { pattern, update, delete }))))
    }

    fn lambda(&mut self) -> Parsed {
        self.expect("(")?;
        let mut parameters = Vec::new();
        while !self.is(")") {
            let Token::Variable(name) = self.token().clone() else {
                return Err(Stop::error("S0208"));
            };
            self.at += 1;
            parameters.push(name);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        let signature = self.signature()?;
        self.expect("{")?;
        let mut body = self.expression(0)?;
        process::mark_tail(&mut body);
        self.expect("}")?;
        Ok(Node::new(Kind::Lambda(Rc::new(Lambda { parameters, signature, body }))))
    }

    /// The text between the angle brackets of a signature.
    fn signature(&mut self) -> Result<Option<String>, Stop> {
        if !self.is("<") {
            return Ok(None);
        }
        let from = self.tokens.get(self.at).map_or(0, |(_, place)| *place);
        while !self.is("{") {
            if *self.token() == Token::End {
                return Err(Stop::error("S0203"));
            }
            self.at += 1;
        }
        let to = self.tokens.get(self.at).map_or(from, |(_, place)| *place);
        let text = self.text.get(from..to).unwrap_or_default().trim();
        Ok(Some(text.trim_start_matches('<').strip_suffix('>').unwrap_or(text).to_owned()))
    }

    fn infix(&mut self, left: Node, operator: &'static str) -> Parsed {
        match operator {
            "." => {
                let right = self.expression(75)?;
                process::step(left, right, &mut self.parents)
            }
            "[" if self.eat("]") => Ok(process::keep_array(left)),
            "[" => {
                let predicate = self.expression(0)?;
                self.expect("]")?;
                process::filter(left, predicate, &mut self.parents)
            }
            "{" => {
                let pairs = self.pairs()?;
                process::group(left, pairs)
            }
            "(" => self.call(left),
            "@" | "#" => {
                let Kind::Variable(name) = self.expression(80)?.kind else {
                    return Err(Stop::error("S0214"));
                };
                if operator == "@" {
                    process::focus(left, name)
                } else {
                    Ok(process::index(left, name))
                }
            }
            "^" => {
                let terms = self.terms()?;
                process::sort(left, terms, &mut self.parents)
            }
            "?" | "?:" | "??" => self.condition(left, operator),
            ":=" => {
                let Kind::Variable(name) = left.kind else { return Err(Stop::error("S0212")) };
                let value = self.expression(9)?;
                Ok(process::bind(name, value))
            }
            "~>" => {
                let right = self.expression(40)?;
                Ok(process::apply(left, right))
            }
            _ => {
                let right = self.expression(power(operator))?;
                Ok(process::binary(operator, left, right))
            }
        }
    }

    fn condition(&mut self, left: Node, operator: &str) -> Parsed {
        if operator != "?" {
            let other = self.expression(0)?;
            return Ok(process::otherwise(operator == "??", left, other));
        }
        let then = self.expression(0)?;
        let other = if self.eat(":") { Some(self.expression(0)?) } else { None };
        Ok(process::condition(left, then, other))
    }

    fn terms(&mut self) -> Result<Vec<Term>, Stop> {
        self.expect("(")?;
        let mut found = Vec::new();
        loop {
            let descending = self.eat(">");
            if !descending {
                self.eat("<");
            }
            found.push(Term { descending, node: self.expression(0)? });
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(found)
    }

    fn call(&mut self, procedure: Node) -> Parsed {
        let mut arguments = Vec::new();
        while !self.is(")") {
            if self.eat("?") {
                arguments.push(Node::new(Kind::Open));
            } else {
                arguments.push(self.expression(0)?);
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        let is_partial = arguments.iter().any(|node| matches!(node.kind, Kind::Open));
        Ok(process::with_children(arguments, |arguments| {
            let procedure = Box::new(procedure);
            if is_partial {
                Kind::Partial(procedure, arguments)
            } else {
                Kind::Call(procedure, arguments)
            }
        }))
    }
}
