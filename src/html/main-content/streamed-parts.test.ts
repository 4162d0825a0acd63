import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../parse.ts';
import { findMainContent } from './find-main-content.ts';
import { visibleText } from './measure/visible-text.ts';

const paragraph = (name: string): string =>
  `<p>${`The ${name} lies by the river, it is old, and nobody has lived there for years. `.repeat(4)}</p>`;

test('a part that was sent late belongs where its place is', () => {
  const tree = parseHtml(
    `<main><h1>Houses</h1>${paragraph('mill')}${paragraph('inn')}<template id="B:0"></template></main>
     <div class="box"><template id="B:1"></template></div>
     <div hidden id="S:0">${paragraph('forge')}<template id="P:2"></template></div>
     <div hidden id="S:1">${paragraph('billboard')}</div>
     <div hidden id="S:2">${paragraph('chapel')}</div>`,
  );
  const { removed, shown } = findMainContent(tree);
  const text = visibleText(tree, removed);
  assert.match(text, /forge/);
  assert.match(text, /chapel/, 'a part within a part');
  assert.doesNotMatch(text, /billboard/);
  assert.equal(
    shown?.reduce((sum, flag) => sum + flag, 0),
    2,
    'they are hidden until a script has moved them',
  );
});
