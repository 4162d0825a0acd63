import * as T from '../../tags.ts';
import type { PageType } from './page-type.ts';
import type { RuleName } from '../rules.ts';
import * as V from './vocabulary.ts';

/**
 * The meaning of an element by its tag, role or name, and the largest part of the page that the element may take when
 * that is believed.
 */
export interface Verdict {
  readonly rule: RuleName;
  /** Largest share of the page's prose that it, with all its look-alikes, may hold. */
  readonly prose: number;
  /** The same for words. */
  readonly words: number;
  /** Its share of the prose does not matter when this many words of prose are left without it. */
  readonly leaves?: number;
  /** May take the page's main heading along. */
  readonly takesTitle: boolean;
  /** Doubtful: when the rule would take three times its share in all, it is not believed at all. */
  readonly isWeak: boolean;
  /** Holds for a few words without a heading: more than those say something of their own. */
  readonly isLine?: boolean;
}

function strong(rule: RuleName, prose: number, words: number): Verdict {
  return { rule, prose, words, takesTitle: false, isWeak: false };
}

function weak(rule: RuleName, prose: number, words: number): Verdict {
  return { rule, prose, words, takesTitle: false, isWeak: true };
}

function frame(rule: RuleName, prose: number, words: number): Verdict {
  return { rule, prose, words, takesTitle: true, isWeak: false };
}

const NAVIGATION = strong('navigation', 0.7, 0.9);
const HEADER = strong('page header', 0.3, 0.8);
const FOOTER = frame('page footer', 1, 0.95);
const DIALOG = frame('dialog', 0.9, 0.95);
const MENU = strong('navigation', 0.2, 0.6);
const SEARCH = strong('form', 0.1, 0.4);
export const COMPLEMENTARY = weak('aside', 0.4, 0.5);
/** An element that tells of an event: an error, a change. */
export const MESSAGE = weak('dialog', 0.1, 0.2);

/** The footer of an article or section: tags, sharing, sometimes a source. */
export const INNER_FOOTER = weak('page footer', 0.1, 0.2);
export const CONTROL_VERDICT = weak('control', 0.02, 0.1);
/** A list to choose from: countries, sizes, ways to sort. */
export const CHOICE = strong('control', 0.3, 0.5);
export const HIDDEN = weak('hidden', 0.1, 0.3);

export const VERDICT_BY_TAG: ReadonlyMap<number, Verdict> = new Map([
  [T.NAV, NAVIGATION],
  [T.SEARCH, SEARCH],
  [T.MENU, weak('navigation', 0.1, 0.4)],
  [T.FOOTER, FOOTER],
  [T.HEADER, HEADER],
  [T.ASIDE, COMPLEMENTARY],
  [T.DIALOG, DIALOG],
  [T.FORM, weak('form', 0.25, 0.6)],
  [T.BUTTON, CONTROL_VERDICT],
]);

/** WAI-ARIA landmark and widget roles. */
export const VERDICT_BY_ROLE: ReadonlyMap<string, Verdict> = new Map([
  ['navigation', NAVIGATION],
  ['menu', MENU],
  ['menubar', MENU],
  ['search', SEARCH],
  ['contentinfo', FOOTER],
  ['banner', HEADER],
  ['complementary', COMPLEMENTARY],
  ['dialog', DIALOG],
  ['alertdialog', DIALOG],
  ['alert', MESSAGE],
  ['status', MESSAGE],
  ['listbox', weak('control', 0.1, 0.4)],
]);

/** The author of a text. */
export const BYLINE_VERDICT = weak('byline', 0.06, 0.2);

/** Cookie and consent boxes are taken out before the page's shape is looked at. */
export const COOKIES = frame('cookies', 0.75, 0.8);

/** Prose that makes a page an article (or product) with comments rather than comments with an introduction. */
export const PROSE_BESIDE_COMMENTS = 300;

interface NameVerdict {
  readonly bit: number;
  readonly verdict: Verdict;
  readonly only?: PageType;
  readonly except?: readonly PageType[];
  /** Holds on pages that say they show a question and its answers. */
  readonly isForQuestions?: boolean;
}

/** Pages of posts and entries. */
const ENTRIES: readonly PageType[] = ['forum', 'collection', 'listing'];

/** In this order: the first bit that an element's names have decides. */
const VERDICTS_BY_NAME: readonly NameVerdict[] = [
  { bit: V.COOKIE, verdict: COOKIES },
  { bit: V.SHARE, verdict: weak('share', 0.08, 0.2) },
  // Comments of visitors under an article are not the article; on a forum they are the page, and entries have remarks.
  {
    bit: V.COMMENTS,
    verdict: { ...strong('comments', 0.4, 0.85), leaves: PROSE_BESIDE_COMMENTS },
    except: ['forum', 'listing'],
  },
  // Where questions are answered, posts are the content and comments are remarks under them.
  { bit: V.COMMENTS, verdict: strong('comments', 0.6, 0.85), only: 'forum', isForQuestions: true },
  { bit: V.REVIEWS, verdict: strong('reviews', 0.9, 0.7), only: 'product' },
  { bit: V.POSTER, verdict: weak('poster', 0.2, 0.4), only: 'forum' },
  { bit: V.NOTICE, verdict: weak('notice', 0.3, 0.3), only: 'forum' },
  { bit: V.RELATED, verdict: weak('related', 0.2, 0.45) },
  { bit: V.SIDEBAR, verdict: weak('sidebar', 0.2, 0.9) },
  { bit: V.SUBSCRIBE, verdict: weak('subscribe', 0.15, 0.2) },
  { bit: V.FOOTER_NAME, verdict: frame('page footer', 0.2, 0.25) },
  { bit: V.CHOICES, verdict: weak('navigation', 0.4, 0.95) },
  { bit: V.MENU_NAME, verdict: weak('navigation', 0.15, 0.95) },
  { bit: V.OVERLAY, verdict: strong('dialog', 0.4, 0.5) },
  { bit: V.ADVERT, verdict: weak('advertisement', 0.1, 0.3) },
  { bit: V.ACCOUNT, verdict: weak('account', 0.05, 0.15) },
  { bit: V.HEADER_NAME, verdict: weak('page header', 0.05, 0.3) },
  { bit: V.PROMOTION, verdict: weak('promotion', 0.1, 0.15), except: ['service', 'collection'] },
  // The author and date of a post, or of an entry, are part of it, and so is the author of what clients say.
  { bit: V.BYLINE, verdict: BYLINE_VERDICT, except: [...ENTRIES, 'service'] },
  { bit: V.PROPERTIES, verdict: { ...weak('byline', 0.06, 0.2), isLine: true }, except: ENTRIES },
  { bit: V.FOR_READERS_ALOUD, verdict: weak('hidden', 0.03, 0.1) },
];

/**
 * Gives the verdict of an element's names on a page of this type; `isQuestion`: the page shows a question and its
 * answers.
 */
export function verdictByName(bits: number, pageType: PageType, isQuestion: boolean): Verdict | undefined {
  for (const { bit, verdict, only, except, isForQuestions } of VERDICTS_BY_NAME) {
    if (
      (bits & bit) === 0 ||
      except?.includes(pageType) === true ||
      (only !== undefined && only !== pageType)
    )
      continue;
    if (isForQuestions === true && !isQuestion) continue;
    return verdict;
  }
  return undefined;
}

/** Bits of all names that speak for a rule. */
export function bitsOfRule(rule: RuleName): number {
  return VERDICTS_BY_NAME.reduce((bits, { bit, verdict }) => (verdict.rule === rule ? bits | bit : bits), 0);
}
