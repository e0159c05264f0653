const find = (id) => document.getElementById(id);
const mostFrames = 200;
// What the page shows: the state of the server, with the own changes that it does not have yet.
let state = null;
let served = null;
// The own changes that were sent, each with the revision of the state that has it: infinite while the server has not
// answered. Those that come while one is under way are joined, and sent next.
let sent = [];
let waiting = null;
// A state or a change with a later change: objects member by member, new walls behind each other, else the later value.
const isObject = (value) => value instanceof Object && !Array.isArray(value);
const joined = (one, later) => {
  const both = { ...one };
  for (const [key, value] of Object.entries(later)) {
    if (key === 'newWalls') both[key] = [...one[key] ?? [], ...value];
    else both[key] = isObject(value) && isObject(one[key]) ? joined(one[key], value) : value;
  }
  return both;
};

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
let busy = false;
const change = async (part) => {
  waiting = joined(waiting ?? {}, part);
  merge();
  if (busy) return;
  busy = true;
  while (waiting) {
    const next = { part: waiting, revision: Infinity };
    waiting = null;
    sent.push(next);
    const revision = await send('change', JSON.stringify(next.part), 'application/json');
    // No state has a refused change, and none waits for it.
    next.revision = revision === null ? 0 : Number(revision);
    merge();
  }
  busy = false;
};
const merge = () => {
  if (!served) return;
  sent = sent.filter(({ revision }) => revision > served.revision);
  state = [...sent.map(({ part }) => part), waiting ?? {}].reduce(joined, served);
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
// The key of what each pointer drags, by the id of the pointer.
const held = new Map();
const round = (value) => Math.round(value * 100) / 100;
// In metres, but for the walls.
const { reach, mostWalls, leastDistance } = Object.fromEntries(
  Object.entries(plan.dataset).map(([name, value]) => [name, Number(value)]),
);
const limited = (value) => Math.max(-reach, Math.min(reach, round(value)));
// With their ids, but for those that are removed, here or by another page while an end moves here.
const walls = () => Object.entries(state.walls).filter(([, wall]) => wall?.start && wall.end);
const places = () => [
  { name: 'Accessory', key: 'accessory', at: state.accessory },
  { name: 'Phone', key: 'phone', at: state.phone },
  ...walls().flatMap(([id, wall], index) => ['start', 'end'].map((end) => ({
    name: `Wall ${index + 1}, ${end}`, key: `wall-${id}-${end}`, wall: id, end, at: wall[end],
  }))),
];
const move = (item, x, y) => {
  const at = [limited(x), limited(y)];
  change(item.wall === undefined ? { [item.key]: at } : { walls: { [item.wall]: { [item.end]: at } } });
};
const fit = () => {
  if (held.size > 0) return;
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
  make('circle', { class: 'mark' }, group);
  if (isDevice) make('text', { 'text-anchor': 'middle' }, group).textContent = place.name;
  group.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || [...held.values()].includes(place.key)) return;
    held.set(event.pointerId, place.key);
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
  for (const [, { start, end }] of walls()) {
    make('line', { class: 'wall', x1: start[0], y1: -start[1], x2: end[0], y2: -end[1] }, ground);
  }
  const shown = places();
  for (const place of shown) {
    const group = handle(place);
    const [left, up] = place.at;
    group.setAttribute('aria-label', `${place.name} at ${left.toFixed(2)}, ${up.toFixed(2)} m`);
    const set = (name, attributes) => {
      for (const [key, value] of Object.entries(attributes)) group.querySelector(name).setAttribute(key, value);
    };
    const size = place.wall === undefined ? 1.7 : 1.1;
    set('circle', { cx: left, cy: -up, r: unit * size });
    set('.mark', { cx: left, cy: -up, r: unit * (size + 1) });
    if (place.wall === undefined) set('text', { x: left, y: -up - 3.5 * unit, 'font-size': 2.4 * unit });
  }
  for (const [key, group] of handles) {
    if (shown.some((place) => place.key === key)) continue;
    group.remove();
    handles.delete(key);
  }
  // What is removed is the last wall that is shown, so none is under way.
  const coming = state.newWalls?.length ?? 0;
  find('wall-add').disabled = walls().length + coming >= mostWalls;
  find('wall-remove').disabled = coming > 0 || walls().length === 0;
};
plan.addEventListener('pointermove', (event) => {
  // The primary button can be up while another one of the same pointer is down.
  if (!(event.buttons & 1)) return;
  const place = places().find((item) => item.key === held.get(event.pointerId));
  if (!place) return;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(plan.getScreenCTM().inverse());
  move(place, point.x, -point.y);
});
for (const end of ['pointerup', 'pointercancel']) {
  plan.addEventListener(end, (event) => {
    held.delete(event.pointerId);
    if (state) draw();
  });
}
find('wall-add').addEventListener('click', () => {
  const count = walls().length + (state.newWalls?.length ?? 0);
  const y = limited(Math.max(state.accessory[1], state.phone[1]) + 1.5 + count);
  const [left, right] = [state.accessory[0], state.phone[0]].sort((one, other) => one - other);
  change({ newWalls: [[limited(left - 1), y, limited(right + 1), y]] });
});
find('wall-remove').addEventListener('click', () => change({ walls: { [walls().at(-1)[0]]: null } }));

// The controls.
const controls = find('controls');
controls.addEventListener('submit', (event) => event.preventDefault());
controls.addEventListener('input', ({ target }) => {
  const path = target.closest('[data-path]')?.dataset.path;
  if (!path) change({ [target.id]: target.value });
  else if (path in state.choices) change({ choices: { [path]: { [target.value]: target.checked } } });
  else change({ values: { [path]: Number(target.type === 'checkbox' ? target.checked : target.value) } });
  if (target.type === 'range') mark(target, target.value);
});
// A slider stands at a step near a value of a file, so its label has the value.
const mark = (slider, value) => {
  slider.nextElementSibling.textContent = `${value} ${slider.dataset.unit}`;
};
const turn = () => {
  const named = (path) => controls.querySelector(`[data-path="${path}"]`);
  for (const [path, choices] of Object.entries(state.choices)) {
    for (const box of all('input', named(path))) box.checked = choices[box.value];
  }
  for (const [path, value] of Object.entries(state.values)) {
    const input = named(path);
    if (input.localName === 'fieldset') {
      for (const button of all('input', input)) button.checked = Number(button.value) === value;
    } else if (input.type === 'checkbox') {
      input.checked = value === 1;
    } else {
      input.value = value ?? 0;
      mark(input, value ?? 0);
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
  // The verdict and the time are those of the bench.
  for (const id of ['verdict', 'clock']) find(id).hidden = Boolean(state.recording);
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
