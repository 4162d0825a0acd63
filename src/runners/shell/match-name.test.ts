import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minimatch } from './match-name.ts';

test('names fit patterns as in a shell', () => {
  const fits: ReadonlyArray<[string, string]> = [
    ['*.log', 'a.log'],
    ['?.txt', '😀.txt'],
    ['[a-c]*', 'beta'],
    ['[!a]*', 'beta'],
    ['a\\*', 'a*'],
    ['.*', '.hidden'],
    ['a.b', 'a.b'],
    ['[]]', ']'],
  ];
  for (const [pattern, name] of fits) assert.ok(minimatch(name, pattern), `${pattern} ${name}`);
  const misses: ReadonlyArray<[string, string]> = [
    ['*.log', 'a.logs'],
    ['*', '.hidden'],
    ['a.b', 'axb'],
    ['[!b]*', 'beta'],
    ['a\\*', 'ab'],
  ];
  for (const [pattern, name] of misses) assert.ok(!minimatch(name, pattern), `${pattern} ${name}`);
});
