import { WordTrie, NameWords } from './name-words.ts';

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
  [
    SHARE,
    'share sharing shares social socials sharedaddy addtoany addthis sharethis follow-us follow-me follow-on follow-links',
  ],
  [
    RELATED,
    'related recommended recommendations recommendation trending popular similar also-like more-stories more-articles up-next next-post post-navigation upsell upsells cross-sell read-next more-from recent latest read-more outbrain taboola suggested recirculation recirc',
  ],
  [SIDEBAR, 'side-bar side-nav side-rail right-rail left-rail complementary'],
  [SUBSCRIBE, 'subscribe subscription newsletter newsletters sign-up opt-in mailchimp mailing-list lead-gen'],
  [
    MENU_NAME,
    'nav nav-bar navigation menu menus sub-menu mega-menu bread-crumb bread-crumbs crumbs pagination pager page-nav sub-nav navi top-nav main-nav skip-to skip-nav skip-content skip-link skip-links toolbar hamburger switcher tablist',
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
    'signature signatures sig user-info user-extras user-title user-stats poster post-profile author-info member-info message-user user-meta user-details user-detail pairs flair votes post-signature last-edit edited reaction reactions expand-link vote-count quick-reply',
  ],
  [NOTICE, 'notice notices alert alerts warning warnings banner announcement'],
];

/** `has-sidebar`, `no-footer`: the name speaks of something else. */
const NEGATIONS = 'has have with no not without is show hide';

/** Text that lies on a picture: `text-overlay`, `image-with-text-overlay`. */
const ON_PICTURES = 'text image background video caption';

/** Words that say where a block stands or what holds it, and nothing of what it is for. */
const NEUTRAL =
  'area bar block body box buttons button col column component container content desktop fixed full global group holder inner item items layout left link links list main mobile module outer page panel region right root row section site top bottom view wide wrap wrapper';

interface Entry {
  bits: number;
  /** Bits when this word stands right before another. */
  readonly before: Map<Entry, number>;
  isNegation: boolean;
  isNeutral: boolean;
  /** An overlay after this word is none of the page. */
  isOnPicture: boolean;
}

const VOCABULARY: WordTrie<Entry> = (() => {
  const entries = new Map<string, Entry>();
  const entryOf = (word: string): Entry => {
    let entry = entries.get(word);
    if (entry === undefined)
      entries.set(
        word,
        (entry = { bits: 0, before: new Map(), isNegation: false, isNeutral: false, isOnPicture: false }),
      );
    return entry;
  };
  for (const [bit, words] of WORDS) {
    for (const word of words.split(' ')) {
      const [first, second] = word.split('-') as [string, string?];
      entryOf(word.replace('-', '')).bits |= bit;
      if (second === undefined) continue;
      const { before } = entryOf(first);
      before.set(entryOf(second), (before.get(entryOf(second)) ?? 0) | bit);
    }
  }
  for (const word of NEGATIONS.split(' ')) entryOf(word).isNegation = true;
  for (const word of NEUTRAL.split(' ')) entryOf(word).isNeutral = true;
  for (const word of ON_PICTURES.split(' ')) entryOf(word).isOnPicture = true;
  return new WordTrie(entries);
})();

/** Bits of two words that stand side by side. */
function pairBits(first: Entry | undefined, second: Entry | undefined): number {
  if (first === undefined || second === undefined || first.before.size === 0) return 0;
  return first.before.get(second) ?? 0;
}

/** Bits of a word after another. */
function bitsAfter(previous: Entry | undefined, entry: Entry): number {
  return previous?.isOnPicture === true ? entry.bits & ~OVERLAY : entry.bits;
}

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
/** A builder of pages that calls each of its blocks a widget. */
const BUILT = /(?:^|\s)so-panel(?:\s|$)/;

/** Reads a class or id value, name by name. */
export function readNames(names: string): NameMeaning {
  const isWidget = names.includes('widget') && WIDGET.test(names) && !BUILT.test(names);
  if (!isWidget && nameBits(names) === 0) return MEANS_NOTHING;
  let bits = isWidget ? PROMOTION : 0;
  let firm = bits;
  for (const name of names.split(/\s+/)) {
    // Most names say nothing, with or without a hash.
    if (nameBits(name) === 0 || UTILITY.test(name)) continue;
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
  const words = new NameWords(name, VOCABULARY);
  let previous: Entry | undefined;
  let isKnown = true;
  while (words.next()) {
    const { entry } = words;
    const isPair = pairBits(previous, entry) !== 0;
    if (!isKnown && !isPair) return false;
    isKnown = isPair || (entry !== undefined && (entry.isNeutral || entry.bits !== 0));
    previous = entry;
  }
  return isKnown;
}

/**
 * Bits of all words in a class or id value. Letters next to a digit belong to a hash or a utility class and say nothing.
 */
export function nameBits(names: string): number {
  const words = new NameWords(names, VOCABULARY);
  let bits = 0;
  let previous: Entry | undefined;
  while (words.next()) {
    if (words.isBesideDigit) continue;
    const { entry } = words;
    if (entry !== undefined && previous?.isNegation !== true)
      bits |= bitsAfter(previous, entry) | pairBits(previous, entry);
    previous = entry;
  }
  return bits;
}
