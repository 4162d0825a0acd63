import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionsFor } from '../../web/dashboard/playground/explain/choose-parts.ts';
import type { PageParts, RemovedPart } from '../../web/dashboard/playground/explain/parts.ts';

const removed = (selector: string | null, isWithinContent = false): RemovedPart => ({
  tag: 'div',
  label: '',
  selector,
  characters: 10,
  share: 0.1,
  text: 'text',
  rule: 'aside',
  by: 'name',
  evidence: '',
  why: '',
  certainty: 'likely',
  isWithinContent,
  anchor: `decant-${selector}`,
});
const [menu, letter, nameless] = [removed('.menu'), removed('.letter', true), removed(null)] as const;
const partsOf = (...parts: RemovedPart[]): PageParts => ({
  source: 'cache',
  remarks: [],
  characters: 100,
  kept: { characters: 80, selector: 'main', parts: [] },
  removed: parts,
  moreRemoved: 0,
});

test('a kept part comes back beside the content, and nothing else with it', () => {
  const parts = partsOf(menu, letter);
  assert.deepEqual(optionsFor({ waitFor: 5 }, parts, { kept: [menu], dropped: [] }), {
    waitFor: 5,
    includeTags: ['main', '.menu'],
    excludeTags: ['.letter'],
  });
  assert.deepEqual(optionsFor({}, parts, { kept: [menu, letter], dropped: ['.x'] }), {
    includeTags: ['main', '.menu'],
    excludeTags: ['.x'],
  });
  assert.deepEqual(optionsFor({ includeTags: ['h1'] }, parts, { kept: [menu], dropped: [] }), {
    includeTags: ['h1', '.menu'],
  });
});

test('without a selector for it all of the page stays, and nothing chosen changes nothing', () => {
  assert.deepEqual(optionsFor({}, partsOf(menu, nameless), { kept: [nameless], dropped: [] }), {
    onlyMainContent: false,
  });
  const given = { excludeTags: ['.a', '.b'] };
  assert.deepEqual(optionsFor(given, partsOf(menu), { kept: [], dropped: [] }), given);
  const excluded = { ...menu, rule: 'excludeTags', evidence: '.a' };
  assert.deepEqual(optionsFor(given, partsOf(excluded), { kept: [excluded], dropped: [] }), {
    excludeTags: ['.b'],
  });
});
