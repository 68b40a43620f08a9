//! The frames around a place, and what has been bound in them there.

use std::collections::{BTreeSet, HashMap};

use super::bound::Bindings;
use super::{Meaning, Names, Reference, Storage, TupleId, Variable, VariableId};

/// A frame.
#[derive(Debug)]
pub(super) enum Frame {
    /// A block, the whole expression, or the body of a function.
    Variables { by_name: HashMap<String, VariableId>, is_function: bool },
    /// A step of a path of tuples, in which these names are known.
    Tuple { path: TupleId, names: BTreeSet<String> },
}

/// The knowledge about a binding at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Unbound,
    Maybe,
    Bound,
}

/// The frames, and the state of all variables.
#[derive(Debug, Default)]
pub(super) struct Frames {
    stack: Vec<Frame>,
    states: Vec<State>,
    /// True if a later binding may change the variable.
    changes: Vec<bool>,
    /// True if the only binding of the variable is a statement of its block.
    certain: Vec<bool>,
    /// True if the variable is bound before any function that is now resolved can be called.
    ahead: Vec<bool>,
    /// The variables whose state has changed, in order.
    log: Vec<VariableId>,
    level: u32,
}

impl Frames {
    pub(super) fn push(&mut self, frame: Frame) {
        if let Frame::Variables { is_function: true, .. } = frame {
            self.level += 1;
        }
        self.stack.push(frame);
    }

    pub(super) fn pop(&mut self) {
        if let Some(Frame::Variables { is_function: true, .. }) = self.stack.pop() {
            self.level -= 1;
        }
    }

    /// A variable of the frame that begins here, inside of as many functions as there are now, and
    /// one more for the parameters of a function.
    pub(super) fn declare(
        &mut self,
        names: &mut Names,
        name: &str,
        bindings: Option<&Bindings>,
        parameter_level: Option<u32>,
    ) -> VariableId {
        let id = VariableId(u32::try_from(names.variables.len()).unwrap_or(u32::MAX));
        let is_parameter = parameter_level.is_some();
        let count = bindings.map_or(0, |bindings| bindings.places.len());
        let is_certain = bindings.is_none_or(|bindings| bindings.is_statement && count == 1);
        let is_local = if is_parameter { count == 0 } else { is_certain };
        names.variables.push(Variable {
            name: name.to_owned(),
            storage: if is_local { Storage::Local } else { Storage::Mutable },
            level: parameter_level.unwrap_or(self.level),
        });
        for place in bindings.iter().flat_map(|bindings| &bindings.places) {
            names.binds.insert(*place, id);
        }
        let is_in_loop = bindings.is_some_and(|bindings| bindings.is_in_loop);
        self.states.push(match (is_parameter, is_in_loop) {
            (true, _) => State::Bound,
            (false, true) => State::Maybe,
            (false, false) => State::Unbound,
        });
        self.changes.push(is_in_loop || count + usize::from(is_parameter) > 1);
        self.certain.push(!is_parameter && is_certain);
        self.ahead.push(false);
        id
    }

    pub(super) fn level(&self) -> u32 {
        self.level
    }

    /// Notes that a variable has been bound.
    pub(super) fn bind(&mut self, id: VariableId) {
        if let Some(state) = self.states.get_mut(id.0 as usize) {
            if *state != State::Bound {
                self.log.push(id);
            }
            *state = State::Bound;
        }
    }

    /// Notes that a variable is bound before a function that sees it can be called.
    pub(super) fn bind_ahead(&mut self, id: VariableId) {
        let is_certain = self.certain.get(id.0 as usize).copied().unwrap_or(false);
        if let Some(ahead) = self.ahead.get_mut(id.0 as usize) {
            *ahead = is_certain;
        }
    }

    /// The place in the log before a part that may not be evaluated.
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Makes uncertain all bindings since then: that code may not have run.
    pub(super) fn doubt_since(&mut self, mark: usize) {
        for id in self.log.drain(mark.min(self.log.len())..) {
            if let Some(state) = self.states.get_mut(id.0 as usize) {
                *state = State::Maybe;
            }
        }
    }

    /// The meaning of a name here. Variables that functions share become slots.
    pub(super) fn find(&self, names: &mut Names, name: &str) -> Reference {
        let mut maybe = Vec::new();
        let mut is_captured = false;
        for frame in self.stack.iter().rev() {
            let by_name = match frame {
                Frame::Tuple { path, names: known } => {
                    if let Some(slot) = names.slot(*path, name).filter(|_| known.contains(name)) {
                        return Reference { maybe, end: Meaning::Tuple(*path, slot) };
                    }
                    continue;
                }
                Frame::Variables { by_name, .. } => by_name,
            };
            if let Some(id) = by_name.get(name) {
                match self.state(*id, is_captured) {
                    State::Unbound => {}
                    State::Maybe => {
                        share(names, *id, is_captured);
                        maybe.push(*id);
                    }
                    State::Bound => {
                        let is_bound_later = self.is(*id, State::Unbound);
                        let is_shared = is_bound_later || self.may_change(*id);
                        share(names, *id, is_captured && is_shared);
                        return Reference { maybe, end: Meaning::Variable(*id) };
                    }
                }
            }
            is_captured |= matches!(frame, Frame::Variables { is_function: true, .. });
        }
        Reference { maybe, end: Meaning::Undefined }
    }

    /// The state of a variable, as a function sees it that may be called later.
    fn state(&self, id: VariableId, is_captured: bool) -> State {
        let state = self.states.get(id.0 as usize).copied().unwrap_or(State::Maybe);
        if !is_captured || state != State::Unbound {
            return state;
        }
        let is_ahead = self.ahead.get(id.0 as usize).copied().unwrap_or(false);
        if is_ahead { State::Bound } else { State::Maybe }
    }

    fn is(&self, id: VariableId, state: State) -> bool {
        self.states.get(id.0 as usize) == Some(&state)
    }

    fn may_change(&self, id: VariableId) -> bool {
        self.changes.get(id.0 as usize).copied().unwrap_or(true)
    }
}

fn share(names: &mut Names, id: VariableId, is_shared: bool) {
    if let Some(variable) = names.variables.get_mut(id.0 as usize).filter(|_| is_shared) {
        variable.storage = Storage::Slot;
    }
}
