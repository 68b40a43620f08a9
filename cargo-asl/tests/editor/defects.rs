//! The faults of the bad definitions, as this server and AWS's show them, side by side.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::process::{Package, Server};

/// The variable with the folder `node_modules` that has AWS's server.
const AWS: &str = "ASL_LSP_AWS";

/// A definition with one fault, or with none.
struct Definition {
    name: String,
    /// Its path: it may name files beside it.
    path: PathBuf,
    text: String,
    is_sm4c: bool,
}

/// The definitions of a folder that need no options, in the order of their names.
fn definitions(folder: &str) -> Vec<Definition> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/definitions").join(folder);
    let folder = folder.canonicalize().expect("a folder");
    let entries = folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_text = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension == "json" || extension == "yaml")
    };
    let mut paths: Vec<PathBuf> = entries.filter(is_text).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.to_owned();
        let needs_options = path.with_extension("options.json").is_file();
        // An editor opens only what it can decode.
        let text = std::fs::read_to_string(&path).ok()?;
        // The machines of a template are checked one by one.
        let is_template = name == "ASL1306-two-machines.json";
        let is_other = needs_options || is_template || name.ends_with(".options.json");
        let is_other = is_other || text.contains(".proto");
        let is_sm4c = text.contains("\"states\"") || text.contains("\nstates:");
        (!is_other).then_some(Definition { name, path, text, is_sm4c })
    };
    paths.into_iter().filter_map(read).collect()
}

/// The codes of the findings that this server shows, up to a severity: 1 for errors, 2 for warnings.
fn shown(server: &mut Server, definition: &Definition, severity: u64) -> Vec<String> {
    let uri = format!("file://{}", definition.path.display());
    let found = server.open_all(&uri, "asl", &definition.text);
    let all = found.iter().flat_map(|findings| findings.as_array().expect("findings"));
    let all = all.filter(|finding| finding["severity"].as_u64().is_some_and(|it| it <= severity));
    all.map(|finding| finding["code"].as_str().unwrap_or_default().to_owned()).collect()
}

/// The messages of AWS's server, by definition.
fn of_aws(modules: &Path, definitions: &[&Definition]) -> BTreeMap<String, Vec<Value>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editor/aws.mjs");
    let mut node = Command::new("node")
        .arg(script)
        .env(AWS, modules)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node runs");
    let mut input = node.stdin.take().expect("piped");
    let lines: Vec<String> = definitions
        .iter()
        .map(|definition| json!({"name": definition.name, "text": definition.text}).to_string())
        .collect();
    // It writes while it reads, and a pipe holds only so much.
    let writer = std::thread::spawn(move || {
        input.write_all(lines.join("\n").as_bytes()).expect("a script that reads");
    });
    let output = node.wait_with_output().expect("it ends");
    writer.join().expect("all was written");
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    let answers = answers.lines().map(|line| {
        let answer: Value = serde_json::from_str(line).expect("JSON");
        let name = answer["name"].as_str().expect("a name").to_owned();
        (name, answer["findings"].as_array().expect("findings").clone())
    });
    answers.collect()
}

#[test]
fn each_bad_definition_is_shown_and_the_good_ones_are_clean() {
    let (package, bad, good) = (Package::new("defects"), definitions("bad"), definitions("good"));
    let mut server = Server::start(&package);
    let mut table = Vec::new();
    for definition in &bad {
        let codes = shown(&mut server, definition, 2);
        let (code, _) = definition.name.split_once('-').expect("a name with a code");
        let is_known = codes.iter().any(|found| found == code);
        assert!(is_known, "{}: {codes:?}", definition.name);
        table.push((definition, codes));
    }
    for definition in &good {
        assert_eq!(shown(&mut server, definition, 1), [""; 0], "{}", definition.name);
    }
    server.end();
    let Some(modules) = std::env::var_os(AWS).map(PathBuf::from) else {
        eprintln!(
            "skipped: AWS's server; {AWS} is not set, `cargo xtask test --only editors` sets it"
        );
        return;
    };
    let asl: Vec<&Definition> =
        bad.iter().chain(&good).filter(|definition| !definition.is_sm4c).collect();
    let aws = of_aws(&modules, &asl);
    let says = |definition: &Definition| aws.get(&definition.name).map(Vec::len);
    println!("{:44} {:20} AWS's server", "definition", "this server");
    for (definition, codes) in &table {
        let theirs = match says(definition) {
            None => "does not read SM4C".to_owned(),
            Some(0) => "-".to_owned(),
            Some(count) => format!("{count} finding(s)"),
        };
        println!(
            "{:44} {:20} {theirs}",
            definition.name,
            codes.first().map_or("-", String::as_str)
        );
    }
    let of = |is_sm4c: bool| table.iter().filter(move |(it, _)| it.is_sm4c == is_sm4c);
    let found =
        of(false).filter(|(definition, _)| says(definition).is_some_and(|it| it > 0)).count();
    let alarms = good.iter().filter(|definition| says(definition).is_some_and(|it| it > 0)).count();
    println!(
        "ASL: {} bad definitions, all shown by this server, {found} by AWS's; SM4C: {}, all shown. \
         Of {} good ones this server has errors in none, AWS's in {alarms}.",
        of(false).count(),
        of(true).count(),
        good.len(),
    );
    assert!(found > 20 && of(false).count() > 100, "{found}");
}
