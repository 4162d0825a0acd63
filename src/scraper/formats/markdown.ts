import { resolveReference } from '../../lib/upload-url.ts';
import { toMarkdown } from '../../html/to-markdown/to-markdown.ts';
import type { Format } from './format.ts';

export const markdown: Format<'markdown'> = {
  needs: 'html',
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
