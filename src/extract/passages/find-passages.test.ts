import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseHtml } from '../../html/parse.ts';
import { visibleText } from '../../html/main-content/measure/visible-text.ts';
import { toMarkdown } from '../../html/to-markdown/to-markdown.ts';
import { findPassages, passagesOfMarkdown } from './find-passages.ts';
import type { Passage } from './passage.ts';

const FIXTURES = new URL('../../../test/fixtures/answers/', import.meta.url);
const passagesOf = (html: string): Passage[] => findPassages(parseHtml(html));
const textsOf = (html: string): string[] => passagesOf(html).map(({ text }) => text);

/** The passage with a text in it. */
function passageWith(passages: readonly Passage[], text: string): Passage {
  const passage = passages.find((candidate) => candidate.text.includes(text));
  assert.ok(passage, `${text} is in no passage of ${JSON.stringify(passages)}`);
  return passage;
}

describe('findPassages', () => {
  it('gives paragraphs, below their headings', () => {
    const passages = passagesOf(
      '<h1>Shop</h1><p>Welcome here.</p><h2>Hours</h2><p>From <b>nine</b> to five.</p>',
    );
    assert.deepEqual(
      passages.map(({ text, markdown, context }) => [text, markdown, context]),
      [
        ['Welcome here.', 'Welcome here.', 'Shop'],
        ['From nine to five.', 'From **nine** to five.', 'Shop\nHours'],
      ],
    );
  });

  it('forgets a heading when one of its level or above comes', () => {
    const passages = passagesOf(
      '<h1>A</h1><h2>B</h2><h3>C</h3><p>one</p><h2>D</h2><p>two</p><h1>E</h1><p>three</p>',
    );
    assert.deepEqual(
      passages.map(({ context }) => context),
      ['A\nB\nC', 'A\nD', 'E'],
    );
  });

  it('takes questions, lines that lead in and bold lines for what they stand above', () => {
    const passages = passagesOf(
      '<p>Do you deliver?</p><p>Yes, on Fridays.</p><p><b>Payment</b></p><p>In cash.</p><p>We stock:</p><ul><li>nails</li><li>glue</li></ul><p>And more.</p>',
    );
    assert.deepEqual(
      passages.map(({ text, context, lead }) => [text, context, lead]),
      [
        ['Yes, on Fridays.', 'Do you deliver?', 'Do you deliver?'],
        ['In cash.', 'Payment', '**Payment**'],
        ['nails', 'Payment\nWe stock:', 'We stock:'],
        ['glue', 'Payment\nWe stock:', 'We stock:'],
        ['And more.', 'Payment', ''],
      ],
    );
  });

  it('keeps a bold line with a number that nothing follows', () => {
    assert.deepEqual(textsOf('<p><b>Price: €20</b></p><h2>Other</h2><p>text</p>'), ['Price: €20', 'text']);
    assert.deepEqual(textsOf('<h3>Mug</h3><h4>€12</h4><h3>Cup</h3><p>text</p>'), ['€12', 'text']);
  });

  it('keeps headlines that nothing follows, and headings that are whole texts', () => {
    const list =
      '<h1>News</h1><h2>Council votes to reopen the railway</h2><h2>Lake is closed to bathers today</h2>';
    assert.deepEqual(textsOf(list), [
      'Council votes to reopen the railway',
      'Lake is closed to bathers today',
    ]);
    assert.deepEqual(textsOf('<h2>All that there is to know</h2><h3>More of it</h3><p>text</p>'), ['text']);
    const text =
      'We lend out tents, stoves and boats to all who ask for them, from May until the end of September, and to some in winter as well.';
    assert.deepEqual(textsOf(`<h4>${text}</h4><p>Ask us.</p>`), [text, 'Ask us.']);
  });

  it('gives items with the first line of the item around them', () => {
    const passages = passagesOf(
      '<ul><li>Shipping<ul><li>abroad: ten days</li></ul></li><li>Returns</li></ul>',
    );
    assert.deepEqual(
      passages.map(({ markdown, context, block }) => [markdown, context, block]),
      [
        ['- Shipping', '', 0],
        ['- abroad: ten days', 'Shipping', 0],
        ['- Returns', '', 0],
      ],
    );
  });

  it('gives rows with the header of their table', () => {
    const [first, second] = passagesOf(
      '<table><tr><th>Size</th><th>Price</th></tr><tr><td>S</td><td>€5</td></tr><tr><td>L</td><td>€7</td></tr></table>',
    );
    assert.equal(first!.markdown, '| S | €5 |');
    assert.equal(first!.lead, '| Size | Price |\n| --- | --- |');
    assert.match(first!.context, /Size/);
    assert.equal(second!.block, first!.block);
  });

  it('takes the first row of a table without header for a row', () => {
    const passages = passagesOf(
      '<table><tr><td>Weight</td><td>2 kg</td></tr><tr><td>Height</td><td>3 m</td></tr></table>',
    );
    assert.equal(passages.length, 2);
    assert.equal(passageWith(passages, '2 kg').lead, '');
    assert.doesNotMatch(passageWith(passages, '3 m').context, /Weight/);
  });

  it('gives the meanings of terms, and the lines of a list of facts', () => {
    const passages = passagesOf(
      '<dl><dt>Adults</dt><dd>€9</dd><dt>Children</dt><dd>€4</dd></dl><p>Rent: €900<br>Size: 50 m²<br>Free: now</p>',
    );
    assert.equal(passageWith(passages, '€4').context, 'Children');
    assert.equal(passageWith(passages, '50 m²').markdown, 'Size: 50 m²');
    assert.equal(passageWith(passages, '50 m²').joint, '\\\n');
  });

  it('keeps the parts of a card together', () => {
    const card = (name: string, price: string): string =>
      `<div class="card"><div>${name}</div><div>${price}</div><div>in stock</div></div>`;
    const passages = passagesOf(`<main>${card('Heron', '€168')}${card('Wren', '€74')}</main>`);
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['Heron\n€168\nin stock', 'Wren\n€74\nin stock'],
    );
    assert.equal(passages[1]!.markdown, 'Wren\n\n€74\n\nin stock');
    assert.deepEqual(textsOf('<div><div>Heron</div><div>€168</div></div>'), ['Heron', '€168']);
  });

  it('cuts long paragraphs between sentences, and no link apart', () => {
    const sentence = 'The quick brown fox jumps over the lazy dog near the river bank.';
    const link = `<a href="https://a.test/x.y?z">${sentence} ${sentence}</a>`;
    const passages = passagesOf(`<p>${`${sentence} `.repeat(8)}${link}</p>`);
    assert.ok(passages.length > 2);
    assert.equal(new Set(passages.map(({ block }) => block)).size, 1);
    for (const { text } of passages) assert.match(text, /^The quick .* bank\.$/);
    assert.match(passages.at(-1)!.markdown, /\[The quick [^\]]* bank\.\]\(https:\/\/a\.test\/x\.y\?z\)/);
  });

  it('cuts code between lines, each part in fences', () => {
    const code = Array.from({ length: 60 }, (_, at) => `const value${at} = ${at};`).join('\n');
    const passages = passagesOf(`<pre><code class="language-js">${code}</code></pre>`);
    assert.ok(passages.length > 1);
    for (const { kind, markdown } of passages) {
      assert.equal(kind, 'code');
      assert.match(markdown, /^```js\nconst [^]*;\n```$/);
    }
  });

  it('leaves out what is removed, and pictures', () => {
    const tree = parseHtml('<p>kept</p><p>gone</p><p><img src="a.png" alt="a picture of a fox"></p>');
    const removed = new Uint8Array(tree.length);
    removed[tree.parent[Array.from(tree.tag.keys()).find((node) => tree.text(node) === 'gone')!]!] = 1;
    assert.deepEqual(
      findPassages(tree, { removed }).map(({ text }) => text),
      ['kept'],
    );
  });

  it('reads nothing where there is nothing', () => {
    assert.deepEqual(passagesOf(''), []);
    assert.deepEqual(passagesOf('<hr><p>…</p>'), []);
  });

  it('stops after two million characters', () => {
    const passages = passagesOf(`<p>${'word '.repeat(70)}</p>`.repeat(9000));
    const characters = passages.reduce((sum, { markdown }) => sum + markdown.length, 0);
    assert.ok(characters > 1_990_000 && characters <= 2_000_000, String(characters));
  });
});

describe('the passages of whole pages', () => {
  for (const name of readdirSync(FIXTURES)) {
    const tree = parseHtml(readFileSync(new URL(`${name}/page.html`, FIXTURES), 'utf8'));
    const passages = findPassages(tree);

    it(`are lines of the Markdown, to the character: ${name}`, () => {
      const lines = new Set(
        toMarkdown(tree)
          .split('\n')
          .map((line) => line.replace(/^[\s>]+/, '')),
      );
      const whole = Array.from(lines).join('\n');
      for (const { markdown, lead } of passages) {
        for (const line of `${lead}\n${markdown}`.split('\n')) {
          assert.ok(whole.includes(line.trim().replace(/^> /, '')), JSON.stringify(line));
        }
      }
    });

    it(`hold all that is on them, or stand below it: ${name}`, () => {
      const held = passages.map(({ text, context }) => `${context} ${text}`).join(' ');
      const words = new Set(held.match(/[\p{L}\p{M}\p{N}]+/gu));
      // Lines of a label below which nothing stands, such as the number of a fax, must be held as well.
      for (const word of visibleText(tree).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
        assert.ok(words.has(word), word);
      }
    });
  }
});

describe('passagesOfMarkdown', () => {
  it('gives the same kinds of passages', () => {
    const passages = passagesOfMarkdown(
      [
        '# Shop',
        'Welcome.\nCome in.',
        'Hours\n-----',
        '| Day | Open |\n|-----|------|\n| Mon | 9-5 |',
        'We stock:',
        '- nails\n  - long ones\n- glue\n  of bones',
        '**Payment**',
        'In cash.',
        '```js\nlet a = 1;\n```',
        '> quoted words',
      ].join('\n\n'),
    );
    assert.deepEqual(
      passages.map(({ kind, text, markdown, context }) => [kind, text, markdown, context]),
      [
        ['paragraph', 'Welcome.\nCome in.', 'Welcome.\nCome in.', 'Shop'],
        ['row', '| Mon | 9-5 |', '| Mon | 9-5 |', 'Shop\nHours\n| Day | Open |'],
        ['item', 'nails', '- nails', 'Shop\nHours\nWe stock:'],
        ['item', 'long ones', '- long ones', 'Shop\nHours\nWe stock:\nnails'],
        ['item', 'glue\nof bones', '- glue\nof bones', 'Shop\nHours\nWe stock:'],
        ['paragraph', 'In cash.', 'In cash.', 'Shop\nHours\nPayment'],
        ['code', '```js\nlet a = 1;\n```', '```js\nlet a = 1;\n```', 'Shop\nHours\nPayment'],
        ['paragraph', 'quoted words', 'quoted words', 'Shop\nHours\nPayment'],
      ],
    );
  });

  it('reads plain text', () => {
    const passages = passagesOfMarkdown(
      'Name: Ada\nBorn: 1815\nPlace: London\n\nShe wrote the first program.\n',
    );
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['Name: Ada', 'Born: 1815', 'Place: London', 'She wrote the first program.'],
    );
    assert.deepEqual(
      passages.map(({ joint, block }) => [joint, block]),
      [
        ['', 0],
        ['\n', 0],
        ['\n', 0],
        ['', 1],
      ],
    );
  });
});
