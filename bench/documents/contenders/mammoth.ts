import mammoth from 'mammoth';
import { parseHtml } from '../../../src/html/parse.ts';
import { toMarkdown } from '../../../src/html/to-markdown/to-markdown.ts';
import type { Contender } from './contender.ts';

/** HTML by mammoth, Markdown by our writer: what differs is the reader. */
export const mammothPeer: Contender = {
  async open() {
    return async (bytes) => toMarkdown(parseHtml((await mammoth.convertToHtml({ buffer: bytes })).value));
  },
};
