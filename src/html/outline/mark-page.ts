import { HIDDEN_MARK } from '../marks.ts';
import type { RemovalTrace } from '../main-content/trace-removals.ts';
import { serializeHtml } from '../serialize.ts';
import * as T from '../tags.ts';
import type { RemovalMask, Tree } from '../tree.ts';
import { partAnchor, groundOf, removedTops, type OutlineGrounds, type RemovedPart } from './outline-page.ts';

/** Elements that run, load or lead somewhere. */
const LEFT_OUT: ReadonlySet<number> = new Set([
  T.SCRIPT,
  T.IFRAME,
  T.FRAME,
  T.OBJECT,
  T.EMBED,
  T.APPLET,
  T.PORTAL,
  T.BASE,
  T.LINK,
  T.META,
  T.TITLE,
  T.TEMPLATE,
  T.AUDIO,
  T.VIDEO,
  T.SOURCE,
  T.TRACK,
  T.PLAINTEXT,
  T.DOCTYPE,
  T.COMMENT,
]);
/** Elements that the keyboard would stop at beside the removed blocks. */
const STOPS: ReadonlySet<number> = new Set([T.INPUT, T.BUTTON, T.SELECT, T.TEXTAREA, T.SUMMARY]);
/** Attributes that are written: those that looks and meaning depend on. All others may lead somewhere, or take the focus. */
const KEPT_ATTRIBUTES = new Set([
  ...'id class style lang dir title alt role hidden open colspan rowspan span scope headers start reversed value type'.split(
    ' ',
  ),
  ...'checked disabled selected multiple size rows cols placeholder width height align valign bgcolor border color'.split(
    ' ',
  ),
  ...'cellpadding cellspacing face label datetime max min low high optimum'.split(' '),
  ...'viewbox d x y x1 x2 y1 y2 cx cy r rx ry points transform fill stroke stroke-width'.split(' '),
]);
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i;

const CERTAINTY_WORDS: Readonly<Record<RemovedPart['certainty'], string>> = {
  asked: 'asked for by the options',
  sure: 'sure: the page says so itself',
  likely: 'likely: told by its name, heading or text',
  guessed: 'a guess: told by its place or shape',
};

const RULES = `
[data-decant] { outline: 2px dashed #b3261e !important; outline-offset: -2px !important; opacity: 0.55 !important;
  background-image: repeating-linear-gradient(45deg, rgb(179 38 30 / 16%) 0 6px, transparent 6px 12px) !important; }
[data-decant]:hover, [data-decant]:focus, [data-decant]:target { opacity: 1 !important; }
[data-decant]:focus, [data-decant]:target { outline: 3px solid #1f4fa8 !important; }
[data-decant]:hover::after, [data-decant]:focus::after { content: attr(data-decant) !important; display: block !important;
  position: fixed !important; z-index: 2147483647 !important; inset: auto 0 0 0 !important; padding: 8px 12px !important;
  color: #fff !important; background: #1d2329 !important; font: 14px/1.4 system-ui, sans-serif !important; white-space: normal !important; text-align: left !important; }
[${HIDDEN_MARK}] { display: none !important; }
`;

/**
 * The page with its removed blocks shaded, each of which says its rule on hover and focus. Nothing in it runs, loads or leads
 * anywhere: only elements and attributes of looks are written. Linear in the page.
 */
export function markPage(tree: Tree, grounds: OutlineGrounds): string {
  const traces = new Map<number, RemovalTrace>(grounds.traces.map((trace) => [trace.node, trace]));
  const marks = new Map<number, Record<string, string>>();
  const leftOut: RemovalMask = new Uint8Array(tree.length);
  for (let node = 1; node < tree.length; node++) {
    const tag = tree.tag[node]!;
    if (LEFT_OUT.has(tag)) leftOut[node] = 1;
    else if (STOPS.has(tag)) marks.set(node, { tabindex: '-1' });
  }
  for (const node of removedTops(tree, grounds.removed)) {
    const said = sentenceOf(groundOf(node, grounds, traces));
    marks.set(node, { id: partAnchor(node), 'data-decant': said, title: said, tabindex: '0' });
  }
  const body = serializeHtml(tree, {
    removed: leftOut,
    marks,
    rewriteAttribute(node, name, value) {
      if (marks.get(node)?.[name] !== undefined) return undefined;
      if (name === 'src') return tree.tag[node] === T.IMG && PICTURE.test(value) ? value : undefined;
      if (name === 'id' && value.startsWith('decant-')) return undefined;
      return isKept(name) ? value : undefined;
    },
  });
  const doctype = tree.isQuirks ? '' : '<!doctype html>';
  return `${doctype}<meta charset="utf-8"><title>The page with what was removed</title><style>${RULES}</style>${body}`;
}

function isKept(name: string): boolean {
  return (
    KEPT_ATTRIBUTES.has(name) || name === HIDDEN_MARK || (name.startsWith('aria-') && name !== 'aria-owns')
  );
}

/** `navigation: by element <nav>, 5.4 % of the words, ... (sure: the page says so itself)`. */
function sentenceOf({ rule, by, evidence, why, certainty }: ReturnType<typeof groundOf>): string {
  const ground = evidence === '' ? '' : by === 'option' ? ` ${evidence}` : ` by ${by} ${evidence}`;
  const numbers = why === '' ? '' : `, ${why}`;
  return `Removed as ${rule}:${ground}${numbers} (${CERTAINTY_WORDS[certainty]})`;
}
