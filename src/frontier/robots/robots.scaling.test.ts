import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { parseRobots } from './robots.ts';

describe('parseRobots: hostile files', () => {
  for (const [name, ruleOf] of [
    ['many stars', (size) => `Disallow: /${'*a'.repeat(size)}b`],
    ['short pieces', () => 'Disallow: /*aab'],
    ['nearly periodic pieces', (size) => `Disallow: /*${'a'.repeat(size / 4)}b${'a'.repeat(size / 4 - 1)}`],
    ['prefixes that differ at the end', (size) => `Disallow: /${'a'.repeat(size / 8)}b`],
    ['empty lines of spaces', (size) => `Disallow: ${' '.repeat(2 * size)}x`],
  ] as ReadonlyArray<[name: string, ruleOf: (size: number) => string]>) {
    const size = 8_000;
    const lines = Math.min(2_000, Math.floor((500 * 1024) / ruleOf(size).length));
    const prepare = (length: number, count: number) => (): void => {
      const robots = parseRobots(`User-agent: *\n${`${ruleOf(length)}\n`.repeat(count)}`);
      const longPath = `/${'a'.repeat(length)}`;
      for (let i = 0; i < 5; i++) assert.equal(robots.isPathAllowed(longPath, 'FooBot'), true);
    };
    it(`takes time linear in the length of rules and paths for ${name}`, () =>
      assertLinear(size, (length) => prepare(length, lines)));
    it(`takes time linear in the number of rules for ${name}`, () =>
      assertLinear(lines, (count) => prepare(size, count)));
  }

  it('does not multiply agents with rules', () =>
    assertLinear(15_000, (size) => {
      const agents = Array.from({ length: size }, (_, i) => `User-agent: a${i}\n`).join('');
      const body = agents + 'Disallow:/x\n'.repeat(1.2 * size);
      return () => assert.equal(parseRobots(body).isPathAllowed('/x', `a${size - 1}`), false);
    }));
});
