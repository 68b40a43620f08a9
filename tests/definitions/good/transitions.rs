/// Machine `transitions` (transitions.sm4c.json)
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
pub mod transitions {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Choose` (transitions.sm4c.json:6:15).
        Choose,
        /// `Take` (transitions.sm4c.json:18:15).
        Take,
        /// `Done` (transitions.sm4c.json:28:15).
        Done,
    }
    state_methods! {
        State of MACHINE : [State::Choose, State::Take, State::Done]
    }

    /// The functions of this machine, and the way its events take into the world.
    pub trait Functions: Send + Sync + 'static {}
    shared_tasks! {
        Functions :
    }

    /// Runs the machine in this process, on tokio; `()` is no input.
    pub fn run(functions: impl Functions, input: impl Into<RunInput>) -> Running {
        machine(functions).into_run(input)
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        functions: impl Functions,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> Running {
        machine(functions).run_with(input, options)
    }

    /// As [`run_with`], with a handle that events can be sent to:
    /// `handle.send(event).await`.
    pub fn start(
        functions: impl Functions,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> (Handle, Running) {
        machine(functions).start(input, options)
    }

    /// The machine with its functions: what every engine takes.
    pub fn machine(_functions: impl Functions) -> Compiled {
        Compiled::without_tasks(&MACHINE)
    }

    /// The error names in the definition's retriers, catchers and Fail states.
    pub mod errors {
        /// `NoTransition`
        pub const NO_TRANSITION: &str = "NoTransition";
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Where `Choose` can lead, with its output.
        #[derive(Debug)]
        pub enum ChooseNext {
            Choose(Value),
            Take(Value),
            Done(Value),
        }

        /// Runs the state `Choose` alone.
        pub fn choose(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, ChooseNext> {
            run_state(engine, &MACHINE, node::CHOOSE, input)
                .exit(node::CHOOSE, ChooseNext::Choose)
                .exit(node::TAKE, ChooseNext::Take)
                .exit(node::DONE, ChooseNext::Done)
        }

        /// Where `Take` can lead, with its output.
        #[derive(Debug)]
        pub enum TakeNext {
            Done(Value),
            Choose(Value),
        }

        /// Runs the state `Take` alone.
        pub fn take(engine: &impl StateEngine, input: Value) -> StateRun<'_, TakeNext> {
            run_state(engine, &MACHINE, node::TAKE, input)
                .exit(node::DONE, TakeNext::Done)
                .exit(node::CHOOSE, TakeNext::Choose)
        }

        /// Runs the state `Done` alone.
        /// Its output is that of the end.
        pub fn done(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::DONE, input).ends()
        }
    }

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
        hash: 0xf698b91a89115748,
        profile: Profile::Spec,
        start: node::CHOOSE,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        sm4c: Some(&SM4C),
        ..Machine::EMPTY
    };

    static NODES: [Node; 15] = [
        Node::sm4c("Choose", (6, 15), Kind::Eval).entry().next(node::CHOOSE_2),
        Node::sm4c("Take", (18, 15), Kind::Eval).entry().next(node::TAKE_2),
        Node::sm4c("Done", (28, 15), Kind::Eval)
            .entry()
            .action("injectData")
            .next(node::DONE_2),
        Node::sm4c("Choose", (6, 15), Kind::Branch)
            .rules(&[node::CHOOSE_4, node::CHOOSE_5, node::CHOOSE_8])
            .default(node::CHOOSE_3),
        Node::sm4c("Choose", (6, 15), Kind::Await).timer(300000, node::CHOOSE_9),
        Node::sm4c("Choose", (6, 15), Kind::Eval)
            .action("injectData")
            .next(node::CHOOSE_2),
        Node::sm4c("Choose", (6, 15), Kind::Eval)
            .action("injectData")
            .next(node::CHOOSE_6),
        Node::sm4c("Choose", (6, 15), Kind::Eval)
            .next(node::CHOOSE_7)
            .leave_for(node::CHOOSE),
        Node::sm4c("Choose", (6, 15), Kind::Eval).action("injectData"),
        Node::sm4c("Choose", (6, 15), Kind::Eval)
            .next(node::CHOOSE_7)
            .leave_for(node::TAKE),
        Node::sm4c("Choose", (6, 15), Kind::Eval)
            .next(node::CHOOSE_7)
            .leave_for(node::DONE),
        Node::sm4c("Take", (18, 15), Kind::Eval).action("injectData").next(node::TAKE_3),
        Node::sm4c("Take", (18, 15), Kind::Branch)
            .rules(&[node::DONE, node::CHOOSE])
            .default(node::TAKE_4),
        Node::sm4c("Take", (18, 15), Kind::Fail),
        Node::sm4c("Done", (28, 15), Kind::End),
    ];

    /// The parts of machines in SM4C only.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Transitions",
        version: "1.0",
        ..Sm4cRow::EMPTY
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

    /// Passes a node the result of what it waited for.
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

    /// State: `Choose` (transitions.sm4c.json:6:15).
    fn choose_enter() -> Next {
        take(const { to_next(&NODES, node::CHOOSE) })
    }

    /// State: `Take` (transitions.sm4c.json:18:15).
    fn take_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = one(cx, |jq| take_filter(jq, &cx.global))?;
        take(const { to_next(&NODES, node::TAKE) })
    }

    /// Exit action of `Done`: injectData.
    fn done_enter(cx: &Cx<'_>) -> Next {
        Ok(Step::Done(one(cx, |jq| done_value(jq, &cx.global))?))
    }

    fn done_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| done_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::DONE) })
    }

    /// Conditional transitions of `Choose`.
    fn choose_2_enter(cx: &Cx<'_>) -> Next {
        if holds(cx, |jq| choose_2_condition(jq, &cx.global))? {
            return take(const { to_rule(&NODES, node::CHOOSE_2, 0) });
        }
        if holds(cx, |jq| choose_2_condition_2(jq, &cx.global))? {
            return take(const { to_rule(&NODES, node::CHOOSE_2, 1) });
        }
        if holds(cx, |jq| choose_2_condition_3(jq, &cx.global))? {
            return take(const { to_rule(&NODES, node::CHOOSE_2, 2) });
        }
        take(const { to_default(&NODES, node::CHOOSE_2) })
    }

    /// Wait for events of `Choose`.
    fn choose_3_enter() -> Next {
        Ok(Step::Await)
    }

    fn choose_3_done() -> Next {
        take(const { to_timer(&NODES, node::CHOOSE_3) })
    }

    /// Transition action of `Choose`: injectData.
    fn choose_4_enter(cx: &Cx<'_>) -> Next {
        Ok(Step::Done(one(cx, |jq| choose_4_value(jq, &cx.global))?))
    }

    fn choose_4_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| choose_4_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::CHOOSE_4) })
    }

    /// Transition action of `Choose`: injectData.
    fn choose_5_enter(cx: &Cx<'_>) -> Next {
        Ok(Step::Done(one(cx, |jq| choose_5_value(jq, &cx.global))?))
    }

    fn choose_5_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| choose_5_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::CHOOSE_5) })
    }

    /// Sets where `Choose` leads after its exit action.
    fn choose_6_enter(cx: &mut Cx<'_>) -> Next {
        leave_for(cx, const { after_exit(&NODES, node::CHOOSE_6) });
        take(const { to_next(&NODES, node::CHOOSE_6) })
    }

    /// Exit action of `Choose`: injectData.
    fn choose_7_enter(cx: &Cx<'_>) -> Next {
        Ok(Step::Done(one(cx, |jq| choose_7_value(jq, &cx.global))?))
    }

    fn choose_7_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| choose_7_merge(jq, global, &result))?;
        leaving(cx)
    }

    /// Sets where `Choose` leads after its exit action.
    fn choose_8_enter(cx: &mut Cx<'_>) -> Next {
        leave_for(cx, const { after_exit(&NODES, node::CHOOSE_8) });
        take(const { to_next(&NODES, node::CHOOSE_8) })
    }

    /// Sets where `Choose` leads after its exit action.
    fn choose_9_enter(cx: &mut Cx<'_>) -> Next {
        leave_for(cx, const { after_exit(&NODES, node::CHOOSE_9) });
        take(const { to_next(&NODES, node::CHOOSE_9) })
    }

    /// Enter action of `Take`: injectData.
    fn take_2_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(Step::Done(one(cx, |jq| take_2_value(jq, data))?))
    }

    fn take_2_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| take_2_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::TAKE_2) })
    }

    /// Conditional transitions of `Take`.
    fn take_3_enter(data: &Value, cx: &Cx<'_>) -> Next {
        if holds(cx, |jq| take_3_condition(jq, data))? {
            return take(const { to_rule(&NODES, node::TAKE_3, 0) });
        }
        if holds(cx, |jq| take_3_condition_2(jq, data))? {
            return take(const { to_rule(&NODES, node::TAKE_3, 1) });
        }
        take(const { to_default(&NODES, node::TAKE_3) })
    }

    /// Failure of `Take`: no transition can be taken.
    fn take_4_enter() -> Next {
        Err(fail(Some("NoTransition"), Some("no transition can be triggered")))
    }

    /// End of `Done`.
    fn done_2_enter() -> Next {
        Ok(Step::End)
    }
    needs_jq!("expressions in jq need the feature `jq` of asl-runtime");
    use queries::{
        take_filter, done_value, done_merge, choose_2_condition, choose_2_condition_2,
        choose_2_condition_3, choose_4_value, choose_4_merge, choose_5_value,
        choose_5_merge, choose_7_value, choose_7_merge, take_2_value, take_2_merge,
        take_3_condition, take_3_condition_2,
    };

    /// The expressions.
    #[allow(unused, clippy::all, reason = "the code does all that the program does")]
    mod queries {
        use ::asl_runtime::__private::jq::*;

        /// `.list[0]`
        pub(super) fn take_filter(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(item(field(input, "list")?, 0)?.clone())
        }

        /// `"over"`
        pub(super) fn done_value(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(Value::String(Text::new_static("over")))
        }

        /// `.state = $value`
        pub(super) fn done_merge(
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
            check_depth(&document_3)?;
            Ok(document_3)
        }

        /// `.n < 3`
        pub(super) fn choose_2_condition(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(Value::Bool(less(cx, field(input, "n")?, &Value::Int(3))?))
        }

        /// `.again`
        pub(super) fn choose_2_condition_2(
            cx: &Cx,
            input: &Value,
        ) -> Result<Value, Exit> {
            Ok(field(input, "again")?.clone())
        }

        /// `.n == 3 and (.list | length) > 0`
        pub(super) fn choose_2_condition_3(
            cx: &Cx,
            input: &Value,
        ) -> Result<Value, Exit> {
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

        /// `.n + 1`
        pub(super) fn choose_4_value(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(cx.finish(add(cx, field(input, "n")?, &Value::Int(1))?))
        }

        /// `.n = $value`
        pub(super) fn choose_4_merge(
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
            check_depth(&document_3)?;
            Ok(document_3)
        }

        /// `false`
        pub(super) fn choose_5_value(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(Value::Bool(false))
        }

        /// `.again = $value`
        pub(super) fn choose_5_merge(
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
            check_depth(&document_3)?;
            Ok(document_3)
        }

        /// `[.n]`
        pub(super) fn choose_7_value(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            array(cx, Vec::from([field(input, "n")?.clone()]))
        }

        /// `.left += $value`
        pub(super) fn choose_7_merge(
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
                    grow(cx, part_5, &value_2)?;
                    Ok::<_, Exit>(paths::Fate::Stays)
                },
            )? == paths::Fate::Goes
            {
                document_3 = Value::Null;
            }
            check_depth(&document_3)?;
            Ok(cx.finish(document_3))
        }

        /// `.`
        pub(super) fn take_2_value(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(input.clone())
        }

        /// `.taken += [$value] | .list |= .[1:]`
        pub(super) fn take_2_merge(
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
                    grow(cx, part_5, &value_2)?;
                    Ok::<_, Exit>(paths::Fate::Stays)
                },
            )? == paths::Fate::Goes
            {
                document_3 = Value::Null;
            }
            check_depth(&document_3)?;
            let mut document_6: Value = document_3;
            let here_7 = &mut document_6;
            if paths::field(
                cx,
                here_7,
                "list",
                |part_8: &mut Value| {
                    let old_9: &Value = &*part_8;
                    let new_10 = slice(cx, old_9, Some(&Value::Int(1)), None)?;
                    *part_8 = new_10;
                    Ok::<_, Exit>(paths::Fate::Stays)
                },
            )? == paths::Fate::Goes
            {
                document_6 = Value::Null;
            }
            check_depth(&document_6)?;
            Ok(cx.finish(document_6))
        }

        /// `.last`
        pub(super) fn take_3_condition(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(field(input, "last")?.clone())
        }

        /// `true`
        pub(super) fn take_3_condition_2(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(Value::Bool(true))
        }
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 75] = [
        0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1f7e319bde50ff,
        0xcbf29ce484222325, 0xed997d5035d0959c, 0xdc270db6bba625eb, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c, 0x9ceead0de651adf1,
        0xcbf29ce484222325, 0x975158da956643b9, 0xcbf29ce484222325, 0x213c81c0606867c6,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xac2f29cc0c6d8d34, 0xcbf29ce484222325, 0xcbf29ce484222325, 0xcbf29ce484222325,
        0xcbf29ce484222325, 0xed997d5035d0959c, 0xbfb322cb9fb3b929, 0xcbf29ce484222325,
        0xe9dd4ec1f29a5696, 0xcbf29ce484222325, 0xed997d5035d0959c, 0xf060553ec70e61b0,
        0xcbf29ce484222325, 0x984893be2bce6200, 0xcbf29ce484222325, 0xc09a5a008175b281,
        0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1f7e319bde50ff, 0xcbf29ce484222325,
        0xed997d5035d0959c, 0x19757ef518b15feb, 0xcbf29ce484222325, 0x874c86f58d6d761c,
        0xcbf29ce484222325, 0xc09a5a008175b281, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0x8f1f7e319bde50ff, 0xcbf29ce484222325, 0xc09a5a008175b281, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x8f1f7e319bde50ff, 0xcbf29ce484222325, 0xed997d5035d0959c,
        0x16860f8aa754e908, 0xcbf29ce484222325, 0xca5f2afc45ee5a62, 0xcbf29ce484222325,
        0xc3adb41943431f45, 0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0xef08856ac8568dad, 0xcbf29ce484222325, 0xcbf29ce484222325,
        0xcbf29ce484222325, 0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
    ];
}
