/** Starts `cargo asl lsp`, and shows what its commands answer. */

import * as vscode from "vscode";
import { LanguageClient, type ExecuteCommandSignature } from "vscode-languageclient/node";

import { GraphPanel } from "./panel";

/** The argument of the server's commands. */
interface Target {
  uri: string;
  resource?: string | null;
  case?: string;
  input?: unknown;
  code?: string;
}

/** The answer of a run or of tests. */
interface Ran {
  exitCode: number | null;
  output: string;
  messages: string;
  report?: string;
}

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("ASL", { log: true });
  const graphs = new Map<string, GraphPanel>();
  const settings = vscode.workspace.getConfiguration("asl");
  const files = ["json", "jsonc", "yaml", "rust"].map((language) => ({ scheme: "file", language }));
  const unsaved = ["json", "jsonc", "yaml"].map((language) => ({ scheme: "untitled", language }));
  const started = new LanguageClient(
    "asl",
    "ASL",
    { command: settings.get<string>("server.path") || "cargo-asl", args: ["asl", "lsp"] },
    {
      documentSelector: [...files, ...unsaved],
      initializationOptions: { runArguments: settings.get<string[]>("run.arguments") ?? [] },
      outputChannel: output,
      middleware: {
        // The lenses of the server are commands of the client.
        executeCommand: async (command, args, next) =>
          execute(command, (args[0] ?? {}) as Target, next),
      },
    },
  );
  client = started;

  function graph(target: Target): void {
    const key = `${target.uri} ${target.resource ?? ""}`;
    const open = graphs.get(key);
    if (open) {
      open.reveal();
      return;
    }
    const uri = vscode.Uri.parse(target.uri);
    const panel = new GraphPanel(started, uri, target.resource ?? undefined, () =>
      graphs.delete(key),
    );
    graphs.set(key, panel);
  }

  async function execute(
    command: string,
    target: Target,
    next: ExecuteCommandSignature,
  ): Promise<unknown> {
    switch (command) {
      case "asl.graph":
        return graph(target);
      case "asl.run":
      case "asl.test":
        return run(command, target, next);
      case "asl.report": {
        const { uri } = (await next(command, [target])) as { uri: string };
        return vscode.env.openExternal(vscode.Uri.parse(uri));
      }
      case "asl.explain": {
        const { markdown } = (await next(command, [target])) as { markdown: string };
        const page = await vscode.workspace.openTextDocument({
          language: "markdown",
          content: markdown,
        });
        return vscode.commands.executeCommand("markdown.showPreview", page.uri);
      }
      default:
        return next(command, [target]);
    }
  }

  async function run(
    command: string,
    target: Target,
    next: ExecuteCommandSignature,
  ): Promise<unknown> {
    if (!vscode.workspace.isTrusted) {
      void vscode.window.showWarningMessage("Nothing is run in a folder that is not trusted.");
      return undefined;
    }
    const uri = vscode.Uri.parse(target.uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await document.save();
    if (command === "asl.run") {
      const text = await vscode.window.showInputBox({ title: "Input (JSON)", value: "{}" });
      if (text === undefined) return undefined;
      try {
        target.input = JSON.parse(text);
      } catch (error) {
        void vscode.window.showErrorMessage(`The input is not JSON: ${String(error)}`);
        return undefined;
      }
    }
    const title = command === "asl.run" ? "Running" : "Testing";
    const progress = { location: vscode.ProgressLocation.Notification, title };
    const ran = await vscode.window.withProgress(
      progress,
      async () => (await next(command, [target])) as Ran,
    );
    output.appendLine(`${title} ${vscode.workspace.asRelativePath(uri)}: exit code ${ran.exitCode}`);
    output.append(ran.output);
    output.append(ran.messages);
    output.show(true);
    return ran;
  }

  function here(): Target | undefined {
    const document = vscode.window.activeTextEditor?.document;
    if (!document) {
      void vscode.window.showInformationMessage("Open a definition first.");
      return undefined;
    }
    return { uri: started.code2ProtocolConverter.asUri(document.uri) };
  }

  for (const name of ["run", "test", "graph", "report"]) {
    const registered = vscode.commands.registerCommand(`asl.client.${name}`, async () => {
      const target = here();
      if (target) await vscode.commands.executeCommand(`asl.${name}`, target);
    });
    context.subscriptions.push(registered);
  }
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("asl.client.explain", async () => {
      const code = await vscode.window.showInputBox({ title: "Code or error name", value: "ASL" });
      if (code) await vscode.commands.executeCommand("asl.explain", { uri: "", code });
    }),
    { dispose: () => graphs.forEach((graph) => graph.dispose()) },
  );
  await started.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
