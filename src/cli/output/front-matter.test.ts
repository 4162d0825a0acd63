import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Document } from '../../contract/documents/document.ts';
import { frontMatter } from './front-matter.ts';

function lines(metadata: Partial<Document['metadata']>): string[] {
  return frontMatter({ metadata: { statusCode: 200, ...metadata } as Document['metadata'] }).split('\n');
}

test('front matter names what is known of a page, every value quoted', () => {
  assert.deepEqual(
    lines({
      title: 'A page',
      url: 'https://docs.example/a',
      sourceURL: 'https://docs.example/old',
      language: 'no',
      description: '',
      publishedTime: '2026-01-02',
    }),
    [
      '---',
      'title: "A page"',
      'url: "https://docs.example/a"',
      'sourceURL: "https://docs.example/old"',
      'language: "no"',
      'publishedTime: "2026-01-02"',
      'statusCode: 200',
      '---',
      '',
      '',
    ],
  );
  assert.deepEqual(lines({ url: 'https://a.example/', sourceURL: 'https://a.example/' }).slice(1, 3), [
    'url: "https://a.example/"',
    'statusCode: 200',
  ]);
});

test('no title ends its line, its quotes or the block', () => {
  const title = 'a "b" \\ # c: d\n---\ninjected: true\r\u0085\u2028\u0000\u009b\ufeff\ud800 é 字 😀';
  const [, line, status] = lines({ title });
  assert.equal(
    line,
    String.raw`title: "a \"b\" \\ # c: d\n---\ninjected: true\r\u0085\u2028\u0000\u009b\ufeff` +
      '\ufffd é 字 😀"',
  );
  assert.equal(status, 'statusCode: 200');
});
