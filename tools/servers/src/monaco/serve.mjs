// A page with Monaco, and the language server behind a web socket:
// `node serve.mjs PORT FOLDER_OF_PACKAGES PROGRAM`.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const [port, packages, program] = process.argv.slice(2);
const { WebSocketServer } = createRequire(join(packages, "ws/"))("ws");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf" };

/** The file for a path of the page: Monaco, a definition, or the page itself. */
function fileOf(path) {
  const safe = normalize(decodeURIComponent(path));
  if (safe.startsWith("/vs/")) return join(packages, "monaco-editor/min", safe);
  if (safe.startsWith("/file/")) return safe.slice("/file".length);
  return new URL("index.html", import.meta.url);
}

const server = createServer(async (request, response) => {
  const file = fileOf(new URL(request.url, "http://localhost").pathname);
  try {
    const content = await readFile(file);
    response.writeHead(200, { "content-type": TYPES[extname(String(file))] ?? "text/plain" });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
});

new WebSocketServer({ server }).on("connection", (socket) => {
  const child = spawn(program, ["asl", "lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  socket.on("message", (text) => {
    child.stdin.write(`Content-Length: ${text.length}\r\n\r\n`);
    child.stdin.write(text);
  });
  socket.on("close", () => child.stdin.end());
  let waiting = Buffer.alloc(0);
  child.stdout.on("data", (part) => {
    waiting = Buffer.concat([waiting, part]);
    for (;;) {
      const at = waiting.indexOf("\r\n\r\n");
      if (at < 0) return;
      const start = at + 4;
      const end = start + Number(/content-length: (\d+)/i.exec(waiting.subarray(0, at).toString())[1]);
      if (waiting.length < end) return;
      socket.send(waiting.subarray(start, end).toString());
      waiting = waiting.subarray(end);
    }
  });
});

server.listen(Number(port), "127.0.0.1");
