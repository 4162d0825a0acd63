import * as tags from '../../tags.ts';
import { closeFootnote, openFootnote } from '../footnote.ts';
import type { Handler } from '../handler.ts';
import { STRONG } from '../inline/run.ts';

/** An element that only parts its content from what is around it. */
export const block: Handler = {
  open: (writer) => writer.boundary(),
  close: (writer) => writer.boundary(),
};

/** A block that may be a footnote. */
export const aside: Handler = {
  open(writer, node) {
    writer.boundary();
    openFootnote(writer, node);
  },
  close(writer, node) {
    writer.boundary();
    closeFootnote(writer, node);
  },
};

/** `dt` and `summary`: a strong line above what it names. Markdown has no element for either. */
export const term: Handler = {
  open(writer) {
    writer.boundary();
    writer.mark(STRONG);
  },
  close(writer) {
    writer.boundary();
    writer.unmark(STRONG);
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
  open(writer) {
    writer.boundary();
    if (writer.isInFlow) writer.blocks.open('> ', '> ');
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
