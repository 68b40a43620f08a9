//! Tests that the text of a definition cannot change the shape of its code.

use proc_macro2::{TokenStream, TokenTree};

use super::*;
use crate::compile::{self, emit};
use crate::tests::with;
use asl_source::options::{Limits, Profile, ServiceMethods};

/// Strings that would do harm if they were pasted into code.
const NASTY: &[&str] = &[
    "\"; } fn x(){",
    "*/ } pub fn pwned() {} /*",
    "\n#![feature(x)]\n",
    "'\"#\"##",
    "{}",
    "{0} {name}",
    "\\",
    "\\u{1F600}",
    "\u{200b}\u{2060}",
    "\u{0}\u{7}\u{1b}[31m",
    "$crate",
    "r#fn",
    "self::super",
    "ﬀ\u{fe0f}\u{200d}",
    "日本語",
    "😀",
    "]]>--><script>",
    "%%{init}",
    "]",
    "`",
    "```",
    "//!",
];

fn machine_of(text: &str, options: &Options) -> (ir::Machine, Sources) {
    let mut sources = Sources::from_text("a.asl.json", text);
    let checked = compile::check(&mut sources, options);
    assert!(!checked.diagnostics.has_errors(), "{:?}\n{text}", checked.diagnostics);
    (checked.machine.expect("no errors"), sources)
}

/// A definition with one text in every place that allows any text.
fn definition(text: &str) -> String {
    let text = serde_json::to_string(text).expect("any text is JSON");
    r#"{
        "Comment": TEXT, "StartAt": "Start",
        "States": {
            "Start": { "Type": "Pass", "Comment": TEXT, "Result": { "a": TEXT, TEXT: [TEXT] }, "ResultPath": "$.r", "Next": TEXT },
            TEXT: {
                "Type": "Task", "Resource": "urn:task:work", "Parameters": { "a": TEXT, TEXT: { "b.$": "$.b" } },
                "Retry": [{ "ErrorEquals": [TEXT] }], "Catch": [{ "ErrorEquals": [TEXT], "Next": "Choose" }], "Next": "Choose"
            },
            "Choose": { "Type": "Choice", "Choices": [{ "Variable": "$.a", "StringEquals": TEXT, "Next": "Stop" }], "Default": "Stop" },
            "Stop": { "Type": "Fail", "Error": TEXT, "Cause": TEXT }
        }
    }"#
    .replace("TEXT", &text)
}

/// The tokens without the parts that may differ: texts of literals and names of identifiers.
fn shape(tokens: TokenStream) -> String {
    let one = |token: TokenTree| match token {
        TokenTree::Group(group) => format!("{:?}<{}>", group.delimiter(), shape(group.stream())),
        TokenTree::Ident(_) => "i".to_owned(),
        TokenTree::Literal(_) => "l".to_owned(),
        TokenTree::Punct(mark) => mark.as_char().to_string(),
    };
    tokens.into_iter().map(one).collect()
}

fn code(text: &str) -> TokenStream {
    // The specification limits the length of state names.
    let options = with(Options::default(), |options| options.profile = Profile::Spec);
    let (machine, sources) = machine_of(text, &options);
    super::machine(&machine, &sources, &options)
}

#[test]
fn no_text_changes_the_shape_of_the_code() {
    let harmless = shape(code(&definition("harmless")));
    for text in NASTY {
        assert_eq!(shape(code(&definition(text))), harmless, "{text:?}");
        let name = text.repeat(128).chars().take(128).collect::<String>();
        assert_eq!(shape(code(&definition(&name))), harmless, "{name:?}");
    }
}

#[test]
fn no_resource_changes_the_shape_of_the_code() {
    let definition = |resource: &str| {
        let resource = serde_json::to_string(resource).expect("any text is JSON");
        format!(
            r#"{{ "StartAt": "A", "States": {{ "A": {{ "Type": "Task", "Resource": {resource}, "End": true }} }} }}"#
        )
    };
    let options = with(Options::default(), |options| options.profile = Profile::Spec);
    let harmless = shape(code(&definition("urn:task:work")));
    for part in [
        "self",
        "crate",
        "fn",
        "_",
        "%22;%7D",
        "$LATEST",
        "1",
        "a-b.c",
        "clone",
        "%F0%9F%98%80",
        "*/",
        "{x}",
    ] {
        let Some(machine) = compile::check(
            &mut Sources::from_text("a.asl.json", definition(&format!("urn:task:{part}"))),
            &options,
        )
        .machine
        else {
            continue;
        };
        let sources = Sources::default();
        assert_eq!(shape(super::machine(&machine, &sources, &options)), harmless, "{part}");
    }
}

#[test]
fn all_names_are_ascii() {
    fn check(tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => assert!(name.to_string().is_ascii(), "{name}"),
                TokenTree::Group(group) => check(group.stream()),
                TokenTree::Literal(_) | TokenTree::Punct(_) => {}
            }
        }
    }
    for text in NASTY {
        check(code(&definition(text)));
    }
}

#[test]
fn the_hash_depends_only_on_the_behaviour_of_a_machine() {
    let hash_with =
        |text: &str, options: &Options| ir::fingerprint::of_machine(&machine_of(text, options).0);
    let spec = with(Options::default(), |options| options.profile = Profile::Spec);
    let hash = |text: &str| hash_with(text, &spec);
    let plain = r#"{"StartAt":"A","States":{"A":{"Type":"Pass","Result":1,"End":true}}}"#;
    let same = r#"{ "Comment": "x", "States": { "A": { "End": true, "Comment": "y", "Type": "Pass", "Result": 1 } }, "StartAt": "A" }"#;
    assert_eq!(hash(plain), hash(same));
    for other in [
        plain.replace("\"Result\":1", "\"Result\":2"),
        plain.replace("\"Result\":1", "\"Result\":1.0"),
        plain.replace("\"Result\":1", "\"ResultPath\":\"$.a\""),
        plain.replace("\"Result\":1", "\"InputPath\":null"),
        plain.replace("\"A\"", "\"B\""),
        plain.replace("{\"StartAt\"", "{\"TimeoutSeconds\":1,\"StartAt\""),
    ] {
        assert_ne!(hash(plain), hash(&other), "{other}");
    }
    assert_ne!(hash(plain), hash_with(plain, &Options::default()));
    assert_ne!(
        hash(plain),
        hash_with(plain, &with(spec.clone(), |options| options.limits = Limits::Aws))
    );
    // Pinned, because snapshots of running executions contain it.
    assert_eq!(hash(plain), 15_619_284_151_751_275_909);
}

#[test]
fn fingerprints_of_states_without_fields_tell_the_query_language() {
    let output = |text: &str| {
        let (machine, _) = machine_of(text, &Options::default());
        machine.nodes.iter().map(|node| ir::fingerprint::of_node(&machine, node).output).next()
    };
    let plain = r#"{"StartAt":"A","States":{"A":{"Type":"Succeed"}}}"#;
    let spaced = plain.replace(',', ", ");
    let jsonata = plain.replace("\"Succeed\"", "\"Succeed\",\"QueryLanguage\":\"JSONata\"");
    assert_eq!(output(plain), output(&spaced));
    assert_ne!(output(plain), output(&jsonata));
}

#[test]
fn names_that_are_keywords_can_be_used() {
    let options = with(Options::default(), |options| options.name = Some("r#type".to_owned()));
    let (machine, sources) = machine_of(&definition("x"), &options);
    assert!(super::machine(&machine, &sources, &options).to_string().contains("mod r#type {"));
}

#[test]
fn a_for_each_may_iterate_over_the_whole_input() {
    let options = Options::default();
    let (mut machine, sources) = machine_of(&definition("x"), &options);
    let target = |node| {
        ir::Exit::Next(ir::Target {
            node: Some(ir::NodeId(node)),
            span: asl_source::span::Span::default(),
        })
    };
    machine.nodes[0].kind = ir::NodeKind::ForEach(ir::ForEach {
        body: ir::ScopeId(0),
        input: ir::Selection::Whole,
        items: None,
        collection: None,
        join: ir::Join::All,
        selector: None,
        window: ir::Limit::Fixed(40),
        run: None,
        output: ir::Output::default(),
        exit: target(1),
        retry: Vec::new(),
        catch: Vec::new(),
    });
    let code = super::machine(&machine, &sources, &options).to_string();
    for part in [
        "Node :: map (",
        ". body (node :: START , Some (40))",
        "Ok (Step :: ForEach (iterate (items (data , \"$\") ? . clone () , 40)))",
        "Node :: choice (",
        "Node :: fail (",
    ] {
        assert!(code.contains(part), "{part}\n{code}");
    }
}

/// 6,000 members in one expression took rustc 22 GB.
#[test]
fn large_templates_are_made_in_parts() {
    let parts = |members: usize| {
        let members: Vec<String> =
            (0..members).map(|number| format!(r#""m{number}.$": "$.x""#)).collect();
        let text = format!(
            r#"{{"StartAt": "A", "States": {{"A": {{"Type": "Pass", "Parameters": {{{}}}, "End": true}}}}}}"#,
            members.join(", ")
        );
        code(&text).to_string().matches("append (").count()
    };
    assert_eq!([parts(64), parts(65), parts(200)], [0, 2, 4]);
}

#[test]
fn a_machine_in_sm4c_records_no_stages_for_tests() {
    let text = r#"{ "id": "m", "version": "1", "name": "m", "states": [
        { "name": "A", "start": true, "inputFilter": "${ .a }", "enterAction": { "type": "injectData", "expression": "${ 1 }" } }
    ] }"#;
    let options = with(Options::default(), |options| options.inspect = true);
    let (machine, sources) = machine_of(text, &options);
    let code = super::machine(&machine, &sources, &options).to_string();
    assert!(!code.contains("note (") && !code.contains("noted_"), "{code}");
}

#[test]
fn the_limits_of_expressions_are_in_the_table() {
    let text =
        r#"{ "id": "m", "version": "1", "name": "m", "states": [{ "name": "A", "start": true }] }"#;
    let code = |expression_steps, expression_bytes| {
        let options = with(Options::default(), |options| {
            options.expression_steps = expression_steps;
            options.expression_bytes = expression_bytes;
        });
        let (machine, sources) = machine_of(text, &options);
        super::machine(&machine, &sources, &options).to_string()
    };
    assert!(!code(None, None).contains("expressions :"));
    assert!(
        code(Some(7), Some(8))
            .contains("expressions : ExpressionLimits { steps : 7 , bytes : 8 , }")
    );
    assert!(
        code(Some(7), None)
            .contains("ExpressionLimits { steps : 7 , .. ExpressionLimits :: USUAL }")
    );
}

#[test]
fn the_expressions_of_a_machine_produce_a_bounded_amount_of_code() {
    let state = |at: usize| {
        // Equal programs are emitted once.
        let program = format!("{at}{}", ",1".repeat(9_500));
        let action = format!(r#"{{ "type": "injectData", "expression": "${{ {program} }}" }}"#);
        let next = format!(r#""transitions": [{{ "nextState": "S{}" }}]"#, at + 1);
        format!(r#"{{ "name": "S{at}", "start": {}, "enterAction": {action}, {next} }}"#, at == 0)
    };
    let codes = |count: usize| {
        let states = (0..count).map(state).collect::<Vec<_>>().join(", ");
        let last = format!(r#"{{ "name": "S{count}" }}"#);
        let text = format!(
            r#"{{ "id": "m", "version": "1", "name": "m", "states": [{states}, {last}] }}"#
        );
        let checked =
            compile::check(&mut Sources::from_text("a.sm4c.json", &text), &Options::default());
        checked.diagnostics.sorted().iter().map(|found| found.code.id()).collect::<Vec<_>>()
    };
    assert!(codes(9).is_empty());
    assert_eq!(codes(12), ["ASL2013"]);
}

#[test]
fn very_many_tasks_are_in_several_traits() {
    let task = |n| {
        format!(r#""S{n}": {{ "Type": "Task", "Resource": "task:t{n}", "Next": "S{}" }},"#, n + 1)
    };
    let of = |count: usize| {
        let tasks: String = (0..count).map(task).collect();
        code(&format!(
            r#"{{ "StartAt": "S0", "States": {{ {tasks} "S{count}": {{ "Type": "Succeed" }} }} }}"#
        ))
        .to_string()
    };
    let few = of(250);
    assert!(few.contains("pub trait Tasks :") && !few.contains("Tasks1"));
    let many = of(501);
    assert!(many.contains("pub trait Tasks : Tasks1 + Tasks2 + Tasks3 { }"));
    assert!(many.contains("impl < T : Tasks1 + Tasks2 + Tasks3 > Tasks for T { }"));
    assert!(many.contains("shared_tasks ! { Tasks3 : t500 (Value) -> Value ; }"));
    assert!(many.contains("250 ..= 499 => self . call_2 (id , cx , input)"));
    assert!(
        many.contains("Tasks1 :: t249 (")
            && many.contains("Tasks2 :: t250 (")
            && many.contains("Tasks3 :: t500 (")
    );
}

#[test]
fn rows_of_very_many_states_are_in_parts() {
    let of = |count: usize| {
        let pass = |n| format!(r#""S{n}": {{ "Type": "Pass", "Next": "S{}" }},"#, n + 1);
        let states: String = (1..count).map(pass).collect();
        code(&format!(
            r#"{{ "StartAt": "S1", "States": {{ {states} "S{count}": {{ "Type": "Succeed" }} }} }}"#
        ))
        .to_string()
    };
    assert!(of(100).contains("static NODES : [Node ; 100] = [Node :: pass (\"S1\""));
    let many = of(201);
    let table = "static NODES : [Node ; 201] = joined_rows (& [NODES_0 , NODES_1 , NODES_2]) ;";
    assert!(many.contains(table), "{many}");
    assert!(many.contains("const NODES_2 : & [Node] = & [Node :: succeed (\"S201\""), "{many}");
}

/// A call that services do not perform has no default body, so rustc demands the method.
#[test]
fn calls_that_no_services_perform_need_a_method() {
    let body_of = |action: &str| {
        let text = format!(
            r#"{{"StartAt": "A", "States": {{"A": {{"Type": "Task", "End": true,
                "Resource": "arn:aws:states:::{action}"}}}}}}"#
        );
        let options = with(Options::default(), |options| options.services = ServiceMethods::Aws);
        let (machine, sources) = machine_of(&text, &options);
        emit(&machine, &sources, &options).to_string().contains("call_service (cx , input)")
    };
    for action in ["dynamodb:putItem", "eks:createCluster", "elasticmapreduce:addStep.sync"] {
        assert!(body_of(action), "{action}");
    }
    for action in ["eks:call", "eks:runJob.sync", "elasticmapreduce:modifyInstanceFleetByName"] {
        assert!(!body_of(action), "{action}");
    }
}
