import type { PageSource } from '../page-source.ts';
import * as tags from '../tags.ts';
import { TreeBuilder } from './tree-builder.ts';
import {
  COMMENT_TOKEN,
  DOCTYPE_TOKEN,
  END_TAG_TOKEN,
  END_TOKEN,
  START_TAG_TOKEN,
  TEXT_TOKEN,
} from './tokenizer.ts';
import { readDoctype } from './tree-doctype.ts';
import * as modes from './tree-modes.ts';
import type { Rule, RuleTable } from './rules/tree-rules.ts';
import * as body from './rules/tree-rules-body.ts';
import { endInBody } from './rules/tree-rules-body-end.ts';
import * as foreign from './rules/tree-rules-foreign.ts';
import * as head from './rules/tree-rules-head.ts';
import * as outer from './rules/tree-rules-outer.ts';
import * as select from './rules/tree-rules-select.ts';
import * as table from './rules/tree-rules-table.ts';
import * as parts from './rules/tree-rules-table-parts.ts';
import { closeTemplate } from './tree-template.ts';

interface ModeRules {
  readonly text: Rule;
  readonly start: RuleTable | Rule;
  readonly end: RuleTable | Rule;
}

const ignore: Rule = () => modes.DONE;

/** The rules of each insertion mode, by its number. */
const RULES: readonly ModeRules[] = [
  { text: head.textInitial, start: head.leaveInitial, end: head.leaveInitial },
  { text: head.textBeforeHtml, start: head.startBeforeHtml, end: head.endBeforeHtml },
  { text: head.textBeforeHead, start: head.startBeforeHead, end: head.endBeforeHead },
  { text: head.textInHead, start: head.startInHead, end: head.endInHead },
  { text: head.textInNoscript, start: head.startInNoscript, end: head.endInNoscript },
  { text: head.textAfterHead, start: head.startAfterHead, end: head.endAfterHead },
  { text: body.textInBody, start: body.startInBody, end: endInBody },
  { text: table.textInTable, start: table.startInTable, end: table.endInTable },
  { text: table.textInTableText, start: table.leaveTableText, end: table.leaveTableText },
  { text: body.textInBody, start: parts.startInCaption, end: parts.endInCaption },
  { text: table.textInColumnGroup, start: table.startInColumnGroup, end: table.endInColumnGroup },
  { text: table.textInTable, start: parts.startInTableBody, end: parts.endInTableBody },
  { text: table.textInTable, start: parts.startInRow, end: parts.endInRow },
  { text: body.textInBody, start: parts.startInCell, end: parts.endInCell },
  { text: select.textInSelect, start: select.startInSelect, end: select.endInSelect },
  { text: select.textInSelect, start: select.startInSelectInTable, end: select.endInSelectInTable },
  { text: body.textInBody, start: outer.startInTemplate, end: outer.endInTemplate },
  { text: outer.textAfterBody, start: outer.startAfterBody, end: outer.endAfterBody },
  { text: outer.textInFrameset, start: outer.startInFrameset, end: outer.endInFrameset },
  { text: outer.textInFrameset, start: outer.startAfterFrameset, end: outer.endAfterFrameset },
  { text: outer.textAfterBody, start: outer.startAfterBody, end: outer.endAfterAfterBody },
  { text: outer.textAfterAfterFrameset, start: outer.startAfterFrameset, end: ignore },
];

/** Tree construction over the whole source (WHATWG HTML 13.2.6), scripting disabled. */
export function constructTree(page: PageSource): TreeBuilder {
  const builder = new TreeBuilder(page);
  const { tokenizer, open } = builder;
  for (;;) {
    if (builder.mode === modes.IN_ROW) parts.takePlainCells(builder);
    const kind = tokenizer.next(open.topNamespace !== 0);
    if (kind === START_TAG_TOKEN) onStartTag(builder, tokenizer.tag);
    else if (kind === END_TAG_TOKEN) onEndTag(builder, tokenizer.tag);
    else if (kind === TEXT_TOKEN) onText(builder);
    else if (kind === COMMENT_TOKEN) onComment(builder);
    else if (kind === DOCTYPE_TOKEN) onDoctype(builder);
    else if (kind === END_TOKEN) break;
  }
  finish(builder);
  return builder;
}

function onStartTag(builder: TreeBuilder, tag: number): void {
  let rules = foreign.isForeignStart(builder, tag) ? foreign.startInForeign(builder, tag) : builder.mode;
  while (rules !== modes.DONE) rules = apply(RULES[rules]!.start, builder, tag);
  builder.stopFostering();
}

function onEndTag(builder: TreeBuilder, tag: number): void {
  let rules = builder.open.topNamespace === 0 ? builder.mode : foreign.endInForeign(builder, tag);
  while (rules !== modes.DONE) rules = apply(RULES[rules]!.end, builder, tag);
  builder.stopFostering();
}

function onText(builder: TreeBuilder): void {
  let rules = foreign.isForeignText(builder) ? foreign.textInForeign(builder) : builder.mode;
  while (rules !== modes.DONE) rules = RULES[rules]!.text(builder, 0);
  builder.stopFostering();
}

function apply(rules: RuleTable | Rule, builder: TreeBuilder, tag: number): number {
  return typeof rules === 'function' ? rules(builder, tag) : rules.apply(builder, tag);
}

function onComment(builder: TreeBuilder): void {
  if (builder.mode === modes.IN_TABLE_TEXT) table.leaveTableText(builder);
  const isForeign = builder.open.topNamespace !== 0;
  if (!isForeign && builder.mode === modes.AFTER_BODY) builder.addTrailingComment(true);
  else if (!isForeign && isBehindRoot(builder.mode)) builder.addTrailingComment(false);
  else builder.insertComment();
}

function isBehindRoot(mode: number): boolean {
  return mode === modes.AFTER_AFTER_BODY || mode === modes.AFTER_AFTER_FRAMESET;
}

function onDoctype(builder: TreeBuilder): void {
  if (builder.mode === modes.IN_TABLE_TEXT) table.leaveTableText(builder);
  if (builder.mode !== modes.INITIAL) return;
  const { page, source, start, stop } = builder.tokenizer;
  const { name, isQuirks } = readDoctype(page.slice(start, stop), stop === source.length);
  builder.nodes.append(0, builder.nodes.create(tags.DOCTYPE, 0, start, stop));
  builder.isQuirks = isQuirks;
  builder.doctypeName = name;
  builder.mode = modes.BEFORE_HTML;
}

/** The end of the file: what is open is closed, and a page has a root, a head and a body or a frameset at least. */
function finish(builder: TreeBuilder): void {
  if (builder.mode === modes.IN_TABLE_TEXT) table.leaveTableText(builder);
  while (builder.open.hasTemplate()) closeTemplate(builder);
  if (builder.mode === modes.INITIAL) head.leaveInitial(builder);
  if (builder.mode === modes.BEFORE_HTML) head.leaveBeforeHtml(builder);
  if (builder.mode === modes.BEFORE_HEAD) head.leaveBeforeHead(builder);
  if (builder.mode === modes.IN_HEAD_NOSCRIPT) head.leaveNoscript(builder);
  if (builder.mode === modes.IN_HEAD) head.leaveHead(builder);
  if (builder.mode === modes.AFTER_HEAD) head.leaveAfterHead(builder);
  builder.flushTrailingComments();
}
