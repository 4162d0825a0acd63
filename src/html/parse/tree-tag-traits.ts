import * as tags from '../tags.ts';

/** "Special" elements of WHATWG HTML 13.2.4.2. */
export const SPECIAL = 1;
/** Bounds every kind of scope but the table's. */
export const SCOPE = 2;
/** Special, and ends the search for an open `li`, `dd` or `dt`: all special elements but address, div and p. */
export const ITEM_BARRIER = 4;
/** Closed by "generate implied end tags". */
export const IMPLIED_END = 8;
/** Closed by "generate all implied end tags thoroughly". */
export const IMPLIED_END_THOROUGH = 16;
/** Text and elements that do not belong into it are fostered. */
export const FOSTERING = 32;
/** A start tag that leaves foreign content (WHATWG HTML 13.2.6.5). */
export const LEAVES_FOREIGN = 64;

/** Traits of HTML elements by tag id. */
export const HTML_TRAITS: Uint8Array = traitsOf([
  [
    SPECIAL | ITEM_BARRIER,
    'applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details',
    'dir dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr',
    'html iframe img input li link listing main marquee menu meta nav noembed noframes noscript object ol param',
    'plaintext pre script section select source style summary table tbody td template textarea tfoot th thead title',
    'tr track ul wbr xmp',
  ],
  [SPECIAL, 'address div p'],
  [SCOPE, 'applet caption html marquee object table td template th'],
  [IMPLIED_END | IMPLIED_END_THOROUGH, 'dd dt li optgroup option p rb rp rt rtc'],
  [IMPLIED_END_THOROUGH, 'caption colgroup tbody td tfoot th thead tr'],
  [FOSTERING, 'table tbody tfoot thead tr'],
  [
    LEAVES_FOREIGN,
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta',
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
  ],
]);

const FOREIGN_TRAITS = SPECIAL | ITEM_BARRIER | SCOPE;

/** Elements of SVG whose content is HTML again. */
export function isSvgIntegrationPoint(tag: number): boolean {
  return tag === tags.FOREIGNOBJECT || tag === tags.DESC || tag === tags.TITLE;
}

/** Elements of MathML whose text is HTML again. */
export function isMathTextIntegrationPoint(tag: number): boolean {
  return tag === tags.MI || tag === tags.MO || tag === tags.MN || tag === tags.MS || tag === tags.MTEXT;
}

export function elementTraits(tag: number, namespace: number): number {
  if (namespace === 0) return HTML_TRAITS[tag] ?? 0;
  const bounds =
    namespace === 1
      ? isSvgIntegrationPoint(tag)
      : tag === tags.ANNOTATION_XML || isMathTextIntegrationPoint(tag);
  return bounds ? FOREIGN_TRAITS : 0;
}

function traitsOf(groups: ReadonlyArray<readonly [trait: number, ...names: string[]]>): Uint8Array {
  const traits = new Uint8Array(tags.FIRST_UNKNOWN_TAG);
  for (const [trait, ...lines] of groups) {
    for (const name of lines.join(' ').split(' ')) {
      const id = tags.tagId(name);
      if (id === undefined) throw new TypeError(`No tag ${name}`);
      traits[id]! |= trait;
    }
  }
  return traits;
}
