/// Machine `reference_paths` (reference_paths.asl.json): Seed, Reference Paths
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
pub mod reference_paths {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Look` (reference_paths.asl.json:5:5): Pass.
        Look = 0,
        /// `Write` (reference_paths.asl.json:15:5): Pass.
        Write = 1,
        /// `Write items` (reference_paths.asl.json:16:5): Pass.
        WriteItems = 2,
        /// `Write weird` (reference_paths.asl.json:17:5): Pass.
        WriteWeird = 3,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::Look,
            Self::Write,
            Self::WriteItems,
            Self::WriteWeird,
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

        /// Where `Look` can lead, with its output.
        #[derive(Debug)]
        pub enum LookNext {
            /// To `Write`.
            Write(Value),
        }

        /// Runs the Pass state `Look` (reference_paths.asl.json:5:5) alone.
        pub fn look(engine: &impl StateEngine, input: Value) -> StateRun<'_, LookNext> {
            run_state(
                engine,
                &MACHINE,
                node::LOOK,
                input,
                |exit| match exit {
                    (Some(node::WRITE), output) => Ok(LookNext::Write(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Write` can lead, with its output.
        #[derive(Debug)]
        pub enum WriteNext {
            /// To `Write items`.
            WriteItems(Value),
        }

        /// Runs the Pass state `Write` (reference_paths.asl.json:15:5) alone.
        pub fn write(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, WriteNext> {
            run_state(
                engine,
                &MACHINE,
                node::WRITE,
                input,
                |exit| match exit {
                    (Some(node::WRITE_ITEMS), output) => {
                        Ok(WriteNext::WriteItems(output))
                    }
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Write items` can lead, with its output.
        #[derive(Debug)]
        pub enum WriteItemsNext {
            /// To `Write weird`.
            WriteWeird(Value),
        }

        /// Runs the Pass state `Write items` (reference_paths.asl.json:16:5) alone.
        pub fn write_items(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, WriteItemsNext> {
            run_state(
                engine,
                &MACHINE,
                node::WRITE_ITEMS,
                input,
                |exit| match exit {
                    (Some(node::WRITE_WEIRD), output) => {
                        Ok(WriteItemsNext::WriteWeird(output))
                    }
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Write weird` can lead, with its output.
        #[derive(Debug)]
        pub enum WriteWeirdNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Pass state `Write weird` (reference_paths.asl.json:17:5) alone.
        pub fn write_weird(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, WriteWeirdNext> {
            run_state(
                engine,
                &MACHINE,
                node::WRITE_WEIRD,
                input,
                |exit| match exit {
                    (None, output) => Ok(WriteWeirdNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const LOOK: NodeId = NodeId(0);
        pub(super) const WRITE: NodeId = NodeId(1);
        pub(super) const WRITE_ITEMS: NodeId = NodeId(2);
        pub(super) const WRITE_WEIRD: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "reference_paths",
        source: "reference_paths.asl.json",
        hash: 532788757229608628,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::LOOK,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 4] = [LOOK_ROW, WRITE_ROW, WRITE_ITEMS_ROW, WRITE_WEIRD_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::LOOK => flow(look_enter(data)),
            node::WRITE => flow(write_enter(data)),
            node::WRITE_ITEMS => flow(write_items_enter(data)),
            node::WRITE_WEIRD => flow(write_weird_enter(data)),
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

    /// The row of `Look`.
    const LOOK_ROW: Node = Node {
        state: "Look",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::WRITE),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 12356611372725673606,
            limits: 14695981039346656037,
            output: 10116560519611986977,
            errors: 14695981039346656037,
        },
    };

    /// State `Look` (reference_paths.asl.json:5:5): Pass.
    fn look_enter(data: &mut Value) -> Next {
        let result = object([
            ("$.foo", member(data.at(["foo"]), "$.foo", "$.foo.$", data)?.clone()),
            ("$.bar", member(data.at(["bar"]), "$.bar", "$.bar.$", data)?.clone()),
            (
                "$.car.cdr",
                member(data.at(["car", "cdr"]), "$.car.cdr", "$.car.cdr.$", data)?
                    .clone(),
            ),
        ]);
        put(data, "looked", result)?;
        Ok(Step::Goto(node::WRITE))
    }

    /// The row of `Write`.
    const WRITE_ROW: Node = Node {
        state: "Write",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (15, 5),
        transitions: &[
            Transition {
                to: Some(node::WRITE_ITEMS),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 13539022606570314544,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 15103481275896786171,
            errors: 14695981039346656037,
        },
    };

    static WRITE_RESULT_2: [Value; 3] = [
        Value::Null,
        Value::Bool(true),
        Value::Float(
            -2500000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.0,
        ),
    ];

    static WRITE_RESULT_1: [Entry; 1] = [
        (Text::new_static("deep"), Value::Array(Array::Static(&WRITE_RESULT_2))),
    ];

    static WRITE_RESULT: [Value; 4] = [
        Value::Int(1),
        Value::Object(Object::Static(&WRITE_RESULT_1)),
        Value::Object(Object::Static(&[])),
        Value::Array(Array::Static(&[])),
    ];

    /// State `Write` (reference_paths.asl.json:15:5): Pass.
    fn write_enter(data: &mut Value) -> Next {
        put_at(
            data,
            &[Seg::Key("store"), Seg::Key("book")],
            Value::Array(Array::Static(&WRITE_RESULT)),
        )?;
        Ok(Step::Goto(node::WRITE_ITEMS))
    }

    /// The row of `Write items`.
    const WRITE_ITEMS_ROW: Node = Node {
        state: "Write items",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (16, 5),
        transitions: &[
            Transition {
                to: Some(node::WRITE_WEIRD),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 13110050268971208031,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 15485912405493162630,
            errors: 14695981039346656037,
        },
    };

    /// State `Write items` (reference_paths.asl.json:16:5): Pass.
    fn write_items_enter(data: &mut Value) -> Next {
        put_at(
            data,
            &[Seg::Key("bar"), Seg::Index(1)],
            Value::String(Text::new_static("pretty")),
        )?;
        Ok(Step::Goto(node::WRITE_WEIRD))
    }

    /// The row of `Write weird`.
    const WRITE_WEIRD_ROW: Node = Node {
        state: "Write weird",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (17, 5),
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
            call: 6404281309642904614,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 8763993172382868510,
            errors: 14695981039346656037,
        },
    };

    /// State `Write weird` (reference_paths.asl.json:17:5): Pass.
    fn write_weird_enter(data: &mut Value) -> Next {
        put_at(
            data,
            &[Seg::Key("foo@bar"), Seg::Key("baz[["), Seg::Key("?pretty")],
            Value::String(Text::new_static("!")),
        )?;
        Ok(Step::End)
    }
}
