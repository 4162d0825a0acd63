import { compileSelector, selectAll } from '../../html/select.ts';
import type { Format } from './format.ts';

export const attributes: Format<'attributes'> = {
  needs: 'html',
  write: (page, { selectors }) => ({
    attributes: selectors.map(({ selector, attribute }) => ({
      selector,
      attribute,
      values: selectAll(page.tree, compileSelector(selector)).flatMap((node) => {
        const value = page.tree.attribute(node, attribute.toLowerCase());
        return value === undefined ? [] : [value];
      }),
    })),
  }),
};
