import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createJsonMeter, jsonExcess, type JsonLimits } from './json-excess.ts';

const LIMITS: JsonLimits = { levels: 3, containers: 5, members: 3, entries: 4 };

describe('jsonExcess', () => {
  const within = [
    '',
    '0',
    '[[[]]]',
    '[[],[],[],[]]',
    '{"a":{"b":{"c":0}}}',
    '"[[[[{{{{,,,,,,::::::"',
    String.raw`["\"[[[[[[", "\\", "]"]`,
    String.raw`{"\\":"[[[[[[[[["}`,
    '[1,2,3,4,5]',
    '"not closed [[[[[[[[[',
  ];
  for (const text of within) it(`lets ${text} pass`, () => assert.equal(jsonExcess(text, LIMITS), undefined));

  const beyond: Array<[text: string, excess: string]> = [
    ['[[[[]]]]', 'nests deeper than 3 levels'],
    ['[{"a":[{', 'nests deeper than 3 levels'],
    ['[[],[],[],[],[]]', 'has more than 5 lists and objects'],
    ['{"a":1,"b":2,"c":3,"d":4}', 'has more than 3 members'],
    ['[1,2,3,4,5,6]', 'has more than 4 entries'],
  ];
  for (const [text, excess] of beyond) {
    it(`says that ${text} ${excess}`, () => assert.equal(jsonExcess(text, LIMITS), excess));
  }

  const all = [...within.map((small): [text: string, excess?: string] => [small]), ...beyond];
  for (const [text, excess] of all) {
    it(`says the same of ${text} in pieces of one character`, () => {
      const meter = createJsonMeter(LIMITS);
      const said = Array.from(text, (piece) => meter.add(piece));
      assert.equal(
        said.find((word) => word !== undefined),
        excess,
      );
    });
  }
});
