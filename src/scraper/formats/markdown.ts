import { resolveReference } from '../../lib/upload-url.ts';
import { toMarkdown } from '../../html/to-markdown/to-markdown.ts';
import type { HtmlFormat } from './format.ts';

export const markdown: HtmlFormat<'markdown'> = {
  needs: 'html',
  isOfFile: true,
  write: (page) => ({
    markdown:
      page.readyMarkdown ??
      toMarkdown(page.tree, {
        removed: page.removed,
        shown: page.shown,
        resolveUrl: (raw) => resolveReference(raw, page.base),
        removeBase64Images: page.removeBase64Images,
      }),
  }),
};
