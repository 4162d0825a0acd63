import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';

import { checkCommands } from './check-commands.ts';
import { readMarkdown } from './read-markdown.ts';

const known = { npmScripts: ['test', 'check'], decant: ['serve', 'keys'] };

function problemsIn(...lines: string[]): string[] {
  return checkCommands(readMarkdown('a.md', lines.join('\n')), known).map(
    ({ text, line }) => `${line} ${text}`,
  );
}

test('commands that exist are no problem, in blocks and in spans', () => {
  deepEqual(
    problemsIn(
      '```sh',
      'npm test',
      'npm run check',
      'PORT=1 decant serve --help',
      '```',
      '`node scripts/run.mjs`',
      '`decant keys`',
    ),
    [],
  );
});

test('a command that does not exist is found at its line', () => {
  deepEqual(
    problemsIn(
      '# A',
      '```sh',
      'npm test',
      'npm run fly',
      '```',
      'Type `decant fly`, `npm start` or `node fly.mjs`.',
    ),
    [
      '4 there is no such command: npm run fly',
      '6 there is no such command: decant fly',
      '6 there is no such command: npm start',
      '6 there is no such command: node fly.mjs',
    ],
  );
});

test('blocks in other languages are not commands', () => {
  deepEqual(problemsIn('```text', 'npm run fly', '```'), []);
});
