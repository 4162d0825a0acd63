import * as T from '../../tags.ts';
import type { Draft } from '../draft.ts';
import type { PageMeasures } from '../measure/page-measures.ts';

/** More than this share of the page's prose or words above its title is no mere approach. */
const PROSE_SHARE = 0.1;
const WORD_SHARE = 0.25;

/** The same when the page has other h1, and this is the one that it names its title. */
const NAMED_PROSE_SHARE = 0.02;
const NAMED_WORD_SHARE = 0.2;

/** Sentences of so many words lead to the title. */
const LEAST_SENTENCES = 20;

/** Takes out what stands above the page's only h1, or its named one: the way to the page, notices, offers. Content begins with its title. */
export function dropAboveTitle({ tree, measures, removals, title }: Draft): void {
  const isTitle = title.isOnly || (title.isNamed && tree.tag[title.node] === T.H1);
  if (!isTitle || removals.ruleAbove(title.node) !== undefined) return;
  const above: number[] = [];
  let prose = 0;
  let words = 0;
  for (let inside = title.node; inside > 0; inside = tree.parent[inside]!) {
    for (let child = tree.parent[inside]! + 1; child < inside; child = tree.end[child]!) {
      if (removals.mask[child] !== 0 || measures.words[child] === 0) continue;
      prose += measures.proseWords[child]!;
      words += measures.words[child]!;
      if (!isSentences(measures, child)) above.push(child);
    }
  }
  const [proseShare, wordShare] = title.isOnly
    ? [PROSE_SHARE, WORD_SHARE]
    : [NAMED_PROSE_SHARE, NAMED_WORD_SHARE];
  if (prose > proseShare * measures.proseWords[0]! || words > wordShare * measures.words[0]!) return;
  for (const node of above) removals.remove(node, 'above the title', measures);
}

/** Whether a block says so many words in sentences and nothing else: it leads to the title. */
function isSentences({ words, proseWords, linkWords }: PageMeasures, node: number): boolean {
  return proseWords[node]! >= LEAST_SENTENCES && proseWords[node] === words[node] && linkWords[node] === 0;
}
