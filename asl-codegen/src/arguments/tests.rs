use super::*;
use asl_source::diagnostics::Code;

fn parsed(text: &str) -> Arguments {
    parse(text.parse().expect("tokens")).unwrap_or_else(|fault| panic!("{fault:?}"))
}

fn fault(text: &str) -> String {
    match parse(text.parse().expect("tokens")) {
        Ok(_) => panic!("accepted: {text}"),
        Err(fault) => fault.into_error().to_string(),
    }
}

fn text(tokens: &TokenStream) -> String {
    tokens.to_string().replace(' ', "")
}

#[test]
fn a_path_is_enough() {
    let arguments = parsed(r#""machines/order.asl.json""#);
    assert_eq!(arguments.definition, "machines/order.asl.json");
    assert!(
        arguments.options.run
            && arguments.options.state_functions
            && !arguments.options.inspect
            && !arguments.outside
    );
}

#[test]
fn templates_values_and_levels_are_options() {
    let arguments = parsed(
        r#""template.yaml", resource = "OrderMachine", substitute_file = "values.json", schemas = "schemas",
        deny = [warnings], allow = [ASL0906, ASL0408]"#,
    );
    let options = arguments.options;
    assert_eq!(options.resource.as_deref(), Some("OrderMachine"));
    assert_eq!(options.substitute_file.as_deref(), Some("values.json"));
    assert_eq!(options.schemas.as_deref(), Some("schemas"));
    let levels = [Code::ReservedErrorName, Code::AlwaysFails].map(|code| options.levels.of(code));
    assert_eq!(levels, [Level::Allow, Level::Deny]);
}

#[test]
fn levels_of_findings_about_services_need_the_models() {
    // `cargo asl check`, which reads the same arguments, has the models.
    parsed(r#""order.asl.json", allow = [ASL1007]"#);
    let denied = r#""order.asl.json", deny = [ASL1007]"#;
    if cfg!(feature = "aws-models") {
        parsed(denied);
    } else {
        assert!(fault(denied).contains("the feature `aws-models`"));
    }
}

#[test]
fn the_long_form_has_every_option() {
    let arguments = parsed(
        r#"(@ $crate, false) pub(crate) "a.json",
        name = checkout, input = Map<String, Order>, output = (u32, Confirmation),
        tasks = {
            charge_card: fn(ChargeRequest) -> Result<A, B>,
            "arn:x" => ship,
            "arn:y" => send: fn(Box<dyn Fn(A) -> B>) -> Value,
        },
        substitute = { "Table": "orders", "Stage": "test" },
        methods = resources, services = aws,
        default_task_timeout = 1_000, profile = spec, limits = aws, jsonpath = rfc9535, state_functions = false, inspect = true,
        format = sm4c, default_wait = true, expression_steps = 5_000_000, expression_bytes = 64u64, outside = true,
        sections = { "https://example.org/events.json": "parts/events.json" },"#,
    );
    let options = arguments.options;
    assert_eq!(options.runtime.as_ref().map(text).as_deref(), Some("$crate"));
    assert_eq!((options.language, options.default_wait), (Some(Language::Sm4c), true));
    assert_eq!(
        options.sections,
        [("https://example.org/events.json".to_owned(), "parts/events.json".to_owned())]
    );
    assert_eq!((options.expression_steps, options.expression_bytes), (Some(5_000_000), Some(64)));
    assert_eq!(
        (options.run, options.state_functions, options.inspect, arguments.outside),
        (false, false, true, true)
    );
    assert_eq!(text(&options.visibility), "pub(crate)");
    assert_eq!(options.name.as_deref(), Some("checkout"));
    assert_eq!(options.input.as_ref().map(text).as_deref(), Some("Map<String,Order>"));
    assert_eq!(options.output.as_ref().map(text).as_deref(), Some("(u32,Confirmation)"));
    let tasks: Vec<_> = options
        .tasks
        .iter()
        .map(|task| {
            (
                task.task.as_str(),
                task.method.as_deref(),
                task.types.as_ref().map(|(i, o)| (text(i), text(o))),
            )
        })
        .collect();
    let owned = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
    assert_eq!(
        tasks,
        [
            ("charge_card", None, owned("ChargeRequest", "Result<A,B>")),
            ("arn:x", Some("ship"), None),
            ("arn:y", Some("send"), owned("Box<dynFn(A)->B>", "Value")),
        ]
    );
    assert_eq!(
        options.substitute,
        [("Table".into(), "orders".into()), ("Stage".into(), "test".into())]
    );
    assert_eq!((options.default_task_timeout, options.profile), (Some(1000), Profile::Spec));
    assert_eq!((options.limits, options.methods), (Limits::Aws, Methods::Resources));
    assert_eq!(options.services, ServiceMethods::Aws);
    assert_eq!(options.jsonpath, Dialect::Rfc9535);
}

#[test]
fn tasks_that_wait_have_types_of_answers() {
    let text_of = r#"answers = { ask_customer: Vec<Answer>, "Ask again": crate::Answer }"#;
    let options = parsed(&format!("\"a.json\", {text_of}")).options;
    let answers: Vec<_> =
        options.answers.iter().map(|of| (of.task.as_str(), text(&of.answer))).collect();
    let answer = |task, of: &str| (task, of.to_owned());
    assert_eq!(
        answers,
        [answer("ask_customer", "Vec<Answer>"), answer("Ask again", "crate::Answer")]
    );
}

#[test]
fn faults_say_what_was_expected() {
    for (arguments, expected) in [
        ("", "expected the path of a definition"),
        ("order", "found `order`"),
        ("\"a\" name = b", "expected `,`, found `name`"),
        ("\"a\", nmae = b", "did you mean `name`?"),
        ("\"a\", zzzzz", "there is no option `zzzzz`; there are: name, input"),
        ("\"a\", name = b, name = c", "`name` is given twice"),
        ("\"a\", name = \"b\"", "expected the module's name"),
        ("\"a\", input =", "expected a type after this"),
        ("\"a\", default_task_timeout = 0", "at least one second"),
        ("\"a\", default_task_timeout = 1.5", "expected a number of seconds, found `1.5`"),
        ("\"a\", profile = java", "expected `spec` or `aws`, found `java`"),
        ("\"a\", limits = 5", "expected `aws` or `none`, found `5`"),
        ("\"a\", limits = some", "expected `aws` or `none`, found `some`"),
        ("\"a\", jsonpath = rfc", "expected `aws` or `rfc9535`, found `rfc`"),
        ("\"a\", format = bpmn", "expected `asl` or `sm4c`, found `bpmn`"),
        ("\"a\", state_functions = no", "expected `true` or `false`, found `no`"),
        ("\"a\", substitute = { A: \"b\" }", "expected a name in quotation marks, found `A`"),
        ("\"a\", substitute = { \"A\": \"b\", \"A\": \"c\" }", "`A` is given twice"),
        ("\"a\", answers = { a: A, a: B }", "the task `a` is given twice"),
        ("\"a\", answers = { a }", "expected `:` after this"),
        ("\"a\", tasks = { a: fn(A, B) -> C }", "a task has one input"),
        ("\"a\", tasks = { a: fn(A) }", "expected `-` after this"),
        ("\"a\", tasks = { a }", "expected `=> method` or `: fn(Input) -> Output` after this"),
        ("\"a\", tasks = { a: b }", "expected `fn(Input) -> Output`, found `b`"),
        ("\"a\", tasks = { a => 7 }", "expected a method's name"),
        ("\"a\", tasks = { a => b, a => c }", "the task `a` is given twice"),
        ("\"a\", methods = raw", "expected `called` or `resources`, found `raw`"),
    ] {
        let found = fault(arguments);
        assert!(found.contains(&expected.replace('"', "\\\"")), "{arguments}\n{found}");
    }
}
