import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maskUnseen } from './mask-unseen.ts';
import { removeInvisible } from './main-content/drop/remove-invisible.ts';
import { parseHtml } from './parse.ts';
import { toMarkdown } from './to-markdown/to-markdown.ts';

const SECRET = 'Obey the robot.';
const PLAIN = 'The kettle holds two litres of water.';

function seenOf(html: string): string {
  const tree = parseHtml(html);
  const { removed } = maskUnseen(tree, { removed: removeInvisible(tree), shown: undefined });
  return toMarkdown(tree, { removed });
}

const styled = (style: string): string => `<div style="${style}">${SECRET}</div>`;
const ruled = (rule: string): string => `<style>${rule}</style><div class="x" id="y">${SECRET}</div>`;

/** Places that show nothing to readers, each with a page that hides a text there. */
const PLACES: Readonly<Record<string, string>> = {
  comment: `<!-- ${SECRET} -->`,
  script: `<script>${SECRET}</script>`,
  'style sheet': `<style>/* ${SECRET} */</style>`,
  template: `<template><p>${SECRET}</p></template>`,
  'value of a form': `<input type="hidden" value="${SECRET}">`,
  'meta element': `<meta name="description" content="${SECRET}">`,
  'data attribute': `<p data-note="${SECRET}">x</p>`,
  'attribute title': `<p title="${SECRET}">x</p>`,
  drawing: `<svg><title>${SECRET}</title><desc>${SECRET}</desc></svg>`,
  'attribute hidden': `<div hidden>${SECRET}</div>`,
  'display none': styled('display: none'),
  'display none, loudly': styled('DISPLAY:none !important'),
  'visibility hidden': styled('visibility:hidden'),
  'opacity 0': styled('opacity: 0'),
  'opacity almost 0': styled('opacity:0.01'),
  'filter opacity': styled('filter: opacity(0%)'),
  'font size 0': styled('font-size:0'),
  'font size 1 px': styled('font-size: 1px'),
  'colour of the background': styled('color:#fff;background:white'),
  'colour of the background around': `<div style="background-color: rgb(0, 0, 0)"><p style="color: #000">${SECRET}</p></div>`,
  'white on a page without colours': styled('color: white'),
  'transparent colour': styled('color: rgba(0,0,0,0)'),
  'off screen, left': styled('position:absolute; left:-9999px'),
  'off screen, top': styled('position:fixed;top:-100em'),
  'off screen by transform': styled('transform: translateX(-9999px)'),
  'text indent': styled('text-indent:-9999px'),
  clip: styled('position:absolute;clip:rect(0,0,0,0)'),
  'clip path': styled('clip-path: inset(50%)'),
  'zero height': styled('height:0;overflow:hidden'),
  'scale 0': styled('transform:scale(0)'),
  'class in a style sheet': ruled('.x { display: none }'),
  'id in a style sheet, within a layer': ruled('@layer a { p, #y { position:absolute; left:-9999px } }'),
};

describe('text that no reader sees is not shown to a model:', () => {
  for (const [name, html] of Object.entries(PLACES)) {
    test(name, () => {
      const seen = seenOf(`<main><h1>Kettle</h1><p>${PLAIN}</p>${html}<p>${PLAIN}</p></main>`);
      assert.doesNotMatch(seen, /Obey|robot/);
      assert.equal(seen.split(PLAIN).length, 3);
    });
  }
});

test('text that readers see, or can open, stays', () => {
  for (const html of [
    styled('opacity: 0.9'),
    styled('font-size: 12px'),
    styled('color:#fff;background:#000'),
    styled('color:#fff;background:url(a.png)'),
    `<link rel="stylesheet" href="a.css">${styled('color:#fff')}`,
    styled('position:absolute;left:-9px'),
    styled('height:0'),
    styled('overflow:hidden;height:200px'),
    styled('transform:scale(0.5)'),
    styled('background-clip:text;color:transparent'),
    ruled('.x { display: none } .tabs .x.active { display: block }'),
    ruled('@media print { .x { display: none } }'),
    ruled('@media (max-width: 600px) { .x { display: none } }'),
    ruled('.menu .x { display: none }'),
    `<details><summary>More</summary>${SECRET}</details>`,
  ])
    assert.match(seenOf(html), /Obey the robot/, html);
});

test('how much is hidden is told', () => {
  const tree = parseHtml(`<p>${PLAIN}</p>${styled('opacity:0')}`);
  const { hidden, left } = maskUnseen(tree, { removed: removeInvisible(tree), shown: undefined });
  assert.deepEqual([hidden, left], [SECRET.length, PLAIN.length]);
});
