// What AWS's language server says of definitions: reads `{"name", "text"}`, one a line, from standard
// input, and writes `{"name", "findings"}` for each. ASL_LSP_AWS is the folder `node_modules` with
// `amazon-states-language-service`.

import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const require = createRequire(join(process.env.ASL_LSP_AWS, "here.js"));
const asl = require("amazon-states-language-service");
const { TextDocument } = require("vscode-languageserver-textdocument");

const json = asl.getLanguageService({});
const yaml = asl.getYamlLanguageService({});

for await (const line of createInterface({ input: process.stdin })) {
  const { name, text } = JSON.parse(line);
  const isYaml = name.endsWith(".yaml");
  const language = isYaml ? "asl-yaml" : "asl";
  const document = TextDocument.create(`file:///${name}`, language, 1, text);
  const service = isYaml ? yaml : json;
  const findings = await service.doValidation(document, json.parseJSONDocument(document));
  console.log(JSON.stringify({ name, findings: findings.map((finding) => finding.message) }));
}
