'use strict';
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const say = (text) => { document.getElementById('said').textContent = text; };

// Copies a text.
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  say(`Copied: ${text}`);
};
