import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { parseHtml } from '../parse.ts';
import { compileSelector, selectAll } from '../select.ts';
import { serializeHtml } from '../serialize.ts';
import type { Tree } from '../tree.ts';

const CASES: Readonly<Record<string, (size: number) => string>> = {
  'nested div': (size) => '<div>'.repeat(size),
  'nested blockquote': (size) => '<blockquote>x'.repeat(size),
  'nested span': (size) => '<span>x'.repeat(size),
  'nested lists': (size) => '<ul><li>'.repeat(size),
  'nested tables': (size) => '<table><tr><td>'.repeat(size),
  'nested templates': (size) => '<template><td>'.repeat(size),
  'nested objects with formatting': (size) => '<b><object>'.repeat(size),
  'unclosed b': (size) => '<b>x'.repeat(size),
  'unclosed b, all different': (size) => numbered(size, (n) => `<b id=${n}>x`),
  'paragraphs in unclosed formatting': (size) =>
    `${numbered(200, (n) => `<b id=${n}>`)}${'<p>x'.repeat(size)}`,
  'unclosed a and p': (size) => '<a href=x>y<p>'.repeat(size),
  'unclosed a and div': (size) => '<a><div>'.repeat(size),
  'formatting closed below deep blocks': (size) => `<b>${'<div>'.repeat(size)}${'</b>'.repeat(size)}`,
  'formatting and blocks in turn': (size) => `${'<b><i><u><div>'.repeat(size)}${'</b></i></u>'.repeat(size)}`,
  'font around paragraphs': (size) => '<font color=red><p>'.repeat(size),
  'stray end tags in deep div': (size) => `${'<div>'.repeat(2000)}${'</span></p></b>'.repeat(size)}`,
  'end tags that no element above matches': (size) =>
    `<x><div>${'<span>'.repeat(size)}${'</x>'.repeat(size)}`,
  'foreign end tags that match nothing': (size) => `<svg>${'<g>'.repeat(size)}${'</x>'.repeat(size)}`,
  'list items below deep div': (size) => `${'<div>'.repeat(size)}${'<li>'.repeat(size)}`,
  'tables below deep div': (size) => `${'<div>'.repeat(size)}${'<table></table>'.repeat(size)}`,
  'selects below deep div': (size) => `${'<div>'.repeat(size)}${'<select></select>'.repeat(size)}`,
  'text before tables': (size) => '<table>x'.repeat(size),
  'elements fostered out of one table': (size) => `<table>${'<b>x</b><tr>'.repeat(size)}`,
  links: (size) => '<a href="/x">y</a> '.repeat(size),
  'table rows': (size) => `<table>${'<tr><td>x'.repeat(size)}`,
  'table cells': (size) => `<table><tr>${'<td>x'.repeat(size)}`,
  'attributes of one tag': (size) => `<p ${numbered(size, (n) => `a${n}=1 `)}>`,
  'one attribute again and again': (size) => `<p ${'a=1 '.repeat(size)}>`,
  'an annotation with many attributes': (size) =>
    `<math><annotation-xml ${numbered(size, (n) => `a${n} `)}>${'a<x></x>'.repeat(size)}`,
  'html tags that add attributes': (size) => numbered(size, (n) => `<html a${n}=1>`),
  'less-than signs': (size) => '<'.repeat(10 * size),
  'unclosed script': (size) => '<script>'.repeat(size),
  'comments in an unclosed script': (size) => `<script>${'<!-- -->'.repeat(size)}`,
  'unclosed comments': (size) => '<!--'.repeat(size),
  'unclosed quotes': (size) => '<a b="'.repeat(size),
  'line breaks': (size) => '<br>'.repeat(size),
  references: (size) => '&amp;amp;'.repeat(10 * size),
  'text in pieces': (size) => 'a</x>'.repeat(size),
  'a large attribute': (size) => `<img src="data:;base64,${'A'.repeat(100 * size)}">`,
  spaces: (size) => ' '.repeat(20 * size),
  brackets: (size) => '[](*`'.repeat(10 * size),
  'names that no one knows': (size) => numbered(size, (n) => `<x${n}>`),
  'comments behind the body': (size) => '</body><!-- x -->'.repeat(size),
};

const SELECTORS = [
  '* ~ *',
  'div div div div x',
  '* * * * *',
  ':has(x)',
  ':has(~ x)',
  ':not(:has(* x))',
  'div:nth-last-of-type(2n)',
  ':contains("y")',
  ':nth-child(2n of .a ~ *)',
];

describe('pages that cost most', () => {
  for (const [name, pageOf] of Object.entries(CASES)) {
    it(`parses ${name} in linear time`, () =>
      assertLinear(16_000, (size) => {
        const source = pageOf(size);
        return () => readAll(parseHtml(source));
      }));
  }

  it('matches every selector in linear time', async () => {
    for (const text of SELECTORS) {
      const prepare = (size: number): (() => unknown) => {
        const trees = [
          parseHtml('<div class=a>'.repeat(size)),
          parseHtml('<div class=a></div>'.repeat(size)),
        ];
        return () => {
          for (const tree of trees) selectAll(tree, compileSelector(text));
        };
      };
      await assertLinear(8_000, prepare, text);
    }
  });

  it('parses and writes nested elements without recursion', () => {
    // Some 10,000 calls fill the stack.
    const depth = pickSize(30_000, 100_000);
    for (const name of ['div', 'span', 'blockquote', 'b']) {
      const tree = parseHtml(`<${name}>`.repeat(depth));
      assert.equal(tree.length, depth + 4);
      assert.ok(serializeHtml(tree).endsWith(`</${name}></body></html>`));
    }
  });

  it('keeps all text where it cuts the work short', () => {
    const source = `<b>x${'<div>y'.repeat(20_000)}${'</b>z'.repeat(20_000)}`;
    assert.equal(readAll(parseHtml(source)).length, 40_001);
  });
});

/** All text, in document order. */
function readAll(tree: Tree): string {
  const parts: string[] = [];
  for (let node = 0; node < tree.length; node++) {
    parts.push(tree.text(node));
    tree.attributes(node);
  }
  return parts.join('');
}

function numbered(count: number, write: (number: number) => string): string {
  return Array.from({ length: count }, (_, number) => write(number)).join('');
}
