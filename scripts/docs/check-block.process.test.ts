import { equal, match } from 'node:assert/strict';
import { test } from 'node:test';

import { checkBlock } from './check-block.ts';
import { readMarkdown } from './read-markdown.ts';

function problemOf(info: string, code: string): string | undefined {
  const [block] = readMarkdown('a.md', `text\n\`\`\`${info}\n${code}\n\`\`\`\n`).blocks;
  return block && checkBlock(block);
}

test('blocks that parse are fine, and are not run', () => {
  equal(problemOf('sh', 'exit 3'), undefined);
  equal(problemOf('json', '{"a": [1]}'), undefined);
  equal(problemOf('ts', 'const a: number = await b;'), undefined);
  equal(problemOf('text', 'if ('), undefined);
});

test('blocks that do not parse are found', () => {
  match(problemOf('sh', 'if true; then') ?? '', /^the sh block does not parse: .*syntax error/s);
  match(problemOf('json', '{"a": }') ?? '', /^the json block does not parse: /);
  match(problemOf('ts', 'const = 1;') ?? '', /^the ts block does not parse: /);
});

test('a block marked `run` is run', () => {
  equal(problemOf('sh run', 'test 1 = 1'), undefined);
  match(problemOf('sh run', 'false | true; echo "no" >&2') ?? '', /ended with 1/);
  equal(problemOf('ts run', `const a: number = 1; if (a !== 1) throw new Error('no');`), undefined);
  match(problemOf('ts run', `throw new Error('no');`) ?? '', /ended with 1: .*no/s);
  match(problemOf('json run', '{}') ?? '', /no way to run/);
});

test('a fence may be longer than one inside it', () => {
  const { blocks } = readMarkdown('a.md', '````text\n```sh\nnpm start\n```\n````\n');
  equal(blocks.length, 1);
  equal(blocks[0]?.language, 'text');
});
