/// Machine `several_hits` (several_hits.asl.json): Seed, Input and Output Processing: a path with several hits
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
pub mod several_hits {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Input` (several_hits.asl.json:5:5): Parallel.
        Input = 0,
        /// `As input` (several_hits.asl.json:10:23): Pass.
        AsInput = 1,
        /// `As output` (several_hits.asl.json:14:23): Succeed.
        AsOutput = 2,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::Input, Self::AsInput, Self::AsOutput];

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

        /// Where `Input` can lead, with its output.
        #[derive(Debug)]
        pub enum InputNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Parallel state `Input` (several_hits.asl.json:5:5) alone.
        pub fn input(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, InputNext> {
            run_state(
                engine,
                &MACHINE,
                node::INPUT,
                input,
                |exit| match exit {
                    (None, output) => Ok(InputNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `As input` can lead, with its output.
        #[derive(Debug)]
        pub enum AsInputNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Pass state `As input` (several_hits.asl.json:10:23) alone.
        pub fn as_input(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, AsInputNext> {
            run_state(
                engine,
                &MACHINE,
                node::AS_INPUT,
                input,
                |exit| match exit {
                    (None, output) => Ok(AsInputNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `As output` can lead, with its output.
        #[derive(Debug)]
        pub enum AsOutputNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Succeed state `As output` (several_hits.asl.json:14:23) alone.
        pub fn as_output(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, AsOutputNext> {
            run_state(
                engine,
                &MACHINE,
                node::AS_OUTPUT,
                input,
                |exit| match exit {
                    (None, output) => Ok(AsOutputNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const INPUT: NodeId = NodeId(0);
        pub(super) const AS_INPUT: NodeId = NodeId(1);
        pub(super) const AS_OUTPUT: NodeId = NodeId(2);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "several_hits",
        source: "several_hits.asl.json",
        hash: 9900913065299298787,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::INPUT,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 3] = [INPUT_ROW, AS_INPUT_ROW, AS_OUTPUT_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::INPUT => flow(input_enter(data)),
            node::AS_INPUT => flow(as_input_enter(data)),
            node::AS_OUTPUT => flow(as_output_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::INPUT => input_done(data, result),
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

    /// The row of `Input`.
    const INPUT_ROW: Node = Node {
        state: "Input",
        state_kind: StateKind::Parallel,
        kind: Kind::Fork(&[node::AS_INPUT, node::AS_OUTPUT]),
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
            call: 17516093613837295026,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Input` (several_hits.asl.json:5:5): Parallel.
    fn input_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    /// The result of `Input`.
    fn input_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `As input`.
    const AS_INPUT_ROW: Node = Node {
        state: "As input",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
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
            call: 17120853241879369116,
            input: 9631705671082111476,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `As input` (several_hits.asl.json:10:23): Pass.
    fn as_input_enter(data: &mut Value) -> Next {
        *data = gather(
            "$.a[0..1]",
            |search| {
                if let Some(node_0) = data.at(["a"]) {
                    for node_1 in search.slice(node_0, Some(0), Some(2), 1) {
                        search.hit(node_1);
                    }
                }
            },
        )?;
        Ok(Step::End)
    }

    /// The row of `As output`.
    const AS_OUTPUT_ROW: Node = Node {
        state: "As output",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
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
            call: 14046730643414667274,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 10668611897279879435,
            errors: 14695981039346656037,
        },
    };

    /// State `As output` (several_hits.asl.json:14:23): Succeed.
    fn as_output_enter(data: &mut Value) -> Next {
        *data = gather(
            "$.a[0..1]",
            |search| {
                if let Some(node_0) = data.at(["a"]) {
                    for node_1 in search.slice(node_0, Some(0), Some(2), 1) {
                        search.hit(node_1);
                    }
                }
            },
        )?;
        Ok(Step::End)
    }
}
