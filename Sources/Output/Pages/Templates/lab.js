const find = (id) => document.getElementById(id);
const mostFrames = 200;
// What the page shows: the state of the server, with the own changes that it does not have yet.
let state = null;
let served = null;
// Own changes by their names, each with the revision of the state that has it; infinite while the server has not answered.
const own = new Map();
const named = (part) => Object.entries(part ?? {}).flatMap(([key, value]) => (
  key === 'values' ? Object.entries(value).map(([path, numbers]) => [`values ${path}`, numbers]) : [[key, value]]
));

// Sends a request; the text of its answer, or null if it is refused.
const send = async (path, body, type) => {
  try {
    const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': type }, body });
    const text = await answer.text();
    refuse(answer.ok ? '' : text);
    return answer.ok ? text : null;
  } catch {
    refuse('The server does not answer.');
    return null;
  }
};
// One change at a time is under way; those that come meanwhile are joined.
let waiting = null;
let busy = false;
const change = async (part) => {
  for (const [name, value] of named(part)) own.set(name, { value, revision: Infinity });
  merge();
  waiting = { ...waiting, ...part, values: { ...waiting?.values, ...part.values } };
  if (busy) return;
  busy = true;
  while (waiting) {
    const next = waiting;
    waiting = null;
    const revision = await send('change', JSON.stringify(next), 'application/json');
    const later = new Set(named(waiting).map(([name]) => name));
    for (const [name] of named(next)) {
      if (later.has(name)) continue;
      if (revision === null) own.delete(name);
      else if (own.has(name)) own.get(name).revision = Number(revision);
    }
    merge();
  }
  busy = false;
};
const merge = () => {
  if (!served) return;
  state = { ...served, values: { ...served.values } };
  for (const [name, { value, revision }] of own) {
    const [key, path] = name.split(' ');
    if (served.revision >= revision) own.delete(name);
    else if (path) state.values[path] = value;
    else state[key] = value;
  }
  show();
};
const notice = (id) => (text) => {
  const place = find(id);
  place.hidden = text === '';
  if (place.textContent !== text) place.textContent = text;
};
// A refused request of this page, until another one succeeds; and what the server reports to all pages.
const refuse = notice('refusal');
const trouble = notice('trouble');

// The plan: metres to the right and upwards.
const plan = find('plan');
const names = 'http://www.w3.org/2000/svg';
const make = (name, attributes, parent) => {
  const element = document.createElementNS(names, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
};
let view = { x: 0, y: 0, width: 0, height: 0 };
let held = null;
const round = (value) => Math.round(value * 100) / 100;
// In metres, but for the walls.
const { reach, mostWalls, leastDistance } = Object.fromEntries(
  Object.entries(plan.dataset).map(([name, value]) => [name, Number(value)]),
);
const limited = (value) => Math.max(-reach, Math.min(reach, round(value)));
const places = () => [
  { name: 'Accessory', key: 'accessory', at: state.accessory },
  { name: 'Phone', key: 'phone', at: state.phone },
  ...state.walls.flatMap((wall, index) => [0, 1].map((end) => ({
    name: `Wall ${index + 1}, end ${end + 1}`, key: `wall-${index}-${end}`, wall: index, end,
    at: wall.slice(2 * end, 2 * end + 2),
  }))),
];
const move = (item, x, y) => {
  const at = [limited(x), limited(y)];
  if (item.wall === undefined) change({ [item.key]: at });
  else {
    change({
      walls: state.walls.map((wall, index) => (
        index === item.wall ? wall.toSpliced(2 * item.end, 2, ...at) : wall
      )),
    });
  }
};
const fit = () => {
  if (held) return;
  const at = places().map((place) => place.at);
  const [xs, ys] = [0, 1].map((axis) => at.map((point) => point[axis]));
  const width = Math.max(8, (Math.max(...xs) - Math.min(...xs)) * 1.4);
  const height = Math.max(6, (Math.max(...ys) - Math.min(...ys)) * 1.4);
  const x = (Math.max(...xs) + Math.min(...xs)) / 2;
  const y = (Math.max(...ys) + Math.min(...ys)) / 2;
  // A name needs room beside its device.
  const room = view.width / 12;
  const fits = view.width >= width && view.width < 3 * width && view.height >= height
    && Math.min(...xs) > view.x + room && Math.max(...xs) < view.x + view.width - room
    && Math.min(...ys) > view.y + room && Math.max(...ys) < view.y + view.height - room;
  if (fits) return;
  const size = Math.max(width, height * 1.4);
  view = { x: x - size / 2, y: y - size / 2.8, width: size, height: size / 1.4 };
};
const ground = make('g', {}, plan);
// The handles stay while they move, and so does the focus.
const handles = new Map();
const handle = (place) => {
  if (handles.has(place.key)) return handles.get(place.key);
  const isDevice = place.wall === undefined;
  const group = make('g', {
    class: isDevice ? `handle ${place.key}` : 'handle end', tabindex: 0, role: 'button', 'data-key': place.key,
  }, plan);
  make('circle', {}, group);
  if (isDevice) make('text', { 'text-anchor': 'middle' }, group).textContent = place.name;
  group.addEventListener('pointerdown', (event) => {
    held = place.key;
    plan.setPointerCapture(event.pointerId);
    group.focus();
    event.preventDefault();
  });
  group.addEventListener('keydown', (event) => {
    const step = event.shiftKey ? 1 : 0.1;
    const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const way = ways[event.key];
    const now = places().find((item) => item.key === place.key);
    if (!way || !now) return;
    event.preventDefault();
    move(now, now.at[0] + way[0], now.at[1] + way[1]);
    say(group.getAttribute('aria-label'));
  });
  handles.set(place.key, group);
  return group;
};
const draw = () => {
  fit();
  const { x, y, width, height } = view;
  plan.setAttribute('viewBox', `${x} ${-y - height} ${width} ${height}`);
  const unit = width / 100;
  ground.replaceChildren();
  const grid = width > 40 ? 10 : width > 16 ? 5 : 1;
  for (let at = Math.ceil(x / grid) * grid; at < x + width; at += grid) {
    make('line', { class: 'grid', x1: at, x2: at, y1: -y, y2: -y - height }, ground);
  }
  for (let at = Math.ceil(y / grid) * grid; at < y + height; at += grid) {
    make('line', { class: 'grid', x1: x, x2: x + width, y1: -at, y2: -at }, ground);
  }
  make('text', {
    class: 'scale', x: x + width - unit, y: -y - unit, 'font-size': 2.2 * unit, 'text-anchor': 'end',
  }, ground).textContent = `grid ${grid} m`;
  const [ax, ay] = state.accessory;
  const [px, py] = state.phone;
  make('line', { class: 'way', x1: ax, y1: -ay, x2: px, y2: -py }, ground);
  make('text', {
    class: 'scale', x: (ax + px) / 2, y: -(ay + py) / 2 + 3 * unit, 'font-size': 2.2 * unit, 'text-anchor': 'middle',
  }, ground).textContent = `${Math.max(leastDistance, Math.hypot(px - ax, py - ay)).toFixed(2)} m`;
  for (const wall of state.walls) {
    make('line', { class: 'wall', x1: wall[0], y1: -wall[1], x2: wall[2], y2: -wall[3] }, ground);
  }
  const shown = places();
  for (const place of shown) {
    const group = handle(place);
    const [left, up] = place.at;
    group.setAttribute('aria-label', `${place.name} at ${left.toFixed(2)}, ${up.toFixed(2)} m`);
    const set = (name, attributes) => {
      for (const [key, value] of Object.entries(attributes)) group.querySelector(name).setAttribute(key, value);
    };
    set('circle', { cx: left, cy: -up, r: unit * (place.wall === undefined ? 1.7 : 1.1) });
    if (place.wall === undefined) set('text', { x: left, y: -up - 2.5 * unit, 'font-size': 2.4 * unit });
  }
  for (const [key, group] of handles) {
    if (shown.some((place) => place.key === key)) continue;
    group.remove();
    handles.delete(key);
  }
  find('wall-add').disabled = state.walls.length >= mostWalls;
  find('wall-remove').disabled = state.walls.length === 0;
};
plan.addEventListener('pointermove', (event) => {
  if (!held) return;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(plan.getScreenCTM().inverse());
  const place = places().find((item) => item.key === held);
  if (place) move(place, point.x, -point.y);
});
for (const end of ['pointerup', 'pointercancel']) {
  plan.addEventListener(end, () => {
    held = null;
    if (state) draw();
  });
}
find('wall-add').addEventListener('click', () => {
  const y = limited(Math.max(state.accessory[1], state.phone[1]) + 1.5 + state.walls.length);
  const [left, right] = [state.accessory[0], state.phone[0]].sort((one, other) => one - other);
  change({ walls: [...state.walls, [limited(left - 1), y, limited(right + 1), y]] });
});
find('wall-remove').addEventListener('click', () => change({ walls: state.walls.slice(0, -1) }));

// The controls.
const controls = find('controls');
controls.addEventListener('submit', (event) => event.preventDefault());
const numbers = (path) => {
  const inputs = all(`[data-path="${path}"]`, controls);
  const input = inputs[0];
  if (input.localName === 'fieldset') return all('input:checked', input).map((box) => Number(box.value));
  return [input.type === 'checkbox' ? Number(input.checked) : Number(input.value)];
};
controls.addEventListener('input', (event) => {
  const path = event.target.closest('[data-path]')?.dataset.path;
  if (path) change({ values: { [path]: numbers(path) } });
  else change({ [event.target.id]: event.target.value });
  if (event.target.type === 'range') mark(event.target, event.target.value);
});
// A slider stands at a step near a value of a file, so its label has the value.
const mark = (slider, value) => {
  slider.nextElementSibling.textContent = `${value} ${slider.dataset.unit}`;
};
const turn = () => {
  for (const [path, values] of Object.entries(state.values)) {
    const input = controls.querySelector(`[data-path="${path}"]`);
    if (input.localName === 'fieldset') {
      for (const box of all('input', input)) box.checked = values.includes(Number(box.value));
    } else if (input.type === 'checkbox') {
      input.checked = values[0] === 1;
    } else {
      input.value = values[0] ?? 0;
      mark(input, values[0] ?? 0);
    }
  }
  find('environment').value = state.environment;
  find('phoneName').value = state.phoneName;
};
find('pause').addEventListener('click', () => change({ paused: !state.paused }));
find('speed').addEventListener('change', (event) => change({ speed: Number(event.target.value) }));

// Recordings.
const play = async (file) => {
  if (!file) return;
  say(`Reading ${file.name}`);
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    refuse(`${file.name} cannot be read; drop a file.`);
    return;
  }
  await send(`recording?name=${encodeURIComponent(file.name)}`, file, 'application/octet-stream');
};
find('recording').addEventListener('change', (event) => {
  play(event.target.files[0]);
  // The same file can be chosen again.
  event.target.value = '';
});
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  play(event.dataTransfer.files[0]);
});
const position = find('position');
let isSliding = false;
position.addEventListener('input', () => change({ position: Number(position.value) }));
position.addEventListener('pointerdown', () => { isSliding = true; });
for (const end of ['pointerup', 'pointercancel']) position.addEventListener(end, () => { isSliding = false; });
find('bench').addEventListener('click', () => change({ bench: true }));
find('copy').addEventListener('click', () => copy(state.command));

// Events of the server.
const show = () => {
  draw();
  turn();
  find('pause').textContent = state.paused ? 'Go on' : 'Pause';
  find('pause').setAttribute('aria-pressed', state.paused);
  find('speed').value = state.speed;
  find('played').hidden = !state.recording;
  if (state.recording) {
    const { name, count, leftOut, trouble: damage } = state.recording;
    find('played-name').textContent = `${name}: ${counted(count)}${leftOut ? `, ${leftOut} left out` : ''}. ${damage}`;
    position.max = Math.max(0, count - 1);
  }
  find('checking').hidden = !state.checking;
  find('command').textContent = state.command;
  find('changes').tBodies[0].replaceChildren(...state.changes.map((cells) => row(cells)));
  find('changes').hidden = state.changes.length === 0;
  trouble(state.trouble);
};
const row = (cells) => {
  const line = document.createElement('tr');
  for (const text of cells) {
    // A name may go on in the next line behind each underscore.
    const parts = text.split(/(?<=_)/).flatMap((part) => [document.createElement('wbr'), part]);
    line.insertCell().append(...parts.slice(1));
  }
  return line;
};
const counted = (count) => `${count} procedure${count === 1 ? '' : 's'}`;
const metres = (value) => (value === null ? '-' : `${value.toFixed(3)} m`);
const take = (update) => {
  if (update.state) {
    served = update.state;
    merge();
  }
  for (const [id, drawing] of Object.entries(update.drawings ?? {})) find(`drawing-${id}`).innerHTML = drawing;
  if (update.verdicts !== undefined) {
    find('verdicts').innerHTML = update.verdicts;
    find('verdict').replaceChildren(...all('#verdicts .outcome .badge').map((badge) => badge.cloneNode(true)));
  }
  if (update.distance) {
    find('distance').textContent = metres(update.distance.metres);
    find('truth').textContent = update.distance.true === null ? '' : `true ${metres(update.distance.true)}`;
  }
  find('clock').textContent = `${update.time.toFixed(1)} s, ${counted(update.procedures)}`;
  if (update.position !== undefined) {
    if (!isSliding) position.value = update.position;
    find('position-number').textContent = update.position + 1;
  }
  if (update.isWhole) find('frames').replaceChildren();
  if (update.frames?.length) {
    const list = find('frames');
    list.prepend(...update.frames.map(row).reverse());
    while (list.rows.length > mostFrames) list.lastElementChild.remove();
  }
};
const events = new EventSource('events');
events.onmessage = (event) => take(JSON.parse(event.data));
events.onerror = () => trouble(events.readyState === EventSource.CLOSED
  ? 'This lab has ended. If it began anew, open the address that it printed.'
  : 'The server does not answer; the page tries again.');
