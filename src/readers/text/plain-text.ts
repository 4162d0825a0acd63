import { normaliseLines } from './code-block.ts';
import { escapeText } from '../markup.ts';
import type { Reader } from '../reader.ts';

/** Plain text keeps its lines; as Markdown it stands as it was written. */
export const plainTextReader: Reader = {
  label: 'text files',
  mediaTypes: ['text/plain'],
  extensions: ['txt', 'text', 'log'],
  read({ text }) {
    const lines = normaliseLines(text);
    // A line break right after <pre> would be dropped by the HTML parser.
    return { html: `<pre>\n${escapeText(lines)}</pre>`, markdown: lines };
  },
};
