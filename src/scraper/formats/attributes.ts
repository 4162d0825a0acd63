import { compileSelector, selectAll } from '../../html/select.ts';
import type { HtmlFormat } from './format.ts';

export const attributes: HtmlFormat<'attributes'> = {
  needs: 'html',
  isOfFile: true,
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
