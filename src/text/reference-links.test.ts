import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { withLinkStyle } from './reference-links.ts';

const PAGE = `# A [page](https://example.com/a)

See [it](https://example.com/b "Title") and [again](https://example.com/a), ![picture](<https://example.com/a b.png>)
or [brackets](https://en.wikipedia.org/wiki/Tree_(graph)).

\`\`\`md
[code](https://example.com/code)
\`\`\`
`;

describe('withLinkStyle', () => {
  test('leaves links as they are', () => {
    assert.equal(withLinkStyle(PAGE, 'inline'), PAGE);
  });

  test('numbers each target once, and keeps code', () => {
    assert.equal(
      withLinkStyle(PAGE, 'references'),
      `# A [page][1]

See [it][2] and [again][1], ![picture][3]
or [brackets][4].

\`\`\`md
[code](https://example.com/code)
\`\`\`

[1]: https://example.com/a
[2]: https://example.com/b
[3]: https://example.com/a b.png
[4]: https://en.wikipedia.org/wiki/Tree_(graph)
`,
    );
  });

  test('leaves targets out', () => {
    const text = withLinkStyle(PAGE, 'none');
    assert.ok(text.startsWith('# A [page]\n\nSee [it] and [again], ![picture]\nor [brackets].'));
    assert.equal(text.match(/https/g)?.length, 1);
  });

  for (const piece of ['](', '](a', '](b)](', '](a(b)', '[x](<', '```\n'])
    test(`is linear in ${JSON.stringify(piece)}`, async () => {
      await assertLinear(200_000, (size) => {
        const text = piece.repeat(size / piece.length);
        return () => withLinkStyle(text, 'references');
      });
    });
});
