import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHtml } from '../../html/parse.ts';
import { collectFacts } from '../facts/collect-facts.ts';
import { fillSchema, type FilledSchema } from './fill-schema.ts';

const BASE = new URL('https://shop.test/things/one');

function fill(html: string, schema: object): FilledSchema {
  const tree = parseHtml(html);
  const page = { tree, removed: new Uint8Array(tree.length), base: BASE };
  return fillSchema(page, collectFacts(page), schema as Record<string, unknown>);
}

function object(properties: object, required: readonly string[] = []): object {
  return { type: 'object', properties, required };
}

const STRING = { type: 'string' };
const NUMBER = { type: 'number' };

describe('one thing', () => {
  const shown = `<title>Copper kettle – Shop</title><h1>Copper kettle</h1>
    <p class="product-price"><del class="old-price">£ 80.00</del> <span class="price">£1,064.50</span></p>
    <table><tr><th>Weight</th><td>1.2 kg</td></tr><tr><td>Material</td><td>Copper</td></tr></table>
    <dl><dt>SKU</dt><dd>K-77</dd></dl><p>Colour: red</p><a href="mailto:info@shop.test?subject=x">Write</a>`;

  test('is read from what people see', () => {
    const schema = object({
      productName: STRING,
      price: NUMBER,
      currency: STRING,
      weight: STRING,
      sku: STRING,
      color: STRING,
      email: { type: 'string', format: 'email' },
    });
    assert.deepEqual(fill(shown, schema).value, {
      productName: 'Copper kettle',
      price: 1064.5,
      currency: 'GBP',
      weight: '1.2 kg',
      sku: 'K-77',
      color: 'red',
      email: 'info@shop.test',
    });
  });

  test('has no property that the page does not state', () => {
    assert.deepEqual(
      fill(shown, object({ name: STRING, rating: NUMBER, inStock: { type: 'boolean' } })).value,
      { name: 'Copper kettle' },
    );
    assert.equal(fill('<p>Nothing to see here at all</p>', object({ rating: NUMBER })).value, undefined);
  });

  test('is nothing when a required property is missing, and says which', () => {
    const filled = fill(shown, object({ name: STRING, rating: NUMBER }, ['name', 'rating']));
    assert.equal(filled.value, undefined);
    assert.deepEqual(filled.missing, ['/rating']);
    assert.deepEqual(filled.evidence, []);
  });

  test('has null where null may stand for a required one', () => {
    const schema = object({ name: STRING, rating: { type: ['number', 'null'] } }, ['name', 'rating']);
    assert.deepEqual(fill(shown, schema).value, { name: 'Copper kettle', rating: null });
  });

  test('says where each value comes from', () => {
    const [name, price] = fill(shown, object({ name: STRING, price: NUMBER })).evidence;
    assert.deepEqual([name?.path, name?.source], ['/name', 'title']);
    assert.deepEqual([price?.path, price?.source, price?.name], ['/price', 'price', 'price']);
    assert.ok(price!.node > 0);
  });

  test('may stand in an object that only names its kind', () => {
    assert.deepEqual(fill(shown, object({ product: object({ name: STRING, price: NUMBER }) })).value, {
      product: { name: 'Copper kettle', price: 1064.5 },
    });
    // Nothing says that the seller is called like the kettle.
    assert.equal(fill(shown, object({ seller: object({ name: STRING }) })).value, undefined);
  });
});

describe('data for machines', () => {
  const data = (value: object): string =>
    `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
  const product = {
    '@type': 'Product',
    name: 'Kettle &amp; cup',
    brand: { '@type': 'Brand', name: 'Acme' },
    offers: {
      '@type': 'Offer',
      price: '49.90',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
    },
    aggregateRating: { ratingValue: '4.5', reviewCount: 12 },
    image: ['/one.jpg', '/two.jpg'],
    review: [{ '@type': 'Review', author: { name: 'Ann' }, reviewBody: 'Good.' }],
  };

  test('goes before what is shown', () => {
    const schema = object({
      name: STRING,
      brand: STRING,
      price: NUMBER,
      currency: { enum: ['USD', 'EUR'] },
      inStock: { type: 'boolean' },
      availability: STRING,
      rating: NUMBER,
      reviewCount: { type: 'integer' },
      image: STRING,
      images: { type: 'array', items: STRING },
      reviews: { type: 'array', items: object({ author: STRING, reviewBody: STRING }) },
    });
    assert.deepEqual(fill(`${data(product)}<h1>Buy now</h1><p class="price">$1.00</p>`, schema).value, {
      name: 'Kettle & cup',
      brand: 'Acme',
      price: 49.9,
      currency: 'EUR',
      inStock: true,
      availability: 'InStock',
      rating: 4.5,
      reviewCount: 12,
      image: 'https://shop.test/one.jpg',
      images: ['https://shop.test/one.jpg', 'https://shop.test/two.jpg'],
      reviews: [{ author: 'Ann', reviewBody: 'Good.' }],
    });
  });

  test('names persons by reference, and a firm is no author when a person is named', () => {
    const graph = {
      '@graph': [
        {
          '@type': 'Article',
          headline: 'News',
          author: { '@id': '#p' },
          datePublished: '2026-03-04T05:06:07Z',
        },
        { '@type': 'Person', '@id': '#p', name: 'Jane Roe' },
      ],
    };
    const schema = object({
      author: STRING,
      publishDate: { type: 'string', format: 'date' },
      writer: object({ name: STRING }),
    });
    assert.deepEqual(fill(data(graph), schema).value, {
      author: 'Jane Roe',
      publishDate: '2026-03-04',
      writer: { name: 'Jane Roe' },
    });
    const firm = data({ '@type': 'Article', author: { '@type': 'Organization', name: 'Daily' } });
    assert.deepEqual(
      fill(`${firm}<h1>A day of news</h1><p class="byline">By Jane Roe | 3 May</p>`, schema).value,
      {
        author: 'Jane Roe',
        writer: { name: 'Jane Roe' },
      },
    );
  });

  test('in microdata and meta is read as well', () => {
    const html = `<meta property="article:author" content="https://social.test/jane"><meta name="author" content="Jane Roe">
      <meta property="og:image" content="/big.png"><div itemscope itemtype="https://schema.org/Recipe"><span itemprop="name">Soup</span>
      <meta itemprop="prepTime" content="PT5M"><li itemprop="recipeIngredient">Water</li><li itemprop="recipeIngredient">Salt</li></div>`;
    const schema = object({
      author: STRING,
      imageUrl: STRING,
      name: STRING,
      prepTime: STRING,
      ingredients: { type: 'array', items: STRING },
    });
    assert.deepEqual(fill(html, schema).value, {
      author: 'Jane Roe',
      imageUrl: 'https://shop.test/big.png',
      name: 'Soup',
      prepTime: 'PT5M',
      ingredients: ['Water', 'Salt'],
    });
  });
});

describe('lists', () => {
  const card = (name: string, price: string): string =>
    `<li class="card"><a href="/p/${name}"><img src="/i/${name}.png" alt=""></a><h3><a href="/p/${name}">${name}</a></h3><span class="price">${price}</span><p>All about ${name} and more.</p></li>`;
  const cards = `<main><h1>Things</h1><ul>${card('Alpha', '$1.50')}${card('Beta', '$2.00')}${card('Gamma', '$30')}</ul></main>`;
  const item = object(
    { name: STRING, url: { type: 'string', format: 'uri' }, price: NUMBER, image: STRING },
    ['name'],
  );
  const first = {
    name: 'Alpha',
    url: 'https://shop.test/p/Alpha',
    price: 1.5,
    image: 'https://shop.test/i/Alpha.png',
  };

  test('are read from cards, in an object or alone', () => {
    const { value } = fill(cards, object({ products: { type: 'array', items: item } }));
    const { products } = value as { products: object[] };
    assert.deepEqual([products.length, products[0]], [3, first]);
    assert.deepEqual((fill(cards, { type: 'array', items: item }).value as object[])[0], first);
  });

  test('are read from a table by its header', () => {
    const table = `<h2>Crew</h2><table><thead><tr><th>Name</th><th>Role</th><th>Years</th></tr></thead>
      <tr><td>Ann</td><td>Captain</td><td>12</td></tr><tr><td>Bob</td><td>Cook</td><td>3</td></tr></table>`;
    const schema = object({
      crew: { type: 'array', items: object({ name: STRING, role: STRING, years: NUMBER }) },
    });
    assert.deepEqual(fill(table, schema).value, {
      crew: [
        { name: 'Ann', role: 'Captain', years: 12 },
        { name: 'Bob', role: 'Cook', years: 3 },
      ],
    });
  });

  test('of words stand under a heading', () => {
    const html =
      '<h1>Soup</h1><h2>Ingredients</h2><ul><li>Water</li><li>Salt</li></ul><h2>Notes</h2><ul><li>Hot</li></ul>';
    assert.deepEqual(fill(html, object({ ingredients: { type: 'array', items: STRING } })).value, {
      ingredients: ['Water', 'Salt'],
    });
  });

  test('are left out when no list of the page has what is asked for', () => {
    const schema = object({
      flights: { type: 'array', items: object({ gate: STRING, airline: STRING, delay: NUMBER }) },
    });
    assert.equal(fill(cards, schema).value, undefined);
  });
});

describe('schemas', () => {
  test('with references and unions are followed', () => {
    const schema = { $ref: '#/$defs/page', $defs: { page: object({ name: { anyOf: [NUMBER, STRING] } }) } };
    assert.deepEqual(fill('<h1>Kettle of copper</h1>', schema).value, { name: 'Kettle of copper' });
  });

  test('that lead to themselves, or name what objects inherit, do no harm', () => {
    const loop = { $ref: '#' };
    assert.equal(fill('<h1>Kettle of copper</h1>', loop).value, undefined);
    const inner: Record<string, unknown> = object({}) as Record<string, unknown>;
    inner['properties'] = { page: inner, name: STRING };
    const { value } = fill('<h1>Kettle of copper</h1>', inner);
    assert.equal((value as { name: string }).name, 'Kettle of copper');
    const names = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
    ) as object;
    assert.equal(
      fill('<p>Constructor: Bob</p>', names).value !== undefined && Object.hasOwn({}, 'polluted'),
      false,
    );
  });
});
