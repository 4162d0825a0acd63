import { DT, FIRST_ELEMENT_TAG } from '../tags.ts';
import type { MarkdownWriter } from './writer.ts';

const BACK_REFERENCE = /^#(?:user-content-)?_?(?:fnref|footnote-?ref|cite_ref|ftnref|ednref|ref)/i;
const LABEL_CLASS = /(?:^|\s)(?:label|fn-bracket|footnote-(?:label|number))(?:\s|$)/;
const BACK_CLASS = /backref|backlink|footnote-return|reversefootnote/i;

/** Starts the note that an element defines (a GFM extension, in use on GitHub); false when it defines none. */
export function openFootnote(writer: MarkdownWriter, node: number): boolean {
  const label = labelOf(writer, node);
  if (label === undefined) return false;
  writer.footnotes++;
  writer.blocks.open(`[^${label}]: `, '    ');
  leaveLabelOut(writer, node);
  return true;
}

/** Starts the note that a description holds whose term is the note's label; false when it holds none. */
export function openDescribedNote(writer: MarkdownWriter, node: number): boolean {
  const label = describedLabel(writer, node);
  if (label === undefined) return false;
  writer.footnotes++;
  writer.blocks.open(`[^${label}]: `, '    ');
  return true;
}

export function closeDescribedNote(writer: MarkdownWriter, node: number): void {
  if (describedLabel(writer, node) === undefined) return;
  writer.footnotes--;
  writer.blocks.close();
}

/** Whether a term is the label of a note. */
export function isNoteLabel(writer: MarkdownWriter, node: number): boolean {
  return labelOf(writer, node) !== undefined;
}

export function closeFootnote(writer: MarkdownWriter, node: number): boolean {
  if (labelOf(writer, node) === undefined) return false;
  writer.footnotes--;
  writer.blocks.close();
  return true;
}

/** The reference that a link is, undefined when it is an ordinary link. */
export function footnoteReference(writer: MarkdownWriter, href: string): string | undefined {
  const label = href.startsWith('#') ? writer.survey.footnotes.get(href.slice(1)) : undefined;
  return label === undefined ? undefined : `[^${label}]`;
}

/** True for the arrow at the end of a note that leads back to the text. */
export function isBackReference(writer: MarkdownWriter, node: number, href: string): boolean {
  if (writer.footnotes === 0 || !href.startsWith('#')) return false;
  const { tree } = writer;
  if (BACK_REFERENCE.test(href) || tree.attribute(node, 'role') === 'doc-backlink') return true;
  return BACK_CLASS.test(tree.attribute(node, 'class') ?? '');
}

/** The label of the term right before a description. */
function describedLabel(writer: MarkdownWriter, node: number): string | undefined {
  if (writer.survey.footnotes.size === 0) return undefined;
  const { tag, parent } = writer.tree;
  const list = parent[node]!;
  let term = siblingAround(writer, node - 1, list);
  while (term > list && tag[term]! < FIRST_ELEMENT_TAG) term = siblingAround(writer, term - 1, list);
  return term > list && tag[term] === DT ? labelOf(writer, term) : undefined;
}

/** The child of `list` that a node before another child is in. */
function siblingAround({ tree }: MarkdownWriter, node: number, list: number): number {
  let child = node;
  while (child > list && tree.parent[child] !== list) child = tree.parent[child]!;
  return child;
}

/** The number that a note begins with: Markdown has its label instead. */
function leaveLabelOut({ tree, survey }: MarkdownWriter, note: number): void {
  let first = note + 1;
  while (first < tree.end[note]! && tree.tag[first]! < FIRST_ELEMENT_TAG) first++;
  if (first >= tree.end[note]!) return;
  if (LABEL_CLASS.test(tree.attribute(first, 'class') ?? '')) survey.isLeftOut[first] = 1;
}

function labelOf(writer: MarkdownWriter, node: number): string | undefined {
  if (writer.survey.footnotes.size === 0 || !writer.isInFlow) return undefined;
  const id = writer.tree.attribute(node, 'id');
  return id === undefined ? undefined : writer.survey.footnotes.get(id);
}
