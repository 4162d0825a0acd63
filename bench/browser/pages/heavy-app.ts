import { title, words } from '../../pages/prose.ts';
import { createRandom, type Random } from '../../pages/random.ts';
import { createElements, startFramework } from './heavy-framework.js';
import { createStoreViews, startStore } from './heavy-store.js';
import { pixels } from './pixels.ts';

const CARDS = 300;
const PICTURES = 19;
const PICTURE_SIZE = 96;
/** Of both scripts together, as a React application with its libraries has. */
const SCRIPT_BYTES = 660_000;
/** The part that is libraries. */
const VENDOR_SHARE = 0.65;
const STYLE_RULES = 250;
const SEED = 660;
/** Stands for the application's number. */
const NUMBER = '@@';

const data = makeData();

export interface HeavyFile {
  content: Buffer;
  type: string;
}

/** What all heavy applications share, by path below `/heavy-files/`: two scripts, a style sheet, pictures. */
export function heavyFiles(): Map<string, HeavyFile> {
  const random = createRandom(SEED);
  const framework = `(${startFramework.toString()})(document.getElementById('root'), (${createElements.toString()})())`;
  const runtime = `(${startStore.toString()})(${framework}, ${createStoreViews.toString()}, window.bundle, ${CARDS});`;
  const script = (text: string): HeavyFile => ({ content: Buffer.from(text), type: 'text/javascript' });
  const vendorBytes = Math.round(SCRIPT_BYTES * VENDOR_SHARE);
  const files = new Map([
    ['vendor.js', script(`window.bundle = [];\n${modules(random, vendorBytes)}`)],
    ['app.js', script(modules(random, SCRIPT_BYTES - vendorBytes - runtime.length) + runtime)],
    ['app.css', { content: Buffer.from(style(random)), type: 'text/css' }],
  ]);
  for (let index = 0; index < PICTURES; index++) {
    files.set(`${index}.png`, { content: pixels(random, PICTURE_SIZE), type: 'image/png' });
  }
  return files;
}

/** An application of 300 cards: 28 requests, five of them for data that come one by one. */
export function heavyApp(number: number): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Store ${number}</title>
<link rel="stylesheet" href="/heavy-files/app.css"></head><body><div id="root"></div>
<script src="/heavy-files/vendor.js"></script>
<script src="/heavy-files/app.js"></script></body></html>
`;
}

/** What it fetches, by the name at the end of the path; undefined for other names. */
export function heavyAppData(number: number, name: string): string | undefined {
  return data.get(name)?.replaceAll(NUMBER, String(number));
}

/** Made once: the server is to cost next to nothing. */
function makeData(): Map<string, string> {
  const random = createRandom(SEED + 1);
  const products = Array.from({ length: CARDS }, (_, id) => ({
    id,
    name: `${title(random, 2, 4)} ${NUMBER}-${id}`,
    text: words(random, 12, 20),
    image: `/heavy-files/${id % PICTURES}.png`,
  }));
  const parts: Record<string, unknown> = {
    user: { name: title(random, 1, 2) },
    'products-1': products.slice(0, CARDS / 2),
    'products-2': products.slice(CARDS / 2),
    prices: products.map(({ id }) => ({ id, amount: random.int(100, 99_999), currency: 'EUR' })),
    reviews: products.map(({ id }) => ({ id, stars: random.int(1, 5), count: random.int(1, 5_000) })),
  };
  return new Map(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)]));
}

/** Throws unless all cards are there, each with its price and its stars. */
export function checkHeavyApp(html: string, number: number): void {
  const count = (text: string): number => html.split(text).length - 1;
  const counts = [count('class="card"'), count('class="price"'), count(' of 5 (')];
  if (counts.some((cards) => cards !== CARDS) || !html.includes(` ${number}-${CARDS - 1}`)) {
    throw new Error(`Application ${number} came with ${counts.join(', ')} of ${CARDS} cards, prices, stars`);
  }
}

/** Modules of a bundle: each is run when the page starts, and has more in it than is called. */
function modules(random: Random, bytes: number): string {
  const parts: string[] = [];
  for (let length = 0; length < bytes;) {
    const part = module(random);
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

function module(random: Random): string {
  const name = (): string => `${random.pick(['get', 'make', 'read', 'use'])}${random.int(1e4, 1e5)}`;
  const strings = Array.from(
    { length: 12 },
    (_, index) => `k${index}: ${JSON.stringify(words(random, 2, 5))}`,
  );
  const functions = Array.from({ length: 4 }, () => helper(random, name()));
  const first = /function (\w+)/.exec(functions[0] ?? '')?.[1] ?? '';
  return `window.bundle.push(function (exports) {
  "use strict";
  var table = { ${strings.join(', ')} };
${functions.join('')}
  exports.format = function (price) {
    var whole = Math.floor(price.amount / 100);
    return whole.toString().replace(/\\B(?=(\\d{3})+$)/g, ",") + "." + String(price.amount % 100).padStart(2, "0") + " " + price.currency;
  };
  exports.ready = ${first}(Object.keys(table), ${random.int(1, 9)});
});
`;
}

function helper(random: Random, name: string): string {
  const key = (): string => `table.k${random.int(0, 11)}`;
  return `  function ${name}(entries, depth) {
    var result = [], seen = {}, total = ${random.int(0, 99)};
    for (var index = 0; index < entries.length; index++) {
      var entry = entries[index], text = table[entry] || ${key()};
      if (seen[text]) continue;
      seen[text] = true;
      if (text.length > ${random.int(5, 20)}) { result.push({ id: entry, label: text.toUpperCase(), depth: depth }); total += text.charCodeAt(0); }
      else if (depth > ${random.int(2, 6)}) { result.push({ id: entry, label: ${key()} + text, depth: depth - 1 }); }
      else { total = (total * ${random.int(3, 31)} + index) % ${random.int(1000, 9999)}; }
    }
    result.sort(function (a, b) { return a.label < b.label ? -1 : a.label > b.label ? 1 : 0; });
    return { result: result, total: total, kind: ${JSON.stringify(words(random, 1, 3))} };
  }
`;
}

function style(random: Random): string {
  const rules = Array.from(
    { length: STYLE_RULES },
    (_, index) =>
      `.app .c${index} > .${random.pick(['card', 'text', 'price', 'stars'])}:not(.x${index}) { padding: ${random.int(0, 9)}px }`,
  );
  return `body { font: 15px/1.4 sans-serif; margin: 0 }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 16px; padding: 16px }
.card { border: 1px solid #ddd; border-radius: 8px; padding: 12px; box-shadow: 0 1px 3px rgba(0, 0, 0, .2) }
.price { font-weight: bold; color: #063 } .empty { color: #999 } .stars { float: right }
${rules.join('\n')}
`;
}
