import * as tags from '../../tags.ts';
import type { TreeBuilder } from '../tree-builder.ts';
import * as modes from '../tree-modes.ts';
import { RuleTable } from './tree-rules.ts';

/*
 * Captions, sections, rows and cells (WHATWG HTML 13.2.6.4.11 and 13.2.6.4.13 to .15).
 */

const PARTS = 'caption col colgroup tbody td tfoot th thead tr';

/** Closes the caption or cell and what is open in it; false when none is in scope. */
function closeCaption(builder: TreeBuilder): boolean {
  if (!builder.open.isInTableScope(tags.CAPTION)) return false;
  builder.closeElement(tags.CAPTION);
  builder.formatting.clearToMarker();
  builder.mode = modes.IN_TABLE;
  return true;
}

function leaveCaption(builder: TreeBuilder): number {
  return closeCaption(builder) ? modes.IN_TABLE : modes.DONE;
}

export const startInCaption = new RuleTable(useBody, [[leaveCaption, PARTS]]);
export const endInCaption = new RuleTable(useBody, [
  [
    (builder) => {
      closeCaption(builder);
      return modes.DONE;
    },
    'caption',
  ],
  [leaveCaption, 'table'],
  [ignore, 'body col colgroup html tbody td tfoot th thead tr'],
]);

function clearToSection(builder: TreeBuilder): void {
  builder.open.popBackTo(tags.TBODY, tags.TFOOT, tags.THEAD);
}

function startRow(builder: TreeBuilder, tag: number): number {
  clearToSection(builder);
  builder.insertElement(tag);
  builder.mode = modes.IN_ROW;
  return modes.DONE;
}

function startCellInSection(builder: TreeBuilder): number {
  clearToSection(builder);
  builder.insertImplied(tags.TR);
  builder.mode = modes.IN_ROW;
  return builder.mode;
}

function leaveSection(builder: TreeBuilder): number {
  const { open } = builder;
  if (![tags.TBODY, tags.THEAD, tags.TFOOT].some((tag) => open.isInTableScope(tag))) return modes.DONE;
  clearToSection(builder);
  open.pop();
  builder.mode = modes.IN_TABLE;
  return builder.mode;
}

export const startInTableBody = new RuleTable(useTable, [
  [startRow, 'tr'],
  [startCellInSection, 'td th'],
  [leaveSection, 'caption col colgroup tbody tfoot thead'],
]);
export const endInTableBody = new RuleTable(useTable, [
  [
    function endSection(builder, tag) {
      if (builder.open.isInTableScope(tag)) leaveSection(builder);
      return modes.DONE;
    },
    'tbody tfoot thead',
  ],
  [leaveSection, 'table'],
  [ignore, 'body caption col colgroup html td th tr'],
]);

function startCell(builder: TreeBuilder, tag: number): number {
  builder.open.popBackTo(tags.TR);
  builder.insertElement(tag);
  builder.mode = modes.IN_CELL;
  builder.formatting.insertMarker();
  return modes.DONE;
}

/**
 * Takes cells that are nothing but text, and rows of them, one after the other: what the rules for each of their tokens
 * come to. Most nodes of a large table are such cells and their texts.
 */
export function takePlainCells(builder: TreeBuilder): void {
  const { tokenizer, nodes, open } = builder;
  if (open.topTag !== tags.TR || builder.isFramesetOk || builder.characters.mayHoldNul) return;
  const { length } = tokenizer.attributes;
  do {
    const row = open.top;
    for (let tag = tokenizer.nextPlainCell(); tag !== 0; tag = tokenizer.nextPlainCell()) {
      const cell = nodes.create(tag, 0, length, length);
      nodes.append(row, cell);
      if (tokenizer.start === tokenizer.stop) continue;
      nodes.append(cell, nodes.create(tags.TEXT, 0, tokenizer.start, tokenizer.stop));
    }
  } while (takeRowBreak(builder));
}

/** Goes on to the next row of a section, when white space alone stands before it. */
function takeRowBreak(builder: TreeBuilder): boolean {
  const { tokenizer, nodes, open } = builder;
  const section = nodes.tag[open.node(open.depth - 2)];
  if (section !== tags.TBODY && section !== tags.THEAD && section !== tags.TFOOT) return false;
  if (!tokenizer.nextRowBreak()) return false;
  const { start, stop } = tokenizer;
  open.pop();
  if (start < stop) nodes.insertText(open.top, 0, { start, stop, isRaw: false });
  builder.insertImplied(tags.TR);
  return true;
}

function leaveRow(builder: TreeBuilder): number {
  if (!builder.open.isInTableScope(tags.TR)) return modes.DONE;
  builder.open.popBackTo(tags.TR);
  builder.open.pop();
  builder.mode = modes.IN_TABLE_BODY;
  return builder.mode;
}

export const startInRow = new RuleTable(useTable, [
  [startCell, 'td th'],
  [leaveRow, 'caption col colgroup tbody tfoot thead tr'],
]);
export const endInRow = new RuleTable(useTable, [
  [
    function endRow(builder) {
      leaveRow(builder);
      return modes.DONE;
    },
    'tr',
  ],
  [leaveRow, 'table'],
  [
    (builder, tag) => (builder.open.isInTableScope(tag) ? leaveRow(builder) : modes.DONE),
    'tbody tfoot thead',
  ],
  [ignore, 'body caption col colgroup html td th'],
]);

function leaveCell(builder: TreeBuilder): number {
  const { open } = builder;
  open.generateImpliedEndTags();
  open.popTo(Math.max(open.slotOf(tags.TD), open.slotOf(tags.TH)));
  builder.formatting.clearToMarker();
  builder.mode = modes.IN_ROW;
  return builder.mode;
}

export const startInCell = new RuleTable(useBody, [
  [
    (builder) => {
      const { open } = builder;
      return open.isInTableScope(tags.TD) || open.isInTableScope(tags.TH) ? leaveCell(builder) : modes.DONE;
    },
    PARTS,
  ],
]);
export const endInCell = new RuleTable(useBody, [
  [
    function endCell(builder, tag) {
      if (!builder.open.isInTableScope(tag)) return modes.DONE;
      builder.closeElement(tag);
      builder.formatting.clearToMarker();
      builder.mode = modes.IN_ROW;
      return modes.DONE;
    },
    'td th',
  ],
  [
    (builder, tag) => (builder.open.isInTableScope(tag) ? leaveCell(builder) : modes.DONE),
    'table tbody tfoot thead tr',
  ],
  [ignore, 'body caption col colgroup html'],
]);

function useBody(): number {
  return modes.IN_BODY;
}

function useTable(): number {
  return modes.IN_TABLE;
}

function ignore(): number {
  return modes.DONE;
}
