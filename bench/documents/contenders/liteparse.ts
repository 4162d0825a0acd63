import { LiteParse } from '@llamaindex/liteparse';
import type { Contender } from './contender.ts';

/** Markdown from PDFium's text and the layout of its own. */
export const liteparse: Contender = {
  async open() {
    // Its text recognition would fetch a model.
    const parser = new LiteParse({
      outputFormat: 'markdown',
      imageMode: 'off',
      ocrEnabled: false,
      quiet: true,
    });
    return async (bytes) => (await parser.parse(bytes)).text;
  },
};
