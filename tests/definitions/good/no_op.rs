/// Machine `no_op` (no_op.asl.json): Seed, Pass State: fixed data
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
pub mod no_op {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `No-op` (no_op.asl.json:5:5): Pass.
        NoOp = 0,
        /// `End` (no_op.asl.json:14:5): Succeed.
        End = 1,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::NoOp, Self::End];

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
    pub trait Tasks: Send + Sync + 'static {}

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(
            self: Arc<Self>,
            task: u32,
            _cx: TaskContext,
            _input: Value,
        ) -> TaskFuture {
            no_such_task(&MACHINE, task)
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

        /// Where `No-op` can lead, with its output.
        #[derive(Debug)]
        pub enum NoOpNext {
            /// To `End`.
            End(Value),
        }

        /// Runs the Pass state `No-op` (no_op.asl.json:5:5) alone.
        pub fn no_op(engine: &impl StateEngine, input: Value) -> StateRun<'_, NoOpNext> {
            run_state(
                engine,
                &MACHINE,
                node::NO_OP,
                input,
                |exit| match exit {
                    (Some(node::END), output) => Ok(NoOpNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `End` can lead, with its output.
        #[derive(Debug)]
        pub enum EndNext {
            /// To the end.
            End_(Value),
        }

        /// Runs the Succeed state `End` (no_op.asl.json:14:5) alone.
        pub fn end(engine: &impl StateEngine, input: Value) -> StateRun<'_, EndNext> {
            run_state(
                engine,
                &MACHINE,
                node::END,
                input,
                |exit| match exit {
                    (None, output) => Ok(EndNext::End_(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const NO_OP: NodeId = NodeId(0);
        pub(super) const END: NodeId = NodeId(1);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "no_op",
        source: "no_op.asl.json",
        hash: 7239862465575368088,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::NO_OP,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 2] = [NO_OP_ROW, END_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::NO_OP => flow(no_op_enter(data)),
            node::END => flow(end_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(
        node: NodeId,
        _data: &mut Value,
        _cx: &mut Cx<'_>,
        _result: Value,
    ) -> Next {
        no_such_node(&MACHINE, node)
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

    /// The row of `No-op`.
    const NO_OP_ROW: Node = Node {
        state: "No-op",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::END),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 1141075437651177727,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 309748230320594741,
            errors: 14695981039346656037,
        },
    };

    static NO_OP_RESULT: [Entry; 2] = [
        (Text::new_static("x-datum"), Value::Float(0.381018)),
        (Text::new_static("y-datum"), Value::Float(622.2269926397355)),
    ];

    /// State `No-op` (no_op.asl.json:5:5): Pass.
    fn no_op_enter(data: &mut Value) -> Next {
        put_constant(data, "coords", &NO_OP_RESULT)?;
        Ok(Step::Goto(node::END))
    }

    /// The row of `End`.
    const END_ROW: Node = Node {
        state: "End",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (14, 5),
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

    /// State `End` (no_op.asl.json:14:5): Succeed.
    fn end_enter() -> Next {
        Ok(Step::End)
    }
}
