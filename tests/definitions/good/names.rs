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
        Self_,
        /// `Self` (names.asl.json:6:5): Pass.
        Self2,
        /// `SELF_` (names.asl.json:7:5): Pass.
        Self3,
        /// `crate` (names.asl.json:8:5): Pass.
        Crate,
        /// `_` (names.asl.json:9:5): Pass.
        State5,
        /// `match` (names.asl.json:10:5): Task.
        Match,
        /// `"; } fn x(){` (names.asl.json:11:5): Pass.
        FnX,
        /// `*/` (names.asl.json:12:5): Pass.
        State8,
        /// `日本` (names.asl.json:13:5): Pass.
        State9,
        /// `😀 smile` (names.asl.json:14:5): Pass.
        Smile,
        /// `a b` (names.asl.json:15:5): Task.
        AB,
        /// `a_b` (names.asl.json:16:5): Task.
        AB3,
        /// `aB` (names.asl.json:17:5): Task.
        AB4,
        /// `a b 2` (names.asl.json:18:5): Pass.
        AB2,
        /// `3DS` (names.asl.json:19:5): Pass.
        State3ds,
        /// `put` (names.asl.json:20:5): Pass.
        Put,
        /// `run_state` (names.asl.json:21:5): Pass.
        RunState,
        /// `MACHINE` (names.asl.json:22:5): Pass.
        Machine,
        /// `Ok` (names.asl.json:23:5): Pass.
        Ok,
        /// `data` (names.asl.json:24:5): Pass.
        Data,
        /// `Next` (names.asl.json:25:5): Pass.
        Next,
        /// `String` (names.asl.json:26:5): Pass.
        String,
        /// `\u{200b}evil\u{7}` (names.asl.json:27:5): Pass.
        Evil,
        /// `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` (names.asl.json:28:5): Pass.
        Xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx,
        /// `End` (names.asl.json:29:5): Succeed.
        End,
    }
    state_methods! {
        State of MACHINE : [State::Self_, State::Self2, State::Self3, State::Crate,
        State::State5, State::Match, State::FnX, State::State8, State::State9,
        State::Smile, State::AB, State::AB3, State::AB4, State::AB2, State::State3ds,
        State::Put, State::RunState, State::Machine, State::Ok, State::Data, State::Next,
        State::String, State::Evil,
        State::Xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx,
        State::End]
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
        machine(tasks).into_run(input)
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

        /// Runs the Pass state `self` alone.
        /// Its output goes to `Self`.
        pub fn self_(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::SELF, input).leads_to(node::SELF_2)
        }

        /// Runs the Pass state `Self` alone.
        /// Its output goes to `SELF_`.
        pub fn self_2(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::SELF_2, input).leads_to(node::SELF_3)
        }

        /// Runs the Pass state `SELF_` alone.
        /// Its output goes to `crate`.
        pub fn self_3(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::SELF_3, input).leads_to(node::CRATE)
        }

        /// Runs the Pass state `crate` alone.
        /// Its output goes to `_`.
        pub fn crate_(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::CRATE, input).leads_to(node::STATE_5)
        }

        /// Runs the Pass state `_` alone.
        /// Its output goes to `match`.
        pub fn state_5(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::STATE_5, input).leads_to(node::MATCH)
        }

        /// Runs the Task state `match` alone.
        /// Its output goes to `"; } fn x(){`.
        pub fn match_(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::MATCH, input).leads_to(node::FN_X)
        }

        /// Runs the Pass state `"; } fn x(){` alone.
        /// Its output goes to `*/`.
        pub fn fn_x(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::FN_X, input).leads_to(node::STATE_8)
        }

        /// Runs the Pass state `*/` alone.
        /// Its output goes to `日本`.
        pub fn state_8(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::STATE_8, input).leads_to(node::STATE_9)
        }

        /// Runs the Pass state `日本` alone.
        /// Its output goes to `😀 smile`.
        pub fn state_9(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::STATE_9, input).leads_to(node::SMILE)
        }

        /// Runs the Pass state `😀 smile` alone.
        /// Its output goes to `a b`.
        pub fn smile(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::SMILE, input).leads_to(node::A_B)
        }

        /// Runs the Task state `a b` alone.
        /// Its output goes to `a_b`.
        pub fn a_b(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::A_B, input).leads_to(node::A_B_3)
        }

        /// Runs the Task state `a_b` alone.
        /// Its output goes to `aB`.
        pub fn a_b_3(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::A_B_3, input).leads_to(node::A_B_4)
        }

        /// Runs the Task state `aB` alone.
        /// Its output goes to `a b 2`.
        pub fn a_b_4(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::A_B_4, input).leads_to(node::A_B_2)
        }

        /// Runs the Pass state `a b 2` alone.
        /// Its output goes to `3DS`.
        pub fn a_b_2(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::A_B_2, input).leads_to(node::STATE_3DS)
        }

        /// Runs the Pass state `3DS` alone.
        /// Its output goes to `put`.
        pub fn state_3ds(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::STATE_3DS, input).leads_to(node::PUT)
        }

        /// Runs the Pass state `put` alone.
        /// Its output goes to `run_state`.
        pub fn put(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::PUT, input).leads_to(node::RUN_STATE)
        }

        /// Runs the Pass state `run_state` alone.
        /// Its output goes to `MACHINE`.
        pub fn run_state_(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::RUN_STATE, input).leads_to(node::MACHINE)
        }

        /// Runs the Pass state `MACHINE` alone.
        /// Its output goes to `Ok`.
        pub fn machine(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::MACHINE, input).leads_to(node::OK)
        }

        /// Runs the Pass state `Ok` alone.
        /// Its output goes to `data`.
        pub fn ok(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::OK, input).leads_to(node::DATA)
        }

        /// Runs the Pass state `data` alone.
        /// Its output goes to `Next`.
        pub fn data(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::DATA, input).leads_to(node::NEXT)
        }

        /// Runs the Pass state `Next` alone.
        /// Its output goes to `String`.
        pub fn next(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::NEXT, input).leads_to(node::STRING)
        }

        /// Runs the Pass state `String` alone.
        /// Its output goes to `\u{200b}evil\u{7}`.
        pub fn string(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::STRING, input).leads_to(node::EVIL)
        }

        /// Runs the Pass state `\u{200b}evil\u{7}` alone.
        /// Its output goes to `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`.
        pub fn evil(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::EVIL, input)
                .leads_to(
                    node::XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
                )
        }

        /// Runs the Pass state `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` alone.
        /// Its output goes to `End`.
        pub fn xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(
                    engine,
                    &MACHINE,
                    node::XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
                    input,
                )
                .leads_to(node::END)
        }

        /// Runs the Succeed state `End` alone.
        /// Its output is that of the end.
        pub fn end(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::END, input).ends()
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
        Node::pass("self", (5, 5)).next(node::SELF_2),
        Node::pass("Self", (6, 5)).next(node::SELF_3),
        Node::pass("SELF_", (7, 5)).next(node::CRATE),
        Node::pass("crate", (8, 5)).next(node::STATE_5),
        Node::pass("_", (9, 5)).next(node::MATCH),
        Node::task("match", (10, 5))
            .calls(0, "match_", "urn:task:match")
            .next(node::FN_X),
        Node::pass("\"; } fn x(){", (11, 5)).next(node::STATE_8),
        Node::pass("*/", (12, 5)).next(node::STATE_9),
        Node::pass("日本", (13, 5)).next(node::SMILE),
        Node::pass("😀 smile", (14, 5)).next(node::A_B),
        Node::task("a b", (15, 5))
            .calls(1, "one_task_run", "urn:one:task:run")
            .next(node::A_B_3),
        Node::task("a_b", (16, 5))
            .calls(2, "two_task_run", "urn:two:task:run")
            .next(node::A_B_4),
        Node::task("aB", (17, 5)).calls(3, "urn", "urn:😀").next(node::A_B_2),
        Node::pass("a b 2", (18, 5)).next(node::STATE_3DS),
        Node::pass("3DS", (19, 5)).next(node::PUT),
        Node::pass("put", (20, 5)).next(node::RUN_STATE),
        Node::pass("run_state", (21, 5)).next(node::MACHINE),
        Node::pass("MACHINE", (22, 5)).next(node::OK),
        Node::pass("Ok", (23, 5)).next(node::DATA),
        Node::pass("data", (24, 5)).next(node::NEXT),
        Node::pass("Next", (25, 5)).next(node::STRING),
        Node::pass("String", (26, 5)).next(node::EVIL),
        Node::pass("\u{200b}evil\u{7}\n", (27, 5))
            .next(
                node::XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
            ),
        Node::pass(
                "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                (28, 5),
            )
            .next(node::END),
        Node::succeed("End", (29, 5)),
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
    fn self_enter() -> Next {
        take(const { to_next(&NODES, node::SELF) })
    }

    /// Pass: `Self` (names.asl.json:6:5).
    fn self_2_enter() -> Next {
        take(const { to_next(&NODES, node::SELF_2) })
    }

    /// Pass: `SELF_` (names.asl.json:7:5).
    fn self_3_enter() -> Next {
        take(const { to_next(&NODES, node::SELF_3) })
    }

    /// Pass: `crate` (names.asl.json:8:5).
    fn crate_enter() -> Next {
        take(const { to_next(&NODES, node::CRATE) })
    }

    /// Pass: `_` (names.asl.json:9:5).
    fn state_5_enter() -> Next {
        take(const { to_next(&NODES, node::STATE_5) })
    }

    /// Task: `match` (names.asl.json:10:5).
    fn match_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn match_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::MATCH) })
    }

    /// Pass: `"; } fn x(){` (names.asl.json:11:5).
    fn fn_x_enter() -> Next {
        take(const { to_next(&NODES, node::FN_X) })
    }

    /// Pass: `*/` (names.asl.json:12:5).
    fn state_8_enter() -> Next {
        take(const { to_next(&NODES, node::STATE_8) })
    }

    /// Pass: `日本` (names.asl.json:13:5).
    fn state_9_enter() -> Next {
        take(const { to_next(&NODES, node::STATE_9) })
    }

    /// Pass: `😀 smile` (names.asl.json:14:5).
    fn smile_enter() -> Next {
        take(const { to_next(&NODES, node::SMILE) })
    }

    /// Task: `a b` (names.asl.json:15:5).
    fn a_b_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn a_b_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::A_B) })
    }

    /// Task: `a_b` (names.asl.json:16:5).
    fn a_b_3_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn a_b_3_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::A_B_3) })
    }

    /// Task: `aB` (names.asl.json:17:5).
    fn a_b_4_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn a_b_4_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::A_B_4) })
    }

    /// Pass: `a b 2` (names.asl.json:18:5).
    fn a_b_2_enter() -> Next {
        take(const { to_next(&NODES, node::A_B_2) })
    }

    /// Pass: `3DS` (names.asl.json:19:5).
    fn state_3ds_enter() -> Next {
        take(const { to_next(&NODES, node::STATE_3DS) })
    }

    static PUT_RESULT: [Entry; 1] = [
        (Text::new_static("\""), Value::String(Text::new_static("\\\n\u{202e}"))),
    ];

    /// Pass: `put` (names.asl.json:20:5).
    fn put_enter(data: &mut Value) -> Next {
        put_constant(data, "'; x", &PUT_RESULT)?;
        take(const { to_next(&NODES, node::PUT) })
    }

    /// Pass: `run_state` (names.asl.json:21:5).
    fn run_state_enter() -> Next {
        take(const { to_next(&NODES, node::RUN_STATE) })
    }

    /// Pass: `MACHINE` (names.asl.json:22:5).
    fn machine_enter() -> Next {
        take(const { to_next(&NODES, node::MACHINE) })
    }

    /// Pass: `Ok` (names.asl.json:23:5).
    fn ok_enter() -> Next {
        take(const { to_next(&NODES, node::OK) })
    }

    /// Pass: `data` (names.asl.json:24:5).
    fn data_enter() -> Next {
        take(const { to_next(&NODES, node::DATA) })
    }

    /// Pass: `Next` (names.asl.json:25:5).
    fn next_enter() -> Next {
        take(const { to_next(&NODES, node::NEXT) })
    }

    /// Pass: `String` (names.asl.json:26:5).
    fn string_enter() -> Next {
        take(const { to_next(&NODES, node::STRING) })
    }

    /// Pass: `\u{200b}evil\u{7}` (names.asl.json:27:5).
    fn evil_enter() -> Next {
        take(const { to_next(&NODES, node::EVIL) })
    }

    /// Pass: `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` (names.asl.json:28:5).
    fn xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_enter() -> Next {
        take(const {
            to_next(
                &NODES,
                node::XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX,
            )
        })
    }

    /// Succeed: `End` (names.asl.json:29:5).
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
