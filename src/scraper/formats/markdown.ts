import { toMarkdown } from '../../html/to-markdown/to-markdown.ts';
import type { HtmlFormat } from './format.ts';
import { markdownOptions } from './markdown-options.ts';

export const markdown: HtmlFormat<'markdown'> = {
  needs: 'html',
  isOfFile: true,
  write: (page) => ({ markdown: page.readyMarkdown ?? toMarkdown(page.tree, markdownOptions(page)) }),
};
