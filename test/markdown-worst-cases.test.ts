import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHtml } from '../src/html/parse.ts';
import { toMarkdown } from '../src/html/to-markdown/to-markdown.ts';
import { HOSTILE_PAGES } from './support/hostile-pages.ts';

/** Characters of the pages: each has twice as many as the one before. */
const SIZES = [1_000_000, 2_000_000, 4_000_000];
/** What twice the page may write. */
const MOST_CHARACTERS_PER_DOUBLING = 2.3;
/** What twice the page may cost: a quadratic step would cost 4 times as much, a busy machine's caches some tenths. */
const MOST_TIME_PER_DOUBLING = 3;
/** Below this the clock measures the machine. */
const NEGLIGIBLE_MS = 60;
/** Another process only ever makes a page slower, so the least of some runs counts; most pages need one. */
const MOST_RUNS = 6;

interface Cost {
  readonly characters: number;
  readonly cpuMs: number;
}

describe('Markdown of hostile pages is linear in time and size', () => {
  for (const [name, make] of Object.entries(HOSTILE_PAGES)) {
    test(name, () => {
      const pages = SIZES.map((size) => make(size));
      let costs = pages.map(convert);
      for (let run = 1; run < MOST_RUNS && slope(costs, 'cpuMs') > MOST_TIME_PER_DOUBLING; run++) {
        costs = pages.map((page, at) => lesser(costs[at]!, convert(page)));
      }
      const report = costs.map(({ characters, cpuMs }) => `${characters} in ${cpuMs} ms`).join(', ');
      assert.ok(slope(costs, 'characters') <= MOST_CHARACTERS_PER_DOUBLING, report);
      assert.ok(
        slope(costs, 'cpuMs') <= MOST_TIME_PER_DOUBLING || costs.at(-1)!.cpuMs < NEGLIGIBLE_MS,
        report,
      );
    });
  }
});

function convert(html: string): Cost {
  const tree = parseHtml(html);
  const before = process.cpuUsage();
  const { length } = toMarkdown(tree);
  const { user, system } = process.cpuUsage(before);
  return { characters: length, cpuMs: (user + system) / 1000 };
}

/** Growth per doubling, as a mean: where the collector strikes between two sizes says nothing about the third. */
function slope(costs: readonly Cost[], what: keyof Cost): number {
  const doublings = costs.length - 1;
  return (Math.max(1, costs.at(-1)![what]) / Math.max(1, costs[0]![what])) ** (1 / doublings);
}

function lesser(one: Cost, other: Cost): Cost {
  return one.cpuMs <= other.cpuMs ? one : other;
}
