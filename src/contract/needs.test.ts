import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { toJsonSchema, type JsonSchema } from './json-schema.ts';
import { isRefused, needs, REFUSED_OPTIONS } from './needs.ts';
import { formatList } from './options/formats.ts';
import { scrapeOptionsShape } from './options/scrape-options-shape.ts';
import { crawlRequest } from './requests/crawl.ts';

/** Options under the names that errors give them, each with its schema. */
const schemas: Array<[string, JsonSchema]> = [
  ...Object.entries(toJsonSchema(z.object(scrapeOptionsShape), 'input').properties ?? {}),
  ...Object.entries(toJsonSchema(crawlRequest, 'input').$defs?.['CrawlRequest']?.properties ?? {}),
  ...formatVariants().map((variant): [string, JsonSchema] => [
    `formats: ${String(variant.properties?.['type']?.const)}`,
    variant,
  ]),
];

function formatVariants(): JsonSchema[] {
  const format = toJsonSchema(z.object({ formats: formatList }), 'input').$defs?.['Format'];
  return format?.anyOf?.[1]?.oneOf ?? [];
}

test('the schema of an option is marked exactly where the table has the option', () => {
  for (const [name, schema] of schemas) {
    assert.equal(schema['x-refused'] !== undefined, isRefused(name), name);
    assert.equal(schema['x-needs'] !== undefined, needs(name, 'browser') || needs(name, 'model'), name);
  }
});

test('each refused option of a request is in a schema', () => {
  const names = new Set(schemas.map(([name]) => name));
  const others = REFUSED_OPTIONS.filter((name) => !names.has(name));
  assert.deepEqual(others, ['formats: changeTracking with mode json']);
});
