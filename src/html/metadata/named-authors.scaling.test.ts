import { test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { parseHtml } from '../parse.ts';
import { namedAuthors } from './named-authors.ts';

test('marks of authors are read in linear time', async () => {
  await assertLinear(50_000, (size) => {
    const tree = parseHtml('<a rel=author itemscope itemprop=author><i itemprop=name>'.repeat(size));
    return () => namedAuthors(tree, tree.elementsWith('itemprop', 'rel'));
  });
});
