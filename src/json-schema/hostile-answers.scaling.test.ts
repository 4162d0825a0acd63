import { test } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { parseLoosely } from './parse-loosely.ts';

// Several of these keep jsonrepair 3.15 busy for minutes at 16 KB.
const hostile: Readonly<Record<string, string>> = {
  words: 'lorem ipsum ',
  quotes: '"',
  'texts over lines': '"a\n',
  'texts with commas': '"a,',
  'texts without commas': '"a" ',
  'texts with colons': '"a: ',
  escapes: '\\',
  comments: '/* a ',
  'lines of comments': '//a\n',
  'calls in calls': 'a(',
  sums: '"a"+',
  fences: '```',
  dashes: '-',
  blanks: ' ',
  thoughts: '<think>',
  objects: '{a:1},',
  brackets: '[',
};

for (const [what, piece] of Object.entries(hostile)) {
  test(`an answer of half a megabyte is read in linear time: ${what}`, async () => {
    await assertLinear(500_000, (size) => {
      const text = piece.repeat(Math.ceil(size / piece.length));
      const answers = [text, `[x ${text}]`, `[${text}]`, `{${text}}`];
      return () => answers.map(parseLoosely);
    });
  });
}
