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

/// The findings of AWS's server for those of the definitions that are in ASL, if it is there.
#[expect(clippy::print_stderr, reason = "it says what is left out")]
fn findings_of_aws<'d>(
    definitions: impl Iterator<Item = &'d Definition>,
) -> Option<BTreeMap<String, Vec<Value>>> {
    let Some(modules) = std::env::var_os(AWS).map(PathBuf::from) else {
        eprintln!(
            "skipped: AWS's server; {AWS} is not set, `cargo xtask test --only editors` sets it"
        );
        return None;
    };
    let asl: Vec<&Definition> = definitions.filter(|definition| !definition.is_sm4c).collect();
    Some(of_aws(&modules, &asl))
}

/// Prints what both servers show, side by side.
#[expect(clippy::print_stdout, reason = "the table is for those who run the test")]
fn print_table(table: &[(&Definition, Vec<String>)], aws: &BTreeMap<String, Vec<Value>>) {
    println!("{:44} {:20} AWS's server", "definition", "this server");
    for (definition, codes) in table {
        let theirs = match aws.get(&definition.name).map(Vec::len) {
            None => "does not read SM4C".to_owned(),
            Some(0) => "-".to_owned(),
            Some(count) => format!("{count} finding(s)"),
        };
        let ours = codes.first().map_or("-", String::as_str);
        println!("{:44} {ours:20} {theirs}", definition.name);
    }
}

/// The definitions with one defect each that `seeded/defects.txt` describes, with the code of its
/// finding.
fn seeded() -> Vec<(String, Definition)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editor/seeded");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a file");
    let (mut name, mut whole) = (String::new(), String::new());
    let mut found = Vec::new();
    for line in read("defects.txt").lines().filter(|line| !line.is_empty()) {
        if line.starts_with('#') {
            continue;
        }
        let Some((code, change)) = line.split_once(": ").filter(|_| line.starts_with("ASL")) else {
            (name, whole) = (line.to_owned(), read(line));
            continue;
        };
        let (from, to) = change.split_once(" =>").expect("a replacement");
        let [from, to] = [from, to.trim_start()].map(|text| text.replace("\\n", "\n"));
        assert_eq!(whole.matches(&from).count(), 1, "{line}");
        let name = format!("{}-{name}", found.len() + 1);
        let text = whole.replace(&from, &to);
        let is_sm4c = name.contains(".sm4c.");
        let definition = Definition { path: folder.join(&name), name, text, is_sm4c };
        found.push((code.to_owned(), definition));
    }
    found
}

#[test]
fn each_seeded_defect_is_shown() {
    let (package, seeded) = (Package::new("seeded"), seeded());
    let sm4c = seeded.iter().filter(|(_, definition)| definition.is_sm4c).count();
    assert_eq!((seeded.len() - sm4c, sm4c), (76, 48));
    let mut server = Server::start(&package);
    let mut table = Vec::new();
    for (code, definition) in &seeded {
        let mut codes = shown(&mut server, definition, 2);
        let at = codes.iter().position(|found| found == code);
        let Some(at) = at else { panic!("{}: {code}: {codes:?}", definition.name) };
        codes.swap(0, at);
        table.push((definition, codes));
    }
    server.end();
    let definitions = || seeded.iter().map(|(_, definition)| definition);
    let Some(aws) = findings_of_aws(definitions()) else { return };
    print_table(&table, &aws);
    let found = aws.values().filter(|findings| !findings.is_empty()).count();
    println!(
        "Seeded: this server shows 76 of 76 in ASL and 48 of 48 in SM4C, AWS's {found} of 76."
    );
    assert!(found > 20, "{found}");
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
    let Some(aws) = findings_of_aws(bad.iter().chain(&good)) else { return };
    print_table(&table, &aws);
    let says = |definition: &Definition| aws.get(&definition.name).map(Vec::len);
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
