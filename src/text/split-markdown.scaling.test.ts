import { describe, it } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { pickSize } from '../../test/support/pick-size.ts';
import { splitMarkdown } from './split-markdown.ts';

const SIZE = pickSize(300_000, 3_000_000);
const fill = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

describe('splitMarkdown on hostile text is linear', () => {
  const hostile: Array<[name: string, make: (size: number) => string]> = [
    ['one line', (size) => fill('word. and ', size)],
    ['one word', (size) => fill('x', size)],
    ['one blank', (size) => fill(' ', size)],
    ['line feeds', (size) => fill('\n', size)],
    ['headings', (size) => fill('# Heading\n', size)],
    ['one heading', (size) => `# ${fill('long ', size)}\n\ntext`],
    ['a fence that is never closed', (size) => `\`\`\`\n${fill('code\n', size)}`],
    ['fences alone', (size) => fill('```\n\n', size)],
    ['a fence of backticks', (size) => fill('`', size)],
    ['rows', (size) => `| a | b |\n|---|---|\n${fill('| 1 | 2 |\n', size)}`],
    ['a wide header', (size) => `|${fill(' a |', size / 2)}\n|-|-|\n${fill('| 1 | 2 |\n', size / 2)}`],
    ['rows of one table each', (size) => fill('| a |\n|---|\n\n', size)],
    ['quotes', (size) => fill('> ', size)],
    ['abbreviations', (size) => fill('Dr. A. ', size)],
  ];
  for (const [name, make] of hostile) {
    it(name, async () => {
      await assertLinear(
        SIZE,
        (size) => {
          const markdown = make(size);
          return () => splitMarkdown(markdown, 500);
        },
        name,
      );
    });
  }
});
