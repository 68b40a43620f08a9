//! Constant functions that build the rows of emitted code: a row names only the fields that it
//! needs.

use super::for_each::{EachRow, RunRow};
use super::sm4c::{
    ActionRow, AwaitRow, CallRow, ForkRow, GroupRow, HandlerRow, Join, Sm4cNode, Work,
};
use super::table::{
    Catcher, Effect, Exit, Form, Kind, Node, NodeId, Retrier, StateKind, TaskRow, Uses,
};

const NO_TASK: TaskRow = TaskRow {
    task: 0,
    method: "",
    resource: "",
    form: Form::Answer,
    // Attempts are not limited.
    timeout_seconds: 99_999_999,
    timeout_given: false,
    heartbeat_seconds: None,
};

const NO_BODY: EachRow = EachRow { body: NodeId(0), window: None, selects: false, run: None };

const NO_CALL: CallRow = CallRow { name: "", null_after: None, detached: false };

/// The rows of a machine from their parts, which have `N` rows together.
pub const fn joined_rows<const N: usize>(mut parts: &[&[Node]]) -> [Node; N] {
    let mut rows = [Node::succeed("", (0, 0)); N];
    let mut free = rows.as_mut_slice();
    while let [part, later @ ..] = parts {
        let (copied, left) = free.split_at_mut(part.len());
        copied.copy_from_slice(part);
        (free, parts) = (left, later);
    }
    rows
}

impl Kind {
    /// An Invoke node that waits for time to pass.
    pub const WAIT: Self = Self::Invoke(Effect::Wait);
}

/// Declares the constructors of rows, one for each type of states.
macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident: $state:ident, $kind:expr;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub const fn $name(state: &'static str, source: (u32, u32)) -> Self {
            Self::new(state, StateKind::$state, $kind, source)
        }
    )*};
}

impl Node {
    constructors! {
        /// A Pass state.
        pass: Pass, Kind::Eval;
        /// A Task state; [`Node::calls`] names the task.
        task: Task, Kind::Eval;
        /// A Choice state.
        choice: Choice, Kind::Branch;
        /// A Wait state.
        wait: Wait, Kind::WAIT;
        /// A Succeed state.
        succeed: Succeed, Kind::End;
        /// A Fail state.
        fail: Fail, Kind::Fail;
        /// A Parallel state.
        parallel: Parallel, Kind::Fork(&[]);
        /// A Map state; [`Node::body`] names its body.
        map: Map, Kind::Eval;
    }

    /// A node of a state in SM4C.
    #[must_use]
    pub const fn sm4c(state: &'static str, source: (u32, u32), kind: Kind) -> Self {
        Self::new(state, StateKind::State, kind, source)
    }

    /// A row with defaults for all other fields.
    #[doc(hidden)]
    pub const fn new(
        state: &'static str,
        state_kind: StateKind,
        kind: Kind,
        source: (u32, u32),
    ) -> Self {
        let exit = if matches!(kind, Kind::End) { Exit::End } else { Exit::None };
        Self {
            state,
            state_kind,
            kind,
            source,
            exit,
            leave_for: None,
            rules: &[],
            default: None,
            events: &[],
            timer: None,
            retry: &[],
            catch: &[],
            scope: 0,
            sm4c: Sm4cNode::NONE,
        }
    }

    /// Sets its scope.
    #[must_use]
    pub const fn scope(mut self, scope: u32) -> Self {
        self.scope = scope;
        self
    }

    /// Sets its `Next`.
    #[must_use]
    pub const fn next(mut self, node: NodeId) -> Self {
        self.exit = Exit::Next(node);
        self
    }

    /// Makes it end its scope.
    #[must_use]
    pub const fn end(mut self) -> Self {
        self.exit = Exit::End;
        self
    }

    /// Sets the target after the exit action that the node selects.
    #[must_use]
    pub const fn leave_for(mut self, node: NodeId) -> Self {
        self.leave_for = Some(node);
        self
    }

    /// Sets the targets of its choice rules, or of its conditional transitions in SM4C.
    #[must_use]
    pub const fn rules(mut self, targets: &'static [NodeId]) -> Self {
        self.rules = targets;
        self
    }

    /// Sets the target if no rule matches.
    #[must_use]
    pub const fn default(mut self, node: NodeId) -> Self {
        self.default = Some(node);
        self
    }

    /// Sets its retriers.
    #[must_use]
    pub const fn retry(mut self, retriers: &'static [Retrier]) -> Self {
        self.retry = retriers;
        self
    }

    /// Sets its catchers.
    #[must_use]
    pub const fn catch(mut self, catchers: &'static [Catcher]) -> Self {
        self.catch = catchers;
        self
    }

    /// Sets the task that it calls: number, method and resource.
    #[must_use]
    pub const fn calls(self, task: u32, method: &'static str, resource: &'static str) -> Self {
        self.with_task(TaskRow { task, method, resource, ..NO_TASK })
    }

    const fn with_task(mut self, row: TaskRow) -> Self {
        self.kind = Kind::Invoke(Effect::Task(row));
        self
    }

    /// The row of its task.
    const fn task_row(&self) -> TaskRow {
        if let Kind::Invoke(Effect::Task(row)) = self.kind { row } else { NO_TASK }
    }

    /// Sets the form of its task.
    #[must_use]
    pub const fn form(self, form: Form) -> Self {
        self.with_task(TaskRow { form, ..self.task_row() })
    }

    /// Sets `TimeoutSeconds`.
    #[must_use]
    pub const fn timeout(self, timeout_seconds: u32) -> Self {
        self.with_task(TaskRow { timeout_seconds, timeout_given: true, ..self.task_row() })
    }

    /// Sets the seconds of an attempt that the definition does not limit.
    #[must_use]
    pub const fn default_timeout(self, timeout_seconds: u32) -> Self {
        self.with_task(TaskRow { timeout_seconds, ..self.task_row() })
    }

    /// Sets `HeartbeatSeconds`.
    #[must_use]
    pub const fn heartbeat(self, seconds: u32) -> Self {
        self.with_task(TaskRow { heartbeat_seconds: Some(seconds), ..self.task_row() })
    }

    /// Sets the first nodes of its branches.
    #[must_use]
    pub const fn branches(mut self, starts: &'static [NodeId]) -> Self {
        self.kind = Kind::Fork(starts);
        self
    }

    /// Sets the first node of its body, and the maximum number of concurrent iterations (0: no
    /// limit; `None`: the data contains it).
    #[must_use]
    pub const fn body(mut self, body: NodeId, window: Option<u32>) -> Self {
        self.kind = Kind::ForEach(EachRow { body, window, ..NO_BODY });
        self
    }

    /// The row of its body.
    const fn each_row(&self) -> EachRow {
        if let Kind::ForEach(row) = self.kind { row } else { NO_BODY }
    }

    /// Lets the machine compute the input of each iteration.
    #[must_use]
    pub const fn selects_items(mut self) -> Self {
        self.kind = Kind::ForEach(EachRow { selects: true, ..self.each_row() });
        self
    }

    /// Makes each iteration an execution of its own.
    #[must_use]
    pub const fn distributed(mut self, run: RunRow) -> Self {
        self.kind = Kind::ForEach(EachRow { run: Some(run), ..self.each_row() });
        self
    }

    /// SM4C: marks the first node of a state.
    #[must_use]
    pub const fn entry(mut self) -> Self {
        self.sm4c.is_entry = true;
        self
    }

    /// SM4C: sets the type of its action.
    #[must_use]
    pub const fn action(mut self, kind: &'static str) -> Self {
        self.sm4c.action = Some(ActionRow { name: None, kind });
        self
    }

    /// SM4C: sets the type and the name of its action.
    #[must_use]
    pub const fn named_action(mut self, kind: &'static str, name: &'static str) -> Self {
        self.sm4c.action = Some(ActionRow { name: Some(name), kind });
        self
    }

    /// SM4C: sets its error handlers.
    #[must_use]
    pub const fn handlers(mut self, handlers: &'static [HandlerRow]) -> Self {
        self.sm4c.handlers = handlers;
        self
    }

    /// SM4C: sets the name of the function, subflow or event that it calls.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Self {
        self.sm4c.work = Work::Call(CallRow { name, ..NO_CALL });
        self
    }

    const fn call_row(&self) -> CallRow {
        if let Work::Call(row) = self.sm4c.work { row } else { NO_CALL }
    }

    /// SM4C: sets the milliseconds after which the result is null.
    #[must_use]
    pub const fn null_after(mut self, millis: u64) -> Self {
        self.sm4c.work = Work::Call(CallRow { null_after: Some(millis), ..self.call_row() });
        self
    }

    /// SM4C: makes the call detached.
    #[must_use]
    pub const fn detached(mut self) -> Self {
        self.sm4c.work = Work::Call(CallRow { detached: true, ..self.call_row() });
        self
    }

    /// SM4C: sets the join of its children, and the maximum number of concurrent ones.
    #[must_use]
    pub const fn children(mut self, join: Join, window: u32) -> Self {
        self.sm4c.work = Work::Fork(ForkRow { join, window, keys: &[] });
        self
    }

    /// SM4C: sets the members of its result, one for each child.
    #[must_use]
    pub const fn keys(mut self, keys: &'static [&'static str]) -> Self {
        if let Work::Fork(row) = self.sm4c.work {
            self.sm4c.work = Work::Fork(ForkRow { keys, ..row });
        }
        self
    }

    /// SM4C: sets the groups and targets of its event transitions.
    #[must_use]
    pub const fn events(
        mut self,
        groups: &'static [&'static [GroupRow]],
        targets: &'static [NodeId],
    ) -> Self {
        self.sm4c.work = Work::Await(AwaitRow { transitions: groups, timeout: None });
        self.events = targets;
        self
    }

    /// SM4C: sets the milliseconds until its time-out, and the target of that.
    #[must_use]
    pub const fn timer(mut self, millis: u64, target: NodeId) -> Self {
        let row = AwaitRow { transitions: &[], timeout: Some(millis) };
        self.sm4c.work = if let Work::Await(AwaitRow { transitions, .. }) = self.sm4c.work {
            Work::Await(AwaitRow { transitions, ..row })
        } else {
            Work::Await(row)
        };
        self.timer = Some(target);
        self
    }
}

impl Uses {
    /// No use.
    pub const NONE: Self = Self { context: false, variables: false, runs: false, random: false };

    /// Adds the context object.
    #[must_use]
    pub const fn context(self) -> Self {
        Self { context: true, ..self }
    }

    /// Adds variables.
    #[must_use]
    pub const fn variables(self) -> Self {
        Self { variables: true, ..self }
    }

    /// Adds distributed Maps.
    #[must_use]
    pub const fn runs(self) -> Self {
        Self { runs: true, ..self }
    }

    /// Adds randomness.
    #[must_use]
    pub const fn random(self) -> Self {
        Self { random: true, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, joined_rows};

    #[test]
    fn rows_keep_their_order_when_parts_are_joined() {
        const FIRST: &[Node] = &[Node::pass("A", (1, 1)), Node::succeed("B", (2, 1))];
        static ROWS: [Node; 3] = joined_rows(&[FIRST, &[], &[Node::pass("C", (3, 1))]]);
        assert_eq!(ROWS.map(|row| (row.state, row.source.0)), [("A", 1), ("B", 2), ("C", 3)]);
    }
}
