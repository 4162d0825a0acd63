import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { formatList, formatNames, type FormatName } from '../../src/contract/options/formats.ts';
import { toJsonSchema, type JsonSchema } from '../../src/contract/json-schema.ts';
import { parseScrape, refuseScrape } from './parsing.ts';
import { acceptedCases, refusedCases } from './schema-cases.ts';
import { testCases } from './test-cases.ts';

/** What the object form of a format needs besides its type. */
const NEEDED: Partial<Record<FormatName, object>> = {
  json: { prompt: 'The price' },
  attributes: { selectors: [] },
  question: { question: 'Why?' },
  highlights: { query: 'price' },
  query: { prompt: 'Why?' },
};

const json = toJsonSchema(z.object({ formats: formatList }), 'input').$defs?.['Format'];
const variants = new Map(
  json?.anyOf?.[1]?.oneOf?.map((variant): [string, JsonSchema] => [
    String(variant.properties?.['type']?.const),
    variant,
  ]),
);

test('the formats of the contract, and no other', () => {
  const expected =
    'markdown html rawHtml links images summary screenshot json changeTracking attributes branding audio video question highlights query';
  assert.deepEqual(formatNames, expected.split(' '));
  assert.deepEqual([...variants.keys()], expected.split(' '));
});

function refuseOne(format: unknown) {
  return refuseScrape({ formats: [format] });
}

for (const name of formatNames) {
  const needed = { type: name, ...NEEDED[name] };
  const parseOne = (format: unknown) => {
    const { formats } = parseScrape({ formats: name === 'changeTracking' ? ['markdown', format] : [format] });
    return formats.at(-1);
  };

  describe(name, () => {
    test('is accepted as an object', () => {
      assert.equal(parseOne(needed)?.type, name);
    });

    test('is accepted as a string exactly when it needs no options', () => {
      const isBareAllowed = NEEDED[name] === undefined || name === 'json';
      if (isBareAllowed) assert.equal(parseOne(name)?.type, name);
      else assert.match(refuseOne(name).message, /^formats\[0\]\.\w+ is required$/);
      assert.equal(json?.anyOf?.[0]?.enum?.includes(name), isBareAllowed);
    });

    test(name === 'screenshot' ? 'ignores unknown keys' : 'refuses unknown keys', () => {
      const odd = { ...needed, odd: 1 };
      if (name === 'screenshot') {
        assert.deepEqual(parseOne(odd), { type: name, fullPage: false });
        return;
      }
      const [issue] = refuseOne(odd).issues;
      assert.deepEqual(
        [issue?.path, issue?.code, issue?.keys],
        [['formats', 0], 'unrecognized_keys', ['odd']],
      );
    });

    const { type: _type, ...options } = variants.get(name)?.properties ?? {};
    testCases(
      'accepts what its schema allows',
      acceptedCases({ properties: options }),
      ({ field, value }) => {
        parseOne({ ...needed, [field]: value });
      },
    );
    testCases(
      'refuses what its schema forbids',
      refusedCases({ properties: options }),
      ({ field, value }) => {
        const [issue] = refuseOne({ ...needed, [field]: value }).issues;
        assert.deepEqual(issue?.path.slice(0, 3), ['formats', 0, field]);
      },
    );
  });
}

test('an unknown format is answered with the known ones and the nearest', () => {
  const { message, issues } = refuseScrape({ formats: ['markdown', 'markdwon'] });
  assert.deepEqual(issues[0]?.path, ['formats', 1, 'type']);
  assert.match(message, /^formats\[1\]\.type must be one of markdown, html, .*; did you mean "markdown"\?$/);
  for (const odd of ['product', 'rawBase64', '', 'Markdown']) {
    assert.deepEqual(refuseScrape({ formats: [odd] }).issues[0]?.path, ['formats', 0, 'type']);
  }
});

test('an entry that is neither a string nor an object is refused', () => {
  for (const odd of [5, null, true])
    assert.deepEqual(refuseScrape({ formats: [odd] }).issues[0]?.path, ['formats', 0]);
  assert.equal(refuseScrape({ formats: [{}] }).message, 'formats[0].type is required');
});

test('screenshot@fullPage is a screenshot of the full page', () => {
  assert.deepEqual(parseScrape({ formats: ['screenshot@fullPage'] }).formats, [
    { type: 'screenshot', fullPage: true },
  ]);
});

test('json as an object needs a schema or a prompt', () => {
  assert.equal(
    refuseScrape({ formats: [{ type: 'json' }] }).message,
    'formats[0] must have a schema, a prompt or both when its type is json',
  );
  assert.deepEqual(parseScrape({ formats: [{ type: 'json', schema: {} }] }).formats, [
    { type: 'json', schema: {} },
  ]);
});

test('a JSON Schema is passed on as it came', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { a: { $ref: '#/$defs/a' } },
    $defs: { a: { type: 'string' } },
    additionalProperties: true,
  };
  assert.deepEqual(parseScrape({ formats: [{ type: 'json', schema }] }).formats, [{ type: 'json', schema }]);
});

test('attributes need both members of each selector and nothing else', () => {
  const selectors = [{ selector: 'a', attribute: 'href' }];
  assert.deepEqual(parseScrape({ formats: [{ type: 'attributes', selectors }] }).formats, [
    { type: 'attributes', selectors },
  ]);
  for (const odd of [{ selector: 'a' }, { attribute: 'b' }, { selector: 'a', attribute: 'b', c: 1 }, 'a']) {
    const [issue] = refuseScrape({ formats: [{ type: 'attributes', selectors: [odd] }] }).issues;
    assert.deepEqual(issue?.path.slice(0, 4), ['formats', 0, 'selectors', 0]);
  }
});

test('changeTracking fills in its defaults and knows two modes', () => {
  const { formats } = parseScrape({ formats: ['markdown', 'changeTracking'] });
  assert.deepEqual(formats[1], { type: 'changeTracking', modes: [], tag: null });
  const both = { type: 'changeTracking', modes: ['git-diff', 'json'], tag: 'x' };
  assert.deepEqual(parseScrape({ formats: ['markdown', both] }).formats[1], both);
  const odd = { type: 'changeTracking', modes: ['gitdiff'] };
  assert.match(
    refuseScrape({ formats: ['markdown', odd] }).message,
    /modes\[0\] must be one of .* did you mean "git-diff"/,
  );
});

test('a wrong name is told the formats that can be had', () => {
  const { message } = refuseOne('sumary');
  assert.match(message, /must be one of markdown, html, rawHtml, links, images, summary, screenshot, json, /);
  assert.match(message, /screenshot@fullPage, not "sumary"; did you mean "summary"\?$/);
});

describe('several formats', () => {
  test('may be empty', () => assert.deepEqual(parseScrape({ formats: [] }).formats, []));

  test('duplicates are harmless', () => {
    const { formats, warnings } = parseScrape({
      formats: ['markdown', 'links', { type: 'markdown' }, 'links'],
    });
    assert.deepEqual(formats, [{ type: 'markdown' }, { type: 'links' }]);
    assert.deepEqual(warnings, []);
  });

  test('of a bare name and one with options the options count, wherever they stand', () => {
    const extract = { type: 'json', prompt: 'x' };
    assert.deepEqual(parseScrape({ formats: ['json', extract] }).formats, [extract]);
    assert.deepEqual(parseScrape({ formats: [extract, 'json'] }).formats, [extract]);
  });

  test('of two with different options the first counts, and a warning says so', () => {
    const { formats, warnings } = parseScrape({
      formats: [
        { type: 'json', prompt: 'x' },
        { type: 'json', prompt: 'y' },
      ],
    });
    assert.deepEqual(formats, [{ type: 'json', prompt: 'x' }]);
    assert.deepEqual(warnings, ['formats asks for json twice; only the first one was used.']);
  });

  test('of a question and its older form, which fill one field, the first counts', () => {
    const question = { type: 'question', question: 'How far?' };
    const query = { type: 'query', prompt: 'How deep?' };
    const { formats, warnings } = parseScrape({ formats: ['markdown', question, query] });
    assert.deepEqual(
      formats.map(({ type }) => type),
      ['markdown', 'question'],
    );
    assert.deepEqual(warnings, [
      'formats asks for question and query, which fill one field; only the first one was used.',
    ]);
  });

  test('hold at most one screenshot', () => {
    const formats = ['screenshot', { type: 'screenshot', fullPage: true }];
    const { message, issues } = refuseScrape({ formats });
    assert.equal(message, 'formats must have at most one screenshot');
    assert.deepEqual(issues[0]?.path, ['formats']);
    assert.equal(issues[0]?.code, 'custom');
  });

  test('include markdown when they include changeTracking', () => {
    const { message } = refuseScrape({ formats: ['changeTracking', 'html'] });
    assert.equal(message, 'formats must include markdown when it includes changeTracking');
  });
});
