import type { LinkListLimits } from './drop/drop-link-lists.ts';
import type { PageType } from './classify/page-type.ts';

/** How a type of page is reduced once its frame is off. */
export interface Strategy {
  /** Share of the prose that a block must hold to be the text's block; undefined: the content is not one block. */
  readonly proseShare?: number;
  /** Share of the prose that a list of cards may hold and go; undefined: cards are content. */
  readonly cardProse?: number;
  /** The content is one text: stories beside it are those of other pages. */
  readonly isOneText?: boolean;
  /** The limits for lists of links that may go; undefined: links are the content. */
  readonly linkLists?: LinkListLimits;
  /** Headings that announce side matter elsewhere (`Comments`, `Related topics`) may name a subject here. */
  readonly mayDiscussSideMatter?: boolean;
  /** Content may stand above the page's title. */
  readonly mayOpenBeforeTitle?: boolean;
  /** An invitation to leave a mail address may be content: it says what is offered. */
  readonly mayInvite?: boolean;
  /** The page says the same twice on purpose: one description under each of several functions. */
  readonly mayRepeat?: boolean;
  /** Block quotes say again what stands above: without them answers do not say what they answer. */
  readonly mayQuote?: boolean;
  /** Items are entries: one that is shown twice is none of the text. */
  readonly mayListAgain?: boolean;
}

const TEXT_LINKS: LinkListLimits = { density: 0.75, prose: 0.1, total: 0.35, mayHaveHeading: true };

export const STRATEGIES: Readonly<Record<PageType, Strategy>> = {
  article: { isOneText: true, proseShare: 0.72, cardProse: 0.3, linkLists: TEXT_LINKS },
  documentation: {
    proseShare: 0.72,
    cardProse: 0.3,
    mayRepeat: true,
    mayDiscussSideMatter: true,
  },
  forum: {
    proseShare: 0.97,
    linkLists: { density: 0.6, prose: 0.05, total: 1, mayBePost: true },
    mayQuote: true,
  },
  product: {
    cardProse: 0.05,
    proseShare: 0.93,
    linkLists: { density: 0.6, prose: 0.05, total: 0.35, mayBeFeatures: true },
    mayInvite: true,
  },
  service: {
    mayInvite: true,
    linkLists: { density: 0.75, prose: 0.05, total: 0.2, linkWords: 6, mayHaveHeading: true },
    mayOpenBeforeTitle: true,
  },
  collection: { mayListAgain: true, mayInvite: true },
  listing: { mayOpenBeforeTitle: true, mayListAgain: true, mayInvite: true, mayDiscussSideMatter: true },
};
