/// Machine `operators` (operators.asl.json): Every operator of today's edition.
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
pub mod operators {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Compare` (operators.asl.json:5:5): Choice.
        Compare = 0,
        /// `Texts` (operators.asl.json:26:5): Choice.
        Texts = 1,
        /// `Kinds` (operators.asl.json:49:5): Choice.
        Kinds = 2,
        /// `Done` (operators.asl.json:102:5): Succeed.
        Done = 3,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::Compare,
            Self::Texts,
            Self::Kinds,
            Self::Done,
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

        /// Where `Compare` can lead, with its output.
        #[derive(Debug)]
        pub enum CompareNext {
            /// To `Texts`.
            Texts(Value),
        }

        /// Runs the Choice state `Compare` (operators.asl.json:5:5) alone.
        pub fn compare(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, CompareNext> {
            run_state(
                engine,
                &MACHINE,
                node::COMPARE,
                input,
                |exit| match exit {
                    (Some(node::TEXTS), output) => Ok(CompareNext::Texts(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Texts` can lead, with its output.
        #[derive(Debug)]
        pub enum TextsNext {
            /// To `Kinds`.
            Kinds(Value),
        }

        /// Runs the Choice state `Texts` (operators.asl.json:26:5) alone.
        pub fn texts(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, TextsNext> {
            run_state(
                engine,
                &MACHINE,
                node::TEXTS,
                input,
                |exit| match exit {
                    (Some(node::KINDS), output) => Ok(TextsNext::Kinds(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Kinds` can lead, with its output.
        #[derive(Debug)]
        pub enum KindsNext {
            /// To `Done`.
            Done(Value),
        }

        /// Runs the Choice state `Kinds` (operators.asl.json:49:5) alone.
        pub fn kinds(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, KindsNext> {
            run_state(
                engine,
                &MACHINE,
                node::KINDS,
                input,
                |exit| match exit {
                    (Some(node::DONE), output) => Ok(KindsNext::Done(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Done` can lead, with its output.
        #[derive(Debug)]
        pub enum DoneNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Succeed state `Done` (operators.asl.json:102:5) alone.
        pub fn done(engine: &impl StateEngine, input: Value) -> StateRun<'_, DoneNext> {
            run_state(
                engine,
                &MACHINE,
                node::DONE,
                input,
                |exit| match exit {
                    (None, output) => Ok(DoneNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const COMPARE: NodeId = NodeId(0);
        pub(super) const TEXTS: NodeId = NodeId(1);
        pub(super) const KINDS: NodeId = NodeId(2);
        pub(super) const DONE: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "operators",
        source: "operators.asl.json",
        hash: 3432967389633508078,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::COMPARE,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 4] = [COMPARE_ROW, TEXTS_ROW, KINDS_ROW, DONE_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::COMPARE => flow(compare_enter(data)),
            node::TEXTS => flow(texts_enter(data)),
            node::KINDS => flow(kinds_enter(data)),
            node::DONE => flow(done_enter()),
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

    /// The row of `Compare`.
    const COMPARE_ROW: Node = Node {
        state: "Compare",
        state_kind: StateKind::Choice,
        kind: Kind::Branch,
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::TEXTS),
                cause: Cause::Choice(0),
            },
            Transition {
                to: Some(node::TEXTS),
                cause: Cause::Choice(1),
            },
            Transition {
                to: Some(node::TEXTS),
                cause: Cause::Choice(2),
            },
            Transition {
                to: Some(node::TEXTS),
                cause: Cause::Default,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 8494150926068750846,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14687417857960933058,
            errors: 14695981039346656037,
        },
    };

    /// State `Compare` (operators.asl.json:5:5): Choice.
    fn compare_enter(data: &Value) -> Next {
        if numbers_are(
            variable(data.at(["n"]), "$.n")?,
            Order::LessThan,
            variable(data.at(["limits", "most"]), "$.limits['most']")?,
        ) {
            return Ok(Step::Goto(node::TEXTS));
        }
        if booleans_are(
            variable(data.at(["flag"]), "$.flag")?,
            variable(data.at(["flags"]).and_then(|node| item(node, 0)), "$.flags[0]")?,
        ) {
            return Ok(Step::Goto(node::TEXTS));
        }
        if times_are(
            variable(data.at(["at"]), "$.at")?,
            Order::GreaterThanEquals,
            variable(data.at(["since"]), "$.since")?,
        ) {
            return Ok(Step::Goto(node::TEXTS));
        }
        Ok(Step::Goto(node::TEXTS))
    }

    /// The row of `Texts`.
    const TEXTS_ROW: Node = Node {
        state: "Texts",
        state_kind: StateKind::Choice,
        kind: Kind::Branch,
        source: (26, 5),
        transitions: &[
            Transition {
                to: Some(node::KINDS),
                cause: Cause::Choice(0),
            },
            Transition {
                to: Some(node::KINDS),
                cause: Cause::Choice(1),
            },
            Transition {
                to: Some(node::KINDS),
                cause: Cause::Choice(2),
            },
            Transition {
                to: Some(node::KINDS),
                cause: Cause::Default,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 878818795331766482,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14687417857960933058,
            errors: 14695981039346656037,
        },
    };

    /// State `Texts` (operators.asl.json:26:5): Choice.
    fn texts_enter(data: &Value) -> Next {
        if strings_are(
            variable(data.at(["name"]), "$.name")?,
            Order::Equals,
            variable(data.at(["other"]), "$.other")?,
        ) {
            return Ok(Step::Goto(node::KINDS));
        }
        if string_matches(variable(data.at(["name"]), "$.name")?, &["log-", "*.t\\xt"]) {
            return Ok(Step::Goto(node::KINDS));
        }
        if !string_matches(variable(data.at(["name"]), "$.name")?, &["", ""]) {
            return Ok(Step::Goto(node::KINDS));
        }
        Ok(Step::Goto(node::KINDS))
    }

    /// The row of `Kinds`.
    const KINDS_ROW: Node = Node {
        state: "Kinds",
        state_kind: StateKind::Choice,
        kind: Kind::Branch,
        source: (49, 5),
        transitions: &[
            Transition {
                to: Some(node::DONE),
                cause: Cause::Choice(0),
            },
            Transition {
                to: Some(node::DONE),
                cause: Cause::Choice(1),
            },
            Transition {
                to: Some(node::DONE),
                cause: Cause::Choice(2),
            },
            Transition {
                to: Some(node::DONE),
                cause: Cause::Choice(3),
            },
            Transition {
                to: Some(node::DONE),
                cause: Cause::Choice(4),
            },
            Transition {
                to: Some(node::DONE),
                cause: Cause::Default,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 12211806054452652925,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14687417857960933058,
            errors: 14695981039346656037,
        },
    };

    /// State `Kinds` (operators.asl.json:49:5): Choice.
    fn kinds_enter(data: &Value) -> Next {
        if data.at(["there"]).is_none() {
            return Ok(Step::Goto(node::DONE));
        }
        if data.at(["there"]).is_some()
            && !is_null(variable(data.at(["there"]), "$.there")?)
            && (is_number(variable(data.at(["there"]), "$.there")?)
                || !is_string(variable(data.at(["there"]), "$.there")?))
        {
            return Ok(Step::Goto(node::DONE));
        }
        if is_boolean(data) {
            return Ok(Step::Goto(node::DONE));
        }
        if false {
            return Ok(Step::Goto(node::DONE));
        }
        if is_timestamp(variable(data.at(["at"]), "$.at")?) {
            return Ok(Step::Goto(node::DONE));
        }
        Ok(Step::Goto(node::DONE))
    }

    /// The row of `Done`.
    const DONE_ROW: Node = Node {
        state: "Done",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (102, 5),
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

    /// State `Done` (operators.asl.json:102:5): Succeed.
    fn done_enter() -> Next {
        Ok(Step::End)
    }
}
