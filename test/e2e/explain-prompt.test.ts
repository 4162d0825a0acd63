import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SHELL_COMMANDS } from '../../src/cli/shell/page-shell.ts';
import { withDropped, withKept } from '../../web/dashboard/playground/explain/prompt/choose-selector.ts';
import { COMMANDS, completionsOf } from '../../web/dashboard/playground/explain/prompt/commands.ts';
import { lineDiff } from '../../web/dashboard/playground/explain/prompt/line-diff.ts';
import { readFields } from '../../web/dashboard/playground/explain/prompt/read-fields.ts';

test('the prompt has the commands of the shell in its words, but for what only a terminal has', () => {
  // The parts stand beside the prompt; a page has neither files nor an end.
  const ofTerminal = new Set(['parts', 'exit']);
  const shared = SHELL_COMMANDS.filter(([name]) => !ofTerminal.has(name)).map(([name, behind, about]) => [
    name,
    behind,
    about.replace('a file with one, or', 'or'),
  ]);
  assert.deepEqual(COMMANDS, shared);
});

test('commands and selectors are completed', () => {
  const selectors = (command: 'keep' | 'drop') => (command === 'keep' ? ['.menu', 'footer'] : ['h1']);
  assert.deepEqual(completionsOf('h', selectors), ['html', 'help']);
  assert.deepEqual(completionsOf('k', selectors), ['keep ']);
  assert.deepEqual(completionsOf('keep ', selectors), ['keep .menu', 'keep footer']);
  assert.deepEqual(completionsOf('keep .', selectors), ['keep .menu']);
  assert.deepEqual(completionsOf('drop ', selectors), ['drop h1']);
  assert.deepEqual(completionsOf('md ', selectors), []);
});

test('a selector that was kept is dropped again, and the other way round', () => {
  assert.deepEqual(withKept({}, undefined, '.a'), { onlyMainContent: false });
  const kept = withKept({ includeTags: ['main'], excludeTags: ['.a', '.b'] }, undefined, '.a');
  assert.deepEqual(kept, { includeTags: ['main', '.a'], excludeTags: ['.b'] });
  assert.deepEqual(withKept(kept, undefined, '.a'), kept);
  assert.deepEqual(withDropped(kept, '.a'), { includeTags: ['main'], excludeTags: ['.b'] });
  assert.deepEqual(withDropped({}, '.a'), { excludeTags: ['.a'] });
  assert.deepEqual(withKept({ excludeTags: ['.a'] }, undefined, '.a'), {});
});

test('a diff has the changed lines with three of the others around them', () => {
  const old = ['a', 'b', 'c', 'd', 'e', '', 'f', 'g', '', 'h'];
  const fresh = ['new', '', ...old.slice(0, 7), 'G', '', 'h'];
  assert.equal(
    lineDiff(old.join('\n'), fresh.join('\n')),
    '+new\n+\n a\n b\n c\n…\n e\n \n f\n-g\n+G\n \n h',
  );
  assert.equal(lineDiff('same', 'same'), '');
  assert.equal(lineDiff('a\na', 'a'), ' a\n-a');
  assert.equal(lineDiff('x\ny', 'y\nx'), '+y\n x\n-y');
});

test('fields become a schema', () => {
  assert.deepEqual(readFields('name, price:number, tags[]'), {
    type: 'object',
    properties: {
      name: { type: 'string' },
      price: { type: 'number' },
      tags: { type: 'array', items: { type: 'string' } },
    },
  });
  assert.deepEqual(readFields('{"type":"object"}'), { type: 'object' });
  assert.throws(() => readFields('two words'), /two words is no field/);
});
