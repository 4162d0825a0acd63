import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pickSize } from '../../test/support/pick-size.ts';
import { createPageFiles, hostFolder } from './page-files.ts';

const START = new URL('https://example.com/');

/** The names that pages get one after the other. */
function names(urls: readonly string[], { start = START, endings = ['.md'] } = {}): string[] {
  const files = createPageFiles(start);
  return urls.map((url) => files.nameOf(new URL(url, start), endings));
}

const name = (url: string): string => names([url])[0] ?? '';

describe('files of pages', () => {
  test('are named like the path', () => {
    assert.deepEqual(
      names(['/', '/docs/start', '/docs/next/', '/a.html', '/b/index.php', '/report.pdf', '/x.md']),
      ['index', 'docs/start', 'docs/next', 'a', 'b/index', 'report.pdf', 'x'],
    );
  });

  test('hold the query', () => {
    assert.equal(name('/list?page=2&sort=a+z'), 'list_page=2,sort=a-z');
    assert.equal(name('/?q=caf%C3%A9'), 'index_q=café');
  });

  test('are readable in any script, and hold nothing that a shell, a file system or a terminal reads something into', () => {
    assert.equal(name('/caf%C3%A9/%E6%97%A5%E6%9C%AC'), 'café/日本');
    assert.equal(name('/a b/c"d<e>f|g:h*i'), 'a-b/c-d-e-f-g-h-i');
    assert.equal(name('/x%00y%0Az%1Bq%E2%80%AEr'), 'x-y-z-q-r');
    assert.equal(name('/a%2F..%2F..%2Fetc%5Cpasswd'), 'a-..-..-etc-passwd');
    assert.equal(name('/$(id)/`id`/-rf'), 'id/id/rf');
    assert.equal(name('/%ff/%'), 'ff/_');
  });

  test('never lead out of the folder, and are never hidden', () => {
    for (const url of [
      '/../../x',
      '/%2e%2e/%2e%2e/x',
      '/..%2f..%2fx',
      '/.../x',
      '/. ./x',
      '/%20..%20/x',
      '/.git/x',
    ]) {
      for (const part of name(url).split('/')) assert.match(part, /^[^.].*$/u, url);
    }
    assert.equal(name('/.decant-crawl.json'), 'decant-crawl.json');
    assert.equal(name('/...'), '_');
  });

  test('are no devices of Windows', () => {
    assert.deepEqual(names(['/con', '/NUL.txt', '/aux/x', '/com1.html', '/console', '/lpt9.a.b']), [
      'con_',
      'NUL_.txt',
      'aux_/x',
      'com1_',
      'console',
      'lpt9_.a.b',
    ]);
  });

  test('are unique, also where case and accents do not count', () => {
    const given = names([
      '/Docs',
      '/docs',
      '/docs.html',
      '/DOCS/',
      '/caf%C3%A9',
      '/cafe%CC%81',
      '/stra%C3%9Fe',
      '/STRASSE',
    ]);
    assert.deepEqual([given[0], given[4], given[6]], ['Docs', 'café', 'straße']);
    assert.match(given[1] ?? '', /^docs-[0-9a-f]{8}$/);
    const keys = given.map((each) => each.normalize('NFD').toUpperCase());
    assert.equal(new Set(keys).size, given.length);
  });

  test('one URL twice, and very many pages of one name', () => {
    const urls = Array.from(
      { length: pickSize(1_000, 3_000) },
      (_, index) => `/a;${';'.repeat(index % 7)}?${'&'.repeat(index)}`,
    );
    assert.equal(new Set(names(urls)).size, urls.length);
    assert.equal(new Set(names(['/a', '/a', '/a', '/a'])).size, 4);
  });

  test('every ending of a page has to be free', () => {
    const files = createPageFiles(START);
    files.take('a.links.json');
    assert.match(files.nameOf(new URL('/a', START), ['.md', '.links.json']), /^a-[0-9a-f]{8}$/);
    assert.equal(files.nameOf(new URL('/b', START), ['.links.json']), 'b');
    assert.match(files.nameOf(new URL('/b.links', START), ['.json']), /^b\.links-[0-9a-f]{8}$/);
  });

  test('a folder never has the name of a file', () => {
    assert.deepEqual(names(['/docs', '/docs.md/x', '/index.jsonl/x', '/a.html/b', '/a']), [
      'docs',
      'docs-md/x',
      'index-jsonl/x',
      'a-html/b',
      'a',
    ]);
  });

  test('are short, whatever the URL', () => {
    const long = [
      `/${'a'.repeat(8000)}`,
      `/${'%E6%97%A5'.repeat(800)}`,
      `/${'a/'.repeat(4000)}`,
      `/${'-.'.repeat(4000)}x`,
      `/${`${'b'.repeat(70)}/`.repeat(50)}`,
      `/x?${'q=1&'.repeat(2000)}`,
      `/${'%F0%9F%98%80'.repeat(500)}`,
      `/${'%F0%A0%80%80'.repeat(500)}`,
    ];
    const given = names([...long, ...long.map((url) => `${url}y`)]);
    assert.equal(new Set(given).size, given.length);
    for (const each of given) {
      assert.ok(Buffer.byteLength(each) <= 190, each);
      assert.ok(each.isWellFormed());
      for (const part of each.split('/')) assert.ok(Buffer.byteLength(part) <= 80, part);
    }
  });

  test('pages of other hosts have a folder of their own', () => {
    assert.deepEqual(
      names([
        'https://www.example.com/a',
        'http://example.com/b',
        'https://blog.example.com/a',
        'https://example.com:8443/a',
        'http://[::1]:80/a',
      ]),
      ['a', 'b', 'blog.example.com/a', 'example.com-8443/a', '1/a'],
    );
    assert.equal(hostFolder(new URL('https://www.example.com:8080/x')), 'example.com-8080');
    assert.equal(hostFolder(new URL('https://con/')), 'con_');
  });
});
