/// Machine `names` (names.asl.json): Names that are no identifiers \*/ } fn x() { \[link\](x) \`code\` \<b\>
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
pub mod names {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `self` (names.asl.json:5:5): Pass.
        Self_ = 0,
        /// `Self` (names.asl.json:6:5): Pass.
        Self2 = 1,
        /// `SELF_` (names.asl.json:7:5): Pass.
        Self3 = 2,
        /// `crate` (names.asl.json:8:5): Pass.
        Crate = 3,
        /// `_` (names.asl.json:9:5): Pass.
        State5 = 4,
        /// `match` (names.asl.json:10:5): Task.
        Match = 5,
        /// `"; } fn x(){` (names.asl.json:11:5): Pass.
        FnX = 6,
        /// `*/` (names.asl.json:12:5): Pass.
        State8 = 7,
        /// `日本` (names.asl.json:13:5): Pass.
        State9 = 8,
        /// `😀 smile` (names.asl.json:14:5): Pass.
        Smile = 9,
        /// `a b` (names.asl.json:15:5): Task.
        AB = 10,
        /// `a_b` (names.asl.json:16:5): Task.
        AB3 = 11,
        /// `aB` (names.asl.json:17:5): Task.
        AB4 = 12,
        /// `a b 2` (names.asl.json:18:5): Pass.
        AB2 = 13,
        /// `3DS` (names.asl.json:19:5): Pass.
        State3ds = 14,
        /// `put` (names.asl.json:20:5): Pass.
        Put = 15,
        /// `run_state` (names.asl.json:21:5): Pass.
        RunState = 16,
        /// `MACHINE` (names.asl.json:22:5): Pass.
        Machine = 17,
        /// `Ok` (names.asl.json:23:5): Pass.
        Ok = 18,
        /// `data` (names.asl.json:24:5): Pass.
        Data = 19,
        /// `Next` (names.asl.json:25:5): Pass.
        Next = 20,
        /// `String` (names.asl.json:26:5): Pass.
        String = 21,
        /// `\u{200b}evil\u{7}` (names.asl.json:27:5): Pass.
        Evil = 22,
        /// `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` (names.asl.json:28:5): Pass.
        Xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx = 23,
        /// `End` (names.asl.json:29:5): Succeed.
        End = 24,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::Self_,
            Self::Self2,
            Self::Self3,
            Self::Crate,
            Self::State5,
            Self::Match,
            Self::FnX,
            Self::State8,
            Self::State9,
            Self::Smile,
            Self::AB,
            Self::AB3,
            Self::AB4,
            Self::AB2,
            Self::State3ds,
            Self::Put,
            Self::RunState,
            Self::Machine,
            Self::Ok,
            Self::Data,
            Self::Next,
            Self::String,
            Self::Evil,
            Self::Xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx,
            Self::End,
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
        /// `urn:task:match`
        fn match_(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `urn:one:task:run`
        fn one_task_run(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `urn:two:task:run`
        fn two_task_run(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `urn:😀`
        fn urn(
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
                0 => Box::pin(async move { Tasks::match_(&self.0, &cx, input).await }),
                1 => {
                    Box::pin(async move {
                        Tasks::one_task_run(&self.0, &cx, input).await
                    })
                }
                2 => {
                    Box::pin(async move {
                        Tasks::two_task_run(&self.0, &cx, input).await
                    })
                }
                3 => Box::pin(async move { Tasks::urn(&self.0, &cx, input).await }),
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

        /// Where `self` can lead, with its output.
        #[derive(Debug)]
        pub enum SelfNext {
            /// To `Self`.
            Self2(Value),
        }

        /// Runs the Pass state `self` (names.asl.json:5:5) alone.
        pub fn self_(engine: &impl StateEngine, input: Value) -> StateRun<'_, SelfNext> {
            run_state(
                engine,
                &MACHINE,
                node::SELF,
                input,
                |exit| match exit {
                    (Some(node::SELF_2), output) => Ok(SelfNext::Self2(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Self` can lead, with its output.
        #[derive(Debug)]
        pub enum Self2Next {
            /// To `SELF_`.
            Self3(Value),
        }

        /// Runs the Pass state `Self` (names.asl.json:6:5) alone.
        pub fn self_2(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Self2Next> {
            run_state(
                engine,
                &MACHINE,
                node::SELF_2,
                input,
                |exit| match exit {
                    (Some(node::SELF_3), output) => Ok(Self2Next::Self3(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `SELF_` can lead, with its output.
        #[derive(Debug)]
        pub enum Self3Next {
            /// To `crate`.
            Crate(Value),
        }

        /// Runs the Pass state `SELF_` (names.asl.json:7:5) alone.
        pub fn self_3(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Self3Next> {
            run_state(
                engine,
                &MACHINE,
                node::SELF_3,
                input,
                |exit| match exit {
                    (Some(node::CRATE), output) => Ok(Self3Next::Crate(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `crate` can lead, with its output.
        #[derive(Debug)]
        pub enum CrateNext {
            /// To `_`.
            State5(Value),
        }

        /// Runs the Pass state `crate` (names.asl.json:8:5) alone.
        pub fn crate_(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, CrateNext> {
            run_state(
                engine,
                &MACHINE,
                node::CRATE,
                input,
                |exit| match exit {
                    (Some(node::STATE_5), output) => Ok(CrateNext::State5(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `_` can lead, with its output.
        #[derive(Debug)]
        pub enum State5Next {
            /// To `match`.
            Match(Value),
        }

        /// Runs the Pass state `_` (names.asl.json:9:5) alone.
        pub fn state_5(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, State5Next> {
            run_state(
                engine,
                &MACHINE,
                node::STATE_5,
                input,
                |exit| match exit {
                    (Some(node::MATCH), output) => Ok(State5Next::Match(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `match` can lead, with its output.
        #[derive(Debug)]
        pub enum MatchNext {
            /// To `"; } fn x(){`.
            FnX(Value),
        }

        /// Runs the Task state `match` (names.asl.json:10:5) alone.
        pub fn match_(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, MatchNext> {
            run_state(
                engine,
                &MACHINE,
                node::MATCH,
                input,
                |exit| match exit {
                    (Some(node::FN_X), output) => Ok(MatchNext::FnX(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `"; } fn x(){` can lead, with its output.
        #[derive(Debug)]
        pub enum FnXNext {
            /// To `*/`.
            State8(Value),
        }

        /// Runs the Pass state `"; } fn x(){` (names.asl.json:11:5) alone.
        pub fn fn_x(engine: &impl StateEngine, input: Value) -> StateRun<'_, FnXNext> {
            run_state(
                engine,
                &MACHINE,
                node::FN_X,
                input,
                |exit| match exit {
                    (Some(node::STATE_8), output) => Ok(FnXNext::State8(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `*/` can lead, with its output.
        #[derive(Debug)]
        pub enum State8Next {
            /// To `日本`.
            State9(Value),
        }

        /// Runs the Pass state `*/` (names.asl.json:12:5) alone.
        pub fn state_8(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, State8Next> {
            run_state(
                engine,
                &MACHINE,
                node::STATE_8,
                input,
                |exit| match exit {
                    (Some(node::STATE_9), output) => Ok(State8Next::State9(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `日本` can lead, with its output.
        #[derive(Debug)]
        pub enum State9Next {
            /// To `😀 smile`.
            Smile(Value),
        }

        /// Runs the Pass state `日本` (names.asl.json:13:5) alone.
        pub fn state_9(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, State9Next> {
            run_state(
                engine,
                &MACHINE,
                node::STATE_9,
                input,
                |exit| match exit {
                    (Some(node::SMILE), output) => Ok(State9Next::Smile(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `😀 smile` can lead, with its output.
        #[derive(Debug)]
        pub enum SmileNext {
            /// To `a b`.
            AB(Value),
        }

        /// Runs the Pass state `😀 smile` (names.asl.json:14:5) alone.
        pub fn smile(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, SmileNext> {
            run_state(
                engine,
                &MACHINE,
                node::SMILE,
                input,
                |exit| match exit {
                    (Some(node::A_B), output) => Ok(SmileNext::AB(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `a b` can lead, with its output.
        #[derive(Debug)]
        pub enum ABNext {
            /// To `a_b`.
            AB3(Value),
        }

        /// Runs the Task state `a b` (names.asl.json:15:5) alone.
        pub fn a_b(engine: &impl StateEngine, input: Value) -> StateRun<'_, ABNext> {
            run_state(
                engine,
                &MACHINE,
                node::A_B,
                input,
                |exit| match exit {
                    (Some(node::A_B_3), output) => Ok(ABNext::AB3(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `a_b` can lead, with its output.
        #[derive(Debug)]
        pub enum AB3Next {
            /// To `aB`.
            AB4(Value),
        }

        /// Runs the Task state `a_b` (names.asl.json:16:5) alone.
        pub fn a_b_3(engine: &impl StateEngine, input: Value) -> StateRun<'_, AB3Next> {
            run_state(
                engine,
                &MACHINE,
                node::A_B_3,
                input,
                |exit| match exit {
                    (Some(node::A_B_4), output) => Ok(AB3Next::AB4(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `aB` can lead, with its output.
        #[derive(Debug)]
        pub enum AB4Next {
            /// To `a b 2`.
            AB2(Value),
        }

        /// Runs the Task state `aB` (names.asl.json:17:5) alone.
        pub fn a_b_4(engine: &impl StateEngine, input: Value) -> StateRun<'_, AB4Next> {
            run_state(
                engine,
                &MACHINE,
                node::A_B_4,
                input,
                |exit| match exit {
                    (Some(node::A_B_2), output) => Ok(AB4Next::AB2(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `a b 2` can lead, with its output.
        #[derive(Debug)]
        pub enum AB2Next {
            /// To `3DS`.
            State3ds(Value),
        }

        /// Runs the Pass state `a b 2` (names.asl.json:18:5) alone.
        pub fn a_b_2(engine: &impl StateEngine, input: Value) -> StateRun<'_, AB2Next> {
            run_state(
                engine,
                &MACHINE,
                node::A_B_2,
                input,
                |exit| match exit {
                    (Some(node::STATE_3DS), output) => Ok(AB2Next::State3ds(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `3DS` can lead, with its output.
        #[derive(Debug)]
        pub enum State3dsNext {
            /// To `put`.
            Put(Value),
        }

        /// Runs the Pass state `3DS` (names.asl.json:19:5) alone.
        pub fn state_3ds(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, State3dsNext> {
            run_state(
                engine,
                &MACHINE,
                node::STATE_3DS,
                input,
                |exit| match exit {
                    (Some(node::PUT), output) => Ok(State3dsNext::Put(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `put` can lead, with its output.
        #[derive(Debug)]
        pub enum PutNext {
            /// To `run_state`.
            RunState(Value),
        }

        /// Runs the Pass state `put` (names.asl.json:20:5) alone.
        pub fn put(engine: &impl StateEngine, input: Value) -> StateRun<'_, PutNext> {
            run_state(
                engine,
                &MACHINE,
                node::PUT,
                input,
                |exit| match exit {
                    (Some(node::RUN_STATE), output) => Ok(PutNext::RunState(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `run_state` can lead, with its output.
        #[derive(Debug)]
        pub enum RunStateNext {
            /// To `MACHINE`.
            Machine(Value),
        }

        /// Runs the Pass state `run_state` (names.asl.json:21:5) alone.
        pub fn run_state_(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, RunStateNext> {
            run_state(
                engine,
                &MACHINE,
                node::RUN_STATE,
                input,
                |exit| match exit {
                    (Some(node::MACHINE), output) => Ok(RunStateNext::Machine(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `MACHINE` can lead, with its output.
        #[derive(Debug)]
        pub enum MachineNext {
            /// To `Ok`.
            Ok(Value),
        }

        /// Runs the Pass state `MACHINE` (names.asl.json:22:5) alone.
        pub fn machine(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, MachineNext> {
            run_state(
                engine,
                &MACHINE,
                node::MACHINE,
                input,
                |exit| match exit {
                    (Some(node::OK), output) => Ok(MachineNext::Ok(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Ok` can lead, with its output.
        #[derive(Debug)]
        pub enum OkNext {
            /// To `data`.
            Data(Value),
        }

        /// Runs the Pass state `Ok` (names.asl.json:23:5) alone.
        pub fn ok(engine: &impl StateEngine, input: Value) -> StateRun<'_, OkNext> {
            run_state(
                engine,
                &MACHINE,
                node::OK,
                input,
                |exit| match exit {
                    (Some(node::DATA), output) => Ok(OkNext::Data(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `data` can lead, with its output.
        #[derive(Debug)]
        pub enum DataNext {
            /// To `Next`.
            Next(Value),
        }

        /// Runs the Pass state `data` (names.asl.json:24:5) alone.
        pub fn data(engine: &impl StateEngine, input: Value) -> StateRun<'_, DataNext> {
            run_state(
                engine,
                &MACHINE,
                node::DATA,
                input,
                |exit| match exit {
                    (Some(node::NEXT), output) => Ok(DataNext::Next(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Next` can lead, with its output.
        #[derive(Debug)]
        pub enum NextNext {
            /// To `String`.
            String(Value),
        }

        /// Runs the Pass state `Next` (names.asl.json:25:5) alone.
        pub fn next(engine: &impl StateEngine, input: Value) -> StateRun<'_, NextNext> {
            run_state(
                engine,
                &MACHINE,
                node::NEXT,
                input,
                |exit| match exit {
                    (Some(node::STRING), output) => Ok(NextNext::String(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `String` can lead, with its output.
        #[derive(Debug)]
        pub enum StringNext {
            /// To `\u{200b}evil\u{7}`.
            Evil(Value),
        }

        /// Runs the Pass state `String` (names.asl.json:26:5) alone.
        pub fn string(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, StringNext> {
            run_state(
                engine,
                &MACHINE,
                node::STRING,
                input,
                |exit| match exit {
                    (Some(node::EVIL), output) => Ok(StringNext::Evil(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `\u{200b}evil\u{7}` can lead, with its output.
        #[derive(Debug)]
        pub enum EvilNext {
            /// To `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`.
            Xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx(
                Value,
            ),
        }

        /// Runs the Pass state `\u{200b}evil\u{7}` (names.asl.json:27:5) alone.
        pub fn evil(engine: &impl StateEngine, input: Value) -> StateRun<'_, EvilNext> {
            run_state(
                engine,
                &MACHINE,
                node::EVIL,
                input,
                |exit| match exit {
                    (
                        Some(
                            node::XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
                        ),
                        output,
                    ) => {
                        Ok(
                            EvilNext::Xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx(
                                output,
                            ),
                        )
                    }
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` can lead, with its output.
        #[derive(Debug)]
        pub enum XxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxNext {
            /// To `End`.
            End(Value),
        }

        /// Runs the Pass state `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` (names.asl.json:28:5) alone.
        pub fn xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<
            '_,
            XxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxNext,
        > {
            run_state(
                engine,
                &MACHINE,
                node::XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
                input,
                |exit| match exit {
                    (Some(node::END), output) => {
                        Ok(
                            XxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxNext::End(
                                output,
                            ),
                        )
                    }
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

        /// Runs the Succeed state `End` (names.asl.json:29:5) alone.
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
        pub(super) const SELF: NodeId = NodeId(0);
        pub(super) const SELF_2: NodeId = NodeId(1);
        pub(super) const SELF_3: NodeId = NodeId(2);
        pub(super) const CRATE: NodeId = NodeId(3);
        pub(super) const STATE_5: NodeId = NodeId(4);
        pub(super) const MATCH: NodeId = NodeId(5);
        pub(super) const FN_X: NodeId = NodeId(6);
        pub(super) const STATE_8: NodeId = NodeId(7);
        pub(super) const STATE_9: NodeId = NodeId(8);
        pub(super) const SMILE: NodeId = NodeId(9);
        pub(super) const A_B: NodeId = NodeId(10);
        pub(super) const A_B_3: NodeId = NodeId(11);
        pub(super) const A_B_4: NodeId = NodeId(12);
        pub(super) const A_B_2: NodeId = NodeId(13);
        pub(super) const STATE_3DS: NodeId = NodeId(14);
        pub(super) const PUT: NodeId = NodeId(15);
        pub(super) const RUN_STATE: NodeId = NodeId(16);
        pub(super) const MACHINE: NodeId = NodeId(17);
        pub(super) const OK: NodeId = NodeId(18);
        pub(super) const DATA: NodeId = NodeId(19);
        pub(super) const NEXT: NodeId = NodeId(20);
        pub(super) const STRING: NodeId = NodeId(21);
        pub(super) const EVIL: NodeId = NodeId(22);
        pub(super) const XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX: NodeId = NodeId(
            23,
        );
        pub(super) const END: NodeId = NodeId(24);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "names",
        source: "names.asl.json",
        hash: 4223917746335454916,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::SELF,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 25] = [
        SELF_ROW,
        SELF_2_ROW,
        SELF_3_ROW,
        CRATE_ROW,
        STATE_5_ROW,
        MATCH_ROW,
        FN_X_ROW,
        STATE_8_ROW,
        STATE_9_ROW,
        SMILE_ROW,
        A_B_ROW,
        A_B_3_ROW,
        A_B_4_ROW,
        A_B_2_ROW,
        STATE_3DS_ROW,
        PUT_ROW,
        RUN_STATE_ROW,
        MACHINE_ROW,
        OK_ROW,
        DATA_ROW,
        NEXT_ROW,
        STRING_ROW,
        EVIL_ROW,
        XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX_ROW,
        END_ROW,
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::SELF => flow(self_enter()),
            node::SELF_2 => flow(self_2_enter()),
            node::SELF_3 => flow(self_3_enter()),
            node::CRATE => flow(crate_enter()),
            node::STATE_5 => flow(state_5_enter()),
            node::MATCH => flow(match_enter(data)),
            node::FN_X => flow(fn_x_enter()),
            node::STATE_8 => flow(state_8_enter()),
            node::STATE_9 => flow(state_9_enter()),
            node::SMILE => flow(smile_enter()),
            node::A_B => flow(a_b_enter(data)),
            node::A_B_3 => flow(a_b_3_enter(data)),
            node::A_B_4 => flow(a_b_4_enter(data)),
            node::A_B_2 => flow(a_b_2_enter()),
            node::STATE_3DS => flow(state_3ds_enter()),
            node::PUT => flow(put_enter(data)),
            node::RUN_STATE => flow(run_state_enter()),
            node::MACHINE => flow(machine_enter()),
            node::OK => flow(ok_enter()),
            node::DATA => flow(data_enter()),
            node::NEXT => flow(next_enter()),
            node::STRING => flow(string_enter()),
            node::EVIL => flow(evil_enter()),
            node::XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX => {
                flow(
                    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_enter(),
                )
            }
            node::END => flow(end_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::MATCH => match_done(data, result),
            node::A_B => a_b_done(data, result),
            node::A_B_3 => a_b_3_done(data, result),
            node::A_B_4 => a_b_4_done(data, result),
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

    /// The row of `self`.
    const SELF_ROW: Node = Node {
        state: "self",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::SELF_2),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `self` (names.asl.json:5:5): Pass.
    fn self_enter() -> Next {
        Ok(Step::Goto(node::SELF_2))
    }

    /// The row of `Self`.
    const SELF_2_ROW: Node = Node {
        state: "Self",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (6, 5),
        transitions: &[
            Transition {
                to: Some(node::SELF_3),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Self` (names.asl.json:6:5): Pass.
    fn self_2_enter() -> Next {
        Ok(Step::Goto(node::SELF_3))
    }

    /// The row of `SELF_`.
    const SELF_3_ROW: Node = Node {
        state: "SELF_",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (7, 5),
        transitions: &[
            Transition {
                to: Some(node::CRATE),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `SELF_` (names.asl.json:7:5): Pass.
    fn self_3_enter() -> Next {
        Ok(Step::Goto(node::CRATE))
    }

    /// The row of `crate`.
    const CRATE_ROW: Node = Node {
        state: "crate",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (8, 5),
        transitions: &[
            Transition {
                to: Some(node::STATE_5),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `crate` (names.asl.json:8:5): Pass.
    fn crate_enter() -> Next {
        Ok(Step::Goto(node::STATE_5))
    }

    /// The row of `_`.
    const STATE_5_ROW: Node = Node {
        state: "_",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (9, 5),
        transitions: &[
            Transition {
                to: Some(node::MATCH),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `_` (names.asl.json:9:5): Pass.
    fn state_5_enter() -> Next {
        Ok(Step::Goto(node::MATCH))
    }

    /// The row of `match`.
    const MATCH_ROW: Node = Node {
        state: "match",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "match_",
                resource: "urn:task:match",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (10, 5),
        transitions: &[
            Transition {
                to: Some(node::FN_X),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 560724189738808253,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `match` (names.asl.json:10:5): Task.
    fn match_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `match`.
    fn match_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::FN_X))
    }

    /// The row of `"; } fn x(){`.
    const FN_X_ROW: Node = Node {
        state: "\"; } fn x(){",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (11, 5),
        transitions: &[
            Transition {
                to: Some(node::STATE_8),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `"; } fn x(){` (names.asl.json:11:5): Pass.
    fn fn_x_enter() -> Next {
        Ok(Step::Goto(node::STATE_8))
    }

    /// The row of `*/`.
    const STATE_8_ROW: Node = Node {
        state: "*/",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (12, 5),
        transitions: &[
            Transition {
                to: Some(node::STATE_9),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `*/` (names.asl.json:12:5): Pass.
    fn state_8_enter() -> Next {
        Ok(Step::Goto(node::STATE_9))
    }

    /// The row of `日本`.
    const STATE_9_ROW: Node = Node {
        state: "日本",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (13, 5),
        transitions: &[
            Transition {
                to: Some(node::SMILE),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `日本` (names.asl.json:13:5): Pass.
    fn state_9_enter() -> Next {
        Ok(Step::Goto(node::SMILE))
    }

    /// The row of `😀 smile`.
    const SMILE_ROW: Node = Node {
        state: "😀 smile",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (14, 5),
        transitions: &[
            Transition {
                to: Some(node::A_B),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `😀 smile` (names.asl.json:14:5): Pass.
    fn smile_enter() -> Next {
        Ok(Step::Goto(node::A_B))
    }

    /// The row of `a b`.
    const A_B_ROW: Node = Node {
        state: "a b",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 1,
                method: "one_task_run",
                resource: "urn:one:task:run",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (15, 5),
        transitions: &[
            Transition {
                to: Some(node::A_B_3),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 553374381239450103,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `a b` (names.asl.json:15:5): Task.
    fn a_b_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `a b`.
    fn a_b_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::A_B_3))
    }

    /// The row of `a_b`.
    const A_B_3_ROW: Node = Node {
        state: "a_b",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 2,
                method: "two_task_run",
                resource: "urn:two:task:run",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (16, 5),
        transitions: &[
            Transition {
                to: Some(node::A_B_4),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 4096817844564467233,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `a_b` (names.asl.json:16:5): Task.
    fn a_b_3_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `a_b`.
    fn a_b_3_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::A_B_4))
    }

    /// The row of `aB`.
    const A_B_4_ROW: Node = Node {
        state: "aB",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 3,
                method: "urn",
                resource: "urn:😀",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (17, 5),
        transitions: &[
            Transition {
                to: Some(node::A_B_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 16359599976013179968,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `aB` (names.asl.json:17:5): Task.
    fn a_b_4_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `aB`.
    fn a_b_4_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::A_B_2))
    }

    /// The row of `a b 2`.
    const A_B_2_ROW: Node = Node {
        state: "a b 2",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (18, 5),
        transitions: &[
            Transition {
                to: Some(node::STATE_3DS),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `a b 2` (names.asl.json:18:5): Pass.
    fn a_b_2_enter() -> Next {
        Ok(Step::Goto(node::STATE_3DS))
    }

    /// The row of `3DS`.
    const STATE_3DS_ROW: Node = Node {
        state: "3DS",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (19, 5),
        transitions: &[
            Transition {
                to: Some(node::PUT),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `3DS` (names.asl.json:19:5): Pass.
    fn state_3ds_enter() -> Next {
        Ok(Step::Goto(node::PUT))
    }

    /// The row of `put`.
    const PUT_ROW: Node = Node {
        state: "put",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (20, 5),
        transitions: &[
            Transition {
                to: Some(node::RUN_STATE),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 12582730912197069644,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 16797679293236828545,
            errors: 14695981039346656037,
        },
    };

    static PUT_RESULT: [Entry; 1] = [
        (Text::new_static("\""), Value::String(Text::new_static("\\\n\u{202e}"))),
    ];

    /// State `put` (names.asl.json:20:5): Pass.
    fn put_enter(data: &mut Value) -> Next {
        put_constant(data, "'; x", &PUT_RESULT)?;
        Ok(Step::Goto(node::RUN_STATE))
    }

    /// The row of `run_state`.
    const RUN_STATE_ROW: Node = Node {
        state: "run_state",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (21, 5),
        transitions: &[
            Transition {
                to: Some(node::MACHINE),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `run_state` (names.asl.json:21:5): Pass.
    fn run_state_enter() -> Next {
        Ok(Step::Goto(node::MACHINE))
    }

    /// The row of `MACHINE`.
    const MACHINE_ROW: Node = Node {
        state: "MACHINE",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (22, 5),
        transitions: &[
            Transition {
                to: Some(node::OK),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `MACHINE` (names.asl.json:22:5): Pass.
    fn machine_enter() -> Next {
        Ok(Step::Goto(node::OK))
    }

    /// The row of `Ok`.
    const OK_ROW: Node = Node {
        state: "Ok",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (23, 5),
        transitions: &[
            Transition {
                to: Some(node::DATA),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Ok` (names.asl.json:23:5): Pass.
    fn ok_enter() -> Next {
        Ok(Step::Goto(node::DATA))
    }

    /// The row of `data`.
    const DATA_ROW: Node = Node {
        state: "data",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (24, 5),
        transitions: &[
            Transition {
                to: Some(node::NEXT),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `data` (names.asl.json:24:5): Pass.
    fn data_enter() -> Next {
        Ok(Step::Goto(node::NEXT))
    }

    /// The row of `Next`.
    const NEXT_ROW: Node = Node {
        state: "Next",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (25, 5),
        transitions: &[
            Transition {
                to: Some(node::STRING),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Next` (names.asl.json:25:5): Pass.
    fn next_enter() -> Next {
        Ok(Step::Goto(node::STRING))
    }

    /// The row of `String`.
    const STRING_ROW: Node = Node {
        state: "String",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (26, 5),
        transitions: &[
            Transition {
                to: Some(node::EVIL),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `String` (names.asl.json:26:5): Pass.
    fn string_enter() -> Next {
        Ok(Step::Goto(node::EVIL))
    }

    /// The row of `\u{200b}evil\u{7}`.
    const EVIL_ROW: Node = Node {
        state: "\u{200b}evil\u{7}\n",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (27, 5),
        transitions: &[
            Transition {
                to: Some(
                    node::XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
                ),
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
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `\u{200b}evil\u{7}` (names.asl.json:27:5): Pass.
    fn evil_enter() -> Next {
        Ok(
            Step::Goto(
                node::XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
            ),
        )
    }

    /// The row of `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`.
    const XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX_ROW: Node = Node {
        state: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (28, 5),
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
            call: 17120853241879369116,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` (names.asl.json:28:5): Pass.
    fn xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_enter() -> Next {
        Ok(Step::Goto(node::END))
    }

    /// The row of `End`.
    const END_ROW: Node = Node {
        state: "End",
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

    /// State `End` (names.asl.json:29:5): Succeed.
    fn end_enter() -> Next {
        Ok(Step::End)
    }
}
