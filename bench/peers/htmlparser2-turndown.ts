import { DomUtils } from 'htmlparser2';
import { createTurndown } from './create-turndown.ts';
import type { Peer } from './peer.ts';
import { parseForTurndown } from './turndown-tree.ts';

const turndown = createTurndown();
const decoder = new TextDecoder();

/** The usual fast pair. */
export const htmlparser2Turndown: Peer = {
  name: 'htmlparser2 + turndown',
  output: 'whole page: Markdown',
  convert(body) {
    const document = parseForTurndown(decoder.decode(body));
    const root = DomUtils.findOne((element) => element.name === 'body', document.children);
    if (!root) throw new Error('The page has no body');
    return turndown.turndown(root);
  },
};
