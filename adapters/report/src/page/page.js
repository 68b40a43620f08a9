'use strict';
(() => {
  // Marks and words: no outcome is told by colour alone.
  const OUTCOMES = {
    failed: ['✗', 'failed'], timed_out: ['⧖', 'timed out'], aborted: ['⊘', 'aborted'],
    running: ['…', 'running'], caught: ['↷', 'failed and caught'], succeeded: ['✓', 'succeeded'],
  };
  const ORDER = Object.keys(OUTCOMES);
  const ROW = 24;
  const MOST_CELLS = 500;
  const SVG = 'http://www.w3.org/2000/svg';
  const PARTS = new Set(['svg', 'g', 'title', 'desc', 'rect', 'path', 'text', 'tspan', 'circle', 'ellipse', 'line', 'polygon', 'polyline']);

  // Data become text here, and nowhere else: never HTML. Marks that turn the direction of text,
  // and other invisible characters, are shown as their codes.
  const plain = (text) => String(text).replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (letter) => '\\u{' + letter.codePointAt(0).toString(16) + '}');
  const make = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value === true) element.setAttribute(key, '');
      else if (value !== false && value !== undefined && value !== null) element.setAttribute(key, plain(value));
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => child instanceof Node ? child : plain(child)));
    return element;
  };
  const button = (attributes, action, ...children) => {
    const element = make('button', { type: 'button', ...attributes }, ...children);
    element.addEventListener('click', action);
    return element;
  };
  const badge = (outcome, more) => make('span', { class: 'badge is-' + outcome },
    make('span', { 'aria-hidden': 'true' }, OUTCOMES[outcome][0] + ' '), OUTCOMES[outcome][1], more || '');
  const count = (number, noun) => number + ' ' + noun + (number === 1 ? '' : 's');

  const duration = (millis) => {
    if (millis === null || Number.isNaN(millis)) return 'unknown';
    if (millis < 1000) return millis + ' ms';
    const seconds = millis / 1000;
    if (seconds < 60) return (Math.round(seconds * 100) / 100) + ' s';
    const parts = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];
    let rest = Math.round(seconds);
    const shown = [];
    for (const [unit, size] of parts) {
      if (rest >= size && shown.length < 2) { shown.push(Math.floor(rest / size) + ' ' + unit); rest %= size; } else if (shown.length) break;
    }
    return shown.join(' ');
  };
  const time = (millis) => millis === null ? 'unknown' : new Date(millis).toISOString().replace('T', ' ').replace('.000Z', ' UTC').replace('Z', ' UTC');
  const span = (part, end) => part.start === null ? null : (part.end === null ? end : part.end) - part.start;

  // JSON with line breaks. The text is kept as it is, so that large numbers stay exact.
  const indented = (text) => {
    try { JSON.parse(text); } catch { return text; }
    let [out, depth] = ['', 0];
    const line = () => '\n' + '  '.repeat(depth);
    for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[\[{]\s*[\]}]|[\[\]{}:,]|[^\s"\[\]{}:,]+/g)) {
      if (token === '{' || token === '[') { depth += 1; out += token + line(); }
      else if (token === '}' || token === ']') { depth -= 1; out += line() + token; }
      else if (token === ',') out += ',' + line();
      else if (token === ':') out += ': ';
      else out += token.startsWith('"') ? token : token.replace(/\s/g, '');
    }
    return out;
  };

  // The time of a run as a share of the width: folded parts are narrow.
  const scale = (run) => {
    const start = run.start === null ? 0 : run.start;
    const end = Math.max(start + 1, run.end || 0, run.last || 0);
    const folded = run.gaps.reduce((sum, [from, to]) => sum + to - from, 0);
    const fold = Math.min(0.04, 0.5 / (run.gaps.length || 1));
    const rest = Math.max(1, end - start - folded);
    const width = 1 - fold * run.gaps.length;
    const share = (at) => {
      let [shown, folds] = [at - start, 0];
      for (const [from, to] of run.gaps) {
        if (at >= to) { shown -= to - from; folds += fold; }
        else if (at > from) { shown -= at - from; folds += fold * (at - from) / (to - from); }
      }
      return 100 * Math.min(1, Math.max(0, shown / rest * width + folds));
    };
    return { start, end, share };
  };

  const page = (root) => {
    const view = { data: null, pane: null, box: null, runs: [], selected: null, query: '', opened: [new Map(), new Map()], picture: null, zoom: 1 };

    const head = make('header');
    const title = make('h1');
    const facts = make('div', { class: 'facts' });
    const search = make('input', { type: 'search', placeholder: 'State, error or data', 'aria-label': 'Search' });
    const found = make('output', { class: 'found' });
    const themes = ['', 'light', 'dark'];
    const theme = button({ class: 'theme' }, () => {
      const next = themes[(themes.indexOf(root.dataset.theme || '') + 1) % themes.length];
      if (next) root.dataset.theme = next; else delete root.dataset.theme;
      theme.textContent = 'Colours: ' + (next || 'system');
    }, 'Colours: system');
    head.append(title, facts, make('div', { class: 'tools', role: 'search' }, search, found, theme));
    const notes = make('section', { class: 'notes', 'aria-label': 'Remarks' });
    const differences = make('section', { class: 'differences', 'aria-label': 'Differences' });
    const graph = make('section', { class: 'graph', 'aria-label': 'Graph' });
    const detail = make('section', { class: 'detail', 'aria-label': 'Details', tabindex: '-1' });
    const times = make('div', { class: 'times' });
    root.replaceChildren(head, notes, differences, make('div', { class: 'panes' }, graph, detail), times);

    const stateOf = (run, visit) => run.states[visit.state];
    const worst = (counts) => ORDER.find((outcome) => counts[outcome]);
    const byWorst = (run) => (a, b) => ORDER.indexOf(run.visits[a].outcome) - ORDER.indexOf(run.visits[b].outcome) || a - b;

    // A run that is shown while it runs lasts until now. A long wait since its last event is folded,
    // as those before are.
    const untilNow = (run) => {
      const now = Date.now();
      if (!root.dataset.source || run.outcome !== 'running' || run.start === null || run.last === null || run.last >= now) return run;
      const shown = run.gaps.reduce((rest, [from, to]) => rest - (to - from), run.last - run.start);
      const isLong = shown > 0 && now - run.last > Math.max(10000, 2 * shown);
      return { ...run, last: now, gaps: isLong ? [...run.gaps, [run.last, now]] : run.gaps };
    };
    // What the page needs of each run beside its data.
    const prepared = (data, number) => {
      const run = untilNow(data);
      const children = new Map();
      const visitsOf = new Map();
      const groups = new Map();
      const depths = [];
      run.visits.forEach((visit, index) => {
        const add = (map, key) => { if (!map.has(key)) map.set(key, []); map.get(key).push(index); };
        add(children, visit.parent);
        add(visitsOf, stateOf(run, visit).path);
        add(groups, visit.parent + '/' + visit.group);
        depths.push(visit.parent === null ? 0 : depths[visit.parent] + 1);
      });
      return { ...run, number, children, visitsOf, groups, depths, scale: scale(run), label: view.data.runs.length > 1 ? (number ? 'B' : 'A') : '' };
    };
    const isMap = (run, index) => index !== null && run.visits[index].iterations !== undefined;
    // One iteration of each Map is open: the first, which is a failed one if there is one.
    const openedIn = (run, map) => {
      const opened = view.opened[run.number].get(run.visits[map].id);
      return opened === undefined ? run.visits[map].iterations[0].index : opened;
    };
    const isShown = (run, index) => {
      for (let visit = run.visits[index]; visit.parent !== null; visit = run.visits[visit.parent]) {
        if (isMap(run, visit.parent) && openedIn(run, visit.parent) !== visit.group) return false;
      }
      return true;
    };
    const open = (run, index) => {
      for (let visit = run.visits[index]; visit.parent !== null; visit = run.visits[visit.parent]) {
        if (isMap(run, visit.parent)) view.opened[run.number].set(run.visits[visit.parent].id, visit.group);
      }
    };

    const matching = (run) => {
      const query = view.query.toLowerCase();
      const texts = new Set(Object.keys(run.texts).filter((id) => run.texts[id].toLowerCase().includes(query)));
      const has = (text) => Boolean(text) && text.toLowerCase().includes(query);
      const data = (id) => id !== null && texts.has(String(id));
      const isAttempt = (attempt) => has(attempt.name) || has(attempt.error) || has(attempt.cause) || data(attempt.input) || data(attempt.submitted) || data(attempt.output);
      const list = [];
      run.visits.forEach((visit, index) => {
        const state = stateOf(run, visit);
        if (has(state.path) || has(state.kind) || has(visit.error) || has(visit.cause) || has(OUTCOMES[visit.outcome][1]) || data(visit.input) || data(visit.output)
          || Object.values(visit.variables || {}).some(data) || (visit.attempts || []).some(isAttempt)) list.push(index);
      });
      return list;
    };

    // Timeline: only the rows in sight are elements.
    const timeline = (run) => {
      const bands = make('div', { class: 'bands' });
      const spacer = make('div', { class: 'spacer' });
      const list = make('div', { class: 'rows', role: 'listbox', tabindex: '0', 'aria-label': 'Timeline' + (run.label && ' of run ' + run.label) });
      const axis = make('div', { class: 'axis', 'aria-hidden': 'true' });
      const heading = make('h2', {}, 'Timeline', run.label && ' ' + run.label);
      const section = make('section', { class: 'timeline' }, make('div', { class: 'line' }, heading, axis), list);
      const { start, end, share } = run.scale;
      const mark = (name, at, to, text) => {
        const element = make('span', { class: name, title: text }, text);
        element.style.left = share(at) + '%';
        if (to !== null) element.style.width = share(to) - share(at) + '%';
        return element;
      };
      axis.append(mark('tick', start, null, '0'));
      for (const [from, to] of run.gaps) {
        axis.append(mark('fold', from, to, duration(to - from) + ' folded'));
        bands.append(mark('fold', from, to, ''));
      }
      for (const at of run.redrives) if (at !== null) { axis.append(mark('tick redriven', at, null, '↻ redriven')); bands.append(mark('redrive', at, null, '')); }
      axis.append(mark('tick last', end, null, '+' + duration(end - start)));

      let rows = [];
      const rowOf = (index, place) => {
        const visit = run.visits[index];
        const state = stateOf(run, visit);
        const isSelected = view.selected && view.selected.run === run.number && view.selected.index === index;
        const attempts = (visit.attempts || []).length + (visit.attempts_left_out || 0);
        const text = [state.name, visit.group !== null && isMap(run, visit.parent) ? '#' + visit.group : '', attempts > 1 && run.format !== 'sm4c' ? '↻' + attempts : '',
          visit.iterations && !view.query ? '· iteration ' + openedIn(run, index) + ' of ' + (visit.iterations.length + (visit.iterations_left_out || 0)) : ''].filter(Boolean).join(' ');
        const lasted = span(visit, end);
        const row = make('div', {
          class: 'row is-' + visit.outcome, role: 'option', id: 'asl-row-' + run.number + '-' + index,
          'aria-selected': String(Boolean(isSelected)), 'aria-setsize': rows.length, 'aria-posinset': place + 1,
          'aria-label': text + ', ' + OUTCOMES[visit.outcome][1] + ', ' + duration(lasted),
        });
        const name = make('span', { class: 'name' }, make('span', { class: 'mark' }, OUTCOMES[visit.outcome][0]), make('bdi', {}, text));
        name.style.paddingLeft = Math.min(8, run.depths[index]) * 14 + 'px';
        const bars = make('span', { class: 'bars' });
        const bar = (name, part, title) => {
          if (part.start === null) return;
          const to = part.end === null ? end : part.end;
          const element = mark(name, part.start, to, '');
          element.title = plain(title);
          bars.append(element);
        };
        bar('bar is-' + visit.outcome, visit, text + ': ' + duration(lasted));
        for (const attempt of visit.attempts || []) bar('try is-' + attempt.outcome, attempt, attempt.name + ': ' + OUTCOMES[attempt.outcome][1]);
        row.append(name, bars);
        row.style.top = place * ROW + 'px';
        row.addEventListener('click', () => select(run.number, index, false));
        return row;
      };
      const paint = () => {
        const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 5);
        const shown = rows.slice(first, first + Math.ceil((list.clientHeight || 400) / ROW) + 10);
        spacer.style.height = rows.length * ROW + 'px';
        spacer.replaceChildren(bands, ...shown.map((index, place) => rowOf(index, first + place)));
        const selected = view.selected && view.selected.run === run.number ? 'asl-row-' + run.number + '-' + view.selected.index : '';
        list.setAttribute('aria-activedescendant', selected);
      };
      const refresh = () => {
        rows = view.query ? matching(run) : [...run.visits.keys()].filter((index) => isShown(run, index));
        rows.sort((a, b) => a - b);
        paint();
        return rows.length;
      };
      const reveal = (index) => {
        const place = rows.indexOf(index);
        if (place < 0) return;
        const [top, height] = [place * ROW, list.clientHeight];
        if (top < list.scrollTop || top + ROW > list.scrollTop + height) list.scrollTop = top - height / 2;
      };
      list.append(spacer);
      list.addEventListener('scroll', paint);
      list.addEventListener('keydown', (event) => {
        const at = view.selected && view.selected.run === run.number ? rows.indexOf(view.selected.index) : -1;
        const jump = Math.max(1, Math.floor(list.clientHeight / ROW) - 1);
        const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + jump, PageUp: at - jump, Home: 0, End: rows.length - 1 }[event.key];
        if (to === undefined || !rows.length) return;
        event.preventDefault();
        select(run.number, rows[Math.min(rows.length - 1, Math.max(0, to))], false);
      });
      return { section, refresh, paint, reveal, first: () => rows[0] };
    };

    // Graph.
    const clean = (svg) => {
      for (const element of [svg, ...svg.querySelectorAll('*')]) {
        if (!PARTS.has(element.localName)) { element.remove(); continue; }
        for (const name of element.getAttributeNames()) {
          if (/^on|href$|^style$/i.test(name) || /url\s*\(/i.test(element.getAttribute(name))) element.removeAttribute(name);
        }
      }
      return svg;
    };
    const drawn = (text) => {
      // Styles go into a sheet of their own: the content policy forbids them as elements.
      const css = [];
      const bare = text.replace(/<style[^>]*>([^<]*)<\/style>/g, (_, style) => { css.push(style); return ''; });
      const read = new DOMParser().parseFromString(bare, 'image/svg+xml');
      const svg = read.documentElement;
      if (svg.localName !== 'svg' || svg.namespaceURI !== SVG || read.querySelector('parsererror')) return null;
      const styles = new CSSStyleSheet();
      styles.replaceSync(css.join('\n'));
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
      return document.adoptNode(clean(svg));
    };
    const zoom = (wanted) => {
      const { box, pane, zoom: before } = view;
      view.zoom = Math.min(6, Math.max(0.05, wanted));
      const middle = [(pane.scrollLeft + pane.clientWidth / 2) / before, (pane.scrollTop + pane.clientHeight / 2) / before];
      view.picture.setAttribute('width', box.width * view.zoom);
      view.picture.setAttribute('height', box.height * view.zoom);
      pane.scrollTo(middle[0] * view.zoom - pane.clientWidth / 2, middle[1] * view.zoom - pane.clientHeight / 2);
    };
    const fit = (least) => {
      const { box, pane } = view;
      zoom(Math.max(least, Math.min(1, pane.clientWidth / box.width, pane.clientHeight / box.height)));
    };
    const drawGraph = () => {
      const text = view.data.picture;
      if (!text) { drawList('No picture of the machine was given: these are its states that were entered.'); return; }
      view.picture = drawn(text);
      if (!view.picture) { drawList('The picture cannot be read as SVG: these are the states that were entered.'); return; }
      const pane = make('div', { class: 'pane', tabindex: '0', 'aria-label': 'Picture; arrow keys move it, + and - change its size' });
      const { width, height } = view.picture.viewBox.baseVal;
      Object.assign(view, { pane, box: { width: width || 1, height: height || 1 } });
      const tools = make('div', { class: 'tools', role: 'toolbar', 'aria-label': 'Size of the picture' },
        button({ 'aria-label': 'Smaller' }, () => zoom(view.zoom / 1.25), '−'),
        button({ 'aria-label': 'Larger' }, () => zoom(view.zoom * 1.25), '+'),
        button({}, () => fit(0.05), 'Fit'));
      pane.addEventListener('keydown', (event) => {
        const factor = { '+': 1.25, '-': 0.8 }[event.key];
        if (factor && !event.ctrlKey) { event.preventDefault(); zoom(view.zoom * factor); }
      });
      pane.addEventListener('wheel', (event) => {
        if (event.ctrlKey) { event.preventDefault(); zoom(view.zoom * (event.deltaY < 0 ? 1.1 : 0.9)); }
      }, { passive: false });
      let grip = null;
      pane.addEventListener('pointerdown', (event) => { if (event.button === 0) grip = [event.clientX + pane.scrollLeft, event.clientY + pane.scrollTop]; });
      pane.addEventListener('pointermove', (event) => { if (grip && event.buttons) pane.scrollTo(grip[0] - event.clientX, grip[1] - event.clientY); });
      addEventListener('pointerup', () => { grip = null; });
      const stateAt = (event) => event.target.closest('[data-path]');
      view.picture.addEventListener('click', (event) => { if (stateAt(event)) selectState(stateAt(event).dataset.path); });
      view.picture.addEventListener('keydown', (event) => {
        if ((event.key === 'Enter' || event.key === ' ') && stateAt(event)) { event.preventDefault(); selectState(stateAt(event).dataset.path); }
      });
      graph.replaceChildren(make('div', { class: 'line' }, make('h2', {}, 'Graph'), tools), pane);
      // The picture is put in place when it has its size and its marks: it is laid out once.
      fit(0.75);
      markGraph();
      pane.append(view.picture);
    };
    const drawList = (why) => {
      const list = make('ul');
      for (const run of view.runs) for (const state of run.states) {
        list.append(make('li', {}, button({ class: 'state' }, () => selectState(state.path), run.label && run.label + ' ', make('bdi', {}, state.path)), ' ', state.kind, ' ',
          Object.keys(state.counts).map((outcome) => badge(outcome, ' ' + state.counts[outcome] + ' '))));
      }
      graph.replaceChildren(make('h2', {}, 'States'), make('p', {}, why), make('div', { class: 'pane', tabindex: '0' }, list));
    };
    const markGraph = () => {
      if (!view.picture) return;
      const states = new Map();
      for (const run of view.runs) for (const state of run.states) {
        if (!states.has(state.path)) states.set(state.path, []);
        states.get(state.path).push([run, state]);
      }
      const taken = new Set();
      for (const run of view.runs) for (const indices of run.groups.values()) {
        const paths = ['', ...indices.map((index) => stateOf(run, run.visits[index]).path), ''];
        paths.slice(1).forEach((path, at) => taken.add(JSON.stringify([paths[at], path])));
      }
      for (const edge of view.picture.querySelectorAll('[data-from]')) {
        edge.classList.toggle('is-taken', taken.has(JSON.stringify([edge.dataset.from, edge.dataset.to])));
      }
      for (const group of view.picture.querySelectorAll('[data-path]')) {
        const known = states.get(group.dataset.path) || [];
        const outcome = worst(Object.assign({}, ...known.map(([, state]) => state.counts)));
        ORDER.forEach((other) => group.classList.toggle('is-' + other, other === outcome));
        group.classList.toggle('is-unvisited', !outcome);
        const words = known.map(([run, state]) => (run.label && 'run ' + run.label + ' ') + ORDER.filter((name) => state.counts[name]).map((name) => state.counts[name] + ' ' + OUTCOMES[name][1]).join(', ')).join('; ');
        const title = group.querySelector(':scope > title');
        group.dataset.title = group.dataset.title || (title ? title.textContent : group.dataset.path);
        if (title) title.textContent = group.dataset.title + (words ? ' — ' + words : '');
        group.setAttribute('aria-label', plain(group.dataset.title + ': ' + (words || 'not entered')));
        group.setAttribute('role', 'button');
        if (outcome) group.setAttribute('tabindex', '0');
        group.querySelectorAll(':scope > .asl-count').forEach((old) => old.remove());
        const box = group.querySelector(':scope > rect');
        known.forEach(([run, state], line) => {
          const label = document.createElementNS(SVG, 'text');
          label.setAttribute('class', 'asl-count');
          label.setAttribute('x', Number(box.getAttribute('x')) + Number(box.getAttribute('width')) - 8);
          label.setAttribute('y', Number(box.getAttribute('y')) + 17 + 15 * line);
          label.setAttribute('text-anchor', 'end');
          label.textContent = (run.label && run.label + ' ') + ORDER.filter((name) => state.counts[name]).map((name) => OUTCOMES[name][0] + state.counts[name]).join(' ');
          group.append(label);
        });
      }
    };
    const revealState = (group) => {
      const { pane } = view;
      const [frame, box] = [pane.getBoundingClientRect(), group.querySelector('rect').getBoundingClientRect()];
      if (box.top < frame.top || box.left < frame.left || box.top + 60 > frame.bottom || box.left + 60 > frame.right) {
        pane.scrollBy(box.left + Math.min(box.width, frame.width) / 2 - frame.left - frame.width / 2, box.top + Math.min(box.height, frame.height) / 2 - frame.top - frame.height / 2);
      }
    };
    const showSelectedState = (reveal) => {
      if (!view.picture || !view.selected) return;
      const run = view.runs[view.selected.run];
      const path = stateOf(run, run.visits[view.selected.index]).path;
      for (const group of view.picture.querySelectorAll('[data-path]')) {
        group.classList.toggle('is-selected', group.dataset.path === path);
        if (group.dataset.path === path && reveal) revealState(group);
      }
    };

    // Without a failure, the state that runs now is in sight, or the first one.
    const revealStart = () => {
      const [run] = view.runs;
      const visit = run.visits.findLast((visit) => visit.outcome === 'running') || run.visits[0];
      const group = view.picture && visit && view.picture.querySelector('[data-path="' + CSS.escape(stateOf(run, visit).path) + '"]');
      if (group) revealState(group);
    };

    // Details.
    const data = (run, name, id, same) => {
      if (id === null || id === undefined) return null;
      if (same !== undefined && same === id) return make('p', { class: 'same' }, make('b', {}, name), ': the same as the input of the state');
      const text = run.texts[id];
      if (text === undefined) return make('p', { class: 'same' }, make('b', {}, name), ': left out, because the page has too much data');
      const whole = run.cut[id];
      const part = make('details', { open: true }, make('summary', {}, name));
      part.append(make('pre', { tabindex: '0' }, indented(text)), whole ? make('p', { class: 'same' }, 'The first ' + text.length + ' of ' + whole + ' bytes.') : '');
      return part;
    };
    const fault = (error, cause, location) => error === null && cause === null ? null : make('div', { class: 'fault' },
      make('p', {}, make('b', {}, make('bdi', {}, error || 'Error without a name')), location ? [' in ', make('code', {}, location)] : null), cause ? make('pre', { tabindex: '0' }, indented(cause)) : null);
    const attemptOf = (run, visit, attempt, number, all) => {
      const lasted = span(attempt, run.scale.end);
      const before = number > 0 ? visit.attempts[number - 1].end : null;
      const pause = before !== null && attempt.start > before ? ', ' + duration(attempt.start - before) + ' after the one before' : '';
      const word = run.format === 'sm4c' ? 'Action ' : 'Attempt ';
      const part = make('details', { class: 'attempt', open: number === visit.attempts.length - 1 },
        make('summary', {}, badge(attempt.outcome), ' ' + word + (number + 1) + (all > 1 ? ' of ' + all : '') + ' · ' + duration(lasted) + pause, attempt.error ? [' · ', make('bdi', {}, attempt.error)] : null),
        make('p', {}, make('code', {}, attempt.name)), fault(attempt.error, attempt.cause),
        data(run, run.format === 'sm4c' ? 'Data before the action' : 'Task input', attempt.input, visit.input),
        data(run, 'Answer to the request', attempt.submitted), data(run, run.format === 'sm4c' ? 'Data after the action' : 'Task result', attempt.output),
        attempt.details ? make('dl', {}, attempt.details.map(([key, value]) => [make('dt', {}, key), make('dd', {}, value)])) : null);
      return part;
    };
    const strip = (run, index, visit) => {
      const cells = make('div', { class: 'strip', role: 'group', 'aria-label': 'Iterations, the failed ones first' });
      const show = (from) => {
        for (const iteration of visit.iterations.slice(from, from + MOST_CELLS)) {
          const words = 'Iteration ' + iteration.index + ': ' + OUTCOMES[iteration.outcome][1];
          cells.append(button({ class: 'cell is-' + iteration.outcome, title: words, 'aria-label': words, 'aria-pressed': String(openedIn(run, index) === iteration.index) }, () => {
            view.opened[run.number].set(visit.id, iteration.index);
            const inside = run.groups.get(index + '/' + iteration.index);
            if (inside) select(run.number, inside.slice().sort(byWorst(run))[0], true); else select(run.number, index, true);
          }, OUTCOMES[iteration.outcome][0]));
        }
        const left = visit.iterations.length - from - MOST_CELLS;
        if (left > 0) { const more = button({}, () => { more.remove(); show(from + MOST_CELLS); }, left + ' more'); cells.append(more); }
      };
      show(0);
      const counts = ORDER.map((outcome) => [outcome, visit.iterations.filter((iteration) => iteration.outcome === outcome).length]).filter(([, number]) => number);
      return make('div', {}, make('h3', {}, count(visit.iterations.length + (visit.iterations_left_out || 0), 'iteration'), ' ', counts.map(([outcome, number]) => badge(outcome, ' ' + number + ' '))), cells);
    };
    const around = (run, visit) => {
      const parts = [];
      for (let inner = visit; inner.parent !== null; inner = run.visits[inner.parent]) {
        const [parent, outer] = [inner.parent, run.visits[inner.parent]];
        const what = isMap(run, parent) ? ' iteration ' : ' branch ';
        parts.unshift(button({ class: 'link' }, () => select(run.number, parent, true), make('bdi', {}, stateOf(run, outer).name), inner.group === null ? '' : what + inner.group), ' › ');
      }
      return parts.length ? make('nav', { 'aria-label': 'States around it' }, parts) : null;
    };
    const others = (run, index, path) => {
      const all = run.visitsOf.get(path);
      if (all.length < 2) return null;
      const sorted = all.slice().sort(byWorst(run));
      const choice = make('select', { 'aria-label': 'Visit' });
      sorted.slice(0, 1000).forEach((other) => {
        const visit = run.visits[other];
        choice.append(make('option', { value: other, selected: other === index }, OUTCOMES[visit.outcome][0] + ' visit ' + (all.indexOf(other) + 1) + (visit.group !== null && isMap(run, visit.parent) ? ', iteration ' + visit.group : '') + ', ' + OUTCOMES[visit.outcome][1]));
      });
      choice.addEventListener('change', () => select(run.number, Number(choice.value), true));
      return make('p', {}, count(all.length, 'visit') + ': ', choice);
    };
    const visitDetail = (run, index, differing) => {
      const visit = run.visits[index];
      const state = stateOf(run, visit);
      const attempts = visit.attempts || [];
      const all = attempts.length + (visit.attempts_left_out || 0);
      const offset = visit.start === null ? null : visit.start - run.scale.start;
      const sm4c = run.format === 'sm4c';
      return make('article', {},
        run.label ? make('p', { class: 'run' }, 'Run ' + run.label, run.name && ': ' + run.name) : null,
        around(run, visit), make('h2', {}, make('bdi', {}, state.name), ' ', badge(visit.outcome)),
        make('p', { class: 'facts' }, [state.kind, offset === null ? null : '+' + duration(offset), duration(span(visit, run.scale.end)), 'event ' + visit.id, state.place].filter(Boolean).join(' · ')),
        differing.length ? make('p', { class: 'differs' }, '≠ differs: ' + differing.join(', ')) : null,
        (visit.notes || []).map((note) => make('p', { class: 'same' }, note)),
        others(run, index, state.path), attempts.length ? null : fault(visit.error, visit.cause, visit.location), attempts.length && visit.location ? fault(visit.error, visit.cause, visit.location) : null,
        visit.iterations ? strip(run, index, visit) : !visit.items ? null : make('p', { class: 'same' }, count(visit.items, 'iteration')),
        data(run, sm4c ? 'Data on entry' : 'Input of the state', visit.input),
        attempts.length ? make('h3', {}, sm4c ? 'Actions' : 'Attempts') : null,
        attempts.map((attempt, number) => attemptOf(run, visit, attempt, number, all)),
        visit.attempts_left_out ? make('p', { class: 'same' }, visit.attempts_left_out + ' attempts in the middle are left out.') : null,
        data(run, sm4c ? 'Data on exit' : 'Output of the state', visit.output, visit.input),
        Object.entries(visit.variables || {}).map(([name, id]) => data(run, 'Variable $' + name, id)));
    };
    const runDetail = (run) => make('article', {}, make('h2', {}, run.label ? 'Run ' + run.label : 'Execution', ' ', badge(run.outcome)),
      fault(run.error, run.cause), data(run, 'Input', run.input), data(run, 'Output', run.output, run.input));
    const showDetail = () => {
      if (!view.selected) { detail.replaceChildren(...view.runs.map(runDetail)); return; }
      const { run: number, index } = view.selected;
      const [run, other] = [view.runs[number], view.runs[1 - number]];
      const pair = other ? view.pairs[number].get(index) : undefined;
      const difference = view.data.differences.find(({ visits }) => visits[number] === index);
      const what = difference ? difference.what : [];
      const articles = [visitDetail(run, index, what)];
      if (other) articles.push(pair === undefined ? make('article', {}, make('p', { class: 'run' }, 'Run ' + other.label), make('p', {}, 'This visit is not in run ' + other.label + '.')) : visitDetail(other, pair, what));
      if (number === 1) articles.reverse();
      const back = button({ class: 'link' }, () => { view.selected = null; showDetail(); view.lines.forEach((line) => line.paint()); }, '‹ Execution');
      detail.replaceChildren(back, make('div', { class: 'articles' }, articles));
    };

    const select = (number, index, reveal) => {
      view.selected = { run: number, index, id: view.runs[number].visits[index].id };
      open(view.runs[number], index);
      refresh(reveal !== null);
      detail.scrollTop = 0;
    };
    const selectState = (path) => {
      for (const run of view.runs) {
        const visits = run.visitsOf.get(path);
        if (visits) { select(run.number, visits.slice().sort(byWorst(run))[0], true); return; }
      }
      view.selected = null;
      detail.replaceChildren(make('p', {}, make('bdi', {}, path), ' was not entered', view.runs.some((run) => run.visits_left_out) ? ', or its visits are left out.' : '.'));
    };
    const refresh = (reveal) => {
      const numbers = view.lines.map((line) => line.refresh());
      found.value = view.query ? count(numbers.reduce((sum, number) => sum + number, 0), 'match').replace('matchs', 'matches') : '';
      if (reveal && view.selected) view.lines[view.selected.run].reveal(view.selected.index);
      showSelectedState(reveal);
      showDetail();
    };
    const showDifferences = () => {
      differences.hidden = view.runs.length < 2;
      if (differences.hidden) return;
      const list = make('ol');
      view.data.differences.forEach(({ path, what, visits }) => {
        const number = visits[0] === null ? 1 : 0;
        list.append(make('li', {}, button({ class: 'link' }, () => select(number, visits[number], true), make('bdi', {}, path)), ' ', what.join(', ')));
      });
      const none = view.data.differences.length === 0;
      differences.replaceChildren(make('details', { open: true }, make('summary', {}, none ? 'The runs went the same way' : count(view.data.differences.length, 'difference') + ', the first one first'), none ? '' : list));
    };
    const showHead = () => {
      const [run] = view.runs;
      title.textContent = plain(view.runs.map((run) => run.name).filter((name, at, all) => name && all.indexOf(name) === at).join(' / ') || 'Run');
      document.title = title.textContent + ' — run report';
      facts.replaceChildren(...view.runs.map((run) => make('span', {}, run.label ? make('b', {}, run.label + ' ') : null, badge(run.outcome),
        ' ' + [time(run.start), duration(run.start === null ? null : run.scale.end - run.start), count(run.events, 'event'), count(run.visits.length + run.visits_left_out, 'visit')].join(' · '))));
      const remarks = view.runs.flatMap((run) => run.notes.map((note) => make('li', {}, run.label ? make('b', {}, run.label + ': ') : null, note)));
      notes.hidden = remarks.length === 0;
      notes.replaceChildren(make('details', { open: remarks.length < 6 }, make('summary', {}, count(remarks.length, 'remark')), make('ul', {}, remarks)));
      return run;
    };

    const show = (text) => {
      const before = view.data;
      const parsed = typeof text === 'string' ? JSON.parse(text) : text;
      const hasNewPicture = !before || before.picture !== parsed.picture;
      view.data = parsed;
      view.runs = parsed.runs.map(prepared);
      view.pairs = [new Map(parsed.pairs), new Map(parsed.pairs.map(([first, second]) => [second, first]))];
      showHead();
      showDifferences();
      view.lines = view.runs.map(timeline);
      const scrolls = [...times.querySelectorAll('.rows')].map((list) => list.scrollTop);
      times.replaceChildren(...view.lines.map((line) => line.section));
      scrolls.forEach((top, at) => { if (times.children[at]) times.children[at].querySelector('.rows').scrollTop = top; });
      if (hasNewPicture || !view.picture) drawGraph(); else markGraph();
      if (view.selected) {
        const run = view.runs[view.selected.run];
        const index = run ? run.visits.findIndex((visit) => visit.id === view.selected.id) : -1;
        view.selected = index < 0 ? null : { ...view.selected, index };
      } else if (!before) {
        // Begin where it failed: what differs first, or the innermost failure.
        const [first] = parsed.differences;
        const failed = view.runs[0].visits.map((visit, index) => index).filter((index) => ['failed', 'timed_out'].includes(view.runs[0].visits[index].outcome));
        if (first) view.selected = { run: first.visits[0] === null ? 1 : 0, index: first.visits[0] === null ? first.visits[1] : first.visits[0] };
        else if (failed.length) view.selected = { run: 0, index: failed.sort((a, b) => view.runs[0].depths[b] - view.runs[0].depths[a] || a - b)[0] };
        if (view.selected) { view.selected.id = view.runs[view.selected.run].visits[view.selected.index].id; open(view.runs[view.selected.run], view.selected.index); }
      }
      refresh(!before);
      if (!before && !view.selected) revealStart();
      return view.runs.some((run) => run.outcome === 'running');
    };

    let waiting = null;
    search.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => { view.query = search.value.trim(); refresh(false); }, 120);
    });
    addEventListener('resize', () => view.lines && view.lines.forEach((line) => line.paint()));
    addEventListener('keydown', (event) => {
      if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
    });
    return show;
  };

  const root = document.getElementById('asl-report');
  const show = page(root);
  const inline = document.getElementById('asl-report-data');
  const source = root.dataset.source;
  const problem = make('p', { class: 'problem', role: 'alert', hidden: true });
  root.prepend(problem);
  const load = async () => {
    let isRunning = true;
    try {
      const answer = await fetch(source, { credentials: 'same-origin' });
      if (!answer.ok) throw new Error('the server answered ' + answer.status);
      isRunning = show(await answer.json());
      problem.hidden = true;
    } catch (error) {
      problem.hidden = false;
      problem.textContent = 'The report cannot be read again: ' + plain(error.message);
    }
    if (isRunning) setTimeout(load, 2000);
  };
  if (inline) show(inline.textContent); else if (source) load();
})();
