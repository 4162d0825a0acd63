import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { isHeading } from '../block-tags.ts';

/** A note, warning or tip in a box of its own. */
export interface Admonition {
  /** The label to write above its text; '' when the text begins with it. */
  readonly label: string;
  /** The element that holds the label, 0 for none: it is written as the label. */
  readonly title: number;
}

/** Elements that are boxes. */
const BOXES = new Set([tags.DIV, tags.ASIDE, tags.SECTION, tags.BLOCKQUOTE, tags.P, tags.DL]);
/** Classes of documentation systems for any such box; the kind stands beside or in the same word. */
const SYSTEM =
  /(?:^|\s)(?:admonition|admonitionblock|theme-admonition|notecard|custom-block|markdown-alert|starlight-aside|callout|hint|alert|infobox|confluence-information-macro)(?=[\s-]|$)/i;
const ALERT = /(?:^|\s)alert(?:\s|$)/i;
const KIND =
  /(?:^|[\s_-])(note|info|information|tip|hint|important|warning|caution|attention|danger|seealso|example|deprecated)(?=\s|$)/gi;
/** A class that is the kind itself: other things have it too, so the text must begin with the word. */
const KIND_ALONE = /(?:^|\s)(?:note|tip|important|warning|caution|attention|danger|hint)(?:\s|$)/i;
const TITLE_CLASS =
  /(?:^|[\s_-])(?:admonition-?title|admonition-?heading\w*|custom-block-title|markdown-alert-title|callout-?title|alert-(?:title|heading)|aside__title|notecard-?title|title)(?:[\s_-]|$)/i;
/** Words in many languages with which such boxes begin. */
const LABEL =
  /^(?:note|info|information|tip|hint|important|warning|caution|attention|danger|see also|example|deprecated|hinweis|achtung|warnung|tipp|wichtig|remarque|avertissement|astuce|nota|advertencia|consejo|importante|attenzione|atenção|dica|примечание|предупреждение|注意|注釈|警告|提示|참고)(?![\p{L}\p{N}])/iu;
const DEFAULT_LABELS: Readonly<Record<string, string>> = { information: 'Info', seealso: 'See also' };
/** Nodes at the start of a box in which its title is looked for, and nodes of a title. */
const START_NODES = 14;
const TITLE_NODES = 24;
const LONGEST_TITLE = 80;
/** A box holds a remark; a wrapper around a page is none. */
const MAX_NODES = 1200;

/** Reads an element of these classes as a note of a documentation system; undefined for anything else. */
export function findAdmonition(tree: Tree, node: number, classes: string): Admonition | undefined {
  if (!BOXES.has(tree.tag[node]!)) return undefined;
  const kind = kindOf(classes);
  const mayBeNote = KIND_ALONE.test(classes) || tree.attribute(node, 'role') === 'note';
  if ((kind === undefined && !mayBeNote) || tree.end[node]! - node > MAX_NODES) return undefined;
  const title = findTitle(tree, node);
  const titleText = title === 0 ? '' : textOf(tree, title).replace(/\s*[:：]$/, '');
  const isTitled = titleText !== '' && (kind !== undefined || LABEL.test(titleText));
  return isTitled ? { label: capitalised(titleText), title } : untitled(tree, node, kind);
}

function untitled(tree: Tree, node: number, kind: string | undefined): Admonition | undefined {
  if (LABEL.test(textOf(tree, node))) return { label: '', title: 0 };
  if (kind === undefined) return undefined;
  // The alerts of Bootstrap are boxes for anything: their kind is a colour.
  const isAlert = ALERT.test(tree.attribute(node, 'class') ?? '');
  return { label: isAlert ? '' : (DEFAULT_LABELS[kind] ?? capitalised(kind)), title: 0 };
}

/** The kind that a class of a documentation system states; the last word is the telling one: `hint hint-info`. */
function kindOf(classes: string): string | undefined {
  return SYSTEM.test(classes) ? [...classes.matchAll(KIND)].at(-1)?.[1]?.toLowerCase() : undefined;
}

/** The first element in the box that is made as its title. */
function findTitle(tree: Tree, box: number): number {
  const end = Math.min(tree.end[box]!, box + START_NODES);
  for (let node = box + 1; node < end; node++) {
    const tag = tree.tag[node]!;
    if (tag === tags.TEXT && !tree.isBlank(node)) return 0;
    if (tag < tags.FIRST_ELEMENT_TAG || tree.end[node]! - node > TITLE_NODES) continue;
    const isTitle = isHeading(tag) || TITLE_CLASS.test(tree.attribute(node, 'class') ?? '');
    const text = textOf(tree, node);
    const isLabel = tag === tags.P && /^\W?$/.test(text.replace(LABEL, ''));
    if ((isTitle || isLabel) && text !== '' && text.length < LONGEST_TITLE) return node;
  }
  return 0;
}

/** The beginning of an element's text. */
function textOf(tree: Tree, element: number): string {
  let text = '';
  const end = Math.min(tree.end[element]!, element + TITLE_NODES);
  for (let node = element + 1; node < end && text.length < LONGEST_TITLE; node++) {
    const tag = tree.tag[node]!;
    if (tag === tags.TEXT) text += tree.text(node);
    else if (tag === tags.SVG || tag === tags.STYLE) node = tree.end[node]! - 1;
  }
  return text.replace(/\s+/g, ' ').trim();
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
