import { codeAt } from '../../code-at.ts';

/** The meanings of words in a class or id. Bits, because a name may have several. */
export const COOKIE = 1;
export const SHARE = 2;
export const RELATED = 4;
export const SIDEBAR = 8;
export const SUBSCRIBE = 16;
export const MENU_NAME = 32;
export const FOOTER_NAME = 64;
export const HEADER_NAME = 128;
export const COMMENTS = 256;
export const ADVERT = 512;
export const OVERLAY = 1024;
export const BYLINE = 2048;
export const PROMOTION = 4096;
/** Text for screen readers alone. */
export const FOR_READERS_ALOUD = 8192;
export const ACCOUNT = 16384;
export const REVIEWS = 32768;
/** The author of a post: rank, picture, signature. */
export const POSTER = 65536;
export const NOTICE = 131072;
/** The choices of a list: its filters and its order. */
export const CHOICES = 262144;
/** The line of a post that says when, by whom and of what. */
export const PROPERTIES = 524288;

/** `side-bar` stands for `sidebar`, `side-bar`, `side_bar` and `sideBar`. */
const WORDS: ReadonlyArray<readonly [bit: number, words: string]> = [
  [COOKIE, 'cookie cookies consent gdpr ccpa onetrust cookiebot'],
  [SHARE, 'share sharing shares social socials sharedaddy addtoany addthis sharethis follow'],
  [
    RELATED,
    'related recommended recommendations recommendation trending popular similar also-like more-stories more-articles up-next next-post post-navigation upsell upsells cross-sell read-next more-from recent latest read-more outbrain taboola suggested recirculation recirc',
  ],
  [SIDEBAR, 'side-bar side-nav side-rail right-rail left-rail complementary'],
  [SUBSCRIBE, 'subscribe subscription newsletter newsletters sign-up opt-in mailchimp mailing-list lead-gen'],
  [
    MENU_NAME,
    'nav nav-bar navigation menu menus sub-menu mega-menu bread-crumb bread-crumbs crumbs pagination pager page-nav sub-nav navi top-nav main-nav skip skip-link skip-links toolbar hamburger switcher tablist',
  ],
  [CHOICES, 'filters filter facets sort-by sort flyout off-canvas'],
  [FOOTER_NAME, 'footer pre-footer sub-footer colophon copyright foot legal site-info'],
  [HEADER_NAME, 'masthead top-bar site-header page-header utility branding'],
  [COMMENTS, 'comments comment disqus respond comment-form comment-list discussion replies'],
  [
    ADVERT,
    'ad ads advert advertisement adverts advertising sponsor sponsored sponsors adsense ad-slot dfp ad-unit ad-container',
  ],
  [
    OVERLAY,
    'modal pop-up pop-over dialog overlay light-box tooltip toast snackbar drawer interstitial paywall',
  ],
  [BYLINE, 'byline author authors bio dateline time-stamp posted-on'],
  [PROPERTIES, 'post-meta meta-data meta tags tag-list taxonomy'],
  [PROMOTION, 'cta promo promos promotion banner announcement teaser disclaimer'],
  [FOR_READERS_ALOUD, 'screen-reader sr-only visually-hidden print-only'],
  [ACCOUNT, 'log-in sign-in register account cart mini-cart wish-list search search-form contact feedback'],
  [REVIEWS, 'reviews ratings bazaarvoice yotpo okendo judgeme'],
  [
    POSTER,
    'signature signatures sig user-info user-extras user-title user-stats poster post-profile author-info member-info message-user user-meta user-details user-detail pairs flair votes post-signature last-edit post-edit edited reaction reactions expand-link vote-count quick-reply',
  ],
  [NOTICE, 'notice notices alert alerts warning warnings banner announcement'],
];

interface Entry {
  bits: number;
  /** Bits when this word stands right before another. */
  readonly before: Map<string, number>;
}

const ENTRIES: ReadonlyMap<string, Entry> = (() => {
  const entries = new Map<string, Entry>();
  const entryOf = (word: string): Entry => {
    let entry = entries.get(word);
    if (entry === undefined) entries.set(word, (entry = { bits: 0, before: new Map() }));
    return entry;
  };
  for (const [bit, words] of WORDS) {
    for (const word of words.split(' ')) {
      const [first, second] = word.split('-') as [string, string?];
      entryOf(word.replace('-', '')).bits |= bit;
      if (second !== undefined)
        entryOf(first).before.set(second, (entryOf(first).before.get(second) ?? 0) | bit);
    }
  }
  return entries;
})();

/** No word of the vocabulary is longer. */
const LONGEST = Math.max(...Array.from(ENTRIES.keys(), (word) => word.length));

/** `has-sidebar`, `no-footer`: the name speaks of something else. */
const NEGATIONS: ReadonlySet<string> = new Set([
  'has',
  'have',
  'with',
  'no',
  'not',
  'without',
  'is',
  'show',
  'hide',
]);
const CAPITAL = 1;
const SMALL = 2;
const DIGIT = 3;

/** Kind of each ASCII character, 0 for all that separate words. */
const KINDS: Uint8Array = (() => {
  const kinds = new Uint8Array(128);
  kinds.fill(DIGIT, 0x30, 0x3a);
  kinds.fill(CAPITAL, 0x41, 0x5b);
  kinds.fill(SMALL, 0x61, 0x7b);
  return kinds;
})();

/** Words that say where a block stands or what holds it, and nothing of what it is for. */
const NEUTRAL: ReadonlySet<string> = new Set(
  'area bar block body box buttons button col column component container content desktop fixed full global group holder inner item items layout left link links list main mobile module outer page panel region right root row section site top bottom view wide wrap wrapper'.split(
    ' ',
  ),
);

/** The meaning of a class or id value. */
export interface NameMeaning {
  /** Bits of all words. */
  readonly bits: number;
  /** Bits of names that say nothing else: `promo-box`, not `promo-padding-top`, in which the word is one among others. */
  readonly firm: number;
}

const MEANS_NOTHING: NameMeaning = { bits: 0, firm: 0 };
/** Utility classes name values in brackets and states before a colon. */
const UTILITY = /[[\](){}:/@!%]/;
/** The hash at the end of a name that a build made: `table_root__adKqa`, `banner_Beci5aJkSl`. */
const HASH = /_(?=[\w-]*[A-Z\d])(?:_[\w-]{5}|(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{6,})$/;

/** Names that say whether something is there (`sidebar--false`), or that two columns are. */
const OF_ANOTHER = /[-_](?:false|none|disabled|enabled)$|content-?sidebar-?wrap/i;
/** WordPress names the subjects of a post in its classes. */
const POST = /(?:^|\s)(?:post-\d+|hentry)(?:\s|$)/;
const SUBJECT = /^(?:tag|category)-/;

/** A box of a side bar calls itself a widget and nothing else; page builders put the word into names of every block. */
const WIDGET = /(?:^|\s)widget(?:\s|$)/;

/** Reads a class or id value, name by name. */
export function readNames(names: string): NameMeaning {
  const isWidget = WIDGET.test(names);
  if (!isWidget && nameBits(names) === 0) return MEANS_NOTHING;
  let bits = isWidget ? PROMOTION : 0;
  let firm = bits;
  for (const name of names.split(/\s+/)) {
    if (UTILITY.test(name)) continue;
    const meant = name.replace(HASH, '');
    const found = nameBits(meant);
    if (found === 0 || OF_ANOTHER.test(meant) || (SUBJECT.test(meant) && POST.test(names))) continue;
    bits |= found;
    if (isFirm(meant)) firm |= found;
  }
  return { bits, firm };
}

/** Whether a name has words of the vocabulary and of place only. */
function isFirm(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.every(
    (word, at) =>
      word === '' ||
      NEUTRAL.has(word) ||
      (ENTRIES.get(word)?.bits ?? 0) !== 0 ||
      isPair(words[at - 1], word) ||
      isPair(word, words[at + 1]),
  );
}

function isPair(first: string | undefined, second: string | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  return ENTRIES.get(first)?.before.has(second) ?? false;
}

/**
 * Bits of all words in a class or id value. Words are runs of letters, split where camel case turns; letters next to a
 * digit belong to a hash or a utility class and say nothing.
 */
// oxlint-disable-next-line complexity -- one pass over the letters of every class and id
export function nameBits(names: string): number {
  const { length } = names;
  let bits = 0;
  let isNegated = false;
  let previous: Entry | undefined;
  let before = 0;
  for (let at = 0; at < length;) {
    const start = at;
    let kind = kindAt(names, at++);
    if (kind === 0 || kind === DIGIT) {
      before = kind;
      continue;
    }
    let hasCapital = kind === CAPITAL;
    // A turn from small to capital starts a new word; a run of capitals is one word.
    for (let last = kind; at < length; at++, last = kind) {
      kind = kindAt(names, at);
      if (kind === 0 || kind === DIGIT || (kind === CAPITAL && last === SMALL)) break;
      if (kind === CAPITAL) hasCapital = true;
    }
    if (at === length) kind = 0;
    const isHash = before === DIGIT || kind === DIGIT;
    before = kind;
    if (isHash) continue;
    const word = at - start > LONGEST ? '' : lowerCase(names.slice(start, at), hasCapital);
    const entry = ENTRIES.get(word);
    if (!isNegated) bits |= (entry?.bits ?? 0) | (previous?.before.get(word) ?? 0);
    isNegated = NEGATIONS.has(word);
    previous = entry;
  }
  return bits;
}

function lowerCase(word: string, hasCapital: boolean): string {
  return hasCapital ? word.toLowerCase() : word;
}

function kindAt(names: string, at: number): number {
  const code = codeAt(names, at);
  return code < 128 ? KINDS[code]! : 0;
}
