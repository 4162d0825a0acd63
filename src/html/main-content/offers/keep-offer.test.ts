import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { findMainContent } from '../find-main-content.ts';
import { visibleText } from '../measure/visible-text.ts';

const prose = Array.from(
  { length: 6 },
  (_, at) =>
    `<p>The kettle boils ${at} cups of water in a minute, it does so in silence, and it keeps them warm.</p>`,
).join('');

/** A product page whose description is one block, with `shop` under its title. */
function reduce(
  shop: string,
  offer = '{"@type": "Offer", "price": "49.90", "availability": "https://schema.org/InStock"}',
): string {
  const tree = parseHtml(
    `<script type="application/ld+json">{"@type": "Product", "name": "Kettle", "offers": ${offer}}</script>
     <div><div class="buy"><h1>Kettle</h1>${shop}</div><div class="text">${prose}</div></div>`,
  );
  const main = findMainContent(tree);
  assert.equal(main.pageType, 'product');
  return visibleText(tree, main.removed);
}

describe("a product's own price", () => {
  it('stays when it stands in the order form, without buttons and quantities', () => {
    const text = reduce(
      `<form><p>€49,90</p><label>Quantity <input value="1"></label><select><option>1</option><option>2</option></select>
       <button>Add to cart $49.90</button><p>Free shipping from $75 on, within the country.</p></form>`,
    );
    assert.match(text, /€49,90/);
    assert.doesNotMatch(text, /Quantity|Add to cart|Free shipping/);
  });

  it('stays in a status message, with what it was before, without badges that are not shown', () => {
    const text = reduce(
      `<div role="status"><div><div>Was $60.00</div><div>Now $49.90</div></div><span>Sale</span><div>Sold out</div></div>`,
    );
    assert.match(text, /Was \$60\.00\nNow \$49\.90/);
    assert.doesNotMatch(text, /Sold out/);
  });

  it('is told by microdata too, and by its place where the page names none', () => {
    assert.match(
      reduce('<form><p itemprop="offers"><b itemprop="price" content="52">$52</b></p></form>', '{}'),
      /\$52/,
    );
    assert.match(reduce('<form><p>$47</p></form>', '{}'), /\$47/);
  });

  it('stays in a part that was sent late, goes in one that is merely hidden', () => {
    assert.match(reduce('<div hidden id="S:3"><p>$49.90</p></div>'), /49\.90/);
    assert.doesNotMatch(reduce('<div hidden><p>$49.90</p></div>'), /49\.90/);
  });

  it('may have the name of its currency instead of a sign', () => {
    assert.match(reduce('<form><p>49,90 kr</p><p>2 pieces</p></form>'), /49,90 kr/);
    assert.doesNotMatch(reduce('<form><p>2 pieces</p></form>'), /2 pieces/);
  });

  it("is not another product's", () => {
    const text = reduce(
      '<form><p>$49.90</p></form><ul class="related"><li><a href="/jug">Jug <p>$49.90</p></a></li><li><p>$12.00</p></li></ul>',
    );
    assert.equal(text.split('$49.90').length, 2);
    assert.doesNotMatch(text, /\$12/);
  });

  it('comes once when it is kept anyway', () => {
    assert.equal(
      reduce(`<form><p>$49.90</p></form></div><div class="text"><p>Only $49.90</p>${prose}`).split('49.90')
        .length,
      2,
    );
  });
});

describe("a product's availability", () => {
  it('stays when it says what the page tells machines', () => {
    assert.match(reduce('<form><p>$49.90</p><p>In stock</p></form>'), /In stock/);
    assert.doesNotMatch(reduce('<form><p>$49.90</p><p>Sold out</p></form>'), /Sold out/);
  });

  it('goes when the page tells both', () => {
    const both =
      '[{"price": 49.9, "availability": "InStock"}, {"price": 49.9, "availability": "OutOfStock"}]';
    assert.doesNotMatch(reduce('<form><p>$49.90</p><p>In stock</p></form>', both), /In stock/);
  });
});
