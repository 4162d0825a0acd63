import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../html/parse.ts';
import { selectWithFrames } from './select-with-frames.ts';

const PAGE = `<main><div id="map" data-decant-frame="https://maps.test/embed?x=1"><p>Map</p></div>
  <iframe id="film" src="https://films.test/1"></iframe><div id="plain">iframe</div>
  <p id="titled" title="an iframe here"></p></main>`;

function idsOf(selector: string): Set<string | undefined> {
  const tree = parseHtml(PAGE);
  return new Set(selectWithFrames(tree, selector).map((node) => tree.attribute(node, 'id')));
}

test('iframe also means a frame whose content is on the page', () => {
  assert.deepEqual(idsOf('iframe'), new Set(['film', 'map']));
  assert.deepEqual(idsOf('main > IFRAME, #plain'), new Set(['film', 'map', 'plain']));
  assert.deepEqual(idsOf('main:has(iframe) p'), new Set(['titled', undefined]));
});

test('its address can be asked for', () => {
  assert.deepEqual(idsOf('iframe[src*="maps.test"]'), new Set(['map']));
  assert.deepEqual(idsOf('iframe[src]'), new Set(['film', 'map']));
});

test('other names and words are left alone', () => {
  assert.deepEqual(idsOf('[title="an iframe here"]'), new Set(['titled']));
  assert.deepEqual(idsOf('#iframe, .iframe, iframe-box'), new Set([]));
  assert.deepEqual(idsOf('div'), new Set(['map', 'plain']));
});
