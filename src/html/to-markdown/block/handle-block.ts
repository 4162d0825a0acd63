import * as tags from '../../tags.ts';
import {
  closeDescribedNote,
  closeFootnote,
  isNoteLabel,
  openDescribedNote,
  openFootnote,
} from '../footnote.ts';
import type { Handler } from '../handler.ts';
import { STRONG } from '../inline/run.ts';
import type { MarkdownWriter } from '../writer.ts';
import { findAdmonition } from './admonition.ts';

/** An element that parts its content from what is around it, and may be the box of a note. */
export const block: Handler = {
  open(writer, node) {
    writer.boundary();
    openAdmonition(writer, node);
  },
  close(writer, node) {
    writer.boundary();
    closeAdmonition(writer, node);
  },
};

/** The box of a note as a quote that begins with its label; the panel of a tab below the tab's name. */
function openAdmonition(writer: MarkdownWriter, node: number, isQuoted = false): void {
  if (!writer.isInFlow || !writer.tree.hasAttributes(node)) return;
  const classes = writer.tree.attribute(node, 'class') ?? '';
  writeLabel(writer, writer.tabs.labelOf(node, classes));
  const admonition = findAdmonition(writer.tree, node, classes);
  if (admonition === undefined) return;
  const { label, title } = admonition;
  if (!isQuoted) {
    writer.blocks.open('> ', '> ');
    writer.admonitions.push(node);
  }
  if (title !== 0) writer.survey.isLeftOut[title] = 1;
  writeLabel(writer, label);
}

/** A label in strong letters in a paragraph of its own. */
function writeLabel(writer: MarkdownWriter, label: string): void {
  if (label === '') return;
  writer.mark(STRONG);
  writer.text(label);
  writer.unmark(STRONG);
  writer.boundary();
}

function closeAdmonition(writer: MarkdownWriter, node: number): void {
  if (writer.admonitions.at(-1) !== node) return;
  writer.admonitions.pop();
  writer.blocks.close();
}

/** A block that may be a footnote. */
export const aside: Handler = {
  open(writer, node) {
    writer.boundary();
    openFootnote(writer, node);
    openAdmonition(writer, node);
  },
  close(writer, node) {
    writer.boundary();
    closeAdmonition(writer, node);
    closeFootnote(writer, node);
  },
};

/** `dt` and `summary`: a strong line above what it names. Markdown has no element for either. */
export const term: Handler = {
  open(writer, node) {
    writer.boundary();
    if (isNoteLabel(writer, node)) return false;
    writer.mark(STRONG);
    return true;
  },
  close(writer) {
    writer.boundary();
    writer.unmark(STRONG);
  },
};

/** `dd`: a block that may be a footnote. */
export const description: Handler = {
  open(writer, node) {
    writer.boundary();
    if (!openDescribedNote(writer, node)) openAdmonition(writer, node);
  },
  close(writer, node) {
    writer.boundary();
    closeAdmonition(writer, node);
    closeDescribedNote(writer, node);
  },
};

/** A heading on one line; inside a cell or another heading it is strong text. */
export const heading: Handler = {
  open(writer, node) {
    if (!writer.isInFlow) return term.open?.(writer, node);
    writer.boundary();
    writer.place = 'line';
    writer.placeOwner = node;
  },
  close(writer, node) {
    if (writer.placeOwner !== node) return term.close?.(writer, node);
    const text = writer.takeLine();
    writer.place = 'flow';
    writer.placeOwner = 0;
    const level = writer.tree.tag[node]! - tags.H1 + 1;
    if (text !== '') writer.block(`${'#'.repeat(level)} ${text.replace(/(^|\s)(#+)$/, '$1\\$2')}`);
  },
};

export const blockquote: Handler = {
  open(writer, node) {
    writer.boundary();
    if (!writer.isInFlow) return;
    writer.blocks.open('> ', '> ');
    openAdmonition(writer, node, true);
  },
  close(writer) {
    writer.boundary();
    if (writer.isInFlow) writer.blocks.close();
  },
};

export const rule: Handler = {
  open(writer) {
    writer.boundary();
    // With nothing above it a rule divides nothing, and many readers take it for the start of front matter.
    const { writes, prefix } = writer.blocks;
    if (!writer.isInFlow || (writes === 0 && prefix === '')) return;
    // After a list marker dashes would make the whole line a rule.
    writer.block(writer.blocks.isAfterMarker ? '___' : '---');
  },
};
