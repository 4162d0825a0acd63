import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { toJsonSchema, type JsonSchema } from './json-schema.ts';
import { needs } from './needs.ts';
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
    assert.equal(schema['x-needs'] !== undefined, needs(name, 'browser') || needs(name, 'model'), name);
  }
});
