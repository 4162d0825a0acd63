import { FIRST_ELEMENT_TAG, TEXT } from '../tags.ts';
import type { Tree } from '../tree.ts';
import { HANDLERS } from './handlers.ts';
import { shownText } from './link/protected-address.ts';
import { writeFormula } from './math/write-formula.ts';
import type { MarkdownOptions } from './options.ts';
import { surveyTree } from './survey.ts';
import { MarkdownWriter } from './writer.ts';

export type { MarkdownOptions } from './options.ts';

/**
 * A page, or the part under `root`, as CommonMark with GFM's tables, strikethrough, task lists and footnotes. Two
 * loops over the flat tree, the second of which calls a handler for each element; time and output are linear in the
 * page. Raw HTML is written for `sub`, `sup` and line breaks in table cells only. Never throws.
 */
export function toMarkdown(tree: Tree, options: MarkdownOptions = {}): string {
  const root = options.root ?? 0;
  const survey = surveyTree(tree, root, options);
  const writer = new MarkdownWriter(tree, options, survey, root);
  const open: number[] = [];
  const stop = tree.end[root]!;
  for (let node = root; node < stop && !writer.blocks.isEnded;) {
    closeBefore(node, open, writer);
    node = enter(node, open, writer);
  }
  closeBefore(stop, open, writer);
  writer.boundary();
  return writer.blocks.finish();
}

/** Writes what a node begins with, and returns the node to go on with. */
function enter(node: number, open: number[], writer: MarkdownWriter): number {
  const { tree, survey } = writer;
  const tag = tree.tag[node]!;
  writer.node = node;
  if (tag === TEXT && survey.isLeftOut[node] === 0) writer.textOf(node, shownText(tree, node));
  if (tag < FIRST_ELEMENT_TAG) return node + 1;
  if (survey.isLeftOut[node] === 1) return tree.end[node]!;
  const formula = survey.formulas.size === 0 ? undefined : survey.formulas.get(node);
  if (formula !== undefined) {
    writeFormula(writer, formula);
    return tree.end[node]!;
  }
  if (survey.sidenotes.size > 0 && survey.sidenotes.has(node)) {
    writer.openSidenote();
    open.push(node);
    return node + 1;
  }
  const handler = HANDLERS[tag];
  if (handler === undefined) return node + 1;
  if (handler.open?.(writer, node) === false) return tree.end[node]!;
  if (handler.close !== undefined) open.push(node);
  return node + 1;
}

/** Closes the elements that end before a node, the innermost first. */
function closeBefore(node: number, open: number[], writer: MarkdownWriter): void {
  const { end, tag } = writer.tree;
  while (open.length > 0) {
    const last = open[open.length - 1]!;
    if (end[last]! > node) return;
    open.pop();
    writer.node = last;
    if (writer.survey.sidenotes.size > 0 && writer.survey.sidenotes.has(last)) writer.closeSidenote();
    else HANDLERS[tag[last]!]?.close?.(writer, last);
  }
}
