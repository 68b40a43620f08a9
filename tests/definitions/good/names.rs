/// Machine `names` (names.asl.json): Names that are no identifiers \*/ } fn x() { \[link\](x) \`code\` \<b\>
#[allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    unused_qualifications,
    missing_docs,
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

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `urn:task:match`
        ///
        /// Called by:
        /// - `match` (names.asl.json:10:5)
        fn match_(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `urn:one:task:run`
        ///
        /// Called by:
        /// - `a b` (names.asl.json:15:5)
        fn one_task_run(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `urn:two:task:run`
        ///
        /// Called by:
        /// - `a_b` (names.asl.json:16:5)
        fn two_task_run(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `urn:😀`
        ///
        /// Called by:
        /// - `aB` (names.asl.json:17:5)
        fn urn(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : match_(Value) -> Value; one_task_run(Value) -> Value; two_task_run(Value)
        -> Value; urn(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
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
                _ => no_such_task(&MACHINE, id),
            }
        }
    }

    /// Runs the machine in this process, on tokio; `()` is no input.
    pub fn run(tasks: impl Tasks, input: impl Into<RunInput>) -> Running {
        machine(tasks).run(input)
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        tasks: impl Tasks,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> Running {
        machine(tasks).run_with(input, options)
    }

    /// The machine with its tasks: what every engine takes.
    pub fn machine(tasks: impl Tasks) -> Compiled {
        Compiled::new(&MACHINE, Numbered(tasks))
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Where `self` can lead, with its output.
        #[derive(Debug)]
        pub enum SelfNext {
            Self2(Value),
        }

        /// Runs the Pass state `self` alone.
        pub fn self_(engine: &impl StateEngine, input: Value) -> StateRun<'_, SelfNext> {
            run_state(engine, &MACHINE, node::SELF, input)
                .exit(node::SELF_2, SelfNext::Self2)
        }

        /// Where `Self` can lead, with its output.
        #[derive(Debug)]
        pub enum Self2Next {
            Self3(Value),
        }

        /// Runs the Pass state `Self` alone.
        pub fn self_2(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Self2Next> {
            run_state(engine, &MACHINE, node::SELF_2, input)
                .exit(node::SELF_3, Self2Next::Self3)
        }

        /// Where `SELF_` can lead, with its output.
        #[derive(Debug)]
        pub enum Self3Next {
            Crate(Value),
        }

        /// Runs the Pass state `SELF_` alone.
        pub fn self_3(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Self3Next> {
            run_state(engine, &MACHINE, node::SELF_3, input)
                .exit(node::CRATE, Self3Next::Crate)
        }

        /// Where `crate` can lead, with its output.
        #[derive(Debug)]
        pub enum CrateNext {
            State5(Value),
        }

        /// Runs the Pass state `crate` alone.
        pub fn crate_(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, CrateNext> {
            run_state(engine, &MACHINE, node::CRATE, input)
                .exit(node::STATE_5, CrateNext::State5)
        }

        /// Where `_` can lead, with its output.
        #[derive(Debug)]
        pub enum State5Next {
            Match(Value),
        }

        /// Runs the Pass state `_` alone.
        pub fn state_5(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, State5Next> {
            run_state(engine, &MACHINE, node::STATE_5, input)
                .exit(node::MATCH, State5Next::Match)
        }

        /// Where `match` can lead, with its output.
        #[derive(Debug)]
        pub enum MatchNext {
            FnX(Value),
        }

        /// Runs the Task state `match` alone.
        pub fn match_(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, MatchNext> {
            run_state(engine, &MACHINE, node::MATCH, input)
                .exit(node::FN_X, MatchNext::FnX)
        }

        /// Where `"; } fn x(){` can lead, with its output.
        #[derive(Debug)]
        pub enum FnXNext {
            State8(Value),
        }

        /// Runs the Pass state `"; } fn x(){` alone.
        pub fn fn_x(engine: &impl StateEngine, input: Value) -> StateRun<'_, FnXNext> {
            run_state(engine, &MACHINE, node::FN_X, input)
                .exit(node::STATE_8, FnXNext::State8)
        }

        /// Where `*/` can lead, with its output.
        #[derive(Debug)]
        pub enum State8Next {
            State9(Value),
        }

        /// Runs the Pass state `*/` alone.
        pub fn state_8(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, State8Next> {
            run_state(engine, &MACHINE, node::STATE_8, input)
                .exit(node::STATE_9, State8Next::State9)
        }

        /// Where `日本` can lead, with its output.
        #[derive(Debug)]
        pub enum State9Next {
            Smile(Value),
        }

        /// Runs the Pass state `日本` alone.
        pub fn state_9(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, State9Next> {
            run_state(engine, &MACHINE, node::STATE_9, input)
                .exit(node::SMILE, State9Next::Smile)
        }

        /// Where `😀 smile` can lead, with its output.
        #[derive(Debug)]
        pub enum SmileNext {
            AB(Value),
        }

        /// Runs the Pass state `😀 smile` alone.
        pub fn smile(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, SmileNext> {
            run_state(engine, &MACHINE, node::SMILE, input)
                .exit(node::A_B, SmileNext::AB)
        }

        /// Where `a b` can lead, with its output.
        #[derive(Debug)]
        pub enum ABNext {
            AB3(Value),
        }

        /// Runs the Task state `a b` alone.
        pub fn a_b(engine: &impl StateEngine, input: Value) -> StateRun<'_, ABNext> {
            run_state(engine, &MACHINE, node::A_B, input).exit(node::A_B_3, ABNext::AB3)
        }

        /// Where `a_b` can lead, with its output.
        #[derive(Debug)]
        pub enum AB3Next {
            AB4(Value),
        }

        /// Runs the Task state `a_b` alone.
        pub fn a_b_3(engine: &impl StateEngine, input: Value) -> StateRun<'_, AB3Next> {
            run_state(engine, &MACHINE, node::A_B_3, input)
                .exit(node::A_B_4, AB3Next::AB4)
        }

        /// Where `aB` can lead, with its output.
        #[derive(Debug)]
        pub enum AB4Next {
            AB2(Value),
        }

        /// Runs the Task state `aB` alone.
        pub fn a_b_4(engine: &impl StateEngine, input: Value) -> StateRun<'_, AB4Next> {
            run_state(engine, &MACHINE, node::A_B_4, input)
                .exit(node::A_B_2, AB4Next::AB2)
        }

        /// Where `a b 2` can lead, with its output.
        #[derive(Debug)]
        pub enum AB2Next {
            State3ds(Value),
        }

        /// Runs the Pass state `a b 2` alone.
        pub fn a_b_2(engine: &impl StateEngine, input: Value) -> StateRun<'_, AB2Next> {
            run_state(engine, &MACHINE, node::A_B_2, input)
                .exit(node::STATE_3DS, AB2Next::State3ds)
        }

        /// Where `3DS` can lead, with its output.
        #[derive(Debug)]
        pub enum State3dsNext {
            Put(Value),
        }

        /// Runs the Pass state `3DS` alone.
        pub fn state_3ds(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, State3dsNext> {
            run_state(engine, &MACHINE, node::STATE_3DS, input)
                .exit(node::PUT, State3dsNext::Put)
        }

        /// Where `put` can lead, with its output.
        #[derive(Debug)]
        pub enum PutNext {
            RunState(Value),
        }

        /// Runs the Pass state `put` alone.
        pub fn put(engine: &impl StateEngine, input: Value) -> StateRun<'_, PutNext> {
            run_state(engine, &MACHINE, node::PUT, input)
                .exit(node::RUN_STATE, PutNext::RunState)
        }

        /// Where `run_state` can lead, with its output.
        #[derive(Debug)]
        pub enum RunStateNext {
            Machine(Value),
        }

        /// Runs the Pass state `run_state` alone.
        pub fn run_state_(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, RunStateNext> {
            run_state(engine, &MACHINE, node::RUN_STATE, input)
                .exit(node::MACHINE, RunStateNext::Machine)
        }

        /// Where `MACHINE` can lead, with its output.
        #[derive(Debug)]
        pub enum MachineNext {
            Ok(Value),
        }

        /// Runs the Pass state `MACHINE` alone.
        pub fn machine(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, MachineNext> {
            run_state(engine, &MACHINE, node::MACHINE, input)
                .exit(node::OK, MachineNext::Ok)
        }

        /// Where `Ok` can lead, with its output.
        #[derive(Debug)]
        pub enum OkNext {
            Data(Value),
        }

        /// Runs the Pass state `Ok` alone.
        pub fn ok(engine: &impl StateEngine, input: Value) -> StateRun<'_, OkNext> {
            run_state(engine, &MACHINE, node::OK, input).exit(node::DATA, OkNext::Data)
        }

        /// Where `data` can lead, with its output.
        #[derive(Debug)]
        pub enum DataNext {
            Next(Value),
        }

        /// Runs the Pass state `data` alone.
        pub fn data(engine: &impl StateEngine, input: Value) -> StateRun<'_, DataNext> {
            run_state(engine, &MACHINE, node::DATA, input)
                .exit(node::NEXT, DataNext::Next)
        }

        /// Where `Next` can lead, with its output.
        #[derive(Debug)]
        pub enum NextNext {
            String(Value),
        }

        /// Runs the Pass state `Next` alone.
        pub fn next(engine: &impl StateEngine, input: Value) -> StateRun<'_, NextNext> {
            run_state(engine, &MACHINE, node::NEXT, input)
                .exit(node::STRING, NextNext::String)
        }

        /// Where `String` can lead, with its output.
        #[derive(Debug)]
        pub enum StringNext {
            Evil(Value),
        }

        /// Runs the Pass state `String` alone.
        pub fn string(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, StringNext> {
            run_state(engine, &MACHINE, node::STRING, input)
                .exit(node::EVIL, StringNext::Evil)
        }

        /// Where `\u{200b}evil\u{7}` can lead, with its output.
        #[derive(Debug)]
        pub enum EvilNext {
            Xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx(
                Value,
            ),
        }

        /// Runs the Pass state `\u{200b}evil\u{7}` alone.
        pub fn evil(engine: &impl StateEngine, input: Value) -> StateRun<'_, EvilNext> {
            run_state(engine, &MACHINE, node::EVIL, input)
                .exit(
                    node::XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
                    EvilNext::Xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx,
                )
        }

        /// Where `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` can lead, with its output.
        #[derive(Debug)]
        pub enum XxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxNext {
            End(Value),
        }

        /// Runs the Pass state `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` alone.
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
                )
                .exit(
                    node::END,
                    XxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxNext::End,
                )
        }

        /// Where `End` can lead, with its output.
        #[derive(Debug)]
        pub enum EndNext {
            End_(Value),
        }

        /// Runs the Succeed state `End` alone.
        pub fn end(engine: &impl StateEngine, input: Value) -> StateRun<'_, EndNext> {
            run_state(engine, &MACHINE, node::END, input).end(EndNext::End_)
        }
    }

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
        hash: 0x3a9e5ecf9ecb16c4,
        start: node::SELF,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        ..Machine::EMPTY
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

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::MATCH => match_done(data, result),
            node::A_B => a_b_done(data, result),
            node::A_B_3 => a_b_3_done(data, result),
            node::A_B_4 => a_b_4_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Pass: `self` (names.asl.json:5:5).
    const SELF_ROW: Node = Node::pass("self", (5, 5)).next(node::SELF_2);

    fn self_enter() -> Next {
        Ok(Step::Goto(node::SELF_2))
    }

    /// Pass: `Self` (names.asl.json:6:5).
    const SELF_2_ROW: Node = Node::pass("Self", (6, 5)).next(node::SELF_3);

    fn self_2_enter() -> Next {
        Ok(Step::Goto(node::SELF_3))
    }

    /// Pass: `SELF_` (names.asl.json:7:5).
    const SELF_3_ROW: Node = Node::pass("SELF_", (7, 5)).next(node::CRATE);

    fn self_3_enter() -> Next {
        Ok(Step::Goto(node::CRATE))
    }

    /// Pass: `crate` (names.asl.json:8:5).
    const CRATE_ROW: Node = Node::pass("crate", (8, 5)).next(node::STATE_5);

    fn crate_enter() -> Next {
        Ok(Step::Goto(node::STATE_5))
    }

    /// Pass: `_` (names.asl.json:9:5).
    const STATE_5_ROW: Node = Node::pass("_", (9, 5)).next(node::MATCH);

    fn state_5_enter() -> Next {
        Ok(Step::Goto(node::MATCH))
    }

    /// Task: `match` (names.asl.json:10:5).
    const MATCH_ROW: Node = Node::task("match", (10, 5))
        .calls(0, "match_", "urn:task:match")
        .next(node::FN_X);

    fn match_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn match_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::FN_X))
    }

    /// Pass: `"; } fn x(){` (names.asl.json:11:5).
    const FN_X_ROW: Node = Node::pass("\"; } fn x(){", (11, 5)).next(node::STATE_8);

    fn fn_x_enter() -> Next {
        Ok(Step::Goto(node::STATE_8))
    }

    /// Pass: `*/` (names.asl.json:12:5).
    const STATE_8_ROW: Node = Node::pass("*/", (12, 5)).next(node::STATE_9);

    fn state_8_enter() -> Next {
        Ok(Step::Goto(node::STATE_9))
    }

    /// Pass: `日本` (names.asl.json:13:5).
    const STATE_9_ROW: Node = Node::pass("日本", (13, 5)).next(node::SMILE);

    fn state_9_enter() -> Next {
        Ok(Step::Goto(node::SMILE))
    }

    /// Pass: `😀 smile` (names.asl.json:14:5).
    const SMILE_ROW: Node = Node::pass("😀 smile", (14, 5)).next(node::A_B);

    fn smile_enter() -> Next {
        Ok(Step::Goto(node::A_B))
    }

    /// Task: `a b` (names.asl.json:15:5).
    const A_B_ROW: Node = Node::task("a b", (15, 5))
        .calls(1, "one_task_run", "urn:one:task:run")
        .next(node::A_B_3);

    fn a_b_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn a_b_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::A_B_3))
    }

    /// Task: `a_b` (names.asl.json:16:5).
    const A_B_3_ROW: Node = Node::task("a_b", (16, 5))
        .calls(2, "two_task_run", "urn:two:task:run")
        .next(node::A_B_4);

    fn a_b_3_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn a_b_3_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::A_B_4))
    }

    /// Task: `aB` (names.asl.json:17:5).
    const A_B_4_ROW: Node = Node::task("aB", (17, 5))
        .calls(3, "urn", "urn:😀")
        .next(node::A_B_2);

    fn a_b_4_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn a_b_4_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::A_B_2))
    }

    /// Pass: `a b 2` (names.asl.json:18:5).
    const A_B_2_ROW: Node = Node::pass("a b 2", (18, 5)).next(node::STATE_3DS);

    fn a_b_2_enter() -> Next {
        Ok(Step::Goto(node::STATE_3DS))
    }

    /// Pass: `3DS` (names.asl.json:19:5).
    const STATE_3DS_ROW: Node = Node::pass("3DS", (19, 5)).next(node::PUT);

    fn state_3ds_enter() -> Next {
        Ok(Step::Goto(node::PUT))
    }

    /// Pass: `put` (names.asl.json:20:5).
    const PUT_ROW: Node = Node::pass("put", (20, 5)).next(node::RUN_STATE);

    static PUT_RESULT: [Entry; 1] = [
        (Text::new_static("\""), Value::String(Text::new_static("\\\n\u{202e}"))),
    ];

    fn put_enter(data: &mut Value) -> Next {
        put_constant(data, "'; x", &PUT_RESULT)?;
        Ok(Step::Goto(node::RUN_STATE))
    }

    /// Pass: `run_state` (names.asl.json:21:5).
    const RUN_STATE_ROW: Node = Node::pass("run_state", (21, 5)).next(node::MACHINE);

    fn run_state_enter() -> Next {
        Ok(Step::Goto(node::MACHINE))
    }

    /// Pass: `MACHINE` (names.asl.json:22:5).
    const MACHINE_ROW: Node = Node::pass("MACHINE", (22, 5)).next(node::OK);

    fn machine_enter() -> Next {
        Ok(Step::Goto(node::OK))
    }

    /// Pass: `Ok` (names.asl.json:23:5).
    const OK_ROW: Node = Node::pass("Ok", (23, 5)).next(node::DATA);

    fn ok_enter() -> Next {
        Ok(Step::Goto(node::DATA))
    }

    /// Pass: `data` (names.asl.json:24:5).
    const DATA_ROW: Node = Node::pass("data", (24, 5)).next(node::NEXT);

    fn data_enter() -> Next {
        Ok(Step::Goto(node::NEXT))
    }

    /// Pass: `Next` (names.asl.json:25:5).
    const NEXT_ROW: Node = Node::pass("Next", (25, 5)).next(node::STRING);

    fn next_enter() -> Next {
        Ok(Step::Goto(node::STRING))
    }

    /// Pass: `String` (names.asl.json:26:5).
    const STRING_ROW: Node = Node::pass("String", (26, 5)).next(node::EVIL);

    fn string_enter() -> Next {
        Ok(Step::Goto(node::EVIL))
    }

    /// Pass: `\u{200b}evil\u{7}` (names.asl.json:27:5).
    const EVIL_ROW: Node = Node::pass("\u{200b}evil\u{7}\n", (27, 5))
        .next(
            node::XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
        );

    fn evil_enter() -> Next {
        Ok(
            Step::Goto(
                node::XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
            ),
        )
    }

    /// Pass: `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` (names.asl.json:28:5).
    const XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX_ROW: Node = Node::pass(
            "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            (28, 5),
        )
        .next(node::END);

    fn xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_enter() -> Next {
        Ok(Step::Goto(node::END))
    }

    /// Succeed: `End` (names.asl.json:29:5).
    const END_ROW: Node = Node::succeed("End", (29, 5));

    fn end_enter() -> Next {
        Ok(Step::End)
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 125] = [
        0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c,
        0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0x039b5162438bac31, 0x5c2afc672ebe065c, 0xe73b4732f0e70233,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c,
        0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xb22a231a16dfdd53, 0x5c2afc672ebe065c,
        0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0x566ca61107ba5025,
        0x5c2afc672ebe065c, 0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0xf3a83e91d05390c4, 0x5c2afc672ebe065c, 0xe73b4732f0e70233, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xae9ed71935d54b4c,
        0x8fa76e2ff546af11, 0xcbf29ce484222325, 0xe91d5851bc50d981, 0xcbf29ce484222325,
        0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c,
        0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c,
        0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0xc2f00318f053500a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325,
    ];
}
