import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from './parse.ts';
import { isScriptShell } from './script-shell.ts';

const PROSE = 'Words that a reader sees without any script having run. '.repeat(5);

test('a page that waits for its scripts is a shell', () => {
  for (const html of [
    '<div id="root"></div><script src="/app.js"></script>',
    '<head><script type="module" src="/app.js"></script></head><body><div id="app">Loading…</div></body>',
    '<div id="__next"></div><noscript>Please enable JavaScript to use this site.</noscript><script>start()</script>',
    `<script>const text = "${PROSE}"</script><style>${PROSE}</style><svg><text>${PROSE}</text></svg>`,
  ]) {
    assert.equal(isScriptShell(parseHtml(html)), true, html.slice(0, 60));
  }
});

test('a page that says something, or has no scripts, is none', () => {
  for (const html of [
    `<p>${PROSE}</p><script src="/app.js"></script>`,
    `<div></div><noscript><p>${PROSE}</p></noscript><script src="/app.js"></script>`,
    '<p>Short</p>',
    '',
  ]) {
    assert.equal(isScriptShell(parseHtml(html)), false, html.slice(0, 60));
  }
});

const MENU = `<header><a href="/"><img src="logo.png"></a></header><nav>${'<a href="/x">Some department</a> '.repeat(20)}</nav>`;
const FOOTER = `<footer><p>${PROSE}</p></footer>`;

test('a page with a head and no text is a shell, even when its scripts were left out', () => {
  assert.equal(
    isScriptShell(parseHtml('<meta charset="utf-8"><title>Thread</title><div id="app"></div>')),
    true,
  );
  assert.equal(
    isScriptShell(parseHtml('<meta charset="utf-8"><title>Photo</title><img src="a.jpg">')),
    false,
  );
});

test('so is a frame with nothing in it', () => {
  for (const html of [
    `${MENU}<div id="app"></div>${FOOTER}`,
    `${MENU}<h1>Chairs</h1><img src="banner.png"><main><div></div></main>${FOOTER}`,
    `${MENU}<p>Loading…</p>${FOOTER}`,
  ]) {
    assert.equal(isScriptShell(parseHtml(html)), true, html.slice(-60));
  }
});

test('a frame around something short is none', () => {
  for (const html of [
    `${MENU}<h1>Thank you</h1>${FOOTER}`,
    `${MENU}<main><h2>Not found</h2></main>${FOOTER}`,
    `${MENU}<main><img src="cartoon.png"></main>${FOOTER}`,
    `${MENU}<ul>${'<li><a href="/y">One of many pages that are listed here</a>'.repeat(8)}</ul>${FOOTER}`,
    `<header><article><h1>Title</h1><p>${PROSE}</p></article></header>`,
  ]) {
    assert.equal(isScriptShell(parseHtml(html)), false, html.slice(-60));
  }
});
