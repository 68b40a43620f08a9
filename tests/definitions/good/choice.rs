/// Machine `choice` (choice.asl.json): Seed, Choice State
#[allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    unused_qualifications,
    missing_docs,
    clippy::pedantic,
    clippy::enum_variant_names,
    clippy::nonminimal_bool,
    clippy::overly_complex_bool_expr,
    reason = "a machine offers more than each program uses, and its names are its author's"
)]
pub mod choice {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `ChoiceStateX` (choice.asl.json:5:5): Choice.
        ChoiceStateX,
        /// `Public` (choice.asl.json:22:5): Task.
        Public,
        /// `ValueInTwenties` (choice.asl.json:27:5): Task.
        ValueInTwenties,
        /// `DefaultState` (choice.asl.json:32:5): Fail.
        DefaultState,
        /// `NextState` (choice.asl.json:33:5): Succeed.
        NextState,
    }
    state_methods! {
        State of MACHINE : [State::ChoiceStateX, State::Public, State::ValueInTwenties,
        State::DefaultState, State::NextState]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:lambda:us-east-1:123456789012:function:Foo`
        ///
        /// Called by:
        /// - `Public` (choice.asl.json:22:5)
        fn foo(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `arn:aws:lambda:us-east-1:123456789012:function:Bar`
        ///
        /// Called by:
        /// - `ValueInTwenties` (choice.asl.json:27:5)
        fn bar(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : foo(Value) -> Value; bar(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Tasks::foo(&self.0, &cx, input).await }),
                1 => Box::pin(async move { Tasks::bar(&self.0, &cx, input).await }),
                _ => no_such_task(&MACHINE, id),
            }
        }
    }

    /// Runs the machine in this process, on tokio; `()` is no input.
    pub fn run(tasks: impl Tasks, input: impl Into<RunInput>) -> Running {
        machine(tasks).into_run(input)
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        tasks: impl Tasks,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> Running {
        machine(tasks).run_with(input, options)
    }

    /// The machine with its tasks: what every engine takes.
    pub fn machine(tasks: impl Tasks) -> Compiled {
        Compiled::new(&MACHINE, Numbered(tasks))
    }

    /// The error names in the definition's retriers, catchers and Fail states.
    pub mod errors {
        /// `NoMatch`
        pub const NO_MATCH: &str = "NoMatch";
    }

    /// The failures of an execution by their Error Names: `Error::from(failure)`, or `?` in a
    /// function whose error it is.
    pub enum Error {
        /// `NoMatch`.
        NoMatch(Failure),
        /// `States.Runtime`.
        StatesRuntime(Failure),
        /// `States.TaskFailed`.
        StatesTaskFailed(Failure),
        /// `States.Timeout`.
        StatesTimeout(Failure),
        /// An error with another name, or with none.
        Other(Failure),
    }
    error_methods! {
        Error : NoMatch = "NoMatch", StatesRuntime = "States.Runtime", StatesTaskFailed =
        "States.TaskFailed", StatesTimeout = "States.Timeout",
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Where `ChoiceStateX` can lead, with its output.
        #[derive(Debug)]
        pub enum ChoiceStateXNext {
            Public(Value),
            ValueInTwenties(Value),
            DefaultState(Value),
        }

        /// Runs the Choice state `ChoiceStateX` alone.
        pub fn choice_state_x(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, ChoiceStateXNext> {
            run_state(engine, &MACHINE, node::CHOICE_STATE_X, input)
                .exit(node::PUBLIC, ChoiceStateXNext::Public)
                .exit(node::VALUE_IN_TWENTIES, ChoiceStateXNext::ValueInTwenties)
                .exit(node::DEFAULT_STATE, ChoiceStateXNext::DefaultState)
        }

        /// Runs the Task state `Public` alone.
        /// Its output goes to `NextState`.
        pub fn public(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::PUBLIC, input).leads_to(node::NEXT_STATE)
        }

        /// Runs the Task state `ValueInTwenties` alone.
        /// Its output goes to `NextState`.
        pub fn value_in_twenties(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::VALUE_IN_TWENTIES, input)
                .leads_to(node::NEXT_STATE)
        }

        /// Where `DefaultState` can lead, with its output.
        #[derive(Debug)]
        pub enum DefaultStateNext {}

        /// Runs the Fail state `DefaultState` alone.
        pub fn default_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, DefaultStateNext> {
            run_state(engine, &MACHINE, node::DEFAULT_STATE, input)
        }

        /// Runs the Succeed state `NextState` alone.
        /// Its output is that of the end.
        pub fn next_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::NEXT_STATE, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const CHOICE_STATE_X: NodeId = NodeId(0);
        pub(super) const PUBLIC: NodeId = NodeId(1);
        pub(super) const VALUE_IN_TWENTIES: NodeId = NodeId(2);
        pub(super) const DEFAULT_STATE: NodeId = NodeId(3);
        pub(super) const NEXT_STATE: NodeId = NodeId(4);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "choice",
        source: "choice.asl.json",
        hash: 0x04048ccd12a96df3,
        start: node::CHOICE_STATE_X,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        ..Machine::EMPTY
    };

    static NODES: [Node; 5] = [
        Node::choice("ChoiceStateX", (5, 5))
            .rules(&[node::PUBLIC, node::VALUE_IN_TWENTIES])
            .default(node::DEFAULT_STATE),
        Node::task("Public", (22, 5))
            .calls(0, "foo", "arn:aws:lambda:us-east-1:123456789012:function:Foo")
            .next(node::NEXT_STATE),
        Node::task("ValueInTwenties", (27, 5))
            .calls(1, "bar", "arn:aws:lambda:us-east-1:123456789012:function:Bar")
            .next(node::NEXT_STATE),
        Node::fail("DefaultState", (32, 5)),
        Node::succeed("NextState", (33, 5)),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::CHOICE_STATE_X => flow(choice_state_x_enter(data)),
            node::PUBLIC => flow(public_enter(data)),
            node::VALUE_IN_TWENTIES => flow(value_in_twenties_enter(data)),
            node::DEFAULT_STATE => flow(default_state_enter()),
            node::NEXT_STATE => flow(next_state_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::PUBLIC => public_done(data, result),
            node::VALUE_IN_TWENTIES => value_in_twenties_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Choice: `ChoiceStateX` (choice.asl.json:5:5).
    fn choice_state_x_enter(data: &Value) -> Next {
        if !string_is(variable(data.at(["type"]), "$.type")?, Order::Equals, "Private") {
            return take(const { to_rule(&NODES, node::CHOICE_STATE_X, 0) });
        }
        if number_is(
            variable(data.at(["value"]), "$.value")?,
            Order::GreaterThanEquals,
            20.0,
        ) && number_is(variable(data.at(["value"]), "$.value")?, Order::LessThan, 30.0)
        {
            return take(const { to_rule(&NODES, node::CHOICE_STATE_X, 1) });
        }
        take(const { to_default(&NODES, node::CHOICE_STATE_X) })
    }

    /// Task: `Public` (choice.asl.json:22:5).
    fn public_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn public_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::PUBLIC) })
    }

    /// Task: `ValueInTwenties` (choice.asl.json:27:5).
    fn value_in_twenties_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn value_in_twenties_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::VALUE_IN_TWENTIES) })
    }

    /// Fail: `DefaultState` (choice.asl.json:32:5).
    fn default_state_enter() -> Next {
        Err(fail(Some("NoMatch"), Some("No Matches!")))
    }

    /// Succeed: `NextState` (choice.asl.json:33:5).
    fn next_state_enter() -> Next {
        Ok(Step::End)
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 25] = [
        0x5bc43acc4890d73a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0xbd2601407dce964f, 0x5c2afc672ebe065c, 0xe73b4732f0e70233,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xecbc7c589b6cae38, 0x5c2afc672ebe065c,
        0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xf06a1295281dc04c,
        0xcbf29ce484222325, 0xcbf29ce484222325, 0xcbf29ce484222325, 0xcbf29ce484222325,
        0xc2f00318f053500a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325,
    ];
}
