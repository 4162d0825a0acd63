import * as tags from '../tags.ts';
import { aside, block, blockquote, description, heading, rule, term } from './block/handle-block.ts';
import { isBlock } from './block-tags.ts';
import { codeBlock, inlineCode } from './code/handle-code.ts';
import type { Handler } from './handler.ts';
import { button, enclosed, lineBreak, marked, skipped, strong } from './inline/handle-text-level.ts';
import { DELETED, EMPHASIS, SUBSCRIPT, SUPERSCRIPT } from './inline/run.ts';
import { link } from './link/handle-link.ts';
import { input, list, listItem } from './list/handle-list.ts';
import { audio, embed, iframe, object, video } from './media/handle-embed.ts';
import { image, noscript } from './media/handle-image.ts';
import { cell, row, table } from './table/handle-table.ts';

/**
 * The handlers of the elements. A block that is not listed only parts paragraphs, and any other element that is not
 * listed gives its content: text of `mark`, `ins`, `u`, `small`, `span`, `time` and all custom elements stays plain.
 */
const COVERAGE: readonly (readonly [tag: number, handler: Handler])[] = [
  [tags.H1, heading],
  [tags.H2, heading],
  [tags.H3, heading],
  [tags.H4, heading],
  [tags.H5, heading],
  [tags.H6, heading],
  [tags.ASIDE, aside],
  [tags.BLOCKQUOTE, blockquote],
  [tags.HR, rule],
  [tags.DT, term],
  [tags.DD, description],
  [tags.SUMMARY, term],

  [tags.UL, list],
  [tags.OL, list],
  [tags.MENU, list],
  [tags.DIR, list],
  [tags.LI, listItem],
  [tags.INPUT, input],

  [tags.TABLE, table],
  [tags.TR, row],
  [tags.TD, cell],
  [tags.TH, cell],

  [tags.PRE, codeBlock],
  [tags.LISTING, codeBlock],
  [tags.XMP, codeBlock],
  [tags.PLAINTEXT, codeBlock],
  [tags.CODE, inlineCode],
  [tags.KBD, inlineCode],
  [tags.SAMP, inlineCode],
  [tags.TT, inlineCode],

  [tags.STRONG, strong],
  [tags.B, strong],
  [tags.EM, marked(EMPHASIS)],
  [tags.I, marked(EMPHASIS)],
  [tags.CITE, marked(EMPHASIS)],
  [tags.DFN, marked(EMPHASIS)],
  [tags.VAR, marked(EMPHASIS)],
  [tags.DEL, marked(DELETED)],
  [tags.S, marked(DELETED)],
  [tags.STRIKE, marked(DELETED)],
  [tags.SUP, marked(SUPERSCRIPT)],
  [tags.SUB, marked(SUBSCRIPT)],
  [tags.Q, enclosed('“', '”')],
  [tags.RT, enclosed('(', ')')],
  [tags.BR, lineBreak],
  [tags.BUTTON, button],
  [tags.SELECT, skipped],
  [tags.TEXTAREA, skipped],

  [tags.A, link],
  [tags.IMG, image],
  [tags.NOSCRIPT, noscript],
  [tags.IFRAME, iframe],
  [tags.FRAME, iframe],
  [tags.VIDEO, video],
  [tags.AUDIO, audio],
  [tags.EMBED, embed],
  [tags.OBJECT, object],
];

/** Handlers by tag id; undefined for elements that give their content. */
export const HANDLERS: readonly (Handler | undefined)[] = Array.from(
  { length: tags.FIRST_UNKNOWN_TAG },
  (_, tag) => {
    const [, handler] = COVERAGE.find(([covered]) => covered === tag) ?? [tag, undefined];
    return handler ?? (isBlock(tag) ? block : undefined);
  },
);
