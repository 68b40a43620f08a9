/// Machine `fun_with_math` (fun_with_math.asl.json): Seed, Parallel State: FunWithMath
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
pub mod fun_with_math {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `FunWithMath` (fun_with_math.asl.json:5:5): Parallel.
        FunWithMath = 0,
        /// `Add` (fun_with_math.asl.json:10:23): Task.
        Add = 1,
        /// `Subtract` (fun_with_math.asl.json:14:23): Task.
        Subtract = 2,
        /// `NextState` (fun_with_math.asl.json:19:5): Succeed.
        NextState = 3,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::FunWithMath,
            Self::Add,
            Self::Subtract,
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
        /// `arn:aws:swf:::task:Add`
        fn add(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `arn:aws:swf:::task:Subtract`
        fn subtract(
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
                0 => Box::pin(async move { Tasks::add(&self.0, &cx, input).await }),
                1 => Box::pin(async move { Tasks::subtract(&self.0, &cx, input).await }),
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

        /// Where `FunWithMath` can lead, with its output.
        #[derive(Debug)]
        pub enum FunWithMathNext {
            /// To `NextState`.
            NextState(Value),
        }

        /// Runs the Parallel state `FunWithMath` (fun_with_math.asl.json:5:5) alone.
        pub fn fun_with_math(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, FunWithMathNext> {
            run_state(
                engine,
                &MACHINE,
                node::FUN_WITH_MATH,
                input,
                |exit| match exit {
                    (Some(node::NEXT_STATE), output) => {
                        Ok(FunWithMathNext::NextState(output))
                    }
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Add` can lead, with its output.
        #[derive(Debug)]
        pub enum AddNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Task state `Add` (fun_with_math.asl.json:10:23) alone.
        pub fn add(engine: &impl StateEngine, input: Value) -> StateRun<'_, AddNext> {
            run_state(
                engine,
                &MACHINE,
                node::ADD,
                input,
                |exit| match exit {
                    (None, output) => Ok(AddNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Subtract` can lead, with its output.
        #[derive(Debug)]
        pub enum SubtractNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Task state `Subtract` (fun_with_math.asl.json:14:23) alone.
        pub fn subtract(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, SubtractNext> {
            run_state(
                engine,
                &MACHINE,
                node::SUBTRACT,
                input,
                |exit| match exit {
                    (None, output) => Ok(SubtractNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `NextState` can lead, with its output.
        #[derive(Debug)]
        pub enum NextStateNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Succeed state `NextState` (fun_with_math.asl.json:19:5) alone.
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
        pub(super) const FUN_WITH_MATH: NodeId = NodeId(0);
        pub(super) const ADD: NodeId = NodeId(1);
        pub(super) const SUBTRACT: NodeId = NodeId(2);
        pub(super) const NEXT_STATE: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "fun_with_math",
        source: "fun_with_math.asl.json",
        hash: 14952478523610547660,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::FUN_WITH_MATH,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 4] = [FUN_WITH_MATH_ROW, ADD_ROW, SUBTRACT_ROW, NEXT_STATE_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::FUN_WITH_MATH => flow(fun_with_math_enter(data)),
            node::ADD => flow(add_enter(data)),
            node::SUBTRACT => flow(subtract_enter(data)),
            node::NEXT_STATE => flow(next_state_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::FUN_WITH_MATH => fun_with_math_done(data, result),
            node::ADD => add_done(data, result),
            node::SUBTRACT => subtract_done(data, result),
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

    /// The row of `FunWithMath`.
    const FUN_WITH_MATH_ROW: Node = Node {
        state: "FunWithMath",
        state_kind: StateKind::Parallel,
        kind: Kind::Fork(&[node::ADD, node::SUBTRACT]),
        source: (5, 5),
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
            call: 17516093613837295026,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `FunWithMath` (fun_with_math.asl.json:5:5): Parallel.
    fn fun_with_math_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    /// The result of `FunWithMath`.
    fn fun_with_math_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::NEXT_STATE))
    }

    /// The row of `Add`.
    const ADD_ROW: Node = Node {
        state: "Add",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "add",
                resource: "arn:aws:swf:::task:Add",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (10, 23),
        transitions: &[
            Transition {
                to: None,
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 1,
        print: Print {
            call: 11731203345051217482,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Add` (fun_with_math.asl.json:10:23): Task.
    fn add_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `Add`.
    fn add_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Subtract`.
    const SUBTRACT_ROW: Node = Node {
        state: "Subtract",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 1,
                method: "subtract",
                resource: "arn:aws:swf:::task:Subtract",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (14, 23),
        transitions: &[
            Transition {
                to: None,
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 2,
        print: Print {
            call: 10324245705226090305,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Subtract` (fun_with_math.asl.json:14:23): Task.
    fn subtract_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `Subtract`.
    fn subtract_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `NextState`.
    const NEXT_STATE_ROW: Node = Node {
        state: "NextState",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (19, 5),
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

    /// State `NextState` (fun_with_math.asl.json:19:5): Succeed.
    fn next_state_enter() -> Next {
        Ok(Step::End)
    }
}
