import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { indentJson } from './indent-json.ts';

describe('indentJson', () => {
  const values: unknown[] = [
    {},
    [],
    [[]],
    [{}],
    { a: {} },
    1,
    -1.5e-7,
    'x',
    true,
    null,
    '',
    [1, 2, 3],
    { a: 1, b: [true, false, null, { c: '}],:{[' }] },
    'quote " backslash \\ end\\\\',
    { 'key: "x", {': ['\n\t\u0001', '😀', '</script>'] },
    [[[[1], []], {}], 'x'],
  ];
  for (const value of values) {
    const expected = JSON.stringify(value, null, 2);
    it(JSON.stringify(value), () => {
      assert.equal(indentJson(JSON.stringify(value)), expected);
      assert.equal(indentJson(` ${JSON.stringify(value, null, '\t')}\r\n`), expected);
    });
  }

  it('keeps every digit, the order of members and repeated members', () => {
    assert.equal(
      indentJson('{"2":12345678901234567890,"1":1.10,"2":1E400,"__proto__":1}'),
      '{\n  "2": 12345678901234567890,\n  "1": 1.10,\n  "2": 1E400,\n  "__proto__": 1\n}',
    );
  });

  for (const text of [
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1}\n{"a":2}',
    'NaN',
    'x',
    '"unclosed',
    '[1]]',
  ]) {
    it(`gives nothing for ${JSON.stringify(text)}`, () => assert.equal(indentJson(text), undefined));
  }

  it('gives nothing for text too long or too deep, in linear time', async () => {
    assert.equal(indentJson(`"${'x'.repeat(2_000_000)}"`), undefined);
    assert.equal(indentJson('['.repeat(100_000) + ']'.repeat(100_000)), undefined);
    assert.equal(indentJson('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)), undefined);
    assert.equal(indentJson(`"${'\\"'.repeat(900_000)}"`)?.length, 1_800_002);
    assert.equal(indentJson(`[${'1,'.repeat(20_000)}1]`)?.split('\n').length, 20_003);
    const texts: Array<(size: number) => string> = [
      (size) => '['.repeat(size) + ']'.repeat(size),
      (size) => '{"a":'.repeat(size) + '1' + '}'.repeat(size),
      (size) => `"${'\\"'.repeat(9 * size)}"`,
      (size) => `[${'1,'.repeat(size / 5)}1]`,
    ];
    for (const textOf of texts) {
      await assertLinear(100_000, (size) => {
        const text = textOf(size);
        return () => indentJson(text);
      });
    }
  });
});
