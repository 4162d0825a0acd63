import type { MarkdownOptions } from '../../html/to-markdown/to-markdown.ts';
import { resolveReference } from '../../lib/addresses/upload-url.ts';
import type { PreparedPage } from './prepared-page.ts';

/** How what is kept of a page becomes Markdown. */
export function markdownOptions(page: PreparedPage): MarkdownOptions {
  return {
    removed: page.removed,
    shown: page.shown,
    resolveUrl: (raw) => resolveReference(raw, page.base),
    removeBase64Images: page.removeBase64Images,
  };
}
