import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHtml } from '../src/html/parse.ts';
import { toMarkdown } from '../src/html/to-markdown/to-markdown.ts';
import { HOSTILE_PAGES } from './support/hostile-pages.ts';

const SMALL = 125_000;
const FACTOR = 4;
/** A quadratic step would take 16 times as long; the rest is what a busy machine adds. */
const MOST_TIMES_SLOWER = 9;
/** Below this the clock measures the machine. */
const NEGLIGIBLE_MS = 150;

describe('Markdown of hostile pages is linear in time and size', () => {
  for (const [name, make] of Object.entries(HOSTILE_PAGES)) {
    test(name, () => {
      const small = convert(make(SMALL));
      const large = convert(make(SMALL * FACTOR));
      assert.ok(
        large.length <= small.length * FACTOR * 1.2 + 1000,
        `${small.length} -> ${large.length} characters`,
      );
      const limitMs = Math.max(NEGLIGIBLE_MS, small.cpuMs * MOST_TIMES_SLOWER);
      assert.ok(large.cpuMs <= limitMs, `${small.cpuMs} ms -> ${large.cpuMs} ms`);
    });
  }
});

function convert(html: string): { length: number; cpuMs: number } {
  const tree = parseHtml(html);
  const before = process.cpuUsage();
  const { length } = toMarkdown(tree);
  const { user, system } = process.cpuUsage(before);
  return { length, cpuMs: (user + system) / 1000 };
}
