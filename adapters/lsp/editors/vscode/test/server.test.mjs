// The server with Visual Studio Code's own library of the protocol, over its standard streams, and
// the parts of the extension that need no window. `ASL_LSP_SERVER` is the program `cargo-asl`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import protocol from "vscode-languageserver-protocol/node";

import { page, stateAt } from "../dist/graph.mjs";

const TEXT = `{"StartAt": "Each", "States": {
  "Each": {"Type": "Map", "Next": "Done", "ItemProcessor": {"StartAt": "One", "States": {
    "One": {"Type": "Pass", "Comment": "😀", "End": true}}}},
  "Done": {"Type": "Succeed"},
  "Lost": {"Type": "Succeed"}}}
`;

const folder = mkdtempSync(join(tmpdir(), "asl-vscode-"));
const file = join(folder, "order.asl.json");
const uri = pathToFileURL(file).href;
let server;
let connection;
let drawing;
const published = [];

before(async () => {
  writeFileSync(file, TEXT);
  server = spawn(process.env.ASL_LSP_SERVER, ["asl", "lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout),
    new protocol.StreamMessageWriter(server.stdin),
  );
  connection.listen();
  const arrived = new Promise((resolve) => {
    connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
      published.push(params);
      resolve();
    });
  });
  const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "folder" }],
    capabilities: { general: { positionEncodings: ["utf-16"] } },
  });
  assert.equal(capabilities.positionEncoding, "utf-16");
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "json", version: 1, text: TEXT },
  });
  await arrived;
});

after(async () => {
  await connection.sendRequest(protocol.ShutdownRequest.type);
  await connection.sendNotification(protocol.ExitNotification.type);
  const code = await new Promise((resolve) => server.once("exit", resolve));
  connection.dispose();
  rmSync(folder, { recursive: true });
  assert.equal(code, 0);
});

test("findings have their places", () => {
  const [{ diagnostics }] = published;
  assert.deepEqual(diagnostics.map((finding) => finding.code), ["ASL0406"]);
  assert.equal(diagnostics[0].range.start.line, 4);
});

test("hover, symbols and lenses are those of the machine", async () => {
  const textDocument = { uri };
  const place = { textDocument, position: { line: 3, character: 4 } };
  const hover = await connection.sendRequest(protocol.HoverRequest.type, place);
  assert.match(hover.contents.value, /\*\*`Done`\*\* Succeed state/);
  const symbols = await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument });
  assert.deepEqual(symbols.map((symbol) => symbol.name), ["Each", "Done", "Lost"]);
  const lenses = await connection.sendRequest(protocol.CodeLensRequest.type, { textDocument });
  assert.deepEqual(lenses.map((lens) => lens.command.title), ["Graph", "Run"]);
});

test("commands are those that the extension handles", async () => {
  const params = { command: "asl.explain", arguments: [{ code: "ASL0401" }] };
  const { markdown } = await connection.sendRequest(protocol.ExecuteCommandRequest.type, params);
  assert.match(markdown, /^# ASL0401/);
  const extension = readFileSync(new URL("../src/extension.ts", import.meta.url), "utf8");
  for (const command of ["asl.run", "asl.test", "asl.graph", "asl.report", "asl.explain"]) {
    assert.ok(extension.includes(`case "${command}"`), command);
  }
});

test("the graph follows the cursor", async () => {
  drawing = await connection.sendRequest("asl/graph", { textDocument: { uri } });
  assert.deepEqual(drawing.states.map((state) => state.path).sort(), [
    "Done", "Each", "Each[].One", "Lost",
  ]);
  const at = (line, character) => stateAt(drawing, { line, character })?.path;
  assert.equal(at(0, 5), undefined);
  assert.equal(at(1, 12), "Each");
  // Behind a character of two units of UTF-16.
  assert.equal(at(2, 50), "Each[].One");
  assert.equal(at(3, 10), "Done");
});

test("the page has the picture, and one script with its nonce", () => {
  const text = page(drawing, "n0nce", "dark");
  assert.ok(text.includes(drawing.svg));
  assert.equal(text.match(/<script/g).length, 1);
  assert.ok(text.includes("script-src 'nonce-n0nce'") && text.includes('<script nonce="n0nce">'));
  for (const state of drawing.states) {
    assert.ok(text.includes(`data-path="${state.path}"`), state.path);
  }
});

test("the problem matcher reads what `cargo asl check` prints", () => {
  const about = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const [{ patterns: [first, second] }] = about.contributes.problemPatterns;
  const check = spawn(process.env.ASL_LSP_SERVER, ["asl", "check", "order.asl.json"], { cwd: folder });
  let text = "";
  check.stdout.on("data", (part) => (text += part));
  check.stderr.on("data", (part) => (text += part));
  return new Promise((resolve) => check.once("close", resolve)).then(() => {
    const lines = text.split("\n");
    const at = lines.findIndex((line) => new RegExp(first.regexp).test(line));
    assert.notEqual(at, -1, text);
    const [what, where] = [first, second].map((one, n) => lines[at + n].match(new RegExp(one.regexp)));
    assert.deepEqual([what[first.severity], what[first.code]], ["error", "ASL0406"]);
    assert.equal(what[first.message], "state `Lost` can never be reached");
    const place = [second.file, second.line, second.column].map((group) => where[group]);
    assert.deepEqual(place, ["order.asl.json", "5", "3"]);
  });
});
