import type { MarkdownWriter } from './writer.ts';

const BACK_REFERENCE = /^#(?:user-content-)?_?(?:fnref|footnote-?ref|cite_ref|ftnref|ednref|ref)/i;
const BACK_CLASS = /backref|backlink|footnote-return|reversefootnote/i;

/** Starts the note that an element defines (a GFM extension, in use on GitHub); false when it defines none. */
export function openFootnote(writer: MarkdownWriter, node: number): boolean {
  const label = labelOf(writer, node);
  if (label === undefined) return false;
  writer.footnotes++;
  writer.blocks.open(`[^${label}]: `, '    ');
  return true;
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

function labelOf(writer: MarkdownWriter, node: number): string | undefined {
  if (writer.survey.footnotes.size === 0 || !writer.isInFlow) return undefined;
  const id = writer.tree.attribute(node, 'id');
  return id === undefined ? undefined : writer.survey.footnotes.get(id);
}
