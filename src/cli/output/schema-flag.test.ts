import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { readSchemaFlag } from './schema-flag.ts';

test('fields in short become a schema', () => {
  assert.deepEqual(readSchemaFlag('name, price:number, tags[], sizes: integer[], since:date'), {
    type: 'object',
    properties: {
      name: { type: 'string' },
      price: { type: 'number' },
      tags: { type: 'array', items: { type: 'string' } },
      sizes: { type: 'array', items: { type: 'integer' } },
      since: { type: 'string', format: 'date' },
    },
  });
});

test('a file holds a JSON Schema, and so does an argument that is JSON', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-schema-'));
  const file = path.join(folder.path, 'schema.json');
  await writeFile(file, '{"type":"object","properties":{"name":{"type":"string"}}}');
  assert.deepEqual(
    readSchemaFlag(file),
    JSON.parse('{"type":"object","properties":{"name":{"type":"string"}}}'),
  );
  assert.deepEqual(readSchemaFlag('{"type":"object"}'), { type: 'object' });
  await writeFile(file, '[1');
  assert.throws(() => readSchemaFlag(file), /schema\.json is no JSON/);
});

test('anything else is a wrong call', () => {
  for (const [given, message] of [
    ['missing.json', /There is no file missing\.json/],
    ['name, price:money', /price has the type money; there are string/],
    ['a b', /fields such as/],
    ['[1]', /fields such as/],
  ] as const)
    assert.throws(() => readSchemaFlag(given), { name: 'UsageError', message });
});
