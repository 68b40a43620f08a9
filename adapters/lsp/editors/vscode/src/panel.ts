/** The graph beside the text: it follows the cursor, and a click leads to the state. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import { type Drawing, type DrawnState, page, stateAt, themeOf } from "./graph";

/** Time after the last change before a graph is drawn again. */
const QUIET_MILLISECONDS = 300;

/** The graph of one document. */
export class GraphPanel implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel;
  private readonly subscriptions: vscode.Disposable[] = [];
  private drawing: Drawing | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly client: LanguageClient,
    private readonly uri: vscode.Uri,
    private readonly resource: string | undefined,
    onEnd: () => void,
  ) {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.panel = vscode.window.createWebviewPanel("asl.graph", "Graph", place, {
      enableScripts: true,
      localResourceRoots: [],
    });
    this.panel.webview.onDidReceiveMessage(({ path }) => this.show(path), null, this.subscriptions);
    vscode.window.onDidChangeTextEditorSelection(
      (event) => this.follow(event.textEditor),
      null,
      this.subscriptions,
    );
    vscode.workspace.onDidChangeTextDocument(
      (event) => {
        if (event.document.uri.toString() === this.uri.toString()) {
          clearTimeout(this.timer);
          this.timer = setTimeout(() => void this.draw(), QUIET_MILLISECONDS);
        }
      },
      null,
      this.subscriptions,
    );
    vscode.window.onDidChangeActiveColorTheme(() => this.paint(), null, this.subscriptions);
    this.panel.onDidDispose(
      () => {
        clearTimeout(this.timer);
        for (const subscription of this.subscriptions) subscription.dispose();
        onEnd();
      },
      null,
      this.subscriptions,
    );
    void this.draw();
  }

  dispose(): void {
    this.panel.dispose();
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  /** Draws the text as it is; the last picture stays while there is no machine in it. */
  private async draw(): Promise<void> {
    const types = vscode.workspace.getConfiguration("asl").get<boolean>("graph.types") ?? false;
    const textDocument = { uri: this.client.code2ProtocolConverter.asUri(this.uri) };
    const params = { textDocument, resource: this.resource, types };
    const drawn = await this.client.sendRequest<Drawing | null>("asl/graph", params);
    if (drawn) {
      this.drawing = drawn;
      this.panel.title = `Graph of ${drawn.name}`;
      this.paint();
    }
  }

  private paint(): void {
    if (!this.drawing) return;
    const kind = vscode.window.activeColorTheme.kind;
    const isDark =
      kind === vscode.ColorThemeKind.Dark || kind === vscode.ColorThemeKind.HighContrast;
    const nonce = randomBytes(16).toString("hex");
    this.panel.webview.html = page(this.drawing, nonce, themeOf(isDark));
    const editor = vscode.window.visibleTextEditors.find((editor) => this.isOf(editor));
    if (editor) this.follow(editor);
  }

  private isOf(editor: vscode.TextEditor): boolean {
    return editor.document.uri.toString() === this.uri.toString();
  }

  private follow(editor: vscode.TextEditor): void {
    if (!this.drawing || !this.isOf(editor)) return;
    const state = stateAt(this.drawing, editor.selection.active);
    void this.panel.webview.postMessage({ current: state?.path });
  }

  private async show(path: string): Promise<void> {
    const state = this.drawing?.states.find((state: DrawnState) => state.path === path);
    if (!state) return;
    const selection = this.client.protocol2CodeConverter.asRange(state.selectionRange);
    const open = vscode.window.visibleTextEditors.find((editor) => this.isOf(editor));
    const viewColumn = open?.viewColumn ?? vscode.ViewColumn.One;
    await vscode.window.showTextDocument(this.uri, { selection, viewColumn });
  }
}
