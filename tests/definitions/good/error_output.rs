/// Machine `error_output` (error_output.asl.json): Seed, Error output
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
pub mod error_output {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Work` (error_output.asl.json:5:5): Task.
        Work = 0,
        /// `RecoveryState` (error_output.asl.json:21:5): Succeed.
        RecoveryState = 1,
        /// `EndMachine` (error_output.asl.json:22:5): Succeed.
        EndMachine = 2,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::Work,
            Self::RecoveryState,
            Self::EndMachine,
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

        /// Where `Work` can lead, with its output.
        #[derive(Debug)]
        pub enum WorkNext {
            /// To the end.
            End(Value),
            /// To `RecoveryState`.
            RecoveryState(Value),
            /// To `EndMachine`.
            EndMachine(Value),
        }

        /// Runs the Task state `Work` (error_output.asl.json:5:5) alone, with its catchers.
        pub fn work(engine: &impl StateEngine, input: Value) -> StateRun<'_, WorkNext> {
            run_state(
                engine,
                &MACHINE,
                node::WORK,
                input,
                |exit| match exit {
                    (None, output) => Ok(WorkNext::End(output)),
                    (Some(node::RECOVERY_STATE), output) => {
                        Ok(WorkNext::RecoveryState(output))
                    }
                    (Some(node::END_MACHINE), output) => Ok(WorkNext::EndMachine(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `RecoveryState` can lead, with its output.
        #[derive(Debug)]
        pub enum RecoveryStateNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Succeed state `RecoveryState` (error_output.asl.json:21:5) alone.
        pub fn recovery_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, RecoveryStateNext> {
            run_state(
                engine,
                &MACHINE,
                node::RECOVERY_STATE,
                input,
                |exit| match exit {
                    (None, output) => Ok(RecoveryStateNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `EndMachine` can lead, with its output.
        #[derive(Debug)]
        pub enum EndMachineNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Succeed state `EndMachine` (error_output.asl.json:22:5) alone.
        pub fn end_machine(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, EndMachineNext> {
            run_state(
                engine,
                &MACHINE,
                node::END_MACHINE,
                input,
                |exit| match exit {
                    (None, output) => Ok(EndMachineNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const WORK: NodeId = NodeId(0);
        pub(super) const RECOVERY_STATE: NodeId = NodeId(1);
        pub(super) const END_MACHINE: NodeId = NodeId(2);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "error_output",
        source: "error_output.asl.json",
        hash: 13145126297563431816,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::WORK,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 3] = [WORK_ROW, RECOVERY_STATE_ROW, END_MACHINE_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::WORK => flow(work_enter(data)),
            node::RECOVERY_STATE => flow(recovery_state_enter()),
            node::END_MACHINE => flow(end_machine_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::WORK => work_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Hands a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        catcher: u32,
        data: &mut Value,
        _cx: &mut Cx<'_>,
        error: Value,
    ) -> Next {
        match (node, catcher) {
            (node::WORK, 0) => work_caught_0(data, error),
            (node::WORK, 1) => work_caught_1(data, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// The row of `Work`.
    const WORK_ROW: Node = Node {
        state: "Work",
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
        source: (5, 5),
        transitions: &[
            Transition {
                to: None,
                cause: Cause::Next,
            },
            Transition {
                to: Some(node::RECOVERY_STATE),
                cause: Cause::Catch(0),
            },
            Transition {
                to: Some(node::END_MACHINE),
                cause: Cause::Catch(1),
            },
        ],
        retry: &[],
        catch: &[
            Catcher {
                errors: &["java.lang.Exception"],
            },
            Catcher { errors: &["States.ALL"] },
        ],
        scope: 0,
        print: Print {
            call: 3444838722938540729,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 422693109266292103,
        },
    };

    /// State `Work` (error_output.asl.json:5:5): Task.
    fn work_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `Work`.
    fn work_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// Catcher 1 of `Work`.
    fn work_caught_0(data: &mut Value, error: Value) -> Next {
        put(data, "error-info", error)?;
        Ok(Step::Goto(node::RECOVERY_STATE))
    }

    /// Catcher 2 of `Work`.
    fn work_caught_1(data: &mut Value, error: Value) -> Next {
        *data = error;
        Ok(Step::Goto(node::END_MACHINE))
    }

    /// The row of `RecoveryState`.
    const RECOVERY_STATE_ROW: Node = Node {
        state: "RecoveryState",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (21, 5),
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

    /// State `RecoveryState` (error_output.asl.json:21:5): Succeed.
    fn recovery_state_enter() -> Next {
        Ok(Step::End)
    }

    /// The row of `EndMachine`.
    const END_MACHINE_ROW: Node = Node {
        state: "EndMachine",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (22, 5),
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

    /// State `EndMachine` (error_output.asl.json:22:5): Succeed.
    fn end_machine_enter() -> Next {
        Ok(Step::End)
    }
}
