/// Machine `timeout_retry` (timeout_retry.asl.json): Seed, Retrying after error: waits of 3 and 4.5 seconds, and any error but States.Timeout
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
pub mod timeout_retry {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Twice` (timeout_retry.asl.json:5:5): Task.
        Twice = 0,
        /// `Never` (timeout_retry.asl.json:19:5): Task.
        Never = 1,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::Twice, Self::Never];

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
        /// `urn:task:Twice`
        fn twice(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `urn:task:Never`
        fn never(
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
                0 => Box::pin(async move { Tasks::twice(&self.0, &cx, input).await }),
                1 => Box::pin(async move { Tasks::never(&self.0, &cx, input).await }),
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

        /// Where `Twice` can lead, with its output.
        #[derive(Debug)]
        pub enum TwiceNext {
            /// To `Never`.
            Never(Value),
        }

        /// Runs the Task state `Twice` (timeout_retry.asl.json:5:5) alone, with its retriers and catchers.
        pub fn twice(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, TwiceNext> {
            run_state(
                engine,
                &MACHINE,
                node::TWICE,
                input,
                |exit| match exit {
                    (Some(node::NEVER), output) => Ok(TwiceNext::Never(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Never` can lead, with its output.
        #[derive(Debug)]
        pub enum NeverNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Task state `Never` (timeout_retry.asl.json:19:5) alone, with its retriers.
        pub fn never(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, NeverNext> {
            run_state(
                engine,
                &MACHINE,
                node::NEVER,
                input,
                |exit| match exit {
                    (None, output) => Ok(NeverNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const TWICE: NodeId = NodeId(0);
        pub(super) const NEVER: NodeId = NodeId(1);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "timeout_retry",
        source: "timeout_retry.asl.json",
        hash: 5391095898039748001,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::TWICE,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 2] = [TWICE_ROW, NEVER_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::TWICE => flow(twice_enter(data)),
            node::NEVER => flow(never_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::TWICE => twice_done(data, result),
            node::NEVER => never_done(data, result),
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
            (node::TWICE, 0) => twice_caught_0(data, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// The row of `Twice`.
    const TWICE_ROW: Node = Node {
        state: "Twice",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "twice",
                resource: "urn:task:Twice",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::NEVER),
                cause: Cause::Next,
            },
            Transition {
                to: Some(node::NEVER),
                cause: Cause::Catch(0),
            },
        ],
        retry: &[
            Retrier {
                errors: &["States.Timeout"],
                interval_seconds: 3,
                max_attempts: 2,
                backoff_rate: 1.5,
                max_delay_seconds: None,
                jitter: false,
            },
        ],
        catch: &[Catcher { errors: &["States.ALL"] }],
        scope: 0,
        print: Print {
            call: 6804543535605867502,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 5760862613976780791,
        },
    };

    /// State `Twice` (timeout_retry.asl.json:5:5): Task.
    fn twice_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `Twice`.
    fn twice_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::NEVER))
    }

    /// Catcher 1 of `Twice`.
    fn twice_caught_0(data: &mut Value, error: Value) -> Next {
        *data = error;
        Ok(Step::Goto(node::NEVER))
    }

    /// The row of `Never`.
    const NEVER_ROW: Node = Node {
        state: "Never",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 1,
                method: "never",
                resource: "urn:task:Never",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (19, 5),
        transitions: &[
            Transition {
                to: None,
                cause: Cause::Next,
            },
        ],
        retry: &[
            Retrier {
                errors: &["States.Timeout"],
                interval_seconds: 1,
                max_attempts: 0,
                backoff_rate: 2.0,
                max_delay_seconds: None,
                jitter: false,
            },
            Retrier {
                errors: &["States.ALL"],
                interval_seconds: 1,
                max_attempts: 3,
                backoff_rate: 2.0,
                max_delay_seconds: None,
                jitter: false,
            },
        ],
        catch: &[],
        scope: 0,
        print: Print {
            call: 10796009821902285996,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Never` (timeout_retry.asl.json:19:5): Task.
    fn never_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `Never`.
    fn never_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }
}
