import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pickSize } from '../../../test/support/pick-size.ts';
import { parseHtml } from '../../html/parse.ts';
import { collectFacts } from '../facts/collect-facts.ts';
import { collectPlaces } from './collect-places.ts';
import { isSameValue } from './field-values.ts';
import { LearntTemplate, type LearntState } from './learnt-template.ts';
import type { PagePlaces } from './page-places.ts';
import { schemaFields } from './schema-fields.ts';

const WORDS = [
  'Copper',
  'Linen',
  'Walnut',
  'Marble',
  'Wicker',
  'Enamel',
  'Cedar',
  'Brass',
  'Velvet',
  'Slate',
];
const THINGS = ['kettle', 'lamp', 'chair', 'mirror', 'basket', 'stool', 'bowl'];

interface Product {
  readonly name: string;
  readonly price: number;
  readonly currency: string;
  readonly brand: string;
  readonly weight: string;
  readonly added: string;
  readonly image: string;
  readonly tags: readonly string[];
  readonly reviews: ReadonlyArray<{ by: string; stars: number }>;
}

function product(at: number): Product {
  const word = WORDS[at % WORDS.length]!;
  return {
    name: `${word} ${THINGS[at % THINGS.length]} ${at}`,
    price: 10 + at + 0.5,
    currency: 'EUR',
    brand: WORDS[(at * 3) % 4]!,
    weight: `${(at % 9) + 1}.2 kg`,
    added: `2025-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 27) + 1).padStart(2, '0')}`,
    image: `https://shop.test/pictures/${at}.jpg`,
    tags: [word.toLowerCase(), `${THINGS[at % 5]}s`],
    reviews: Array.from({ length: 2 + (at % 3) }, (_, of) => ({
      by: `${WORDS[(at + of) % 10]} ${THINGS[(of + 1) % 7]}`,
      stars: 1 + ((at + of) % 5),
    })),
  };
}

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    offer: {
      type: 'object',
      properties: { price: { type: 'number' }, currency: { type: 'string' } },
      required: ['price'],
    },
    brand: { type: 'string' },
    weight: { type: 'string' },
    added: { type: 'string', format: 'date' },
    image: { type: 'string', format: 'uri' },
    tags: { type: 'array', items: { type: 'string' } },
    reviews: {
      type: 'array',
      items: { type: 'object', properties: { by: { type: 'string' }, stars: { type: 'integer' } } },
    },
    discount: { type: 'string' },
  },
  required: ['name', 'offer'],
};

const valueOf = ({ price, currency, ...rest }: Product): Record<string, unknown> => ({
  ...rest,
  offer: { price, currency },
});

const euros = (price: number): string => `€ ${price.toFixed(2).replace('.', ',')}`;
const LONG_DATES = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const longDate = (day: string): string => LONG_DATES.format(new Date(`${day}T00:00:00Z`));

function htmlOf(at: number): string {
  const { name, price, brand, weight, added, tags, reviews } = product(at);
  const related = product(at + 17);
  return `<title>${name} | Shop</title><body class="item-${at}">
    <header><a href="/">Shop</a> <span class="cart">0 items</span></header>
    <main><div class="product"><h1>${name}</h1><img class="picture" src="/pictures/${at}.jpg">
    <p class="brand">by ${brand}</p><span class="cost">${euros(price)}</span>
    <table><tr><th>Weight</th><td>${weight}</td></tr></table><p class="since">In the shop since ${longDate(added)}</p>
    <ul class="tags">${tags.map((tag) => `<li>${tag}</li>`).join('')}</ul>
    <section class="reviews">${reviews
      .map(
        ({ by, stars }) =>
          `<article><b>${by}</b> <i class="stars" title="${stars} out of 5">*</i><p>I like it.</p></article>`,
      )
      .join('')}</section></div></main>
    <aside class="related"><a href="/p/${at + 17}">${related.name}</a> <span class="cost">${euros(related.price)}</span></aside>`;
}

/** Several tests go through the same pages, which nobody changes. */
const readPages = new Map<string, PagePlaces>();

function placesOf(html: string, path = '/p/1'): PagePlaces {
  const known = readPages.get(path + html);
  if (known) return known;
  const url = new URL(path, 'https://shop.test');
  const tree = parseHtml(html);
  const page = { tree, removed: new Uint8Array(tree.length), base: url };
  const places = collectPlaces(page, collectFacts(page), url);
  readPages.set(path + html, places);
  return places;
}

function learn(): LearntTemplate {
  return new LearntTemplate(schemaFields(SCHEMA)!);
}

interface Run {
  /** Pages that the model was asked for without an audit, and why. */
  readonly asked: Array<readonly [page: number, reason: string]>;
  readonly audited: number[];
  /** Audits that found another value than the rules. */
  readonly failed: number[];
  readonly wrong: number[];
}

interface RunOptions {
  readonly html?: (at: number) => string;
  readonly truth?: (at: number) => unknown;
}

/** Goes through pages as a job does: the model, which knows the truth, is asked where the rules do not answer. */
function run(template: LearntTemplate, pages: readonly number[], options: RunOptions = {}): Run {
  const { html = htmlOf, truth = (at) => valueOf(product(at)) } = options;
  const seen: Run = { asked: [], audited: [], failed: [], wrong: [] };
  for (const at of pages) {
    const places = placesOf(html(at), `/p/${at}`);
    const answer = template.answer(places);
    const value = truth(at);
    if ('reason' in answer) {
      seen.asked.push([at, answer.reason]);
      template.teach(places, value);
    } else if (template.isAuditDue) {
      seen.audited.push(at);
      if (!template.audit(places, { given: answer.value, value })) seen.failed.push(at);
    } else {
      if (!isSameValue(answer.value, value)) seen.wrong.push(at);
      template.noteAnswered();
    }
  }
  return seen;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

const priced = (html: (at: number) => string, price: (at: number) => string) => (at: number) =>
  html(at).replace(euros(product(at).price), price(at));

describe('the rules of a template', () => {
  test('answer all pages but the first and those that are audited, and none wrongly', () => {
    const { asked, audited, failed, wrong } = run(learn(), range(1, pickSize(61, 301)));
    assert.deepEqual([failed, wrong], [[], []]);
    assert.equal(audited.length, pickSize(1, 5));
    assert.ok(asked.length <= 4, JSON.stringify(asked));
    assert.deepEqual(asked.slice(0, 2), [
      [1, 'the template is new'],
      [2, 'the template is new'],
    ]);
  });

  test('are the same after they were written as JSON', () => {
    const template = learn();
    run(template, range(1, 6));
    const read = new LearntTemplate(
      schemaFields(SCHEMA)!,
      JSON.parse(JSON.stringify(template.state())) as LearntState,
    );
    assert.deepEqual(run(read, range(6, 40)), run(template, range(6, 40)));
  });

  test('hold no text of a page but what stands around values', () => {
    const template = learn();
    run(template, range(1, 6));
    const text = JSON.stringify(template.state());
    for (const at of range(1, 6)) {
      const { name, brand, tags } = product(at);
      for (const word of [name, brand, ...tags]) assert.ok(!text.includes(`"${word}"`), word);
    }
  });

  test('ask again when a page has a part that is new, and learn what it means', () => {
    const template = learn();
    const html = (at: number): string =>
      at < 20 || at % 2 === 0 ? htmlOf(at) : htmlOf(at).replace('</h1>', '</h1><p class="off">Save 10 %</p>');
    const truth = (at: number): unknown => ({
      ...valueOf(product(at)),
      ...(at >= 20 && at % 2 === 1 && { discount: '10 %' }),
    });
    const { asked, wrong } = run(template, range(1, 60), { html, truth });
    assert.deepEqual(wrong, []);
    assert.ok(asked.some(([at]) => at === 21));
    assert.ok(asked.length <= 8, JSON.stringify(asked));
  });

  test('do not take the price before a sale, which stands where other pages have the price', () => {
    const html = (at: number): string =>
      at % 10 === 0
        ? htmlOf(at).replace('</h1>', `</h1><b class="deal">${euros(at + 0.25)}</b>`)
        : htmlOf(at);
    const truth = (at: number): unknown => {
      const value = valueOf(product(at));
      return at % 10 === 0 ? { ...value, offer: { price: at + 0.25, currency: 'EUR' } } : value;
    };
    const { asked, wrong } = run(learn(), range(1, 100), { html, truth });
    assert.deepEqual(wrong, []);
    assert.deepEqual(asked.slice(2), [
      [10, 'the page has a part that is new: .deal'],
      [20, 'the rules are not proven: /offer/price'],
    ]);
  });

  test('notice a new design at once, and learn it from two pages', () => {
    const template = learn();
    const html = (at: number): string =>
      at < 30
        ? htmlOf(at)
        : htmlOf(at)
            .replaceAll(/class="(\w+)"/g, 'class="new-$1"')
            .replaceAll('<b>', '<b class="who">');
    const { asked, wrong } = run(template, range(1, 60), { html });
    assert.deepEqual(wrong, []);
    assert.ok(asked.filter(([at]) => at >= 30).length <= 5, JSON.stringify(asked));
  });

  test('are dropped by the first audit after the same places have come to mean something else', () => {
    const template = learn();
    const net = (at: number): string => euros(product(at).price - 1);
    const html = (at: number): string => (at < 70 ? htmlOf(at) : priced(htmlOf, net)(at));
    const { wrong, failed } = run(template, range(1, pickSize(130, 200)), { html });
    // The gross price stands nowhere: nothing on these pages shows that the rules are wrong.
    const [first] = failed;
    assert.ok(first !== undefined && first >= 70 && first < 120, String(first));
    assert.ok(wrong.every((at) => at >= 70 && at < first));
  });

  test('are not made for what the page does not state in one place: the model is asked for every page', () => {
    const schema = { type: 'object', properties: { verdict: { type: 'string' } } };
    const template = new LearntTemplate(schemaFields(schema)!);
    const truth = (at: number): unknown => ({ verdict: `Number ${at} would please a cook` });
    assert.equal(run(template, range(1, 12), { truth }).asked.length, 11);
  });

  test('that were right by chance are not believed', () => {
    const schema = { type: 'object', properties: { stars: { type: 'integer' } } };
    const html = (at: number): string =>
      `<h1>Thing</h1><p class="basket">4</p><p class="hint">Number ${at}</p>`;
    const truth = (at: number): unknown => ({ stars: at < 4 ? 4 : 1 + (at % 5) });
    const template = new LearntTemplate(schemaFields(schema)!);
    assert.deepEqual(run(template, range(1, 30), { html, truth }).wrong, []);
  });

  test('say that there is nothing as the model says it', () => {
    const schema = {
      type: 'object',
      properties: { by: { type: ['string', 'null'] }, name: { type: 'string' } },
    };
    const html = (at: number): string =>
      `<h1>Thing ${at}</h1>${at % 3 === 0 ? '' : `<p class="writer">${WORDS[at % 10]}</p>`}`;
    const truth = (at: number): unknown => ({
      name: `Thing ${at}`,
      by: at % 3 === 0 ? null : WORDS[at % 10],
    });
    const { asked, wrong } = run(new LearntTemplate(schemaFields(schema)!), range(1, 30), { html, truth });
    assert.deepEqual(wrong, []);
    assert.ok(asked.length <= 5, JSON.stringify(asked));
  });
});

describe('lists of things', () => {
  const card = (at: number): string =>
    `<li class="card"><h3><a href="/p/${at}">${product(at).name}</a></h3><span class="cost">${euros(product(at).price)}</span></li>`;
  const rows = (at: number): number[] => range(at * 10, at * 10 + 3 + (at % 4));
  const items = {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'number' }, url: { type: 'string' } },
    required: ['name'],
  };
  const schema = { type: 'object', properties: { products: { type: 'array', items } } };
  const truth = (at: number): unknown => ({
    products: rows(at).map((row) => ({
      name: product(row).name,
      price: product(row).price,
      url: `https://shop.test/p/${row}`,
    })),
  });

  test('are read from cards, of which some are advertisements', () => {
    const html = (at: number): string =>
      `<h1>Page</h1><ul class="nav"><li class="card">Home</li></ul><ul class="goods">${rows(at).map(card).join('')}
       <li class="card"><i>Advertisement ${at}</i></li></ul>`;
    const { asked, wrong } = run(new LearntTemplate(schemaFields(schema)!), range(1, 60), { html, truth });
    assert.deepEqual(wrong, []);
    assert.ok(asked.length <= 4, JSON.stringify(asked));
  });

  test('are read from tables', () => {
    const html = (at: number): string =>
      `<h1>Page</h1><table><tr><th>Product<th>Costs</tr>${rows(at)
        .map(
          (row) =>
            `<tr><td><a href="/p/${row}">${product(row).name}</a><td>${euros(product(row).price)}</tr>`,
        )
        .join('')}</table>`;
    const { asked, wrong } = run(new LearntTemplate(schemaFields(schema)!), range(1, 60), { html, truth });
    assert.deepEqual(wrong, []);
    assert.ok(asked.length <= 4, JSON.stringify(asked));
  });
});

test('a page that is too large for its lists to be whole is not answered', () => {
  const template = learn();
  run(template, range(1, 6));
  const large = placesOf(`${htmlOf(7)}${'<p class="x">more</p>'.repeat(6_000)}`, '/p/7');
  assert.deepEqual(template.answer(large), { reason: 'the page is too large for rules' });
  assert.equal(template.teach(large, valueOf(product(7))), false);
});

describe('schemas', () => {
  const STRING = { type: 'string' };
  const object = (properties: object): Record<string, unknown> => ({ type: 'object', properties });

  test('whose values have no fixed places are not learnt', () => {
    const free = { type: 'object', additionalProperties: STRING };
    const either = { anyOf: [object({ a: STRING }), object({ b: STRING })] };
    const lists = { type: 'array', items: { type: 'array', items: STRING } };
    const node: Record<string, unknown> = {
      type: 'object',
      properties: { name: STRING, child: { $ref: '#' } },
    };
    const many = object(Object.fromEntries(range(0, 100).map((at) => [`field${at}`, STRING])));
    for (const schema of [free, object({ free }), either, lists, node, many, STRING])
      assert.equal(schemaFields(schema), undefined, JSON.stringify(schema).slice(0, 80));
  });

  test('of which an answer has more than the schema names are not learnt', () => {
    const template = new LearntTemplate(schemaFields(object({ name: STRING }))!);
    const places = placesOf('<h1>Thing</h1>');
    assert.equal(template.teach(places, { name: 'Thing', colour: 'red' }), false);
    assert.equal(template.teach(places, { name: 'Thing' }), true);
  });
});
