import * as tags from '../../tags.ts';
import type { TreeBuilder } from '../tree-builder.ts';
import * as modes from '../tree-modes.ts';
import { resetMode } from '../tree-reset-mode.ts';
import { RuleTable } from './tree-rules.ts';
import { closeTemplate } from '../tree-template.ts';

/*
 * "In select" and "in select in table" (WHATWG HTML 13.2.6.4.16 and .17 as they stood until 2025, which is what pages
 * were written for): only options and groups are kept of the elements in a select.
 */

export function textInSelect(builder: TreeBuilder): number {
  builder.insertText();
  return modes.DONE;
}

/** Whether a select is open with nothing but options and groups in it. */
function isInSelectScope({ open, nodes }: TreeBuilder): boolean {
  const slot = open.slotOf(tags.SELECT);
  if (slot < 0) return false;
  for (let above = slot + 1; above < open.depth; above++) {
    const tag = nodes.tag[open.node(above)];
    if (tag !== tags.OPTION && tag !== tags.OPTGROUP) return false;
  }
  return true;
}

function closeSelect(builder: TreeBuilder): number {
  builder.open.popThrough(tags.SELECT);
  return resetMode(builder);
}

function closeOption({ open }: TreeBuilder): void {
  if (open.topTag === tags.OPTION) open.pop();
}

function closeGroup(builder: TreeBuilder): void {
  closeOption(builder);
  if (builder.open.topTag === tags.OPTGROUP) builder.open.pop();
}

export const startInSelect = new RuleTable(ignore, [
  [() => modes.IN_BODY, 'html'],
  [
    (builder, tag) => {
      closeOption(builder);
      builder.insertElement(tag);
      return modes.DONE;
    },
    'option',
  ],
  [
    (builder, tag) => {
      closeGroup(builder);
      builder.insertElement(tag);
      return modes.DONE;
    },
    'optgroup',
  ],
  [
    (builder, tag) => {
      closeGroup(builder);
      builder.insertVoid(tag);
      return modes.DONE;
    },
    'hr',
  ],
  [
    (builder) => {
      if (isInSelectScope(builder)) closeSelect(builder);
      return modes.DONE;
    },
    'select',
  ],
  [(builder) => (isInSelectScope(builder) ? closeSelect(builder) : modes.DONE), 'input keygen textarea'],
  [() => modes.IN_HEAD, 'script template'],
]);

export const endInSelect = new RuleTable(ignore, [
  [
    (builder) => {
      const { open, nodes } = builder;
      const isOptionInGroup =
        open.topTag === tags.OPTION && nodes.tag[open.node(open.depth - 2)] === tags.OPTGROUP;
      if (isOptionInGroup) open.pop();
      if (open.topTag === tags.OPTGROUP) open.pop();
      return modes.DONE;
    },
    'optgroup',
  ],
  [
    (builder) => {
      closeOption(builder);
      return modes.DONE;
    },
    'option',
  ],
  [
    (builder) => {
      if (isInSelectScope(builder)) closeSelect(builder);
      return modes.DONE;
    },
    'select',
  ],
  [closeTemplate, 'template'],
]);

const TABLE_TAGS = 'caption table tbody td tfoot th thead tr';

export const startInSelectInTable = new RuleTable(() => modes.IN_SELECT, [[closeSelect, TABLE_TAGS]]);
export const endInSelectInTable = new RuleTable(
  () => modes.IN_SELECT,
  [[(builder, tag) => (builder.open.isInTableScope(tag) ? closeSelect(builder) : modes.DONE), TABLE_TAGS]],
);

function ignore(): number {
  return modes.DONE;
}
