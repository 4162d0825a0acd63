import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readJsonLd } from './json-ld.ts';
import { findMetadataNodes } from './metadata/nodes.ts';
import { parseHtml } from './parse.ts';

function typesOf(...scripts: string[]): string[] {
  const tree = parseHtml(
    scripts.map((text) => `<script type="application/ld+json">${text}</script>`).join(''),
  );
  return readJsonLd(tree, findMetadataNodes(tree).jsonLdScripts).map(({ types }) => types.join('+'));
}

describe('readJsonLd', () => {
  const cases: Array<[what: string, script: string, types: string[]]> = [
    ['one item', '{"@type":"Article"}', ['Article']],
    ['several types', '{"@type":["Article","schema:Thing"]}', ['Article+Thing']],
    ['type as an address', '{"@type":"https://schema.org/Product"}', ['Product']],
    ['a list', '[{"@type":"A"},[{"@type":"B"}],{"@type":"C"}]', ['A', 'B', 'C']],
    ['a graph', '{"@graph":[{"@type":"A"},{"@type":"B"}]}', ['A', 'B']],
    [
      'main entities',
      '{"@type":"WebPage","mainEntity":{"@type":"Product"},"author":{"@type":"Person"}}',
      ['WebPage', 'Product'],
    ],
    ['no type', '{"name":"x"}', []],
    ['types that are no text', '{"@type":7}', []],
    ['CDATA', '//<![CDATA[\n{"@type":"A"}\n//]]>', ['A']],
    ['commented CDATA', '/*<![CDATA[*/{"@type":"A"}/*]]>*/', ['A']],
    ['an HTML comment', '<!-- {"@type":"A"} -->', ['A']],
    ['a semicolon at the end', '{"@type":"A"};', ['A']],
    ['line breaks inside strings', '{"@type":"A","x":"one\ntwo\tthree"}', ['A']],
    ['broken JSON', '{"@type":"A",}', []],
    ['nothing', '', []],
    ['null', 'null', []],
  ];
  for (const [what, script, types] of cases) it(what, () => assert.deepEqual(typesOf(script), types));

  it('keeps the order of several scripts and passes over broken ones', () => {
    assert.deepEqual(typesOf('{"@type":"A"}', '{', '{"@type":"B"}'), ['A', 'B']);
  });

  it('knows the script by its media type in any spelling', () => {
    const tree = parseHtml(
      `<script type=" Application/LD+JSON; charset=utf-8">1</script><script type="application/json">1</script><script>1</script>`,
    );
    assert.equal(findMetadataNodes(tree).jsonLdScripts.length, 1);
  });

  it('stops at 100 scripts, 1,000 items and 2 million characters', () => {
    assert.equal(typesOf(...Array.from({ length: 300 }, () => '{"@type":"A"}')).length, 100);
    assert.equal(typesOf(`[${Array.from({ length: 3000 }, () => '{"@type":"A"}').join(',')}]`).length, 1000);
    assert.deepEqual(typesOf('{"@type":"A"}', `{"@type":"B","x":"${'x'.repeat(2_000_000)}"}`), ['A']);
  });
});
