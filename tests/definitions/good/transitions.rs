/// Machine `transitions` (transitions.sm4c.json)
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
pub mod transitions {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Choose` (transitions.sm4c.json:6:15): state.
        Choose = 0,
        /// `Take` (transitions.sm4c.json:18:15): state.
        Take = 1,
        /// `Done` (transitions.sm4c.json:28:15): state.
        Done = 2,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::Choose, Self::Take, Self::Done];

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

    /// The functions of this machine, and the way its events take into the world.
    pub trait Functions: Send + Sync + 'static {}

    /// The functions by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Functions> TaskSet for Numbered<T> {
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
        functions: impl Functions,
        input: impl Into<RunInput>,
    ) -> impl Future<Output = Result<Value, Failure>> + Send {
        run_with(functions, input, RunOptions::default())
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        functions: impl Functions,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> impl Future<Output = Result<Value, Failure>> + Send {
        machine(functions).run_with(input, options)
    }

    /// As [`run_with`], with a handle that events can be sent to: `handle.send(event).await`.
    pub fn start(
        functions: impl Functions,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> (Handle, Running) {
        machine(functions).start(input, options)
    }

    /// The machine with its functions: what every engine takes.
    pub fn machine(functions: impl Functions) -> Compiled {
        Compiled::new(&MACHINE, Numbered(functions))
    }

    /// Each state as a function of its own.
    pub mod states {
        use ::asl_runtime::__private::*;
        use super::{MACHINE, node};

        /// Where `Choose` can lead, with its output.
        #[derive(Debug)]
        pub enum ChooseNext {
            /// To `Choose`.
            Choose(Value),
            /// To `Take`.
            Take(Value),
            /// To `Done`.
            Done(Value),
        }

        /// Runs the state state `Choose` (transitions.sm4c.json:6:15) alone.
        pub fn choose(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, ChooseNext> {
            run_state(
                engine,
                &MACHINE,
                node::CHOOSE,
                input,
                |exit| match exit {
                    (Some(node::CHOOSE), output) => Ok(ChooseNext::Choose(output)),
                    (Some(node::TAKE), output) => Ok(ChooseNext::Take(output)),
                    (Some(node::DONE), output) => Ok(ChooseNext::Done(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Take` can lead, with its output.
        #[derive(Debug)]
        pub enum TakeNext {
            /// To `Done`.
            Done(Value),
            /// To `Choose`.
            Choose(Value),
        }

        /// Runs the state state `Take` (transitions.sm4c.json:18:15) alone.
        pub fn take(engine: &impl StateEngine, input: Value) -> StateRun<'_, TakeNext> {
            run_state(
                engine,
                &MACHINE,
                node::TAKE,
                input,
                |exit| match exit {
                    (Some(node::DONE), output) => Ok(TakeNext::Done(output)),
                    (Some(node::CHOOSE), output) => Ok(TakeNext::Choose(output)),
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

        /// Runs the state state `Done` (transitions.sm4c.json:28:15) alone.
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
        pub(super) const CHOOSE: NodeId = NodeId(0);
        pub(super) const TAKE: NodeId = NodeId(1);
        pub(super) const DONE: NodeId = NodeId(2);
        pub(super) const CHOOSE_2: NodeId = NodeId(3);
        pub(super) const CHOOSE_3: NodeId = NodeId(4);
        pub(super) const CHOOSE_4: NodeId = NodeId(5);
        pub(super) const CHOOSE_5: NodeId = NodeId(6);
        pub(super) const CHOOSE_6: NodeId = NodeId(7);
        pub(super) const CHOOSE_7: NodeId = NodeId(8);
        pub(super) const CHOOSE_8: NodeId = NodeId(9);
        pub(super) const CHOOSE_9: NodeId = NodeId(10);
        pub(super) const TAKE_2: NodeId = NodeId(11);
        pub(super) const TAKE_3: NodeId = NodeId(12);
        pub(super) const TAKE_4: NodeId = NodeId(13);
        pub(super) const DONE_2: NodeId = NodeId(14);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "transitions",
        source: "transitions.sm4c.json",
        hash: 17769155853410195272,
        profile: Profile::Spec,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::CHOOSE,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: Some(&SM4C),
    };

    static NODES: [Node; 15] = [
        CHOOSE_ROW,
        TAKE_ROW,
        DONE_ROW,
        CHOOSE_2_ROW,
        CHOOSE_3_ROW,
        CHOOSE_4_ROW,
        CHOOSE_5_ROW,
        CHOOSE_6_ROW,
        CHOOSE_7_ROW,
        CHOOSE_8_ROW,
        CHOOSE_9_ROW,
        TAKE_2_ROW,
        TAKE_3_ROW,
        TAKE_4_ROW,
        DONE_2_ROW,
    ];

    /// What only machines in SM4C have.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Transitions",
        version: "1.0",
        description: None,
        timeout_millis: None,
        on_timeout: None,
        expressions: ExpressionLimits::USUAL,
        events: &[],
        nodes: &[
            CHOOSE_EXTRA,
            TAKE_EXTRA,
            DONE_EXTRA,
            CHOOSE_2_EXTRA,
            CHOOSE_3_EXTRA,
            CHOOSE_4_EXTRA,
            CHOOSE_5_EXTRA,
            CHOOSE_6_EXTRA,
            CHOOSE_7_EXTRA,
            CHOOSE_8_EXTRA,
            CHOOSE_9_EXTRA,
            TAKE_2_EXTRA,
            TAKE_3_EXTRA,
            TAKE_4_EXTRA,
            DONE_2_EXTRA,
        ],
        handled: not_handled,
        matches: always,
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::CHOOSE => flow(choose_enter()),
            node::TAKE => flow(take_enter(data, cx)),
            node::DONE => flow(done_enter(cx)),
            node::CHOOSE_2 => flow(choose_2_enter(cx)),
            node::CHOOSE_3 => flow(choose_3_enter()),
            node::CHOOSE_4 => flow(choose_4_enter(cx)),
            node::CHOOSE_5 => flow(choose_5_enter(cx)),
            node::CHOOSE_6 => flow(choose_6_enter(cx)),
            node::CHOOSE_7 => flow(choose_7_enter(cx)),
            node::CHOOSE_8 => flow(choose_8_enter(cx)),
            node::CHOOSE_9 => flow(choose_9_enter(cx)),
            node::TAKE_2 => flow(take_2_enter(data, cx)),
            node::TAKE_3 => flow(take_3_enter(data, cx)),
            node::TAKE_4 => flow(take_4_enter()),
            node::DONE_2 => flow(done_2_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::DONE => done_done(cx, result),
            node::CHOOSE_3 => choose_3_done(),
            node::CHOOSE_4 => choose_4_done(cx, result),
            node::CHOOSE_5 => choose_5_done(cx, result),
            node::CHOOSE_7 => choose_7_done(cx, result),
            node::TAKE_2 => take_2_done(cx, result),
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

    /// The row of `Choose`.
    const CHOOSE_ROW: Node = Node {
        state: "Choose",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (6, 15),
        transitions: &[
            Transition {
                to: Some(node::CHOOSE_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10313100423235260671,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Choose` has.
    const CHOOSE_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// State `Choose`.
    fn choose_enter() -> Next {
        Ok(Step::Goto(node::CHOOSE_2))
    }

    /// The row of `Take`.
    const TAKE_ROW: Node = Node {
        state: "Take",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (18, 15),
        transitions: &[
            Transition {
                to: Some(node::TAKE_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 15863663290919298539,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Take` has.
    const TAKE_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// Input filter of `Take`.
    fn take_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = {
            let jq_cx = &jq_at(cx);
            take_filter::taking::the_only(jq_cx, take_filter::run(jq_cx, &cx.global))
        }
            .map_err(lost)?;
        Ok(Step::Goto(node::TAKE_2))
    }

    /// The row of `Done`.
    const DONE_ROW: Node = Node {
        state: "Done",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (28, 15),
        transitions: &[
            Transition {
                to: Some(node::DONE_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 11308165989584186865,
            limits: 14695981039346656037,
            output: 10903593868673303481,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Done` has.
    const DONE_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: Some(ActionRow {
            name: None,
            kind: "injectData",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Exit action of `Done`: injectData.
    fn done_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Done(
                {
                    let jq_cx = &jq_at(cx);
                    done_value::taking::the_only(
                        jq_cx,
                        done_value::run(jq_cx, &cx.global),
                    )
                }
                    .map_err(lost)?,
            ),
        )
    }

    /// The result of an action of `Done`.
    fn done_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                done_merge::taking::some(jq_cx, done_merge::run(jq_cx, global, &result))
            },
        )?;
        Ok(Step::Goto(node::DONE_2))
    }

    /// The row of `Choose`.
    const CHOOSE_2_ROW: Node = Node {
        state: "Choose",
        state_kind: StateKind::State,
        kind: Kind::Branch,
        source: (6, 15),
        transitions: &[
            Transition {
                to: Some(node::CHOOSE_4),
                cause: Cause::Condition(0),
            },
            Transition {
                to: Some(node::CHOOSE_5),
                cause: Cause::Condition(1),
            },
            Transition {
                to: Some(node::CHOOSE_8),
                cause: Cause::Condition(2),
            },
            Transition {
                to: Some(node::CHOOSE_3),
                cause: Cause::NoCondition,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 2394931765105420230,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14687417857960933058,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Choose` has.
    const CHOOSE_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// Conditional transitions of `Choose`.
    fn choose_2_enter(cx: &Cx<'_>) -> Next {
        if {
            let jq_cx = &jq_at(cx);
            choose_2_condition::taking::is_true(
                choose_2_condition::run(jq_cx, &cx.global),
            )
        }
            .map_err(lost)?
        {
            return Ok(Step::Goto(node::CHOOSE_4));
        }
        if {
            let jq_cx = &jq_at(cx);
            choose_2_condition_2::taking::is_true(
                choose_2_condition_2::run(jq_cx, &cx.global),
            )
        }
            .map_err(lost)?
        {
            return Ok(Step::Goto(node::CHOOSE_5));
        }
        if {
            let jq_cx = &jq_at(cx);
            choose_2_condition_3::taking::is_true(
                choose_2_condition_3::run(jq_cx, &cx.global),
            )
        }
            .map_err(lost)?
        {
            return Ok(Step::Goto(node::CHOOSE_8));
        }
        Ok(Step::Goto(node::CHOOSE_3))
    }

    /// The row of `Choose`.
    const CHOOSE_3_ROW: Node = Node {
        state: "Choose",
        state_kind: StateKind::State,
        kind: Kind::Await,
        source: (6, 15),
        transitions: &[
            Transition {
                to: Some(node::CHOOSE_9),
                cause: Cause::Timer,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 8847215964455245737,
            input: 14695981039346656037,
            limits: 14695981039346656037,
            output: 14695981039346656037,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Choose` has.
    const CHOOSE_3_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Await(AwaitRow {
            transitions: &[],
            timeout: Some(300000),
        }),
    };

    /// Wait for events of `Choose`.
    fn choose_3_enter() -> Next {
        Ok(Step::Await)
    }

    /// What `Choose` has waited for.
    fn choose_3_done() -> Next {
        Ok(Step::Goto(node::CHOOSE_9))
    }

    /// The row of `Choose`.
    const CHOOSE_4_ROW: Node = Node {
        state: "Choose",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (6, 15),
        transitions: &[
            Transition {
                to: Some(node::CHOOSE_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 13813422740028504361,
            limits: 14695981039346656037,
            output: 16851711975596119702,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Choose` has.
    const CHOOSE_4_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "injectData",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Transition action of `Choose`: injectData.
    fn choose_4_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Done(
                {
                    let jq_cx = &jq_at(cx);
                    choose_4_value::taking::the_only(
                        jq_cx,
                        choose_4_value::run(jq_cx, &cx.global),
                    )
                }
                    .map_err(lost)?,
            ),
        )
    }

    /// The result of an action of `Choose`.
    fn choose_4_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                choose_4_merge::taking::some(
                    jq_cx,
                    choose_4_merge::run(jq_cx, global, &result),
                )
            },
        )?;
        Ok(Step::Goto(node::CHOOSE_2))
    }

    /// The row of `Choose`.
    const CHOOSE_5_ROW: Node = Node {
        state: "Choose",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (6, 15),
        transitions: &[
            Transition {
                to: Some(node::CHOOSE_6),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 17320937894982869424,
            limits: 14695981039346656037,
            output: 10973182937076228608,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Choose` has.
    const CHOOSE_5_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "injectData",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Transition action of `Choose`: injectData.
    fn choose_5_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Done(
                {
                    let jq_cx = &jq_at(cx);
                    choose_5_value::taking::the_only(
                        jq_cx,
                        choose_5_value::run(jq_cx, &cx.global),
                    )
                }
                    .map_err(lost)?,
            ),
        )
    }

    /// The result of an action of `Choose`.
    fn choose_5_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                choose_5_merge::taking::some(
                    jq_cx,
                    choose_5_merge::run(jq_cx, global, &result),
                )
            },
        )?;
        Ok(Step::Goto(node::CHOOSE_6))
    }

    /// The row of `Choose`.
    const CHOOSE_6_ROW: Node = Node {
        state: "Choose",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (6, 15),
        transitions: &[
            Transition {
                to: Some(node::CHOOSE_7),
                cause: Cause::Next,
            },
            Transition {
                to: Some(node::CHOOSE),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 13878504159914078849,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10313100423235260671,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Choose` has.
    const CHOOSE_6_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// Puts down where `Choose` leads.
    fn choose_6_enter(cx: &mut Cx<'_>) -> Next {
        leave_for(cx, node::CHOOSE);
        Ok(Step::Goto(node::CHOOSE_7))
    }

    /// The row of `Choose`.
    const CHOOSE_7_ROW: Node = Node {
        state: "Choose",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (6, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 1834512014369710059,
            limits: 14695981039346656037,
            output: 9749315682548151836,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Choose` has.
    const CHOOSE_7_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "injectData",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Exit action of `Choose`: injectData.
    fn choose_7_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Done(
                {
                    let jq_cx = &jq_at(cx);
                    choose_7_value::taking::the_only(
                        jq_cx,
                        choose_7_value::run(jq_cx, &cx.global),
                    )
                }
                    .map_err(lost)?,
            ),
        )
    }

    /// The result of an action of `Choose`.
    fn choose_7_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                choose_7_merge::taking::some(
                    jq_cx,
                    choose_7_merge::run(jq_cx, global, &result),
                )
            },
        )?;
        leaving(cx)
    }

    /// The row of `Choose`.
    const CHOOSE_8_ROW: Node = Node {
        state: "Choose",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (6, 15),
        transitions: &[
            Transition {
                to: Some(node::CHOOSE_7),
                cause: Cause::Next,
            },
            Transition {
                to: Some(node::TAKE),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 13878504159914078849,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10313100423235260671,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Choose` has.
    const CHOOSE_8_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// Puts down where `Choose` leads.
    fn choose_8_enter(cx: &mut Cx<'_>) -> Next {
        leave_for(cx, node::TAKE);
        Ok(Step::Goto(node::CHOOSE_7))
    }

    /// The row of `Choose`.
    const CHOOSE_9_ROW: Node = Node {
        state: "Choose",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (6, 15),
        transitions: &[
            Transition {
                to: Some(node::CHOOSE_7),
                cause: Cause::Next,
            },
            Transition {
                to: Some(node::DONE),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 13878504159914078849,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10313100423235260671,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Choose` has.
    const CHOOSE_9_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// Puts down where `Choose` leads.
    fn choose_9_enter(cx: &mut Cx<'_>) -> Next {
        leave_for(cx, node::DONE);
        Ok(Step::Goto(node::CHOOSE_7))
    }

    /// The row of `Take`.
    const TAKE_2_ROW: Node = Node {
        state: "Take",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (18, 15),
        transitions: &[
            Transition {
                to: Some(node::TAKE_3),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 1623001803900905736,
            limits: 14695981039346656037,
            output: 14582421381442329186,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Take` has.
    const TAKE_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "injectData",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Enter action of `Take`: injectData.
    fn take_2_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(
            Step::Done(
                {
                    let jq_cx = &jq_at(cx);
                    take_2_value::taking::the_only(jq_cx, take_2_value::run(jq_cx, data))
                }
                    .map_err(lost)?,
            ),
        )
    }

    /// The result of an action of `Take`.
    fn take_2_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                take_2_merge::taking::some(
                    jq_cx,
                    take_2_merge::run(jq_cx, global, &result),
                )
            },
        )?;
        Ok(Step::Goto(node::TAKE_3))
    }

    /// The row of `Take`.
    const TAKE_3_ROW: Node = Node {
        state: "Take",
        state_kind: StateKind::State,
        kind: Kind::Branch,
        source: (18, 15),
        transitions: &[
            Transition {
                to: Some(node::DONE),
                cause: Cause::Condition(0),
            },
            Transition {
                to: Some(node::CHOOSE),
                cause: Cause::Condition(1),
            },
            Transition {
                to: Some(node::TAKE_4),
                cause: Cause::NoCondition,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 14100124028962545477,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14687417857960933058,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Take` has.
    const TAKE_3_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// Conditional transitions of `Take`.
    fn take_3_enter(data: &Value, cx: &Cx<'_>) -> Next {
        if {
            let jq_cx = &jq_at(cx);
            take_3_condition::taking::is_true(take_3_condition::run(jq_cx, data))
        }
            .map_err(lost)?
        {
            return Ok(Step::Goto(node::DONE));
        }
        if {
            let jq_cx = &jq_at(cx);
            take_3_condition_2::taking::is_true(take_3_condition_2::run(jq_cx, data))
        }
            .map_err(lost)?
        {
            return Ok(Step::Goto(node::CHOOSE));
        }
        Ok(Step::Goto(node::TAKE_4))
    }

    /// The row of `Take`.
    const TAKE_4_ROW: Node = Node {
        state: "Take",
        state_kind: StateKind::State,
        kind: Kind::Fail,
        source: (18, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17224163468552605101,
            input: 14695981039346656037,
            limits: 14695981039346656037,
            output: 14695981039346656037,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Take` has.
    const TAKE_4_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// No transition of `Take` can be taken.
    fn take_4_enter() -> Next {
        Err(fail(Some("NoTransition"), Some("no transition can be triggered")))
    }

    /// The row of `Done`.
    const DONE_2_ROW: Node = Node {
        state: "Done",
        state_kind: StateKind::State,
        kind: Kind::End,
        source: (28, 15),
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

    /// What else a node of `Done` has.
    const DONE_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// State `Done`.
    fn done_2_enter() -> Next {
        Ok(Step::End)
    }
    use queries::{
        take_filter, done_value, done_merge, choose_2_condition, choose_2_condition_2,
        choose_2_condition_3, choose_4_value, choose_4_merge, choose_5_value,
        choose_5_merge, choose_7_value, choose_7_merge, take_2_value, take_2_merge,
        take_3_condition, take_3_condition_2,
    };

    /// The expressions.
    #[allow(
        dead_code,
        unused,
        unreachable_code,
        unreachable_pub,
        unused_qualifications,
        clippy::all,
        clippy::pedantic,
        reason = "what a program does in vain, its code does, too"
    )]
    mod queries {
        /// `.list[0]`
        pub(super) mod take_filter {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(item(field(input, "list")?, 0)?.clone())
            }
        }

        /// `"over"`
        pub(super) mod done_value {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(Value::String(Text::new_static("over")))
            }
        }

        /// `.state = $value`
        pub(super) mod done_merge {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(
                cx: &Cx,
                input: Value,
                value_1: &Value,
            ) -> Result<Value, Exit> {
                let value_2 = value_1.clone();
                let mut document_3: Value = input;
                let here_4 = &mut document_3;
                if paths::field(
                    cx,
                    here_4,
                    "state",
                    |part_5: &mut Value| {
                        *part_5 = value_2.clone();
                        Ok::<_, Exit>(paths::Fate::Stays)
                    },
                )? == paths::Fate::Goes
                {
                    document_3 = Value::Null;
                }
                paths::sound(document_3)
            }
        }

        /// `.n < 3`
        pub(super) mod choose_2_condition {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(Value::Bool(less(cx, field(input, "n")?, &Value::Int(3))?))
            }
        }

        /// `.again`
        pub(super) mod choose_2_condition_2 {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(field(input, "again")?.clone())
            }
        }

        /// `.n == 3 and (.list | length) > 0`
        pub(super) mod choose_2_condition_3 {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(
                    Value::Bool(
                        (equal(cx, field(input, "n")?, &Value::Int(3))?
                            && {
                                let value_1 = field(input, "list")?;
                                !less_or_equal(
                                    cx,
                                    &native::length(cx, value_1)?,
                                    &Value::Int(0),
                                )?
                            }),
                    ),
                )
            }
        }

        /// `.n + 1`
        pub(super) mod choose_4_value {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                add(cx, field(input, "n")?, &Value::Int(1))
            }
        }

        /// `.n = $value`
        pub(super) mod choose_4_merge {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(
                cx: &Cx,
                input: Value,
                value_1: &Value,
            ) -> Result<Value, Exit> {
                let value_2 = value_1.clone();
                let mut document_3: Value = input;
                let here_4 = &mut document_3;
                if paths::field(
                    cx,
                    here_4,
                    "n",
                    |part_5: &mut Value| {
                        *part_5 = value_2.clone();
                        Ok::<_, Exit>(paths::Fate::Stays)
                    },
                )? == paths::Fate::Goes
                {
                    document_3 = Value::Null;
                }
                paths::sound(document_3)
            }
        }

        /// `false`
        pub(super) mod choose_5_value {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(Value::Bool(false))
            }
        }

        /// `.again = $value`
        pub(super) mod choose_5_merge {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(
                cx: &Cx,
                input: Value,
                value_1: &Value,
            ) -> Result<Value, Exit> {
                let value_2 = value_1.clone();
                let mut document_3: Value = input;
                let here_4 = &mut document_3;
                if paths::field(
                    cx,
                    here_4,
                    "again",
                    |part_5: &mut Value| {
                        *part_5 = value_2.clone();
                        Ok::<_, Exit>(paths::Fate::Stays)
                    },
                )? == paths::Fate::Goes
                {
                    document_3 = Value::Null;
                }
                paths::sound(document_3)
            }
        }

        /// `[.n]`
        pub(super) mod choose_7_value {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                array(cx, Vec::from([field(input, "n")?.clone()]))
            }
        }

        /// `.left += $value`
        pub(super) mod choose_7_merge {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(
                cx: &Cx,
                input: Value,
                value_1: &Value,
            ) -> Result<Value, Exit> {
                let value_2 = value_1.clone();
                let mut document_3: Value = input;
                let here_4 = &mut document_3;
                if paths::field(
                    cx,
                    here_4,
                    "left",
                    |part_5: &mut Value| {
                        let old_6 = take(part_5);
                        *part_5 = add_to(cx, old_6, &value_2)?;
                        Ok::<_, Exit>(paths::Fate::Stays)
                    },
                )? == paths::Fate::Goes
                {
                    document_3 = Value::Null;
                }
                paths::sound(document_3)
            }
        }

        /// `.`
        pub(super) mod take_2_value {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(input.clone())
            }
        }

        /// `.taken += [$value] | .list |= .[1:]`
        pub(super) mod take_2_merge {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(
                cx: &Cx,
                input: Value,
                value_1: &Value,
            ) -> Result<Value, Exit> {
                let value_2 = array(cx, Vec::from([value_1.clone()]))?;
                let mut document_3: Value = input;
                let here_4 = &mut document_3;
                if paths::field(
                    cx,
                    here_4,
                    "taken",
                    |part_5: &mut Value| {
                        let old_6 = take(part_5);
                        *part_5 = add_to(cx, old_6, &value_2)?;
                        Ok::<_, Exit>(paths::Fate::Stays)
                    },
                )? == paths::Fate::Goes
                {
                    document_3 = Value::Null;
                }
                let value_7 = paths::sound(document_3)?;
                let mut document_8: Value = value_7;
                let here_9 = &mut document_8;
                if paths::field(
                    cx,
                    here_9,
                    "list",
                    |part_10: &mut Value| {
                        let old_11: &Value = &*part_10;
                        let new_12 = slice(cx, old_11, Some(&Value::Int(1)), None)?;
                        *part_10 = new_12;
                        Ok::<_, Exit>(paths::Fate::Stays)
                    },
                )? == paths::Fate::Goes
                {
                    document_8 = Value::Null;
                }
                paths::sound(document_8)
            }
        }

        /// `.last`
        pub(super) mod take_3_condition {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(field(input, "last")?.clone())
            }
        }

        /// `true`
        pub(super) mod take_3_condition_2 {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(Value::Bool(true))
            }
        }
    }
}
