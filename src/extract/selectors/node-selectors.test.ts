import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as T from '../../html/tags.ts';
import { parseHtml } from '../../html/parse.ts';
import { compileSelector, selectAll } from '../../html/select.ts';
import type { Tree } from '../../html/tree.ts';
import { NodeSelectors } from './node-selectors.ts';

const PAGE = `<title>x</title><nav><a href=/>Home</a></nav><main><h1 class="x name">Kettle</h1>
  <p>It costs <b itemprop=price>5</b>, or <b>6</b> as <i>a:b</i></p><p hidden class="x y">7</p>
  <ul id=list><li><span class="y w-1/2">1</span><li><span class=y>2</span></ul></main>`;

function elementsOf(tree: Tree): number[] {
  return Array.from({ length: tree.length }, (_, node) => node).filter(
    (node) => node > 0 && tree.tag[node]! >= T.FIRST_ELEMENT_TAG,
  );
}

describe('selectors of elements', () => {
  it('lead to the element alone', () => {
    const tree = parseHtml(PAGE);
    const selectors = new NodeSelectors(tree);
    const found = elementsOf(tree).map((node) => ({ node, selector: selectors.of(node) }));
    for (const { node, selector } of found)
      assert.deepEqual(selectAll(tree, compileSelector(selector!)), [node], selector);
    const written = found.map(({ selector }) => selector);
    for (const selector of ['.name', '[itemprop="price"]', '#list > li:nth-of-type(2) > span:nth-of-type(1)'])
      assert.ok(written.includes(selector), `${selector} in ${written.join(', ')}`);
  });

  it('are not given where no name is near', () => {
    const tree = parseHtml('<div>'.repeat(40));
    const last = elementsOf(tree).at(-1)!;
    assert.equal(new NodeSelectors(tree).of(last), undefined);
  });
});
