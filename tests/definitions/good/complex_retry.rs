/// Machine `complex_retry` (complex_retry.asl.json): Seed, Complex retry scenarios
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
pub mod complex_retry {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `X` (complex_retry.asl.json:5:5): Task.
        X = 0,
        /// `Y` (complex_retry.asl.json:28:5): Succeed.
        Y = 1,
        /// `Z` (complex_retry.asl.json:29:5): Succeed.
        Z = 2,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::X, Self::Y, Self::Z];

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
        /// `arn:aws:swf:us-east-1:123456789012:task:X`
        fn x(
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
                0 => Box::pin(async move { Tasks::x(&self.0, &cx, input).await }),
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

        /// Where `X` can lead, with its output.
        #[derive(Debug)]
        pub enum XNext {
            /// To `Y`.
            Y(Value),
            /// To `Z`.
            Z(Value),
        }

        /// Runs the Task state `X` (complex_retry.asl.json:5:5) alone, with its retriers and catchers.
        pub fn x(engine: &impl StateEngine, input: Value) -> StateRun<'_, XNext> {
            run_state(
                engine,
                &MACHINE,
                node::X,
                input,
                |exit| match exit {
                    (Some(node::Y), output) => Ok(XNext::Y(output)),
                    (Some(node::Z), output) => Ok(XNext::Z(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Y` can lead, with its output.
        #[derive(Debug)]
        pub enum YNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Succeed state `Y` (complex_retry.asl.json:28:5) alone.
        pub fn y(engine: &impl StateEngine, input: Value) -> StateRun<'_, YNext> {
            run_state(
                engine,
                &MACHINE,
                node::Y,
                input,
                |exit| match exit {
                    (None, output) => Ok(YNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Z` can lead, with its output.
        #[derive(Debug)]
        pub enum ZNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Succeed state `Z` (complex_retry.asl.json:29:5) alone.
        pub fn z(engine: &impl StateEngine, input: Value) -> StateRun<'_, ZNext> {
            run_state(
                engine,
                &MACHINE,
                node::Z,
                input,
                |exit| match exit {
                    (None, output) => Ok(ZNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const X: NodeId = NodeId(0);
        pub(super) const Y: NodeId = NodeId(1);
        pub(super) const Z: NodeId = NodeId(2);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "complex_retry",
        source: "complex_retry.asl.json",
        hash: 3209045016374871641,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::X,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 3] = [X_ROW, Y_ROW, Z_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::X => flow(x_enter(data)),
            node::Y => flow(y_enter()),
            node::Z => flow(z_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::X => x_done(data, result),
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
            (node::X, 0) => x_caught_0(data, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// The row of `X`.
    const X_ROW: Node = Node {
        state: "X",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "x",
                resource: "arn:aws:swf:us-east-1:123456789012:task:X",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::Y),
                cause: Cause::Next,
            },
            Transition {
                to: Some(node::Z),
                cause: Cause::Catch(0),
            },
        ],
        retry: &[
            Retrier {
                errors: &["ErrorA", "ErrorB"],
                interval_seconds: 1,
                max_attempts: 2,
                backoff_rate: 2.0,
                max_delay_seconds: None,
                jitter: false,
            },
            Retrier {
                errors: &["ErrorC"],
                interval_seconds: 5,
                max_attempts: 3,
                backoff_rate: 2.0,
                max_delay_seconds: None,
                jitter: false,
            },
        ],
        catch: &[Catcher { errors: &["States.ALL"] }],
        scope: 0,
        print: Print {
            call: 8992284777660620425,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 5760862613976780791,
        },
    };

    /// State `X` (complex_retry.asl.json:5:5): Task.
    fn x_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `X`.
    fn x_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::Y))
    }

    /// Catcher 1 of `X`.
    fn x_caught_0(data: &mut Value, error: Value) -> Next {
        *data = error;
        Ok(Step::Goto(node::Z))
    }

    /// The row of `Y`.
    const Y_ROW: Node = Node {
        state: "Y",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (28, 5),
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

    /// State `Y` (complex_retry.asl.json:28:5): Succeed.
    fn y_enter() -> Next {
        Ok(Step::End)
    }

    /// The row of `Z`.
    const Z_ROW: Node = Node {
        state: "Z",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (29, 5),
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

    /// State `Z` (complex_retry.asl.json:29:5): Succeed.
    fn z_enter() -> Next {
        Ok(Step::End)
    }
}
