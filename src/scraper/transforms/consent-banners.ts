import { CONSENT_WORDS } from '../../browser/consent/consent-words.ts';
import { createVocabulary } from '../../browser/page-scripts/consent/create-vocabulary.js';
import { wordsOf } from '../../browser/page-scripts/consent/words-of.js';
import { RULE } from '../../html/main-content/rules.ts';
import * as T from '../../html/tags.ts';
import type { Tree } from '../../html/tree.ts';
import type { Transform, TransformState } from './transform.ts';

/** Names that the makers of consent dialogues give them, at the beginning of a word. */
const PRODUCTS =
  /(?:^|[\s_-])(?:onetrust|optanon|cybotcookiebot|usercentrics|didomi|trustarc|truste|qc-cmp|sp_message|cmplz|borlabscookie|klaro|iubenda-cs|axeptio|osano|termly|tarteaucitron|moove_gdpr|cky-consent|cookieyes|cookie-law-info|cc-window|cc-banner|hs-eu-cookie|shopify-pc)/;
/** Dialogues are looked for among so many elements with such a name. */
const MAX_EXAMINED = 200;
/** A dialogue is smaller than that, and a part of its page only. */
const MAX_NODES = 2_000;
const MAX_CHARACTERS = { product: 12_000, other: 3_000 };
const MAX_SHARE = 0.6;
const MAX_LABEL = 70;
/** Buttons that are looked at. */
const MAX_BUTTONS = 60;
/** Elements that no consent dialogue holds. */
const CONTENT: ReadonlySet<number> = new Set([T.BODY, T.MAIN, T.ARTICLE, T.H1]);

const vocabulary = createVocabulary(CONSENT_WORDS);

/**
 * Takes out consent dialogues, as a browser would hide them, from a page that is wanted whole. Only what is named like
 * one, speaks of cookies and has the buttons of one goes: a page about cookies stays.
 */
export const consentBanners: Transform = (state, options) => {
  if (options.isWithoutBanners !== true || options.onlyMainContent || options.includeTags.length > 0) return;
  const { tree, removed } = state;
  const kinds = createNames(tree);
  const page = { characters: -1 };
  for (let node = 1, examined = 0; node < tree.length && examined < MAX_EXAMINED;) {
    const kind = removed[node] === 0 ? kinds(node) : undefined;
    if (removed[node] !== 0) node = tree.end[node]!;
    else if (kind === undefined) node++;
    else {
      examined++;
      const length = lengthOfBanner(state, node, kind);
      if (length !== undefined && page.characters < 0) page.characters = lengthOf(tree, removed);
      const isBanner = length !== undefined && length <= page.characters * MAX_SHARE;
      if (isBanner) removed[node] = RULE.cookies;
      node = isBanner ? tree.end[node]! : node + 1;
    }
  }
};

type NameKind = 'product' | 'other';

/** Tells whether an element is called like a consent dialogue; pages repeat few classes many times. */
function createNames(tree: Tree): (node: number) => NameKind | undefined {
  const known = new Map<string, NameKind | undefined>();
  return function nameKindOf(node) {
    if (!tree.hasAttributes(node) || CONTENT.has(tree.tag[node]!)) return undefined;
    const names = `${tree.attribute(node, 'id') ?? ''} ${tree.attribute(node, 'class') ?? ''}`;
    if (names === ' ') return undefined;
    if (known.has(names)) return known.get(names);
    const lower = names.toLowerCase();
    const kind = PRODUCTS.test(lower) ? 'product' : vocabulary.says('names', lower) ? 'other' : undefined;
    known.set(names, kind);
    return kind;
  };
}

/** Gives the characters of a consent dialogue; undefined for an element that is none. */
function lengthOfBanner(state: TransformState, root: number, kind: NameKind): number | undefined {
  const read = readElement(state, root, MAX_CHARACTERS[kind]);
  if (read === undefined || !vocabulary.says('cookies', read.text.toLowerCase())) return undefined;
  return isAsking(read.answers, kind) ? lengthOfText(read.text) : undefined;
}

function isAsking(answers: ReadonlySet<string>, kind: NameKind): boolean {
  const [accepts, rejects, settles] = ['accept', 'reject', 'settings'].map((each) => answers.has(each));
  if (kind === 'product') return accepts === true || rejects === true || settles === true;
  return rejects === true || (accepts === true && settles === true);
}

/** The text of an element, and what its buttons are for. */
interface ElementRead {
  text: string;
  answers: Set<string>;
}

/** Reads an element; undefined when it is too large for a dialogue, or holds what none holds. */
function readElement({ tree, removed }: TransformState, root: number, most: number): ElementRead | undefined {
  const end = tree.end[root]!;
  if (end - root > MAX_NODES) return undefined;
  const read: ElementRead = { text: '', answers: new Set() };
  let buttons = 0;
  for (let node = root; node < end; node = removed[node] === 0 ? node + 1 : tree.end[node]!) {
    if (removed[node] !== 0) continue;
    const tag = tree.tag[node]!;
    if (CONTENT.has(tag)) return undefined;
    if (tag === T.TEXT) read.text += ` ${tree.text(node)}`;
    if (read.text.length > most) return undefined;
    if (isButton(tree, node) && ++buttons <= MAX_BUTTONS)
      read.answers.add(vocabulary.kindOf(labelOf(tree, node)));
  }
  return read;
}

function isButton(tree: Tree, node: number): boolean {
  const tag = tree.tag[node]!;
  if (tag === T.BUTTON || tag === T.A) return true;
  if (tag === T.INPUT) return /^(?:button|submit)$/i.test(tree.attribute(node, 'type') ?? '');
  return tree.hasAttributes(node) && tree.attribute(node, 'role')?.toLowerCase() === 'button';
}

/** Gives the words of a button; '' when they are too many for one. */
function labelOf(tree: Tree, node: number): string {
  let label = tree.tag[node] === T.INPUT ? (tree.attribute(node, 'value') ?? '') : '';
  for (let inside = node + 1; inside < tree.end[node]! && label.length <= 4 * MAX_LABEL; inside++)
    if (tree.tag[inside] === T.TEXT) label += tree.text(inside);
  const words = wordsOf(label.trim() || (tree.attribute(node, 'aria-label') ?? ''));
  return words.length <= MAX_LABEL ? words : '';
}

function lengthOf(tree: Tree, removed: Uint8Array): number {
  let length = 0;
  for (let node = 1; node < tree.length;) {
    if (removed[node] !== 0) {
      node = tree.end[node]!;
      continue;
    }
    if (tree.tag[node] === T.TEXT && !tree.isBlank(node)) length += lengthOfText(tree.text(node));
    node++;
  }
  return length;
}

/** The characters of a text without those that only part its words. */
function lengthOfText(text: string): number {
  return text.replaceAll(/\s+/g, '').length;
}
