// Filters by verdict, level and text.
const form = document.querySelector('.filter');
const requirements = all('.requirement');
const filter = () => {
  const verdicts = new Set(all('input[name=verdict]:checked', form).map((box) => box.value));
  const level = form.elements.level.value;
  const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const item of requirements) {
    const text = words.length ? item.textContent.toLowerCase() : '';
    item.hidden = !verdicts.has(item.dataset.verdict) || (level !== '' && item.dataset.level !== level)
      || !words.every((word) => text.includes(word));
    if (!item.hidden) shown += 1;
  }
  form.elements.shown.textContent = `${shown} of ${requirements.length} requirements`;
};
if (form) {
  form.hidden = false;
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  for (const button of all('button[data-open]', form)) {
    button.addEventListener('click', () => {
      for (const item of requirements) if (!item.hidden) item.open = button.dataset.open === 'true';
    });
  }
  filter();
}

// A link to something opens what holds it, and shows what the filter hides.
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let item = target; item; item = item.parentElement) {
    if (item.localName === 'details') item.open = true;
    item.hidden = false;
  }
  target.scrollIntoView();
};
addEventListener('hashchange', reveal);
if (location.hash) reveal();

// Printed pages show what is open; failures always are.
addEventListener('beforeprint', () => {
  for (const item of all('.requirement[data-verdict=fail]')) item.open = true;
});

for (const button of all('button.copy')) {
  button.addEventListener('click', () => copy(button.dataset.copy));
}

// Saves a plot as SVG with its style, or its values as CSV.
const save = (name, type, text) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  say(`Saved ${name}`);
};
const isNumber = (text) => /^[+-]?[\d.]+(e[+-]?\d+)?( [a-zµ%]+)?$/i.test(text);
// A spreadsheet would calculate a text that begins so.
const isFormula = (text) => /^[=+\-@\t\r]./s.test(text) && !isNumber(text);
const cell = (text) => {
  const shown = isFormula(text) ? `'${text}` : text;
  return /[",\n\r]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
};
const writers = {
  svg(id) {
    const drawing = document.getElementById(id).cloneNode(true);
    const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
    style.textContent = document.querySelector('style').textContent;
    drawing.prepend(style);
    save(`${id}.svg`, 'image/svg+xml', new XMLSerializer().serializeToString(drawing));
  },
  csv(id) {
    const rows = all('tr', document.querySelector(`table[data-table="${CSS.escape(id)}"]`));
    const lines = rows.map((row) => [...row.cells].map((item) => cell(item.textContent)).join(','));
    save(`${id}.csv`, 'text/csv', `${lines.join('\n')}\n`);
  },
};
for (const group of all('figure .buttons')) group.hidden = false;
for (const button of all('button[data-save]')) {
  button.addEventListener('click', () => writers[button.dataset.save](button.dataset.of));
}
