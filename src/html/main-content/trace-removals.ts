import * as T from '../tags.ts';
import type { Tree } from '../tree.ts';
import { isHidden } from './measure/is-hidden.ts';
import { bitsOfRule, VERDICT_BY_TAG } from './classify/verdicts.ts';
import { nameBits } from './classify/vocabulary.ts';
import type { Removal, Removals } from './removals.ts';
import type { RuleName } from './rules.ts';

/** The kind of evidence that a rule went by. */
export type EvidenceKind = 'element' | 'role' | 'hidden' | 'name' | 'heading' | 'place' | 'shape' | 'text';

/** One removed block, for people: which rule took it out, on what evidence, and on what numbers. */
export interface RemovalTrace {
  readonly node: number;
  readonly tag: string;
  /** `#id.class.class` as the page wrote it, '' when it has neither. */
  readonly label: string;
  readonly rule: string;
  readonly by: EvidenceKind;
  /** The evidence as the page wrote it: its element, its role, the classes that were understood, a heading. */
  readonly evidence: string;
  /** The numbers that the rule looked at. */
  readonly why: string;
  /** Characters of text that went with it. */
  readonly characters: number;
}

/** The kind of evidence of rules that know one kind only. */
const KIND_BY_RULE: ReadonlyMap<RuleName, EvidenceKind> = new Map([
  ['outside main', 'place'],
  ['outside the prose', 'place'],
  ['above the title', 'place'],
  ['skip link', 'place'],
  ['link list', 'shape'],
  ['cards', 'shape'],
  ['repeated', 'text'],
  ['link label', 'text'],
  ['announced', 'heading'],
  ['site frame', 'text'],
  ['river', 'shape'],
  ['label', 'text'],
  ['machine data', 'text'],
  ['editing', 'text'],
]);

const EVIDENCE_BY_RULE: ReadonlyMap<RuleName, string> = new Map([
  ['outside main', 'stands outside main'],
  ['outside the prose', 'stands beside the block that holds the prose'],
  ['above the title', 'stands above the title'],
  ['skip link', 'leads down the page, above all else'],
  ['link list', 'mostly links'],
  ['cards', 'cards with pictures and links'],
  ['repeated', 'the same text stands above'],
  ['link label', 'the same link text on every card'],
  ['site frame', 'the same text stands on most pages of this template'],
  ['river', 'blocks that look alike, each with a headline that leads to another page'],
  ['label', 'the label of a control and nothing else'],
  ['machine data', 'a value for machines'],
  ['editing', 'a mark for those who edit the page'],
]);

const LONGEST_QUOTE = 80;
/** One heading may be the evidence for every block of a page. */
const MOST_NODES_QUOTED = 64;

/** Each removed block once, but for white space. */
export function traceRemovals(tree: Tree, removals: Removals): RemovalTrace[] {
  return removals
    .made()
    .filter(({ node }) => !isBlank(tree, node))
    .map((removal) => {
      const { node, rule, wordShare, proseShare, linkShare } = removal;
      const by = kindOf(tree, removal);
      return {
        node,
        tag: tree.name(node),
        label: labelOf(tree, node),
        // Not the mask's: the caller's own selectors write there too.
        rule,
        by,
        evidence: evidenceOf(tree, removal, by),
        why: `${percent(wordShare)} of the words, ${percent(proseShare)} of the prose, ${percent(linkShare)} of it links`,
        characters: textLength(tree, node),
      };
    });
}

/** Fields that speak for what stands around them. */
const ASKS: ReadonlySet<number> = new Set([T.SELECT, T.INPUT]);

function kindOf(tree: Tree, { rule, names, cause }: Removal): EvidenceKind {
  const byRule = KIND_BY_RULE.get(rule);
  if (byRule !== undefined) return byRule;
  if (names !== 0) return 'name';
  if (rule === 'hidden' && isHidden(tree, cause)) return 'hidden';
  return VERDICT_BY_TAG.has(tree.tag[cause]!) || ASKS.has(tree.tag[cause]!) ? 'element' : 'role';
}

function evidenceOf(tree: Tree, { rule, cause }: Removal, by: EvidenceKind): string {
  switch (by) {
    case 'element':
      return `<${tree.name(cause)}>`;
    case 'role':
      return `role="${tree.attribute(cause, 'role') ?? ''}"`;
    case 'hidden':
      return 'hidden by the page';
    case 'name':
      return namesFor(tree, cause, bitsOfRule(rule));
    case 'heading':
      return `under the heading "${shortText(tree, cause)}"`;
    default:
      return EVIDENCE_BY_RULE.get(rule) ?? '';
  }
}

/** The id and the classes of an element that mean what the rule looks for. */
function namesFor(tree: Tree, node: number, bits: number): string {
  const meant = (name: string): boolean => (nameBits(name) & bits) !== 0;
  const id = tree.attribute(node, 'id') ?? '';
  const classes = (tree.attribute(node, 'class') ?? '').split(/\s+/).filter(meant);
  return [...(meant(id) ? [`#${id}`] : []), ...classes.map((name) => `.${name}`)].join(' ');
}

function shortText(tree: Tree, node: number): string {
  let text = '';
  const end = Math.min(tree.end[node]!, node + MOST_NODES_QUOTED);
  for (let inside = node; inside < end && text.length < LONGEST_QUOTE; inside++) {
    if (tree.tag[inside] === T.TEXT) text += tree.text(inside);
  }
  return text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_QUOTE);
}

function isBlank(tree: Tree, node: number): boolean {
  return tree.tag[node] === T.TEXT && tree.text(node).trim() === '';
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function labelOf(tree: Tree, node: number): string {
  const id = tree.attribute(node, 'id')?.trim();
  const names = tree.attribute(node, 'class')?.trim();
  return (id ? `#${id}` : '') + (names ? `.${names.split(/\s+/).join('.')}` : '');
}

function textLength(tree: Tree, node: number): number {
  let length = 0;
  for (let inside = node; inside < tree.end[node]!; inside++) {
    if (tree.tag[inside] === T.TEXT) length += tree.text(inside).trim().length;
  }
  return length;
}
