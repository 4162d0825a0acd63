import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { actionList, actionNames, MAX_ACTIONS, type ActionName } from '../../src/contract/options/actions.ts';
import { toJsonSchema, type JsonSchema } from '../../src/contract/json-schema.ts';
import { parseScrape, refuseScrape } from './parsing.ts';
import { acceptedCases, refusedCases } from './schema-cases.ts';
import { testCases } from './test-cases.ts';

/** What an action needs besides its type. */
const NEEDED: Record<ActionName, object> = {
  wait: { milliseconds: 1 },
  click: { selector: 'a' },
  write: { text: '' },
  press: { key: 'Enter' },
  scroll: {},
  screenshot: {},
  scrape: {},
  executeJavascript: { script: '1' },
  pdf: {},
};

const json = toJsonSchema(z.object({ actions: actionList }), 'input').$defs?.['Action'];
const variants = new Map(
  json?.oneOf?.map((variant): [string, JsonSchema] => [String(variant.properties?.['type']?.const), variant]),
);

test('the actions of the contract, and no other', () => {
  assert.deepEqual(actionNames, Object.keys(NEEDED));
  assert.deepEqual([...variants.keys()], Object.keys(NEEDED));
  const { message, issues } = refuseScrape({ actions: [{ type: 'scrol' }] });
  assert.deepEqual(issues[0]?.path, ['actions', 0, 'type']);
  assert.match(message, /did you mean "scroll"\?$/);
});

function parseOne(action: unknown) {
  return parseScrape({ actions: [action] }).actions[0];
}

for (const name of actionNames) {
  const needed = { type: name, ...NEEDED[name] };

  describe(name, () => {
    test('is accepted with what it needs', () => {
      assert.equal(parseOne(needed)?.type, name);
    });

    for (const field of Object.keys(NEEDED[name])) {
      test(`needs ${field}`, () => {
        assert.deepEqual(refuseScrape({ actions: [{ type: name }] }).issues[0]?.path.slice(0, 2), [
          'actions',
          0,
        ]);
      });
    }

    test('tolerates members that belong to other actions, and unknown ones', () => {
      const parsed = parseOne({ ...needed, odd: 1, url: 'x' });
      assert.deepEqual(parsed, parseOne(needed));
    });

    const { type: _type, ...options } = variants.get(name)?.properties ?? {};
    testCases(
      'accepts what its schema allows',
      acceptedCases({ properties: options }),
      ({ field, value }) => {
        const rest = name === 'wait' ? { type: name } : needed;
        parseOne({ ...rest, [field]: value });
      },
    );
    testCases(
      'refuses what its schema forbids',
      refusedCases({ properties: options }),
      ({ field, value }) => {
        const [issue] = refuseScrape({ actions: [{ ...needed, [field]: value }] }).issues;
        assert.deepEqual(issue?.path.slice(0, 3), ['actions', 0, field]);
      },
    );
  });
}

test('a wait has either a time or a selector', () => {
  const message = 'actions[0] must have either milliseconds or selector when its type is wait';
  assert.equal(refuseScrape({ actions: [{ type: 'wait' }] }).message, message);
  assert.equal(
    refuseScrape({ actions: [{ type: 'wait', milliseconds: 1, selector: 'a' }] }).message,
    message,
  );
  assert.deepEqual(parseScrape({ actions: [{ type: 'wait', selector: 'a' }] }).actions, [
    { type: 'wait', selector: 'a' },
  ]);
});

test('generatePDF is another name of pdf, and the defaults are filled in', () => {
  assert.deepEqual(
    parseScrape({ actions: [{ type: 'generatePDF' }, { type: 'scroll' }, { type: 'screenshot' }] }).actions,
    [
      { type: 'pdf', format: 'Letter', landscape: false, scale: 1 },
      { type: 'scroll', direction: 'down' },
      { type: 'screenshot', fullPage: false },
    ],
  );
});

test(`at most ${MAX_ACTIONS} actions`, () => {
  const actions = Array.from({ length: 51 }, () => ({ type: 'scroll' }));
  assert.equal(parseScrape({ actions: actions.slice(1) }).actions.length, 50);
  assert.equal(refuseScrape({ actions }).message, 'actions must have at most 50 entries');
});
