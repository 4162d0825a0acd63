import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { inflateSync } from 'node:zlib';
import { createRandom } from '../../pages/random.ts';
import { checkHeavyApp, heavyApp, heavyAppData, heavyFiles } from './heavy-app.ts';
import { APPS, mixedSites, PLAIN_PAGES } from './mixed-site.ts';
import { pixels } from './pixels.ts';
import { checkSimpleApp, simpleApp, simpleAppData } from './simple-app.ts';

test('nothing of a small application is in its HTML, and a page with all of it passes', () => {
  const { name, items } = JSON.parse(simpleAppData(7)) as { name: string; items: { title: string }[] };
  assert.equal(items.length, 30);
  assert.ok(items.every(({ title }) => !simpleApp(7).includes(title)));
  const shown = `<h1>${name}</h1>${'<span class="price">'.repeat(30)}`;
  checkSimpleApp(shown, 7);
  assert.throws(() => checkSimpleApp(shown, 8), /Page 8/);
  assert.throws(() => checkSimpleApp(simpleApp(7), 7), /0 of 30/);
});

test('the scripts of a large application parse, and are as large as real ones', () => {
  const files = heavyFiles();
  const scripts = ['vendor.js', 'app.js'].map((name) => files.get(name)?.content.toString() ?? '');
  for (const script of scripts) assert.doesNotThrow(() => new Script(script));
  const bytes = scripts.join('').length;
  assert.ok(bytes > 650_000 && bytes < 670_000, `${bytes} bytes`);
  for (const [, name = ''] of heavyApp(1).matchAll(/\/heavy-files\/([\w.]+)/g))
    assert.ok(files.has(name), name);
});

test('a large application has 300 products, each with a picture that is there, a price and a review', () => {
  const read = (name: string): { id: number; name: string; image: string }[] =>
    JSON.parse(heavyAppData(5, name) ?? '[]') as [];
  const products = [...read('products-1'), ...read('products-2')];
  assert.equal(products.length, 300);
  assert.ok(products[299]?.name.endsWith(' 5-299'));
  const files = heavyFiles();
  for (const { image } of products) assert.ok(files.has(image.replace('/heavy-files/', '')));
  assert.deepEqual([read('prices').length, read('reviews').length], [300, 300]);
  assert.equal(heavyAppData(5, 'other'), undefined);
  assert.throws(() => checkHeavyApp(heavyApp(5), 5), /0, 0, 0 of 300/);
});

test('a picture is a PNG of its size', () => {
  const png = pixels(createRandom(1), 8);
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [8, 8]);
  const data = png.indexOf('IDAT');
  const pixelBytes = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
  assert.equal(pixelBytes.length, 8 * (1 + 8 * 3));
});

test('both sites are the same but for the links to applications', () => {
  const pages = mixedSites('http://127.0.0.1:1');
  const paths = [...pages.keys()];
  const pagesOf = (folder: string): Buffer[] =>
    paths.filter((path) => path.startsWith(folder)).map((path) => pages.get(path)!);
  const [plain, mixed] = [pagesOf('/plain/'), pagesOf('/mixed/')];
  assert.deepEqual([plain.length, mixed.length], [PLAIN_PAGES, PLAIN_PAGES]);
  const links = mixed
    .filter((page) => page.includes('/mixed/app/'))
    .flatMap((page) =>
      [...page.toString().matchAll(/<p><a href="(\/mixed\/app\/\d+)">[^<]*<\/a><\/p>/g)].map(
        ([, target]) => target,
      ),
    );
  assert.deepEqual(
    links,
    Array.from({ length: APPS }, (_, app) => `/mixed/app/${app}`),
  );
  assert.ok(plain.every((page) => !page.includes('/app/')));
});
