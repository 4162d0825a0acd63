import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { createTurndown } from './create-turndown.ts';
import type { Peer } from './peer.ts';

const turndown = createTurndown();
const decoder = new TextDecoder();

/** The usual pair for main content. The article stays a node: writing it out and parsing it again would cost more. */
export const linkedomReadabilityTurndown: Peer = {
  name: 'linkedom + readability + turndown',
  output: 'main content: Markdown, title',
  convert(body) {
    const { document } = parseHTML(decoder.decode(body));
    const article = new Readability<object>(document, { serializer: (node) => node }).parse();
    // It finds none on pages without prose, as does whoever uses it.
    return article?.content ? turndown.turndown(article.content) : '';
  },
};
