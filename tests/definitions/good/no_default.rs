/// Machine `no_default` (no_default.asl.json): Seed, Choice State: nothing matches, data selected before and after
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
pub mod no_default {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Pick` (no_default.asl.json:5:5): Choice.
        Pick = 0,
        /// `Old` (no_default.asl.json:14:5): Pass.
        Old = 1,
        /// `Paid` (no_default.asl.json:15:5): Succeed.
        Paid = 2,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::Pick, Self::Old, Self::Paid];

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

        /// Where `Pick` can lead, with its output.
        #[derive(Debug)]
        pub enum PickNext {
            /// To `Old`.
            Old(Value),
            /// To `Paid`.
            Paid(Value),
        }

        /// Runs the Choice state `Pick` (no_default.asl.json:5:5) alone.
        pub fn pick(engine: &impl StateEngine, input: Value) -> StateRun<'_, PickNext> {
            run_state(
                engine,
                &MACHINE,
                node::PICK,
                input,
                |exit| match exit {
                    (Some(node::OLD), output) => Ok(PickNext::Old(output)),
                    (Some(node::PAID), output) => Ok(PickNext::Paid(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Old` can lead, with its output.
        #[derive(Debug)]
        pub enum OldNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Pass state `Old` (no_default.asl.json:14:5) alone.
        pub fn old(engine: &impl StateEngine, input: Value) -> StateRun<'_, OldNext> {
            run_state(
                engine,
                &MACHINE,
                node::OLD,
                input,
                |exit| match exit {
                    (None, output) => Ok(OldNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Paid` can lead, with its output.
        #[derive(Debug)]
        pub enum PaidNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Succeed state `Paid` (no_default.asl.json:15:5) alone.
        pub fn paid(engine: &impl StateEngine, input: Value) -> StateRun<'_, PaidNext> {
            run_state(
                engine,
                &MACHINE,
                node::PAID,
                input,
                |exit| match exit {
                    (None, output) => Ok(PaidNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const PICK: NodeId = NodeId(0);
        pub(super) const OLD: NodeId = NodeId(1);
        pub(super) const PAID: NodeId = NodeId(2);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "no_default",
        source: "no_default.asl.json",
        hash: 3977273970298950713,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::PICK,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 3] = [PICK_ROW, OLD_ROW, PAID_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::PICK => flow(pick_enter(data)),
            node::OLD => flow(old_enter(data)),
            node::PAID => flow(paid_enter()),
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

    /// The row of `Pick`.
    const PICK_ROW: Node = Node {
        state: "Pick",
        state_kind: StateKind::Choice,
        kind: Kind::Branch,
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::OLD),
                cause: Cause::Choice(0),
            },
            Transition {
                to: Some(node::PAID),
                cause: Cause::Choice(1),
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 1099765621554271354,
            input: 15471932794172918870,
            limits: 14695981039346656037,
            output: 4369810853223888907,
            errors: 14695981039346656037,
        },
    };

    /// The choice of `Pick`.
    fn pick_choice(data: &Value) -> Result<NodeId, Failed> {
        if time_is(
            variable(data.at(["at"]), "$.at")?,
            Order::LessThan,
            Moment {
                seconds: 1457920740,
                nanoseconds: 0,
            },
        ) {
            return Ok(node::OLD);
        }
        if boolean_is(variable(data.at(["paid"]), "$.paid")?, true)
            || number_is(variable(data.at(["total"]), "$.total")?, Order::Equals, 0.0)
        {
            return Ok(node::PAID);
        }
        Err(no_next_state())
    }

    /// State `Pick` (no_default.asl.json:5:5): Choice.
    fn pick_enter(data: &mut Value) -> Next {
        let input = found(data.at(["order"]), "$.order", &[Seg::Key("order")], data)?
            .clone();
        let next = pick_choice(&input)?;
        *data = input;
        *data = found(data.at(["lines"]), "$.lines", &[Seg::Key("lines")], data)?
            .clone();
        Ok(Step::Goto(next))
    }

    /// The row of `Old`.
    const OLD_ROW: Node = Node {
        state: "Old",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
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
            call: 10004375801945709632,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Old` (no_default.asl.json:14:5): Pass.
    fn old_enter(data: &mut Value) -> Next {
        *data = Value::String(Text::new_static("old"));
        Ok(Step::End)
    }

    /// The row of `Paid`.
    const PAID_ROW: Node = Node {
        state: "Paid",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (15, 5),
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

    /// State `Paid` (no_default.asl.json:15:5): Succeed.
    fn paid_enter() -> Next {
        Ok(Step::End)
    }
}
