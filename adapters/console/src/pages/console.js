// Refreshes the parts of a page that are marked `data-live`: asks the server for the page again, and
// takes these parts from the answer. A part in which the reader has the focus in a field stays.
"use strict";
(() => {
  const INTERVAL = 2000;
  const SLOWEST = 30000;
  const header = document.querySelector("header");
  if (!header || !document.querySelector("[data-live]")) return;

  let tag = "";
  let interval = INTERVAL;
  let paused = false;
  const state = document.createElement("span");
  state.id = "live-state";
  state.setAttribute("role", "status");
  const button = document.createElement("button");
  button.id = "live-toggle";
  button.type = "button";
  header.append(state, button);

  const show = (text) => {
    if (state.textContent !== text) state.textContent = text;
  };
  const showToggle = () => {
    button.textContent = paused ? "Resume updates" : "Pause updates";
    show(paused ? "Updates are paused" : "Updates itself");
  };
  button.addEventListener("click", () => {
    paused = !paused;
    showToggle();
    if (!paused) refresh();
  });

  // True while the reader writes in a part, or has written something in it.
  const isEdited = (part) =>
    part.contains(document.activeElement) && document.activeElement.matches("input, textarea, select") ||
    [...part.querySelectorAll("input:not([type=hidden]), textarea")].some((field) => field.value !== field.defaultValue);

  // Takes over a part; returns false if it is being edited.
  const replace = (part, fresh) => {
    if (part.innerHTML === fresh.innerHTML) return true;
    if (isEdited(part)) return false;
    const open = new Set([...part.querySelectorAll("details[open][id]")].map((details) => details.id));
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    const key = focused && (focused.id ? "#" + CSS.escape(focused.id)
      : focused.getAttribute("href") ? `a[href="${CSS.escape(focused.getAttribute("href"))}"]` : "");
    const rows = new Map([...part.querySelectorAll("tr[data-id]")].map((row) => [row.dataset.id, row.innerHTML]));
    part.replaceChildren(...fresh.childNodes);
    for (const details of part.querySelectorAll("details[id]")) details.open = open.has(details.id);
    for (const row of part.querySelectorAll("tr[data-id]")) {
      if (rows.get(row.dataset.id) !== row.innerHTML) row.classList.add("changed");
    }
    if (key) part.querySelector(key)?.focus({ preventScroll: true });
    return true;
  };

  const refresh = async () => {
    if (paused || document.hidden) return;
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(location.href, { headers, cache: "no-store", credentials: "same-origin" });
      interval = INTERVAL;
      if (answer.status === 304) {
        showToggle();
        return;
      }
      const text = await answer.text();
      if (paused) return;
      const page = new DOMParser().parseFromString(text, "text/html");
      if (!answer.ok) {
        show(page.getElementById("problem")?.textContent ?? `The server answers ${answer.status}.`);
        return;
      }
      // The report does not look for changes of an execution that has ended.
      const status = (of) => of.querySelector("#status [data-status]")?.dataset.status;
      if (status(page) !== status(document) && document.getElementById("asl-report")) {
        const hasEnded = !["RUNNING", "WAITS_FOR_MACHINE"].includes(status(document));
        if (hasEnded) location.reload();
      }
      let isWhole = true;
      for (const part of document.querySelectorAll("[data-live]")) {
        const fresh = page.getElementById(part.id);
        if (fresh && !replace(part, fresh)) isWhole = false;
      }
      for (const fresh of page.querySelectorAll("[data-live]")) {
        if (!document.getElementById(fresh.id)) location.reload();
      }
      // A part that was left as it is comes with the next answer.
      tag = isWhole ? answer.headers.get("ETag") ?? "" : "";
      showToggle();
    } catch {
      interval = Math.min(interval * 2, SLOWEST);
      show("The server cannot be reached.");
    }
  };

  const next = () => setTimeout(async () => {
    await refresh();
    next();
  }, interval);
  document.addEventListener("visibilitychange", () => refresh());
  showToggle();
  next();
})();
