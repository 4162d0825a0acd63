import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { parseHtml } from '../../html/parse.ts';
import * as T from '../../html/tags.ts';
import { NodeSelectors } from './node-selectors.ts';

describe('selectors of elements are found in linear time', () => {
  for (const piece of ['<div class=a>', '<p class="a b">5</p>', '<i id=x data-test=y>'])
    it(piece, () =>
      assertLinear(20_000, (size) => {
        const tree = parseHtml(piece.repeat(size));
        const nodes = Array.from({ length: tree.length }, (_, node) => node).filter(
          (node) => node > 0 && tree.tag[node]! >= T.FIRST_ELEMENT_TAG,
        );
        return () => {
          const selectors = new NodeSelectors(tree);
          for (const node of nodes) selectors.of(node);
        };
      }),
    );
});
