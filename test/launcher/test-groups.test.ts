import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';

import { selectTestGroups } from '../../scripts/test/select-test-groups.ts';

test('every file of tests is in one group, and in one only', () => {
  const grouped = selectTestGroups([]).flatMap(({ patterns, exclude = [] }) =>
    globSync(patterns, { exclude }),
  );
  assert.deepEqual(grouped.toSorted(), globSync('{bench,scripts,src,test}/**/*.test.ts').toSorted());
});

test('names of groups and suites select them, all else is a pattern of files', () => {
  const names = (...selection: string[]): string[] => selectTestGroups(selection).map(({ name }) => name);
  assert.deepEqual(names('database', 'src/a.test.ts'), ['database', 'selected']);
  assert.ok(names('unit').length > 1 && names('unit').every((name) => name.startsWith('unit: ')));
});
