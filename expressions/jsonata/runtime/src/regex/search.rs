//! The search for a match: backtracking, as JavaScript has it, with every step counted. A pattern
//! that goes through too many possibilities ends the run at its limit.

use std::ops::Range;

use super::Match;
use super::case::canonical;
use super::groups::{Groups, NOWHERE};
use super::place::{Direction, is_line_end, is_word_boundary, next, next_of};
use super::program::{Loop, Program, Run, Step};
use super::straight::Straight;
use super::unpaid::Unpaid;
use crate::{Cx, Fault};
use asl_value::expression::Limit;

/// The result of a search, which may take too much.
type Result<T> = std::result::Result<T, Fault>;

/// Maximum number of possibilities and changes that are kept: 32 MiB of memory.
const MOST_SAVED: usize = 1 << 20;

/// The reaction of a search that cannot continue.
enum Saved {
    /// It continues with another step at another place.
    Branch { step: usize, at: usize },
    /// It restores a place, and goes further back.
    Slot { slot: usize, at: usize },
    /// It restores the turns of a loop, and goes further back.
    Turns { number: usize, turns: Turns },
    /// It gives back a character of a run.
    Less { step: usize, least: usize, at: usize },
    /// It takes another character for a run.
    More { step: usize, at: usize, left: u32 },
}

/// The turns that a loop took, and the place where the last one began.
#[derive(Clone, Copy, Default)]
struct Turns {
    count: u32,
    at: usize,
}

/// A step, and the place in the text where it is taken.
type Next = (usize, usize);

struct Search<'a> {
    program: &'a Program,
    text: &'a str,
    groups: Groups,
    loops: Vec<Turns>,
    saved: Vec<Saved>,
    /// The number of looks around this place.
    looks: u32,
    unpaid: Unpaid<'a>,
}

/// The first match that begins at a byte or after it.
pub(super) fn find(cx: &Cx, program: &Program, text: &str, from: usize) -> Result<Option<Match>> {
    if program.is_straight {
        let mut groups = Groups::new(program.groups);
        let found = Straight::new(cx, program, text, Some(&mut groups)).find(from)?;
        return Ok(found.map(|(start, end)| Match { range: start..end, groups }));
    }
    Search::new(cx, program, text).find(from)
}

/// True if there is a match.
pub(super) fn is_match(cx: &Cx, program: &Program, text: &str) -> Result<bool> {
    if program.is_straight {
        return Ok(Straight::new(cx, program, text, None).find(0)?.is_some());
    }
    Ok(Search::new(cx, program, text).find(0)?.is_some())
}

impl<'a> Search<'a> {
    fn new(cx: &'a Cx, program: &'a Program, text: &'a str) -> Self {
        Self {
            program,
            text,
            groups: Groups::new(program.groups),
            loops: vec![Turns::default(); program.loops],
            saved: Vec::new(),
            looks: 0,
            unpaid: Unpaid::new(cx),
        }
    }

    /// The first match that begins at a byte or after it.
    fn find(mut self, from: usize) -> Result<Option<Match>> {
        let mut from = from;
        while let Some(start) = self.program.start.find(self.text, from) {
            self.pay_for(start - from)?;
            if let Some(end) = self.run(0, start, Direction::Forward)? {
                self.unpaid.settle()?;
                return Ok(Some(Match { range: start..end, groups: self.groups }));
            }
            self.groups.clear();
            let Some((_, after)) = next(self.text, start, Direction::Forward) else { break };
            from = after;
        }
        self.pay_for(self.text.len().saturating_sub(from))?;
        self.unpaid.settle()?;
        Ok(None)
    }

    /// Runs the program from a step on, and returns the place where it ends. What it saved stays.
    fn run(&mut self, step: usize, at: usize, way: Direction) -> Result<Option<usize>> {
        let base = self.saved.len();
        let program = self.program;
        let (mut step, mut at) = (step, at);
        loop {
            self.unpaid.step();
            self.unpaid.settle_many()?;
            let current = program.steps.get(step).unwrap_or(&Step::Match);
            if let Step::Match = current {
                return Ok(Some(at));
            }
            let taken = self.take(current, step, at, way)?;
            let Some(next) = taken.or_else(|| self.go_back(base, way)) else { return Ok(None) };
            (step, at) = next;
        }
    }

    /// Takes a step, and returns the next one; nothing if the step fails.
    #[inline]
    fn take(
        &mut self,
        current: &Step,
        step: usize,
        at: usize,
        way: Direction,
    ) -> Result<Option<Next>> {
        let is_multiline = self.program.flags.multiline;
        let goes_on = |is_true: bool| is_true.then_some((step + 1, at));
        Ok(match current {
            Step::Match => None,
            Step::Single(single) => single.matched(self.text, at, way).map(|at| (step + 1, at)),
            Step::Run(run) => self.take_run(run, step, at, way)?,
            Step::Start => goes_on(is_line_end(self.text, at, Direction::Backward, is_multiline)),
            Step::End => goes_on(is_line_end(self.text, at, Direction::Forward, is_multiline)),
            Step::WordBoundary { negated } => goes_on(is_word_boundary(self.text, at) != *negated),
            Step::Capture(slot) => goes_on(self.set_slot(*slot, at)?),
            Step::BackReference(number) => {
                self.take_reference(*number, at, way).map(|at| (step + 1, at))
            }
            Step::Either { first, second } => {
                self.save(Saved::Branch { step: *second, at })?;
                Some((*first, at))
            }
            Step::Jump(target) => Some((*target, at)),
            Step::Enter(number) => goes_on(self.set_turns(*number, Turns { count: 0, at })?),
            Step::Loop(decision) => self.decide(decision, step, at)?,
            Step::Turn { number, groups } => {
                goes_on(self.begin_turn(*number, groups.clone(), at)?)
            }
            Step::Again { number, least, decide } => {
                self.end_turn(*number, *least, at)?.then_some((*decide, at))
            }
            Step::Look { behind, negated, after } => {
                let way = if *behind { Direction::Backward } else { Direction::Forward };
                self.look(step + 1, at, way, *negated)?.then_some((*after, at))
            }
        })
    }

    /// Goes back to the last possibility that is left.
    fn go_back(&mut self, base: usize, way: Direction) -> Option<Next> {
        while self.saved.len() > base {
            match self.saved.pop()? {
                Saved::Branch { step, at } => return Some((step, at)),
                Saved::Slot { slot, at } => self.groups.set(slot, at),
                Saved::Turns { number, turns } => put(&mut self.loops, number, turns),
                Saved::Less { step, least, at } => {
                    let (_, at) = next(self.text, at, way.reversed())?;
                    if at != least {
                        self.saved.push(Saved::Less { step, least, at });
                    }
                    return Some((step, at));
                }
                Saved::More { step, at, left } => {
                    let Some(Step::Run(run)) = self.program.steps.get(step) else { continue };
                    let Some(at) = run.single.matched(self.text, at, way) else { continue };
                    if left > 1 {
                        self.saved.push(Saved::More { step, at, left: left - 1 });
                    }
                    return Some((step + 1, at));
                }
            }
        }
        None
    }

    /// Takes as many characters as possible, or as few.
    #[inline]
    fn take_run(
        &mut self,
        run: &Run,
        step: usize,
        at: usize,
        way: Direction,
    ) -> Result<Option<Next>> {
        let (mut at, mut count, mut least) = (at, 0, at);
        let wanted = if run.lazy { run.least } else { run.most };
        while count < wanted {
            let Some(after) = run.single.matched(self.text, at, way) else { break };
            at = after;
            count += 1;
            if count == run.least {
                least = at;
            }
        }
        self.pay_for(count as usize)?;
        if count < run.least {
            return Ok(None);
        }
        if run.lazy && run.most > count {
            self.save(Saved::More { step, at, left: run.most - count })?;
        }
        if !run.lazy && !run.keeps_all && at != least {
            self.save(Saved::Less { step: step + 1, least, at })?;
        }
        Ok(Some((step + 1, at)))
    }

    fn decide(&mut self, decision: &Loop, step: usize, at: usize) -> Result<Option<Next>> {
        let count = self.turns(decision.number).count;
        let (turn, after) = (step + 1, decision.after);
        if count < decision.least {
            return Ok(Some((turn, at)));
        }
        if count >= decision.most {
            return Ok(Some((after, at)));
        }
        let (now, later) = if decision.lazy { (after, turn) } else { (turn, after) };
        self.save(Saved::Branch { step: later, at })?;
        Ok(Some((now, at)))
    }

    fn begin_turn(&mut self, number: usize, groups: Range<usize>, at: usize) -> Result<bool> {
        for slot in 2 * groups.start - 2..2 * groups.end - 2 {
            self.set_slot(slot, NOWHERE)?;
        }
        let count = self.turns(number).count;
        self.set_turns(number, Turns { count, at })
    }

    /// Counts a turn. One that was not needed and took no character fails, as it could be repeated
    /// for ever.
    fn end_turn(&mut self, number: usize, least: u32, at: usize) -> Result<bool> {
        let turns = self.turns(number);
        if turns.at == at && turns.count >= least {
            return Ok(false);
        }
        self.set_turns(number, Turns { count: turns.count.saturating_add(1), ..turns })
    }

    /// Runs the body of a look. Once it is left, nothing within it is tried again.
    fn look(&mut self, step: usize, at: usize, way: Direction, negated: bool) -> Result<bool> {
        let base = self.saved.len();
        self.looks += 1;
        let is_found = self.run(step, at, way)?.is_some();
        self.looks -= 1;
        if is_found && negated {
            self.undo(base);
        } else if is_found {
            let changes = self.saved.split_off(base).into_iter();
            let is_change =
                |saved: &Saved| matches!(saved, Saved::Slot { .. } | Saved::Turns { .. });
            self.saved.extend(changes.filter(is_change));
        }
        Ok(is_found != negated)
    }

    /// Restores everything that changed since then.
    fn undo(&mut self, base: usize) {
        for saved in self.saved.split_off(base).into_iter().rev() {
            match saved {
                Saved::Slot { slot, at } => self.groups.set(slot, at),
                Saved::Turns { number, turns } => put(&mut self.loops, number, turns),
                Saved::Branch { .. } | Saved::Less { .. } | Saved::More { .. } => {}
            }
        }
    }

    /// The place behind the text of a group. A group that captured nothing is empty.
    fn take_reference(&mut self, number: usize, at: usize, way: Direction) -> Option<usize> {
        let Some(range) = self.groups.get(number) else { return Some(at) };
        let (mut at, mut rest) = (at, self.text.get(range)?);
        while let Some((expected, others)) = next_of(rest, way) {
            self.unpaid.step();
            let (character, after) = next(self.text, at, way)?;
            if self.canonical(character) != self.canonical(expected) {
                return None;
            }
            (at, rest) = (after, others);
        }
        Some(at)
    }

    fn canonical(&self, character: char) -> char {
        if self.program.flags.ignore_case { canonical(character) } else { character }
    }

    fn set_slot(&mut self, slot: usize, at: usize) -> Result<bool> {
        let old = self.groups.slot(slot);
        if old != at {
            if self.may_go_back() {
                self.save(Saved::Slot { slot, at: old })?;
            }
            self.groups.set(slot, at);
        }
        Ok(true)
    }

    fn set_turns(&mut self, number: usize, turns: Turns) -> Result<bool> {
        if self.may_go_back() {
            self.save(Saved::Turns { number, turns: self.turns(number) })?;
        }
        put(&mut self.loops, number, turns);
        Ok(true)
    }

    /// False if a failure ends the search at this place: then nothing needs to be restored.
    fn may_go_back(&self) -> bool {
        !self.saved.is_empty() || self.looks > 0
    }

    fn turns(&self, number: usize) -> Turns {
        self.loops.get(number).copied().unwrap_or_default()
    }

    fn save(&mut self, saved: Saved) -> Result<()> {
        if self.saved.len() >= MOST_SAVED {
            return Err(Fault::Limit(Limit::Size));
        }
        self.saved.push(saved);
        Ok(())
    }

    /// Pays for characters that were only looked at.
    fn pay_for(&mut self, characters: usize) -> Result<()> {
        self.unpaid.look(characters);
        self.unpaid.settle_many()
    }
}

fn put<T>(items: &mut [T], at: usize, item: T) {
    if let Some(place) = items.get_mut(at) {
        *place = item;
    }
}
