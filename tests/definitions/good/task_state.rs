/// Machine `task_state` (task_state.asl.json): Seed, Task State
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
pub mod task_state {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `TaskState` (task_state.asl.json:5:5): Task. Task State example
        TaskState = 0,
        /// `NextState` (task_state.asl.json:13:5): Succeed.
        NextState = 1,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::TaskState, Self::NextState];

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
        /// `arn:aws:swf:us-east-1:123456789012:task:HelloWorld`
        fn hello_world(
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
                0 => {
                    Box::pin(async move {
                        Tasks::hello_world(&self.0, &cx, input).await
                    })
                }
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

        /// Where `TaskState` can lead, with its output.
        #[derive(Debug)]
        pub enum TaskStateNext {
            /// To `NextState`.
            NextState(Value),
        }

        /// Runs the Task state `TaskState` (task_state.asl.json:5:5) alone.
        pub fn task_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, TaskStateNext> {
            run_state(
                engine,
                &MACHINE,
                node::TASK_STATE,
                input,
                |exit| match exit {
                    (Some(node::NEXT_STATE), output) => {
                        Ok(TaskStateNext::NextState(output))
                    }
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

        /// Runs the Succeed state `NextState` (task_state.asl.json:13:5) alone.
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
        pub(super) const TASK_STATE: NodeId = NodeId(0);
        pub(super) const NEXT_STATE: NodeId = NodeId(1);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "task_state",
        source: "task_state.asl.json",
        hash: 6439917114607659221,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::TASK_STATE,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 2] = [TASK_STATE_ROW, NEXT_STATE_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::TASK_STATE => flow(task_state_enter(data)),
            node::NEXT_STATE => flow(next_state_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::TASK_STATE => task_state_done(data, result),
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

    /// The row of `TaskState`.
    const TASK_STATE_ROW: Node = Node {
        state: "TaskState",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "hello_world",
                resource: "arn:aws:swf:us-east-1:123456789012:task:HelloWorld",
                form: Form::Answer,
                timeout_seconds: 300,
                timeout_given: true,
                heartbeat_seconds: Some(60),
            }),
        ),
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
            call: 2981997631145285679,
            input: 10107704537495948010,
            limits: 8560067936510433755,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `TaskState` (task_state.asl.json:5:5): Task.
    fn task_state_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `TaskState`.
    fn task_state_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::NEXT_STATE))
    }

    /// The row of `NextState`.
    const NEXT_STATE_ROW: Node = Node {
        state: "NextState",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (13, 5),
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

    /// State `NextState` (task_state.asl.json:13:5): Succeed.
    fn next_state_enter() -> Next {
        Ok(Step::End)
    }
}
