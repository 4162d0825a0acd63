import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Handler } from '../handler.ts';
import type { MarkdownWriter } from '../writer.ts';
import { closeFootnote, openFootnote } from '../footnote.ts';
import type { ListState } from './list-state.ts';

/** CommonMark section 5.2: at most nine digits. */
const MAX_NUMBER = 999_999_999;

export const list: Handler = {
  open(writer, node) {
    writer.boundary();
    const state = startList(writer, node);
    if (state.isIndented) {
      const indent = ' '.repeat(writer.lists.at(-1)?.indent ?? 0);
      writer.blocks.open(indent, indent);
    }
    writer.lists.push(state);
  },
  close(writer) {
    writer.boundary();
    const { blocks } = writer;
    const state = writer.lists.pop();
    if (state === undefined) return;
    blocks.endList(state.layout);
    if (state.isIndented) {
      blocks.close();
      const outer = writer.lists.at(-1)?.layout;
      if (outer !== undefined) outer.end = blocks.writes;
    }
    if (state.writes !== blocks.writes) remember(writer, state);
  },
};

export const listItem: Handler = {
  open(writer, node) {
    writer.boundary();
    if (openFootnote(writer, node)) return;
    const state = writer.lists.at(-1) ?? openStrayList(writer, node);
    state.isItemOpen = true;
    const marker = nextMarker(state, writer.tree.attribute(node, 'value'));
    if (writer.isInFlow) {
      writer.blocks.open(marker, ' '.repeat(marker.length), state.layout);
    } else if (writer.place === 'cell') {
      writer.bareAtom(marker.trimEnd());
      writer.space();
    }
  },
  close(writer, node) {
    writer.boundary();
    writer.checkbox = '';
    if (closeFootnote(writer, node)) return;
    const state = writer.lists.at(-1);
    if (state !== undefined) state.isItemOpen = false;
    if (writer.isInFlow) writer.blocks.close();
    if (state?.node === -node) {
      writer.lists.pop();
      remember(writer, state);
    }
  },
};

/** The box of a task (GFM section 5.3): a checkbox at the very start of a list item. */
export const input: Handler = {
  open(writer, node) {
    const isCheckbox = writer.tree.attribute(node, 'type')?.toLowerCase() === 'checkbox';
    const isAtStart = writer.isInFlow && writer.isParagraphEmpty && writer.blocks.isAfterMarker;
    if (isCheckbox && isAtStart && writer.lists.length > 0) {
      writer.checkbox = writer.tree.attribute(node, 'checked') === undefined ? '[ ] ' : '[x] ';
    }
    return false;
  },
};

function startList(writer: MarkdownWriter, node: number): ListState {
  const { tree, blocks } = writer;
  const isOrdered = tree.tag[node] === tags.OL;
  const outer = writer.lists.at(-1);
  const isReversed = isOrdered && tree.attribute(node, 'reversed') !== undefined;
  const number = isOrdered ? startOf(tree, node, isReversed) : 1;
  const isIndented = writer.isInFlow && outer !== undefined && !outer.isItemOpen && outer.indent > 0;
  return {
    node,
    isOrdered,
    delimiter: delimiterFor(writer, isOrdered),
    step: isReversed ? -1 : 1,
    layout: {
      // A numbered list interrupts a paragraph only when it starts with 1 (CommonMark section 5.2).
      startsTight: (blocks.isInItem || isIndented) && number === 1,
      isLoose: false,
      items: 0,
      end: 0,
      separators: [],
    },
    isIndented,
    writes: blocks.writes,
    isItemOpen: false,
    number,
    indent: 0,
  };
}

/** Another than that of a list of the same kind that ended just here: the two would be one. */
function delimiterFor({ blocks, lastList }: MarkdownWriter, isOrdered: boolean): ListState['delimiter'] {
  const usual = isOrdered ? '.' : '-';
  const other = isOrdered ? ')' : '*';
  const follows =
    lastList?.writes === blocks.writes &&
    lastList.prefix === blocks.prefix &&
    lastList.isOrdered === isOrdered &&
    !blocks.isAfterMarker;
  return follows && lastList.delimiter === usual ? other : usual;
}

/** The list of an item outside of any list, with the item's node as a negative number; items in a row share it. */
function openStrayList(writer: MarkdownWriter, item: number): ListState {
  const { blocks, lastList } = writer;
  const goesOn =
    lastList !== undefined &&
    lastList.node < 0 &&
    lastList.writes === blocks.writes &&
    lastList.prefix === blocks.prefix;
  const state: ListState = { ...(goesOn ? lastList : startList(writer, 0)), node: -item };
  writer.lists.push(state);
  return state;
}

/** Notes where a list ended, for the next one to keep apart from it. */
function remember(writer: MarkdownWriter, state: ListState): void {
  const { writes, prefix } = writer.blocks;
  writer.lastList = { ...state, writes, prefix };
}

function startOf(tree: Tree, node: number, isReversed: boolean): number {
  const start = Number.parseInt(tree.attribute(node, 'start') ?? '', 10);
  if (!Number.isNaN(start)) return start;
  return isReversed ? countItems(tree, node) : 1;
}

function countItems(tree: Tree, parent: number): number {
  let items = 0;
  for (let node = parent + 1; node < tree.end[parent]!; node = tree.end[node]!) {
    if (tree.tag[node] === tags.LI) items++;
  }
  return items;
}

function nextMarker(state: ListState, value: string | undefined): string {
  const explicit = Number.parseInt(value ?? '', 10);
  if (!Number.isNaN(explicit)) state.number = explicit;
  const number = Math.min(Math.max(state.number, 0), MAX_NUMBER);
  state.number += state.step;
  const marker = state.isOrdered ? `${number}${state.delimiter} ` : `${state.delimiter} `;
  state.indent = marker.length;
  return marker;
}
