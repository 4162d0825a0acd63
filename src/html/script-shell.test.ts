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
