import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeInvisible } from '../../html/main-content/drop/remove-invisible.ts';
import { parseHtml } from '../../html/parse.ts';
import { toMarkdown } from '../../html/to-markdown/to-markdown.ts';
import { includeTags } from './include-tags.ts';
import type { TransformState } from './transform.ts';

function included(html: string, ...selectors: string[]): { markdown: string; warnings: readonly string[] } {
  const tree = parseHtml(html);
  const state: TransformState = {
    tree,
    removed: removeInvisible(tree),
    shown: undefined,
    warnings: [],
    explainRemovals: () => [],
    pageType: undefined,
    blocks: undefined,
  };
  includeTags(state, { onlyMainContent: true, includeTags: selectors, excludeTags: [] });
  return {
    markdown: toMarkdown(tree, { removed: state.removed, shown: state.shown }).trim(),
    warnings: state.warnings,
  };
}

const PAGE = `<main><h1>Kettle</h1><p>It boils water, and it does so in silence.</p></main>
  <div hidden id="tab"><p>Two litres.</p><p style="display:none">Internal note.</p></div>
  <div aria-hidden="true"><section style="display: none"><ul class="specs"><li>1,800 W</li></ul></section></div>`;

test('what the caller names is in the Markdown although the page hides it', () => {
  assert.equal(included(PAGE, '#tab').markdown, 'Two litres.');
});

test('so it is when the page hides a block around it', () => {
  assert.equal(included(PAGE, '.specs').markdown, '- 1,800 W');
});

test('what lies hidden within it stays hidden, unless it is named too', () => {
  assert.doesNotMatch(included(PAGE, '#tab').markdown, /Internal/);
  assert.match(included(PAGE, '#tab', '#tab p').markdown, /Two litres\.\s+Internal note\./);
});

test('a selector that matches nothing warns', () => {
  const { markdown, warnings } = included(PAGE, '#none');
  assert.equal(markdown, '');
  assert.deepEqual(warnings, ['includeTags matched nothing on this page.']);
});

test('loose text beside what the caller names stays out', () => {
  const html = '<main><div id=a>inside</div>loose <span>words</span> around</main>';
  assert.equal(included(html, '#a').markdown, 'inside');
});
