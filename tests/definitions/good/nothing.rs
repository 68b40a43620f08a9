/// Machine `nothing` (nothing.asl.json): Seed, Input and Output Processing: null
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
pub mod nothing {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Each` (nothing.asl.json:5:5): Parallel.
        Each = 0,
        /// `No input` (nothing.asl.json:8:46): Pass.
        NoInput = 1,
        /// `No result` (nothing.asl.json:11:23): Pass.
        NoResult = 2,
        /// `No output` (nothing.asl.json:15:23): Task.
        NoOutput = 3,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::Each,
            Self::NoInput,
            Self::NoResult,
            Self::NoOutput,
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
        /// `urn:task:Work`
        fn work(
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
                0 => Box::pin(async move { Tasks::work(&self.0, &cx, input).await }),
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

        /// Where `Each` can lead, with its output.
        #[derive(Debug)]
        pub enum EachNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Parallel state `Each` (nothing.asl.json:5:5) alone.
        pub fn each(engine: &impl StateEngine, input: Value) -> StateRun<'_, EachNext> {
            run_state(
                engine,
                &MACHINE,
                node::EACH,
                input,
                |exit| match exit {
                    (None, output) => Ok(EachNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `No input` can lead, with its output.
        #[derive(Debug)]
        pub enum NoInputNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Pass state `No input` (nothing.asl.json:8:46) alone.
        pub fn no_input(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, NoInputNext> {
            run_state(
                engine,
                &MACHINE,
                node::NO_INPUT,
                input,
                |exit| match exit {
                    (None, output) => Ok(NoInputNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `No result` can lead, with its output.
        #[derive(Debug)]
        pub enum NoResultNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Pass state `No result` (nothing.asl.json:11:23) alone.
        pub fn no_result(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, NoResultNext> {
            run_state(
                engine,
                &MACHINE,
                node::NO_RESULT,
                input,
                |exit| match exit {
                    (None, output) => Ok(NoResultNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `No output` can lead, with its output.
        #[derive(Debug)]
        pub enum NoOutputNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Task state `No output` (nothing.asl.json:15:23) alone.
        pub fn no_output(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, NoOutputNext> {
            run_state(
                engine,
                &MACHINE,
                node::NO_OUTPUT,
                input,
                |exit| match exit {
                    (None, output) => Ok(NoOutputNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const EACH: NodeId = NodeId(0);
        pub(super) const NO_INPUT: NodeId = NodeId(1);
        pub(super) const NO_RESULT: NodeId = NodeId(2);
        pub(super) const NO_OUTPUT: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "nothing",
        source: "nothing.asl.json",
        hash: 16280033622043667658,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::EACH,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 4] = [EACH_ROW, NO_INPUT_ROW, NO_RESULT_ROW, NO_OUTPUT_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::EACH => flow(each_enter(data)),
            node::NO_INPUT => flow(no_input_enter(data)),
            node::NO_RESULT => flow(no_result_enter()),
            node::NO_OUTPUT => flow(no_output_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::EACH => each_done(data, result),
            node::NO_OUTPUT => no_output_done(data, result),
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

    /// The row of `Each`.
    const EACH_ROW: Node = Node {
        state: "Each",
        state_kind: StateKind::Parallel,
        kind: Kind::Fork(&[node::NO_INPUT, node::NO_RESULT, node::NO_OUTPUT]),
        source: (5, 5),
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
            call: 17388056440680348823,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Each` (nothing.asl.json:5:5): Parallel.
    fn each_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    /// The result of `Each`.
    fn each_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `No input`.
    const NO_INPUT_ROW: Node = Node {
        state: "No input",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (8, 46),
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
            call: 17120853241879369116,
            input: 12749572571399351703,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `No input` (nothing.asl.json:8:46): Pass.
    fn no_input_enter(data: &mut Value) -> Next {
        *data = Value::Object(Object::Static(&[]));
        Ok(Step::End)
    }

    /// The row of `No result`.
    const NO_RESULT_ROW: Node = Node {
        state: "No result",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (11, 23),
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
            call: 16451770392128152986,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10313100423235260671,
            errors: 14695981039346656037,
        },
    };

    /// State `No result` (nothing.asl.json:11:23): Pass.
    fn no_result_enter() -> Next {
        Ok(Step::End)
    }

    /// The row of `No output`.
    const NO_OUTPUT_ROW: Node = Node {
        state: "No output",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "work",
                resource: "urn:task:Work",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (15, 23),
        transitions: &[
            Transition {
                to: None,
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 3,
        print: Print {
            call: 3444838722938540729,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 17259972769336156108,
            errors: 14695981039346656037,
        },
    };

    /// State `No output` (nothing.asl.json:15:23): Task.
    fn no_output_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `No output`.
    fn no_output_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        *data = Value::Object(Object::Static(&[]));
        Ok(Step::End)
    }
}
