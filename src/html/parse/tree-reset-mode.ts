import * as tags from '../tags.ts';
import type { TreeBuilder } from './tree-builder.ts';
import * as modes from './tree-modes.ts';

const MODE_BY_TAG: ReadonlyMap<number, number> = new Map([
  [tags.TR, modes.IN_ROW],
  [tags.TBODY, modes.IN_TABLE_BODY],
  [tags.THEAD, modes.IN_TABLE_BODY],
  [tags.TFOOT, modes.IN_TABLE_BODY],
  [tags.CAPTION, modes.IN_CAPTION],
  [tags.COLGROUP, modes.IN_COLUMN_GROUP],
  [tags.TABLE, modes.IN_TABLE],
  [tags.FRAMESET, modes.IN_FRAMESET],
  [tags.SELECT, modes.IN_SELECT],
  [tags.TEMPLATE, modes.IN_TEMPLATE],
  [tags.TD, modes.IN_CELL],
  [tags.TH, modes.IN_CELL],
  [tags.HEAD, modes.IN_HEAD],
  [tags.BODY, modes.IN_BODY],
]);

/** "Reset the insertion mode appropriately" (WHATWG HTML 13.2.4.1): the topmost element that selects a mode decides. */
export function resetMode(builder: TreeBuilder): number {
  const { open } = builder;
  let slot = -1;
  let mode: number = builder.head === 0 ? modes.BEFORE_HEAD : modes.AFTER_HEAD;
  for (const [tag, selected] of MODE_BY_TAG) {
    if (open.slotOf(tag) <= slot) continue;
    slot = open.slotOf(tag);
    mode = selected;
  }
  const table = open.slotOf(tags.TABLE);
  if (mode === modes.IN_SELECT && table > open.slotOf(tags.TEMPLATE)) mode = modes.IN_SELECT_IN_TABLE;
  if (mode === modes.IN_TEMPLATE) mode = builder.templateModes.at(-1) ?? modes.IN_BODY;
  builder.mode = mode;
  return mode;
}
