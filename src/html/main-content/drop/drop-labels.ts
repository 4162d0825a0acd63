import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Draft } from '../draft.ts';
import type { RuleName } from '../rules.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';

const LABEL =
  /^[\s↑▲^×✕]*(?:video|share(?: (?:this|on)(?: \w+)?)?|tweet|(?:(?:back|return|go|scroll|jump) to|to the) (?:the )?top|loading|please wait|close(?: (?:menu|modal|dialog|window|this))?|copy(?: (?:link|code|to clipboard))?|(?:link )?copied|advertisement|(?:skip|jump) to (?:the )?(?:main )?(?:content|navigation|search|footer)|play video|toggle (?:navigation|menu)|nach oben|teilen|schließen|retour en haut|partager|fermer|volver arriba|compartir|cerrar)[\s.…!:↑▲^×✕]*$/i;
/** A time, the address of a picture, or a placeholder, all alone. */
const MACHINE_TEXT =
  /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?|https?:\/\/\S+\.(?:jpe?g|png|webp|gif|svg|avif)(?:\?\S*)?|\{\{[^{}]*\}\}|\$\{[^{}]*\}|\[\/[a-z][\w-]*\]|\[[a-z]+[_-][\w-]*(?:\s[^\]]*)?\])$/i;
const JSON_START = /^\s*(?:\[\s*)?\{\s*"[\w@$:. -]{1,60}"\s*:/;
/** `language-js`, `brush: js`, `highlight_source`. */
const CLASS_PARTS = /[\s:_-]+/;
const LABEL_WORDS = 5;
const LABEL_LENGTH = 60;
/** Nodes of a block that are read, and levels above that are asked for code. */
const BLOCK_NODES = 24;
const CODE_DEPTH = 8;
/** Blocks that hold one word as content. */
const SPARED: ReadonlySet<number> = new Set([
  T.TD,
  T.TH,
  T.DT,
  T.DD,
  T.LI,
  T.PRE,
  T.CAPTION,
  T.FIGCAPTION,
  T.SUMMARY,
  T.LABEL,
  T.OPTION,
]);

/**
 * Takes out blocks that are no text: one label of a control (`Share`, `Back to top`), and values for machines (times, JSON,
 * shortcodes that nothing replaced). A page that says nothing else (`Loading…`) keeps them: an empty one would say less.
 */
export function dropLabels(draft: Draft): void {
  const { tree, measures, removals } = draft;
  const { own, words, filled } = measures;
  const found: Array<[node: number, rule: RuleName]> = [];
  let foundWords = 0;
  let isAfterHeading = false;
  for (let at = 0; at < filled.length; at++) {
    const node = filled[at]!;
    if (own.words[node] === 0 || words[node] === 0) continue;
    const isAlone = isAfterHeading && isBeforeHeading(draft, at);
    isAfterHeading = isHeading(tree, node);
    // A removed block counts no words, and a block with others inside more than its own.
    if (isAlone || words[node] !== own.words[node] || isAfterHeading || SPARED.has(tree.tag[node]!)) continue;
    const rule = ruleAt(draft, at);
    if (rule === undefined || isInCode(tree, node)) continue;
    found.push([node, rule]);
    foundWords += words[node]!;
  }
  if (foundWords >= words[0]!) return;
  for (const [node, rule] of found) removals.remove(node, rule, measures);
}

/** Whether the next text after that of a node is a heading, or there is none: the node is all under the one before. */
function isBeforeHeading({ tree, measures: { own, words, filled } }: Draft, at: number): boolean {
  for (let next = at + 1; next < filled.length; next++) {
    const node = filled[next]!;
    if (own.words[node] !== 0 && words[node] !== 0) return isHeading(tree, node);
  }
  return true;
}

/** Whether a block says what the next one is written in: `js` over a block of code that names it too. */
function isLanguageOfNext({ tree, measures: { own, words, filled } }: Draft, at: number): boolean {
  for (let next = at + 1; next < filled.length; next++) {
    const node = filled[next]!;
    if (own.words[node] === 0 || words[node] === 0) continue;
    const code = tree.tag[node] === T.CODE ? tree.parent[node]! : node;
    if (tree.tag[code] !== T.PRE) return false;
    const names = [code, code + 1, tree.parent[code]!].map((each) => tree.attribute(each, 'class') ?? '');
    const label = textOf(tree, filled[at]!)?.toLowerCase() ?? '';
    return label !== '' && names.join(' ').toLowerCase().split(CLASS_PARTS).includes(label);
  }
  return false;
}

function isHeading(tree: Tree, node: number): boolean {
  return (elementClass(tree.tag[node]!) & HEADING) !== 0;
}

/** The rule for the block at a place of `filled`. */
function ruleAt(draft: Draft, at: number): RuleName | undefined {
  const { tree, measures } = draft;
  const node = measures.filled[at]!;
  if (measures.words[node] === 1 && isLanguageOfNext(draft, at)) return 'label';
  const isShort = measures.words[node]! <= LABEL_WORDS;
  return isShort || measures.own.proseWords[node] === 0 ? ruleFor(tree, node, isShort) : undefined;
}

function ruleFor(tree: Tree, node: number, isShort: boolean): RuleName | undefined {
  const text = textOf(tree, node);
  if (text === undefined) return undefined;
  if (JSON_START.test(text)) return 'machine data';
  if (!isShort || text.length > LABEL_LENGTH) return MACHINE_TEXT.test(text) ? 'machine data' : undefined;
  if (LABEL.test(text)) return 'label';
  return MACHINE_TEXT.test(text) ? 'machine data' : undefined;
}

/** Text of a small block; undefined for a block of many nodes or with pictures. */
function textOf(tree: Tree, block: number): string | undefined {
  const end = tree.end[block]!;
  if (end - block > BLOCK_NODES) return undefined;
  let text = '';
  for (let node = block + 1; node < end; node++) {
    const tag = tree.tag[node]!;
    if (tag === T.TEXT) text += tree.text(node);
    else if (tag === T.IMG || tag === T.MATH || tag === T.IFRAME || tag === T.VIDEO) return undefined;
  }
  return text.trim();
}

function isInCode(tree: Tree, node: number): boolean {
  let above = node;
  for (let level = 0; above > 0 && level < CODE_DEPTH; level++) {
    if (tree.tag[above] === T.PRE || tree.tag[above] === T.CODE) return true;
    above = tree.parent[above]!;
  }
  return false;
}
