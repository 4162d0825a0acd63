// Inputs and outcomes of google/robotstxt as a table; its folder comes with DECANT_TEST_DATA. Not run here: the tables
// of URL splitting and line numbers, since the URL parser does the one and nobody asks for the other.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { agentToken } from './robots/robots-agent.ts';
import { normalizeEscapes } from './robots/robots-path.ts';
import { readRecords } from './robots/robots-records.ts';
import { parseRobots } from './robots/robots.ts';

interface RobotsCases {
  counts: { allowed: number };
  allowed: { test: string; robots: string; agent: string; url: string; allowed: boolean }[];
  validAgent: { agent: string; valid: boolean }[];
  lines: { robots?: string; robots_base64?: string; valid_directives: number; unknown_directives?: number }[];
  sitemap: { robots: string; sitemap: string }[];
  escape: { pattern: string; escaped: string }[];
}

const folder = process.env.DECANT_TEST_DATA;

/** Path and query as written: the cases hold URLs that no request could, such as one with bare non-ASCII. */
function targetOf(url: string): string {
  return /^[a-z]+:\/\/[^/]*(\/[^#]*)/.exec(url)?.[1] ?? '/';
}

describe('robots.txt cases', () => {
  if (folder === undefined) {
    it('stand in the folder that DECANT_TEST_DATA names', { skip: 'DECANT_TEST_DATA is not set' });
    return;
  }
  const cases = JSON.parse(readFileSync(path.join(folder, 'robots-cases.json'), 'utf8')) as RobotsCases;

  it('are all there', () => {
    assert.equal(cases.allowed.length, cases.counts.allowed);
    assert.equal(cases.allowed.length, 145);
  });

  for (const [index, { test, robots, agent, url, allowed }] of cases.allowed.entries()) {
    it(`${index} ${test}: ${agent} ${url.slice(0, 60)}`, () => {
      assert.equal(parseRobots(robots).isPathAllowed(targetOf(url), agent), allowed, robots.slice(0, 400));
    });
  }

  it('count the directives', () => {
    for (const { robots, robots_base64: base64, ...counts } of cases.lines) {
      const records = [...readRecords(robots ?? Buffer.from(base64!, 'base64'))];
      const unknown = records.filter(({ field }) => field === 'other').length;
      assert.equal(records.length - unknown, counts.valid_directives, robots ?? base64);
      assert.equal(unknown, counts.unknown_directives ?? 0, robots ?? base64);
    }
  });

  it('find the sitemap', () => {
    for (const { robots, sitemap } of cases.sitemap)
      assert.deepEqual(parseRobots(robots).sitemaps, [sitemap]);
  });

  it('escape patterns', () => {
    for (const { pattern, escaped } of cases.escape)
      assert.equal(normalizeEscapes(Buffer.from(pattern).toString('latin1')), escaped);
  });

  it('take a valid product token for itself', () => {
    for (const { agent } of cases.validAgent.filter(({ valid }) => valid))
      assert.equal(agentToken(agent), agent.toLowerCase());
  });
});
