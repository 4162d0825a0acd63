import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseHtml } from '../src/html/parse.ts';
import { toMarkdown } from '../src/html/to-markdown/to-markdown.ts';

/**
 * Every folder `test/fixtures/<kind>/<case>/` is a test: the kind's function applied to `input.html`, with the options
 * of `options.json` if there is one, must give the expected file. `UPDATE=1` writes the expected files instead: read
 * the diff before you keep it. A new kind is one line in this table.
 */
const KINDS: Readonly<
  Record<string, { expected: string; convert(html: string, options: FixtureOptions): string }>
> = {
  markdown: { expected: 'expected.md', convert: convertToMarkdown },
};

interface FixtureOptions {
  /** Links and images become absolute against it; they stay as they are without it. */
  baseUrl?: string;
  removeBase64Images?: boolean;
}

const FIXTURES = join(import.meta.dirname, 'fixtures');

for (const [kind, { expected, convert }] of Object.entries(KINDS)) {
  describe(`fixtures: ${kind}`, () => {
    const cases = readdirSync(join(FIXTURES, kind));
    test('has cases', () => assert.ok(cases.length > 0));
    for (const name of cases) {
      const file = (part: string): string => join(FIXTURES, kind, name, part);
      test(name, () => {
        const options: FixtureOptions = existsSync(file('options.json'))
          ? JSON.parse(readFileSync(file('options.json'), 'utf8'))
          : {};
        const actual = convert(readFileSync(file('input.html'), 'utf8'), options);
        if (process.env['UPDATE'] === '1') writeFileSync(file(expected), actual);
        assert.equal(actual, readFileSync(file(expected), 'utf8'));
      });
    }
  });
}

function convertToMarkdown(html: string, { baseUrl, removeBase64Images = false }: FixtureOptions): string {
  const resolveUrl = (raw: string): string | undefined => URL.parse(raw, baseUrl)?.href;
  return toMarkdown(parseHtml(html), {
    removeBase64Images,
    ...(baseUrl === undefined ? {} : { resolveUrl }),
  });
}
