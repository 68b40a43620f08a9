/**
 * The page of a graph, and the state at a place of the text. Nothing here knows Visual Studio Code,
 * so node can test it.
 */

/** A place in a text, as the protocol counts. */
export interface Position {
  line: number;
  character: number;
}

/** A part of a text. */
export interface Range {
  start: Position;
  end: Position;
}

/** A state of a picture. */
export interface DrawnState {
  path: string;
  name: string;
  range: Range;
  selectionRange: Range;
}

/** The answer of the server's request `asl/graph`. */
export interface Drawing {
  version: number;
  name: string;
  svg: string;
  states: DrawnState[];
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.character <= other.character);
}

/** The innermost state around a place. */
export function stateAt(drawing: Drawing, place: Position): DrawnState | undefined {
  let found: DrawnState | undefined;
  for (const state of drawing.states) {
    const isAround = isBefore(state.range.start, place) && isBefore(place, state.range.end);
    // Of states around each other the one that begins last is the innermost.
    if (isAround && (!found || isBefore(found.range.start, state.range.start))) {
      found = state;
    }
  }
  return found;
}

/** The attribute of the picture for a theme of Visual Studio Code. */
export function themeOf(isDark: boolean): string {
  return isDark ? "dark" : "light";
}

/** A page with a picture, whose only script has this nonce. */
export function page(drawing: Drawing, nonce: string, theme: string): string {
  return `<!DOCTYPE html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<title>Graph</title>
<style>
  .asl-state { cursor: pointer; }
  .asl-state.is-current > rect, .asl-state.is-current > path, .asl-state.is-current > polygon {
    stroke: var(--vscode-focusBorder, #0a84ff); stroke-width: 3;
  }
</style>
</head>
<body>
<main>${drawing.svg}</main>
<script nonce="${nonce}">
  const client = acquireVsCodeApi();
  const states = [...document.querySelectorAll(".asl-state")];
  for (const state of states) {
    state.addEventListener("click", (event) => {
      event.stopPropagation();
      client.postMessage({ path: state.dataset.path });
    });
  }
  window.addEventListener("message", ({ data }) => {
    for (const state of states) {
      const isCurrent = state.dataset.path === data.current;
      state.classList.toggle("is-current", isCurrent);
      if (isCurrent) state.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  });
</script>
</body>
</html>
`;
}
