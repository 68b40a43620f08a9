//! Terraform with AWS's provider: plan, apply, change and destroy of a state machine that publishes
//! versions, with an alias, an activity and a data source.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{client, command, files, server::Server};

/// The variable with a folder of providers, one of which is `hashicorp/aws`.
const PROVIDERS: &str = "ASL_SFN_TERRAFORM";

/// A definition whose state leads to a missing one.
const INVALID: &str = r#"{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "Nope"}}}"#;

/// A folder with the configuration, and its values for the variables.
struct Project<'a> {
    server: &'a Server,
    folder: PathBuf,
    variables: Vec<String>,
}

/// The end of a command.
struct Ended {
    code: Option<i32>,
    printed: String,
}

impl Project<'_> {
    /// Runs a command with the variables.
    async fn run(&self, arguments: &[&str]) -> Ended {
        let mut terraform = command("terraform", self.server);
        terraform.current_dir(&self.folder).args(arguments);
        terraform.args(self.variables.iter().map(|variable| format!("-var={variable}")));
        self.ended(&mut terraform).await
    }

    /// Runs a command that has no variables, which must succeed. Returns what it printed.
    async fn succeed(&self, arguments: &[&str]) -> String {
        let mut terraform = command("terraform", self.server);
        let ended = self.ended(terraform.current_dir(&self.folder).args(arguments)).await;
        assert_eq!(ended.code, Some(0), "{arguments:?}:\n{}", ended.printed);
        ended.printed
    }

    async fn ended(&self, terraform: &mut tokio::process::Command) -> Ended {
        terraform
            .env("TF_CLI_CONFIG_FILE", self.folder.join("settings.tfrc"))
            .env("TF_IN_AUTOMATION", "1")
            .env("CHECKPOINT_DISABLE", "1")
            .env_remove("TF_PLUGIN_CACHE_DIR");
        let done = terraform.output().await.expect("it runs");
        let printed = [done.stdout, done.stderr].concat();
        let printed = String::from_utf8_lossy(&printed).into_owned();
        Ended { code: done.status.code(), printed }
    }

    /// Plans. The code is 0 without changes, 2 with changes, and 1 if the plan fails.
    async fn plan(&self) -> Ended {
        self.run(&["plan", "-input=false", "-no-color", "-detailed-exitcode"]).await
    }

    async fn apply(&self) -> Ended {
        self.run(&["apply", "-input=false", "-no-color", "-auto-approve"]).await
    }

    /// Applies, which must succeed with this plan, and checks that another plan changes nothing.
    async fn apply_plan(&self, plan: &str) {
        let applied = self.apply().await;
        assert_eq!(applied.code, Some(0), "{}", applied.printed);
        assert!(applied.printed.contains(plan), "{}", applied.printed);
        self.changes_nothing().await;
    }

    async fn changes_nothing(&self) {
        let plan = self.plan().await;
        assert_eq!(plan.code, Some(0), "{}", plan.printed);
    }

    /// The value of an output.
    async fn output(&self, name: &str) -> String {
        self.succeed(&["output", "-raw", "-no-color", name]).await
    }

    /// Sets a variable.
    fn set(&mut self, name: &str, value: &str) {
        self.variables.retain(|variable| !variable.starts_with(&format!("{name}=")));
        self.variables.push(format!("{name}={value}"));
    }

    fn set_definition(&mut self, file: &Path) {
        self.set("definition", &file.display().to_string());
    }
}

/// The answer of an operation.
async fn call(server: &Server, operation: &str, input: Value) -> Value {
    let answer = server.api.call(operation, input).await;
    answer.unwrap_or_else(|fault| panic!("{operation}: {fault}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn terraform_plans_applies_changes_and_destroys() {
    let Some(providers) = client(PROVIDERS) else { return };
    let server = Server::start("terraform").await;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("clients-terraform-project");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("it can be removed");
    }
    std::fs::create_dir_all(&folder).expect("it is made");
    let file = |name: &str| folder.join(name);
    std::fs::copy(files().join("terraform/main.tf"), file("main.tf")).expect("it is copied");
    // Settings of the user do not count.
    std::fs::write(file("settings.tfrc"), "").expect("it is written");
    std::fs::write(file("invalid.json"), INVALID).expect("it is written");

    let mut project = Project { server: &server, folder: folder.clone(), variables: Vec::new() };
    let plugins = format!("-plugin-dir={}", providers.display());
    project.succeed(&["init", "-input=false", "-no-color", &plugins]).await;
    project.succeed(&["fmt", "-check", "-diff", "-no-color"]).await;
    project.set("endpoint", &server.url);

    a_plan_shows_findings(&mut project).await;
    let first = it_is_created(&mut project).await;
    it_is_changed(&mut project, &first).await;
    another_definition_is_refused(&mut project).await;
    it_is_destroyed(&project).await;

    std::fs::remove_dir_all(&folder).expect("it can be removed");
    server.stop().await;
}

async fn a_plan_shows_findings(project: &mut Project<'_>) {
    project.set_definition(&project.folder.join("invalid.json"));
    let plan = project.plan().await;
    assert_eq!(plan.code, Some(1), "{}", plan.printed);
    // Lines are broken anywhere.
    let printed = plan.printed.split_whitespace().collect::<Vec<_>>().join(" ");
    let finding = "(MISSING_TRANSITION_TARGET): no state is called `Nope`";
    assert!(printed.contains(finding), "{}", plan.printed);
    let listed = call(
        project.server,
        "ListStateMachineVersions",
        json!({
            "stateMachineArn": "arn:aws:states:us-east-1:123456789012:stateMachine:hello",
        }),
    );
    assert_eq!(listed.await["stateMachineVersions"], json!([]));
}

/// Returns the ARN of the version.
async fn it_is_created(project: &mut Project<'_>) -> String {
    project.set_definition(&files().join("machines/hello.asl.json"));
    project.apply_plan("Plan: 3 to add, 0 to change, 0 to destroy").await;

    let (machine, alias) = (project.output("machine").await, project.output("alias").await);
    let version = project.output("version").await;
    assert_eq!(version, format!("{machine}:1"));
    let tags = call(project.server, "ListTagsForResource", json!({"resourceArn": machine})).await;
    assert_eq!(tags["tags"], json!([{"key": "team", "value": "sales"}]));
    let started = json!({"stateMachineArn": alias, "name": "one", "input": r#"{"name": "Ann"}"#});
    let started = call(project.server, "StartExecution", started).await;
    let description = loop {
        let execution = json!({"executionArn": started["executionArn"]});
        let description = call(project.server, "DescribeExecution", execution).await;
        if description["status"] != "RUNNING" {
            break description;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(description["output"], r#"{"greeting":"Hello, Ann!"}"#);
    assert_eq!(description["stateMachineVersionArn"], version);
    version
}

async fn it_is_changed(project: &mut Project<'_>, first: &str) {
    project.set("role", "two");
    project.set("tags", r#"{"stage":"test"}"#);
    project.apply_plan("Plan: 0 to add, 2 to change, 0 to destroy").await;

    let (machine, version) = (project.output("machine").await, project.output("version").await);
    assert_ne!(version, first);
    let description = json!({"stateMachineArn": machine});
    let description = call(project.server, "DescribeStateMachine", description).await;
    assert_eq!(description["roleArn"], "arn:aws:iam::123456789012:role/two");
    let alias = json!({"stateMachineAliasArn": project.output("alias").await});
    let alias = call(project.server, "DescribeStateMachineAlias", alias).await;
    let route = json!([{"stateMachineVersionArn": version, "weight": 100}]);
    assert_eq!(alias["routingConfiguration"], route);
}

/// The machines of this server are compiled into it, so that another definition has no machine.
async fn another_definition_is_refused(project: &mut Project<'_>) {
    project.set_definition(&files().join("machines/short.asl.json"));
    let applied = project.apply().await;
    assert_eq!(applied.code, Some(1), "{}", applied.printed);
    assert!(applied.printed.contains("ConflictException"), "{}", applied.printed);
    project.set_definition(&files().join("machines/hello.asl.json"));
    project.changes_nothing().await;
}

async fn it_is_destroyed(project: &Project<'_>) {
    let machine = project.output("machine").await;
    let ended = project.run(&["destroy", "-input=false", "-no-color", "-auto-approve"]).await;
    assert_eq!(ended.code, Some(0), "{}", ended.printed);
    assert_eq!(project.succeed(&["state", "list"]).await, "");
    let described = json!({"stateMachineArn": machine});
    let fault = project.server.api.call("DescribeStateMachine", described).await;
    assert_eq!(fault.expect_err("it is gone").kind(), "StateMachineDoesNotExist");
    let activities = call(project.server, "ListActivities", json!({})).await;
    assert_eq!(activities["activities"], json!([]));
}
