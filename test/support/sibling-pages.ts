/** A generated page of a site whose pages are alike, and the data that it states. */
export interface SiblingPage {
  readonly path: string;
  readonly html: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A site of generated pages that are alike, and the schema that they are asked by. */
export interface SiblingSite {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  page(at: number): SiblingPage;
}

const ADJECTIVES = [
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
  'Amber',
];
const THINGS = [
  'kettle',
  'lamp',
  'chair',
  'mirror',
  'basket',
  'stool',
  'bowl',
  'shelf',
  'clock',
  'jug',
  'tray',
  'rug',
  'vase',
];
const MAKERS = ['Northwind', 'Aldermoor', 'Brightwater', 'Kestrel & Sons', 'Fernhill'];
const PEOPLE = [
  'Ada Quill',
  'Bruno Marsh',
  'Clara Voss',
  'Dov Lindt',
  'Esme Okafor',
  'Farid Noor',
  'Greta Holm',
];
const TOWNS = ['Leeds', 'Porto', 'Ghent', 'Turku', 'Graz', 'Lyon', 'Cork', 'Brno', 'Delft'];
const SENTENCES = [
  'It is made by hand in a small workshop near the river.',
  'Nobody here remembers when the first one was sold.',
  'Wipe it with a soft cloth and keep it away from the sun.',
  'Most people find a second use for it within a week.',
  'The wood is oiled twice before it leaves the house.',
  'It comes in a box that is good for nothing else.',
  'The handle stays cool even when the rest does not.',
];

/** The same number gives the same page on every machine. */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) | 0;
  }

  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  text(least: number, more: number): string {
    return Array.from({ length: least + this.below(more) }, () => this.of(SENTENCES)).join(' ');
  }

  day(): string {
    const [month, day] = [1 + this.below(12), 1 + this.below(28)];
    return `20${20 + this.below(6)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  }
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const titleOf = (at: number): string =>
  `${ADJECTIVES[at % ADJECTIVES.length]} ${THINGS[Math.floor(at / 3) % THINGS.length]} no. ${at}`;
const priceOf = (at: number): number => 5 + (at % 700) + (at % 4) * 0.25;
const euros = (price: number): string => `${price.toFixed(2).replace('.', ',')} €`;
const dollars = (price: number): string => `$${price.toFixed(2).replace(/\B(?=(\d{3})+\.)/, ',')}`;
const inWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const STRING = { type: 'string' };
const NUMBER = { type: 'number' };
const object = (properties: object, required: readonly string[] = []): Readonly<Record<string, unknown>> => ({
  type: 'object',
  properties,
  required,
});

/** The part around each page: the same links, and a box of other things that changes. */
function framed(dice: Dice, { title, main }: { title: string; main: string }): string {
  const others = range(3 + dice.below(3)).map(() => dice.below(5_000));
  const cards = others.map(
    (other) =>
      `<li class="card"><a href="/thing/${other}">${titleOf(other)}</a> <span class="price">${euros(priceOf(other))}</span></li>`,
  );
  return `<!doctype html><html lang="en"><head><title>${title} | House of Things</title></head><body>
    <header><a href="/">House of Things</a><nav><a href="/new">New</a> <a href="/sale">Sale</a></nav><span class="basket">${dice.below(4)} items</span></header>
    ${main}
    <aside class="others"><h2>Others looked at</h2><ul>${cards.join('')}</ul></aside>
    <footer><p>Open from 9 to 17. <a href="tel:+4420700000">+44 20 7000 00</a></p></footer></body></html>`;
}

/** Things for sale, as classes, labels and parts of sentences show them; some are sold out, some have no weight. */
export const shop: SiblingSite = {
  name: 'shop: classes, a table, sentences',
  schema: object(
    {
      name: STRING,
      price: NUMBER,
      currency: STRING,
      maker: STRING,
      weight: STRING,
      inStock: { type: 'boolean' },
      image: { type: 'string', format: 'uri' },
      added: { type: 'string', format: 'date' },
      reviews: { type: 'array', items: object({ by: STRING, stars: { type: 'integer' } }) },
    },
    ['name', 'price'],
  ),
  page: (at) => shopPage(at, false),
};

/** The same shop, where from one page on prices with and without tax have changed their places; nothing else tells. */
export function shopWithSwappedPrices(from: number): SiblingSite {
  return { ...shop, page: (at) => shopPage(at, at >= from) };
}

function shopPage(at: number, isSwapped: boolean): SiblingPage {
  const dice = new Dice(at);
  const [name, price, maker, added] = [titleOf(at), priceOf(at), dice.of(MAKERS), dice.day()];
  const weight = dice.below(9) === 0 ? undefined : `${1 + dice.below(30)}.${dice.below(10)} kg`;
  const inStock = dice.below(4) !== 0;
  const reviews = range(2 + dice.below(4)).map(() => ({ by: dice.of(PEOPLE), stars: 1 + dice.below(5) }));
  const prices = [euros(price), euros(price - 1)];
  const [first, second] = isSwapped ? prices.toReversed() : prices;
  const main = `<main class="item-${at}"><div class="crumbs"><a href="/">Home</a> / <a href="/things">Things</a></div>
    <h1 class="headline">${name}</h1><img class="photo" src="/photos/${at}.jpg" alt="${name}">
    <p class="maker">by ${maker.replace('&', '&amp;')}</p><div class="buy"><span class="price">${first}</span> <span class="plain">${second}</span>
    <span class="availability">${inStock ? 'In stock' : 'Out of stock'}</span></div>
    <p class="text">${dice.text(2, 4)}</p>
    <table class="facts">${weight === undefined ? '' : `<tr><th>Weight</th><td>${weight}</td></tr>`}<tr><th>Number</th><td>${at}</td></tr></table>
    <p class="since">In the shop since ${inWords(added)}</p>
    <section class="voices">${reviews.map(({ by, stars }) => `<article><b>${by}</b><i class="stars">${stars} out of 5</i><p>${dice.text(1, 2)}</p></article>`).join('')}</section></main>`;
  const value = {
    name,
    price,
    currency: 'EUR',
    maker,
    ...(weight !== undefined && { weight }),
    inStock,
    image: `/photos/${at}.jpg`,
    added,
    reviews,
  };
  return { path: `/thing/${at}`, html: framed(dice, { title: name, main }), value };
}

/** Articles with a byline, a day in words and tags; every third has been changed since. */
export const magazine: SiblingSite = {
  name: 'magazine: bylines, days in words',
  schema: object(
    {
      title: STRING,
      author: STRING,
      published: { type: 'string', format: 'date' },
      updated: { type: ['string', 'null'], format: 'date' },
      minutes: { type: 'integer' },
      tags: { type: 'array', items: STRING },
    },
    ['title', 'author', 'published', 'updated'],
  ),
  page(at) {
    const dice = new Dice(at + 7_000);
    const [author, published, minutes] = [dice.of(PEOPLE), dice.day(), 2 + dice.below(20)];
    const updated = at % 3 === 0 ? dice.day() : null;
    const title = `Why the ${titleOf(at).toLowerCase()} matters`;
    const tags = [...new Set(range(1 + dice.below(4)).map(() => dice.of(THINGS)))];
    const main = `<article><h1>${title}</h1><div class="meta"><a class="who" rel="author" href="/people/${dice.below(90)}">${author}</a>
      <time datetime="${published}T08:00:00Z">${inWords(published)}</time>${updated === null ? '' : `<span class="changed">Changed on ${inWords(updated)}</span>`}
      <span class="length">${minutes} min read</span></div>
      ${range(3 + dice.below(3))
        .map(() => `<p>${dice.text(3, 5)}</p>`)
        .join('')}
      <ul class="tags">${tags.map((tag) => `<li><a href="/tags/${tag}">${tag}</a></li>`).join('')}</ul></article>`;
    return {
      path: `/stories/${at}-why`,
      html: framed(dice, { title, main }),
      value: { title, author, published, updated, minutes, tags },
    };
  },
};

/** Jobs with labels beside their values, nothing of them named by a class, and data for machines. */
export const jobs: SiblingSite = {
  name: 'jobs: labels, JSON-LD',
  schema: object(
    {
      position: STRING,
      employer: object({ name: STRING, town: STRING }, ['name']),
      salary: NUMBER,
      closes: STRING,
      reference: STRING,
    },
    ['position', 'employer'],
  ),
  page(at) {
    const dice = new Dice(at + 90_000);
    const [name, town, closes] = [dice.of(MAKERS), dice.of(TOWNS), dice.day()];
    const position = `${dice.of(['Junior', 'Senior', 'Lead'])} ${dice.of(THINGS)} maker (${at})`;
    const salary = 20_000 + 500 * dice.below(90);
    const data = {
      '@context': 'https://schema.org',
      '@type': 'JobPosting',
      title: position,
      hiringOrganization: { '@type': 'Organization', name },
    };
    const main = `<script type="application/ld+json">${JSON.stringify(data)}</script><main><h1>${position}</h1>
      <dl><dt>Employer</dt><dd>${name.replace('&', '&amp;')}</dd><dt>Town</dt><dd>${town}</dd><dt>Salary</dt><dd>from ${dollars(salary)} a year</dd></dl>
      <div><div><span>Closes</span></div><div>${closes.split('-').toReversed().join('.')}</div></div>
      <p>${dice.text(3, 4)}</p><p>Please name the reference TH-${at}/${closes.slice(0, 4)} when you write.</p></main>`;
    return {
      path: `/jobs/${dice.below(9)}/${at}`,
      html: framed(dice, { title: position, main }),
      value: {
        position,
        employer: { name, town },
        salary,
        closes,
        reference: `TH-${at}/${closes.slice(0, 4)}`,
      },
    };
  },
};

/** Pages that list things, as cards with an advertisement among them. */
export const catalogue: SiblingSite = {
  name: 'catalogue: lists of cards',
  schema: object({
    heading: STRING,
    things: {
      type: 'array',
      items: object({ name: STRING, price: NUMBER, url: { type: 'string', format: 'uri' }, isNew: STRING }, [
        'name',
      ]),
    },
  }),
  page(at) {
    const dice = new Dice(at + 400_000);
    const heading = `Things, page ${at}`;
    const numbers = range(6 + dice.below(7)).map((of) => at * 20 + of);
    const cards = numbers.map(
      (of) =>
        `<div class="tile"><h3><a href="/thing/${of}">${titleOf(of)}</a></h3><span class="cost">${dollars(priceOf(of))}</span></div>`,
    );
    cards.splice(dice.below(5), 0, `<div class="tile"><p>Advertisement ${dice.below(100)}</p></div>`);
    return {
      path: `/list?page=${at}`,
      html: framed(dice, {
        title: heading,
        main: `<main><h1>${heading}</h1><div class="grid">${cards.join('')}</div></main>`,
      }),
      value: {
        heading,
        things: numbers.map((of) => ({ name: titleOf(of), price: priceOf(of), url: `/thing/${of}` })),
      },
    };
  },
};

/** The value with its addresses as they are for a page of this address. */
export function valueOn(base: string | URL, value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_name, part: unknown) =>
      typeof part === 'string' && /^\/\w/.test(part) ? new URL(part, base).href : part,
    ),
  ) as unknown;
}
