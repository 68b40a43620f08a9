'use strict';
(() => {
  const view = document.getElementById('view');
  const picture = view.querySelector('svg');
  const size = document.getElementById('size');
  const box = picture.viewBox.baseVal;
  let scale = 1;

  // Keeps the point of the picture that is at (x, y) of the view.
  const resize = (wanted, x = view.clientWidth / 2, y = view.clientHeight / 2) => {
    const before = picture.getBoundingClientRect();
    const frame = view.getBoundingClientRect();
    const [left, top] = [(x + frame.left - before.left) / scale, (y + frame.top - before.top) / scale];
    scale = Math.min(8, Math.max(0.05, wanted));
    picture.setAttribute('width', box.width * scale);
    picture.setAttribute('height', box.height * scale);
    size.value = Math.round(scale * 100) + ' %';
    const after = picture.getBoundingClientRect();
    view.scrollBy(after.left - frame.left + left * scale - x, after.top - frame.top + top * scale - y);
  };
  const fit = () => resize(Math.min(1, view.clientWidth / box.width, view.clientHeight / box.height));

  // A picture that is still readable in the window is shown whole, another one from its start.
  const readable = 0.6;
  const wide = view.clientWidth / box.width;
  if (Math.min(wide, view.clientHeight / box.height) >= readable) fit();
  else {
    resize(Math.min(1, Math.max(readable, wide)));
    const start = picture.querySelector('.asl-end').getBoundingClientRect();
    view.scrollBy(start.left + start.width / 2 - view.clientWidth / 2, 0);
  }

  document.getElementById('smaller').onclick = () => resize(scale / 1.25);
  document.getElementById('larger').onclick = () => resize(scale * 1.25);
  document.getElementById('whole').onclick = () => resize(1);
  document.getElementById('fit').onclick = fit;
  view.addEventListener('keydown', (event) => {
    if (event.key === '+' || event.key === '=') resize(scale * 1.25);
    else if (event.key === '-') resize(scale / 1.25);
    else if (event.key === '0') resize(1);
  });
  view.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const frame = view.getBoundingClientRect();
    resize(scale * Math.exp(-event.deltaY / 300), event.clientX - frame.left, event.clientY - frame.top);
  }, { passive: false });
  view.addEventListener('pointerdown', (event) => {
    // Text stays selectable, and touch scrolls by itself.
    if (event.button !== 0 || event.pointerType !== 'mouse' || event.target.closest('text')) return;
    view.setPointerCapture(event.pointerId);
    view.classList.add('moving');
  });
  view.addEventListener('pointermove', (event) => {
    if (view.classList.contains('moving')) view.scrollBy(-event.movementX, -event.movementY);
  });
  const release = () => view.classList.remove('moving');
  view.addEventListener('pointerup', release);
  view.addEventListener('pointercancel', release);
})();
