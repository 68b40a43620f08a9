//! Calls: functions that do not exist, and arguments that they never take.

use asl_language::jsonata::BuiltIn;
use asl_language::jsonata::signature::{Parameter, Signature, Times, Types};

use super::lambda::KnownLambda;
use super::site::{Context, Reach, Site};
use super::value::values;
use super::walk::name_place;
use super::{Findings, in_words, is_plain, problem};
use crate::resolve::{Meaning, VariableId};
use crate::tree::{Call, Kind, Node};

impl Findings<'_> {
    /// Checks a call. `first` is the left side of `~>`.
    pub(super) fn call(&mut self, call: &Call, first: Option<&Node>, site: Site) {
        let arguments: Vec<&Node> = first.into_iter().chain(&call.arguments).collect();
        if let Some(built_in) = self.names.built_in(&call.callee) {
            self.built_in(built_in, &call.callee, &arguments, site);
        } else if let Some(id) = self.lambda(&call.callee) {
            self.lambda_call(id, &call.callee, &arguments, site);
        } else {
            self.callee(&call.callee, site);
        }
    }

    /// Checks that something may be a function.
    pub(super) fn callee(&mut self, callee: &Node, site: Site) {
        if self.unknown_function(callee, site) || self.without_dollar(callee, site) {
            return;
        }
        let types = self.types(callee);
        if !types.meets(Types::FUNCTION) {
            let values = [("types", in_words(types))];
            self.fails(&problem::NOT_A_FUNCTION, &callee.place, &values, site);
        }
    }

    /// Checks the right side of `~>` that is no call.
    pub(super) fn applied(&mut self, right: &Node, site: Site) {
        let types = self.types(right);
        if !self.unknown_function(right, site) && !types.meets(Types::FUNCTION) {
            let values = [("types", in_words(types))];
            self.fails(&problem::APPLIED, &right.place, &values, site);
        }
    }

    /// Reports a function that does not exist.
    fn unknown_function(&mut self, node: &Node, site: Site) -> bool {
        let name = self.unknown_name(node).filter(|_| is_plain(node)).map(str::to_owned);
        let Some(name) = name else { return false };
        if self.unknown.insert(node.place.start) {
            let place = name_place(node, &name);
            if name == "eval" {
                // Step Functions accepts it, and fails when it is called: programs may rely on that.
                self.doubt(&problem::EVAL, &place, &[]);
            } else {
                let label = self.did_you_mean(&name, "there is no such function");
                let values = [("name", name), ("label", label)];
                self.fails(&problem::UNKNOWN_FUNCTION, &place, &values, site);
            }
        }
        true
    }

    /// Reports the call of a member, whose `$` was forgotten: data have no functions.
    fn without_dollar(&mut self, callee: &Node, site: Site) -> bool {
        let Kind::Path(path) = &callee.kind else { return false };
        let [step] = path.steps.as_slice() else { return false };
        let Kind::Name(name) = &step.node.kind else { return false };
        if self.names.without_dollar.contains_key(&callee.place.start) {
            // An object of the expression may have functions, but hardly one of this name.
            let values = [("name", name.clone())];
            self.fails(&problem::WITHOUT_DOLLAR, &callee.place, &values, site);
            return true;
        }
        if site.context == Context::Item {
            return false;
        }
        let label = self.did_you_mean(name, "a member of the input is no function");
        let values = [("name", name.clone()), ("label", label)];
        self.fails(&problem::MEMBER_CALLED, &callee.place, &values, site);
        true
    }

    /// The variable that a callee is, if it is a function that is bound once.
    fn lambda(&self, callee: &Node) -> Option<VariableId> {
        let reference = self.reference(callee)?;
        let id = match (reference.end, reference.maybe.as_slice()) {
            (Meaning::Variable(id), []) => id,
            // A function that calls itself.
            (Meaning::Undefined, [id]) => *id,
            _ => return None,
        };
        self.lambdas.contains_key(&id).then_some(id)
    }

    fn lambda_call(&mut self, id: VariableId, callee: &Node, arguments: &[&Node], site: Site) {
        let Some(KnownLambda { lambda, is_needed }) = self.lambdas.get(&id) else { return };
        if let Some(signature) = &lambda.signature {
            if let Ok(known) = Signature::read(&signature.text) {
                let shown = signature.text.clone();
                self.arguments(&known, &shown, callee, arguments, site);
            }
            return;
        }
        let (takes, given) = (lambda.parameters.len(), arguments.len());
        let missing = lambda.parameters.iter().zip(is_needed).skip(given);
        let missing =
            missing.filter(|(_, is_needed)| **is_needed).map(|(name, _)| name.text.clone()).next();
        let counts = [("takes", counted(takes)), ("given", given.to_string())];
        if let Some(extra) = arguments.get(takes) {
            self.doubt(&problem::EXTRA_ARGUMENT, &extra.place, &counts);
        } else if let Some(missing) = missing {
            let [takes, given] = counts;
            let values = [takes, given, ("name", missing)];
            self.doubt(&problem::MISSING_ARGUMENT, &callee.place, &values);
        }
    }

    fn built_in(&mut self, built_in: &BuiltIn, callee: &Node, arguments: &[&Node], site: Site) {
        let Ok(signature) = Signature::read(built_in.signature) else { return };
        let shown = usage(built_in, &signature);
        if self.arguments(&signature, &shown, callee, arguments, site) {
            self.pictures(built_in, &signature, arguments, site);
            values(self, built_in, &signature, arguments, site);
        }
    }

    /// Checks arguments against a signature.
    fn arguments(
        &mut self,
        signature: &Signature,
        usage: &str,
        callee: &Node,
        arguments: &[&Node],
        site: Site,
    ) -> bool {
        let any = vec![Types::ALL; arguments.len()];
        let mut values = vec![("function", shown(callee)), ("usage", usage.to_owned())];
        if signature.counts(&any).is_none() {
            let place = arguments.get(signature.misfit(&any)).copied().unwrap_or(callee);
            values.push(("takes", range(signature)));
            values.push(("given", counted(arguments.len())));
            self.fails(&problem::ARITY, &place.place, &values, site);
            return false;
        }
        let types: Vec<Types> = arguments.iter().map(|node| self.types(node)).collect();
        let Some(counts) = signature.counts(&types) else {
            let index = signature.misfit(&types);
            let place = arguments.get(index).copied().unwrap_or(callee);
            if !self.unknown_function(place, site) {
                let found = types.get(index).map_or_else(String::new, |types| in_words(*types));
                values.push(("types", found));
                self.fails(&problem::ARGUMENT, &place.place, &values, site);
            }
            return false;
        };
        let mut rest = arguments;
        for (parameter, count) in signature.parameters().iter().zip(counts) {
            let (taken, others) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            for argument in taken {
                if let Some((place, found)) = self.wrong_item(*parameter, argument) {
                    values.push(("types", in_words(found)));
                    self.fails(&problem::ARGUMENT, &place.place, &values, site);
                    return false;
                }
            }
            rest = others;
        }
        true
    }

    /// The part of an argument that is never an item of the parameter's arrays.
    fn wrong_item<'n>(
        &mut self,
        parameter: Parameter,
        argument: &'n Node,
    ) -> Option<(&'n Node, Types)> {
        let wanted = parameter.items.filter(|_| parameter.is_array)?;
        let types = self.types(argument);
        let is_taken = Types::of_letter(wanted.letter);
        let takes_array = Types::ARRAY.and(Types::MISSING);
        let may_fit = types.meets(takes_array) || wanted.is_simple && types.meets(is_taken);
        if !may_fit {
            return Some((argument, types));
        }
        let Kind::Array { items, .. } = &argument.kind else { return None };
        items.iter().filter(|_| is_plain(argument)).find_map(|item| {
            let types = self.types(item);
            (!types.meets(takes_array.and(is_taken))).then_some((item, types))
        })
    }
}

/// A call as documentation shows it.
fn usage(built_in: &BuiltIn, signature: &Signature) -> String {
    let parameters = signature.parameters().iter().zip(built_in.parameters);
    let parameters = parameters.map(|(parameter, name)| match parameter.times {
        Times::Once => (*name).to_owned(),
        Times::AtMostOnce | Times::RatherNone => format!("{name}?"),
        Times::Often => format!("{name}…"),
    });
    format!("${}({})", built_in.name, parameters.collect::<Vec<_>>().join(", "))
}

/// The name of a function.
fn shown(callee: &Node) -> String {
    match &callee.kind {
        Kind::Variable(name) => format!("${name}"),
        _ => "the function".to_owned(),
    }
}

/// The number of arguments that a signature takes.
fn range(signature: &Signature) -> String {
    let parameters = signature.parameters();
    let least =
        parameters.iter().filter(|parameter| matches!(parameter.times, Times::Once | Times::Often));
    let (least, most) = (least.count(), parameters.len());
    if parameters.iter().any(|parameter| parameter.times == Times::Often) {
        return format!("at least {}", counted(least));
    }
    match most.saturating_sub(least) {
        0 => counted(most),
        1 => format!("{least} or {}", counted(most)),
        _ => format!("{least} to {}", counted(most)),
    }
}

fn counted(count: usize) -> String {
    match count {
        0 => "no argument".to_owned(),
        1 => "1 argument".to_owned(),
        count => format!("{count} arguments"),
    }
}

/// The site of a failure that only happens to a value, if there is one.
pub(super) fn only_if(site: Site, is_certain: bool) -> Site {
    if is_certain { site } else { Site { reach: Reach::Maybe, ..site } }
}
