import * as tags from '../../tags.ts';
import type { TreeBuilder } from '../tree-builder.ts';
import { isBlank } from '../tokenizer-chars.ts';
import * as modes from '../tree-modes.ts';
import { resetMode } from '../tree-reset-mode.ts';
import { RuleTable } from './tree-rules.ts';
import { closeTemplate } from '../tree-template.ts';
import { FOSTERING, HTML_TRAITS } from '../tree-tag-traits.ts';

/*
 * The table and what directly belongs to it (WHATWG HTML 13.2.6.4.9, .10 and .12); its parts are in
 * `tree-rules-table-parts.ts`.
 */

/** Puts content that does not belong into a table before the table. */
function foster(builder: TreeBuilder): number {
  builder.startFostering();
  return modes.IN_BODY;
}

export function textInTable(builder: TreeBuilder): number {
  const { topTag } = builder.open;
  if (topTag < 0 || ((HTML_TRAITS[topTag] ?? 0) & FOSTERING) === 0) return foster(builder);
  builder.modeBeforeTableText = builder.mode;
  builder.mode = modes.IN_TABLE_TEXT;
  return modes.IN_TABLE_TEXT;
}

export function textInTableText(builder: TreeBuilder): number {
  const { start, stop, isRaw } = builder.tokenizer;
  builder.tableText.push({ start, stop, isRaw });
  return modes.DONE;
}

/** Inserts the text that waits: in the table when all of it is white space, before it otherwise. */
export function leaveTableText(builder: TreeBuilder): number {
  const { source } = builder.tokenizer;
  const pieces = builder.tableText.splice(0);
  const isAllBlank = pieces.every(({ start, stop, isRaw }) => isBlank(source, start, stop, isRaw));
  if (!isAllBlank) builder.startFostering();
  for (const piece of pieces) {
    if (!isAllBlank) builder.reconstructFormatting();
    builder.insertPiece(piece);
  }
  if (!isAllBlank) builder.isFramesetOk = false;
  builder.stopFostering();
  builder.mode = builder.modeBeforeTableText;
  return builder.mode;
}

function startCaption(builder: TreeBuilder, tag: number): number {
  builder.open.popBackTo(tags.TABLE);
  builder.formatting.insertMarker();
  builder.insertElement(tag);
  builder.mode = modes.IN_CAPTION;
  return modes.DONE;
}

function startColumnGroup(builder: TreeBuilder, tag: number): number {
  builder.open.popBackTo(tags.TABLE);
  builder.insertElement(tag);
  builder.mode = modes.IN_COLUMN_GROUP;
  return modes.DONE;
}

function startColumn(builder: TreeBuilder): number {
  builder.open.popBackTo(tags.TABLE);
  builder.insertImplied(tags.COLGROUP);
  builder.mode = modes.IN_COLUMN_GROUP;
  return builder.mode;
}

function startSection(builder: TreeBuilder, tag: number): number {
  builder.open.popBackTo(tags.TABLE);
  builder.insertElement(tag);
  builder.mode = modes.IN_TABLE_BODY;
  return modes.DONE;
}

function startRowOrCell(builder: TreeBuilder): number {
  builder.open.popBackTo(tags.TABLE);
  builder.insertImplied(tags.TBODY);
  builder.mode = modes.IN_TABLE_BODY;
  return builder.mode;
}

function startNestedTable(builder: TreeBuilder): number {
  if (!builder.open.isInTableScope(tags.TABLE)) return modes.DONE;
  builder.open.popThrough(tags.TABLE);
  return resetMode(builder);
}

function startInput(builder: TreeBuilder, tag: number): number {
  if (!builder.isHiddenInput()) return foster(builder);
  builder.insertVoid(tag);
  return modes.DONE;
}

function startForm(builder: TreeBuilder, tag: number): number {
  if (builder.form === 0 && !builder.open.hasTemplate()) builder.form = builder.insertVoid(tag);
  return modes.DONE;
}

export const startInTable = new RuleTable(foster, [
  [startRowOrCell, 'td th tr'],
  [startSection, 'tbody tfoot thead'],
  [startCaption, 'caption'],
  [startColumnGroup, 'colgroup'],
  [startColumn, 'col'],
  [startNestedTable, 'table'],
  [() => modes.IN_HEAD, 'style script template'],
  [startInput, 'input'],
  [startForm, 'form'],
]);

function endTable(builder: TreeBuilder): number {
  if (!builder.open.isInTableScope(tags.TABLE)) return modes.DONE;
  builder.open.popThrough(tags.TABLE);
  resetMode(builder);
  return modes.DONE;
}

export const endInTable = new RuleTable(foster, [
  [endTable, 'table'],
  [() => modes.DONE, 'body caption col colgroup html tbody td tfoot th thead tr'],
  [closeTemplate, 'template'],
]);

/** Anything but a column leaves the column group. */
function leaveColumnGroup(builder: TreeBuilder): number {
  if (builder.open.topTag !== tags.COLGROUP) return modes.DONE;
  builder.open.pop();
  builder.mode = modes.IN_TABLE;
  return builder.mode;
}

export function textInColumnGroup(builder: TreeBuilder): number {
  if (builder.open.topTag !== tags.COLGROUP) {
    builder.insertWhitespaceOnly();
    return modes.DONE;
  }
  return builder.insertLeadingWhitespace() ? leaveColumnGroup(builder) : modes.DONE;
}

export const startInColumnGroup = new RuleTable(leaveColumnGroup, [
  [() => modes.IN_BODY, 'html'],
  [
    (builder, tag) => {
      builder.insertVoid(tag);
      return modes.DONE;
    },
    'col',
  ],
  [() => modes.IN_HEAD, 'template'],
]);
export const endInColumnGroup = new RuleTable(leaveColumnGroup, [
  [
    (builder) => {
      leaveColumnGroup(builder);
      return modes.DONE;
    },
    'colgroup',
  ],
  [() => modes.DONE, 'col'],
  [closeTemplate, 'template'],
]);
