import { normaliseLines } from './code-block.ts';
import { escapeText } from '../markup.ts';
import type { Reader } from '../reader.ts';

/** Markdown stands as it was written; its first heading is the title. */
export const markdownReader: Reader = {
  label: 'Markdown files',
  mediaTypes: ['text/markdown', 'text/x-markdown', 'application/markdown'],
  extensions: ['md', 'markdown', 'mdown', 'mkd', 'mdx'],
  read({ text }) {
    const markdown = normaliseLines(text);
    const title = firstHeading(markdown);
    const head = title === undefined ? '' : `<title>${escapeText(title)}</title>`;
    return { html: `${head}<pre>\n${escapeText(markdown)}</pre>`, markdown };
  },
};

function firstHeading(markdown: string): string | undefined {
  const heading = /^# +(\S[^\n]*)$/m.exec(markdown)?.[1];
  return heading?.replace(/ #+$/, '').trim();
}
