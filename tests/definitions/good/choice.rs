/// Machine `choice` (choice.asl.json): Seed, Choice State
#[allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    unused_qualifications,
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
        ChoiceStateX = 0,
        /// `Public` (choice.asl.json:22:5): Task.
        Public = 1,
        /// `ValueInTwenties` (choice.asl.json:27:5): Task.
        ValueInTwenties = 2,
        /// `DefaultState` (choice.asl.json:32:5): Fail.
        DefaultState = 3,
        /// `NextState` (choice.asl.json:33:5): Succeed.
        NextState = 4,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::ChoiceStateX,
            Self::Public,
            Self::ValueInTwenties,
            Self::DefaultState,
            Self::NextState,
        ];

        /// Its name in the definition.
        pub fn name(self) -> &'static str {
            state_name(&MACHINE, self.node())
        }

        /// Its row in the transition table.
        pub const fn node(self) -> NodeId {
            NodeId(self as u32)
        }
    }

    impl Debug for State {
        fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
            f.write_str(self.name())
        }
    }

    /// The tasks of this machine: one method per resource.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:lambda:us-east-1:123456789012:function:Foo`
        fn foo(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `arn:aws:lambda:us-east-1:123456789012:function:Bar`
        fn bar(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(
            self: Arc<Self>,
            task: u32,
            cx: TaskContext,
            input: Value,
        ) -> TaskFuture {
            match task {
                0 => Box::pin(async move { Tasks::foo(&self.0, &cx, input).await }),
                1 => Box::pin(async move { Tasks::bar(&self.0, &cx, input).await }),
                _ => no_such_task(&MACHINE, task),
            }
        }
    }

    /// Runs the machine in this process, on tokio; `()` is no input.
    pub fn run(
        tasks: impl Tasks,
        input: impl Into<RunInput>,
    ) -> impl Future<Output = Result<Value, Failure>> + Send {
        run_with(tasks, input, RunOptions::default())
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        tasks: impl Tasks,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> impl Future<Output = Result<Value, Failure>> + Send {
        machine(tasks).run_with(input, options)
    }

    /// The machine with its tasks: what every engine takes.
    pub fn machine(tasks: impl Tasks) -> Compiled {
        Compiled::new(&MACHINE, Numbered(tasks))
    }

    /// Each state as a function of its own.
    pub mod states {
        use ::asl_runtime::__private::*;
        use super::{MACHINE, node};

        /// Where `ChoiceStateX` can lead, with its output.
        #[derive(Debug)]
        pub enum ChoiceStateXNext {
            /// To `Public`.
            Public(Value),
            /// To `ValueInTwenties`.
            ValueInTwenties(Value),
            /// To `DefaultState`.
            DefaultState(Value),
        }

        /// Runs the Choice state `ChoiceStateX` (choice.asl.json:5:5) alone.
        pub fn choice_state_x(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, ChoiceStateXNext> {
            run_state(
                engine,
                &MACHINE,
                node::CHOICE_STATE_X,
                input,
                |exit| match exit {
                    (Some(node::PUBLIC), output) => Ok(ChoiceStateXNext::Public(output)),
                    (Some(node::VALUE_IN_TWENTIES), output) => {
                        Ok(ChoiceStateXNext::ValueInTwenties(output))
                    }
                    (Some(node::DEFAULT_STATE), output) => {
                        Ok(ChoiceStateXNext::DefaultState(output))
                    }
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Public` can lead, with its output.
        #[derive(Debug)]
        pub enum PublicNext {
            /// To `NextState`.
            NextState(Value),
        }

        /// Runs the Task state `Public` (choice.asl.json:22:5) alone.
        pub fn public(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, PublicNext> {
            run_state(
                engine,
                &MACHINE,
                node::PUBLIC,
                input,
                |exit| match exit {
                    (Some(node::NEXT_STATE), output) => Ok(PublicNext::NextState(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `ValueInTwenties` can lead, with its output.
        #[derive(Debug)]
        pub enum ValueInTwentiesNext {
            /// To `NextState`.
            NextState(Value),
        }

        /// Runs the Task state `ValueInTwenties` (choice.asl.json:27:5) alone.
        pub fn value_in_twenties(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, ValueInTwentiesNext> {
            run_state(
                engine,
                &MACHINE,
                node::VALUE_IN_TWENTIES,
                input,
                |exit| match exit {
                    (Some(node::NEXT_STATE), output) => {
                        Ok(ValueInTwentiesNext::NextState(output))
                    }
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `DefaultState` can lead, with its output.
        #[derive(Debug)]
        pub enum DefaultStateNext {}

        /// Runs the Fail state `DefaultState` (choice.asl.json:32:5) alone.
        pub fn default_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, DefaultStateNext> {
            run_state(
                engine,
                &MACHINE,
                node::DEFAULT_STATE,
                input,
                |exit| no_such_exit(&MACHINE, exit.0),
            )
        }

        /// Where `NextState` can lead, with its output.
        #[derive(Debug)]
        pub enum NextStateNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Succeed state `NextState` (choice.asl.json:33:5) alone.
        pub fn next_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, NextStateNext> {
            run_state(
                engine,
                &MACHINE,
                node::NEXT_STATE,
                input,
                |exit| match exit {
                    (None, output) => Ok(NextStateNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
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
        hash: 289511088467832307,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::CHOICE_STATE_X,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 5] = [
        CHOICE_STATE_X_ROW,
        PUBLIC_ROW,
        VALUE_IN_TWENTIES_ROW,
        DEFAULT_STATE_ROW,
        NEXT_STATE_ROW,
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

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::PUBLIC => public_done(data, result),
            node::VALUE_IN_TWENTIES => value_in_twenties_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Hands a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        _catcher: u32,
        _data: &mut Value,
        _cx: &mut Cx<'_>,
        _error: Value,
    ) -> Next {
        no_such_node(&MACHINE, node)
    }

    /// The row of `ChoiceStateX`.
    const CHOICE_STATE_X_ROW: Node = Node {
        state: "ChoiceStateX",
        state_kind: StateKind::Choice,
        kind: Kind::Branch,
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::PUBLIC),
                cause: Cause::Choice(0),
            },
            Transition {
                to: Some(node::VALUE_IN_TWENTIES),
                cause: Cause::Choice(1),
            },
            Transition {
                to: Some(node::DEFAULT_STATE),
                cause: Cause::Default,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 6612474801951921978,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14687417857960933058,
            errors: 14695981039346656037,
        },
    };

    /// State `ChoiceStateX` (choice.asl.json:5:5): Choice.
    fn choice_state_x_enter(data: &Value) -> Next {
        if !string_is(variable(data.at(["type"]), "$.type")?, Order::Equals, "Private") {
            return Ok(Step::Goto(node::PUBLIC));
        }
        if number_is(
            variable(data.at(["value"]), "$.value")?,
            Order::GreaterThanEquals,
            20.0,
        ) && number_is(variable(data.at(["value"]), "$.value")?, Order::LessThan, 30.0)
        {
            return Ok(Step::Goto(node::VALUE_IN_TWENTIES));
        }
        Ok(Step::Goto(node::DEFAULT_STATE))
    }

    /// The row of `Public`.
    const PUBLIC_ROW: Node = Node {
        state: "Public",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "foo",
                resource: "arn:aws:lambda:us-east-1:123456789012:function:Foo",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (22, 5),
        transitions: &[
            Transition {
                to: Some(node::NEXT_STATE),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17177381401162172931,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Public` (choice.asl.json:22:5): Task.
    fn public_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `Public`.
    fn public_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::NEXT_STATE))
    }

    /// The row of `ValueInTwenties`.
    const VALUE_IN_TWENTIES_ROW: Node = Node {
        state: "ValueInTwenties",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 1,
                method: "bar",
                resource: "arn:aws:lambda:us-east-1:123456789012:function:Bar",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (27, 5),
        transitions: &[
            Transition {
                to: Some(node::NEXT_STATE),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 6194362930616361956,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `ValueInTwenties` (choice.asl.json:27:5): Task.
    fn value_in_twenties_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `ValueInTwenties`.
    fn value_in_twenties_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::NEXT_STATE))
    }

    /// The row of `DefaultState`.
    const DEFAULT_STATE_ROW: Node = Node {
        state: "DefaultState",
        state_kind: StateKind::Fail,
        kind: Kind::Fail,
        source: (32, 5),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17323679348466499660,
            input: 14695981039346656037,
            limits: 14695981039346656037,
            output: 14695981039346656037,
            errors: 14695981039346656037,
        },
    };

    /// State `DefaultState` (choice.asl.json:32:5): Fail.
    fn default_state_enter() -> Next {
        Err(fail(Some("NoMatch"), Some("No Matches!")))
    }

    /// The row of `NextState`.
    const NEXT_STATE_ROW: Node = Node {
        state: "NextState",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (33, 5),
        transitions: &[
            Transition {
                to: None,
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 14046730643414667274,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14687417857960933058,
            errors: 14695981039346656037,
        },
    };

    /// State `NextState` (choice.asl.json:33:5): Succeed.
    fn next_state_enter() -> Next {
        Ok(Step::End)
    }
}
