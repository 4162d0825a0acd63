import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS, type ErrorCode } from '../../src/contract/errors.ts';
import { renderErrorList } from './render-error-list.ts';

const sections = new Map(
  renderErrorList()
    .split('\n### ')
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section.split('\n## ')[0]!] as const),
);

test('every code has a section with its cause and what to do', () => {
  assert.deepEqual([...sections.keys()].toSorted(), Object.keys(ERRORS).toSorted());
  for (const [code, section] of sections) {
    const { message, advice } = ERRORS[code as ErrorCode];
    assert.ok(section.includes(`\n\n${message}. ${advice}\n`), code);
    assert.match(
      section,
      /\n\*\*Cause\.\*\* [^\n]{40,}\.\n\n\*\*What to do\*\*\n\n(?:- [^\n]{10,}[.?]\n)+\n/,
      code,
    );
  }
});

test('no two codes have the same cause', () => {
  const causes = [...sections.values()].map((section) => /\*\*Cause\.\*\* (.+)/.exec(section)?.[1]);
  assert.equal(new Set(causes).size, sections.size);
});
