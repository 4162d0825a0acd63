import * as tags from '../../tags.ts';
import { runAdoptionAgency } from '../tree-adoption-agency.ts';
import { MATH_NAMESPACE, SVG_NAMESPACE, type TreeBuilder } from '../tree-builder.ts';
import * as modes from '../tree-modes.ts';
import { RuleTable } from './tree-rules.ts';

/*
 * Text and start tags "in body" (WHATWG HTML 13.2.6.4.7); the end tags are in `tree-rules-body-end.ts`.
 */

export function textInBody(builder: TreeBuilder): number {
  if (builder.isIgnoredNul(builder.tokenizer)) return modes.DONE;
  builder.reconstructFormatting();
  builder.insertText();
  builder.noteText();
  return modes.DONE;
}

/** `frameset` is refused once anything of substance was seen. */
function refuseFrameset(builder: TreeBuilder): number {
  builder.isFramesetOk = false;
  return modes.DONE;
}

function startOther(builder: TreeBuilder, tag: number): number {
  builder.reconstructFormatting();
  builder.insertElement(tag);
  return modes.DONE;
}

function startBlock(builder: TreeBuilder, tag: number): number {
  builder.closeParagraphInButtonScope();
  builder.insertElement(tag);
  return modes.DONE;
}

function startHeading(builder: TreeBuilder, tag: number): number {
  builder.closeParagraphInButtonScope();
  if (builder.open.topTag >= tags.H1 && builder.open.topTag <= tags.H6) builder.open.pop();
  builder.insertElement(tag);
  return modes.DONE;
}

function startPreformatted(builder: TreeBuilder, tag: number): number {
  startBlock(builder, tag);
  builder.tokenizer.skipNewline();
  return refuseFrameset(builder);
}

function startForm(builder: TreeBuilder, tag: number): number {
  const isInTemplate = builder.open.hasTemplate();
  if (builder.form !== 0 && !isInTemplate) return modes.DONE;
  startBlock(builder, tag);
  if (!isInTemplate) builder.form = builder.open.top;
  return modes.DONE;
}

function startListItem(builder: TreeBuilder, tag: number): number {
  return startItem(builder, tag, builder.open.slotOf(tags.LI));
}

function startDefinition(builder: TreeBuilder, tag: number): number {
  return startItem(builder, tag, Math.max(builder.open.slotOf(tags.DD), builder.open.slotOf(tags.DT)));
}

/** Closes the item at `slot` unless something special is above it, then opens the new one. */
function startItem(builder: TreeBuilder, tag: number, slot: number): number {
  const { open } = builder;
  if (open.isReachableItem(slot)) {
    open.generateImpliedEndTags(builder.nodes.tag[open.node(slot)]);
    open.popTo(slot);
  }
  startBlock(builder, tag);
  return refuseFrameset(builder);
}

function startPlaintext(builder: TreeBuilder, tag: number): number {
  startBlock(builder, tag);
  builder.tokenizer.startPlaintext();
  return modes.DONE;
}

function startButton(builder: TreeBuilder, tag: number): number {
  if (builder.open.isInScope(tags.BUTTON)) builder.closeElement(tags.BUTTON);
  startOther(builder, tag);
  return refuseFrameset(builder);
}

function startLink(builder: TreeBuilder, tag: number): number {
  const index = builder.formatting.lastOfTag(tags.A);
  if (index !== -1) {
    const link = builder.formatting.nodeAt(index);
    runAdoptionAgency(builder, tag);
    builder.open.remove(link);
    const left = builder.formatting.indexOf(link);
    if (left !== -1) builder.formatting.removeAt(left);
  }
  return startFormatting(builder, tag);
}

function startFormatting(builder: TreeBuilder, tag: number): number {
  startOther(builder, tag);
  builder.formatting.push(builder.open.top);
  return modes.DONE;
}

function startNobr(builder: TreeBuilder, tag: number): number {
  builder.reconstructFormatting();
  if (builder.open.isInScope(tags.NOBR)) runAdoptionAgency(builder, tag);
  return startFormatting(builder, tag);
}

function startObject(builder: TreeBuilder, tag: number): number {
  startOther(builder, tag);
  builder.formatting.insertMarker();
  return refuseFrameset(builder);
}

function startTable(builder: TreeBuilder, tag: number): number {
  if (!builder.isQuirks) builder.closeParagraphInButtonScope();
  builder.insertElement(tag);
  builder.mode = modes.IN_TABLE;
  return refuseFrameset(builder);
}

function startVoid(builder: TreeBuilder, tag: number): number {
  builder.reconstructFormatting();
  builder.insertVoid(tag);
  return refuseFrameset(builder);
}

function startInput(builder: TreeBuilder, tag: number): number {
  builder.reconstructFormatting();
  builder.insertVoid(tag);
  return builder.isHiddenInput() ? modes.DONE : refuseFrameset(builder);
}

function startParameter(builder: TreeBuilder, tag: number): number {
  builder.insertVoid(tag);
  return modes.DONE;
}

function startRule(builder: TreeBuilder, tag: number): number {
  builder.closeParagraphInButtonScope();
  builder.insertVoid(tag);
  return refuseFrameset(builder);
}

function startTextarea(builder: TreeBuilder, tag: number): number {
  builder.insertRawText(tag, false);
  return refuseFrameset(builder);
}

function startXmp(builder: TreeBuilder, tag: number): number {
  builder.closeParagraphInButtonScope();
  builder.reconstructFormatting();
  return startIframe(builder, tag);
}

function startIframe(builder: TreeBuilder, tag: number): number {
  builder.insertRawText(tag, true);
  return refuseFrameset(builder);
}

function startRawText(builder: TreeBuilder, tag: number): number {
  builder.insertRawText(tag, true);
  return modes.DONE;
}

function startSelect(builder: TreeBuilder, tag: number): number {
  startOther(builder, tag);
  const { mode } = builder;
  const isInTable =
    mode === modes.IN_TABLE ||
    mode === modes.IN_CAPTION ||
    mode === modes.IN_TABLE_BODY ||
    mode === modes.IN_ROW ||
    mode === modes.IN_CELL;
  builder.mode = isInTable ? modes.IN_SELECT_IN_TABLE : modes.IN_SELECT;
  return refuseFrameset(builder);
}

function startOption(builder: TreeBuilder, tag: number): number {
  if (builder.open.topTag === tags.OPTION) builder.open.pop();
  return startOther(builder, tag);
}

function startRuby(builder: TreeBuilder, tag: number): number {
  if (builder.open.isInScope(tags.RUBY)) {
    builder.open.generateImpliedEndTags(tag === tags.RT || tag === tags.RP ? tags.RTC : -1);
  }
  builder.insertElement(tag);
  return modes.DONE;
}

function startForeign(builder: TreeBuilder, tag: number): number {
  builder.reconstructFormatting();
  const namespace = tag === tags.SVG ? SVG_NAMESPACE : MATH_NAMESPACE;
  if (builder.tokenizer.isSelfClosing) builder.insertVoid(tag, namespace);
  else builder.insertElement(tag, namespace);
  return modes.DONE;
}

function startHtml(builder: TreeBuilder): number {
  if (!builder.open.hasTemplate()) builder.addAttributes(builder.open.node(0));
  return modes.DONE;
}

function startBody(builder: TreeBuilder): number {
  if (builder.open.slotOf(tags.BODY) !== 1 || builder.open.hasTemplate()) return modes.DONE;
  builder.addAttributes(builder.open.node(1));
  return refuseFrameset(builder);
}

function startFrameset(builder: TreeBuilder, tag: number): number {
  const { open, nodes } = builder;
  if (!builder.isFramesetOk || open.slotOf(tags.BODY) !== 1) return modes.DONE;
  builder.flushTrailingComments();
  nodes.detach(open.node(1));
  open.popTo(1);
  builder.insertElement(tag);
  builder.mode = modes.IN_FRAMESET;
  return modes.DONE;
}

export const startInBody = new RuleTable(startOther, [
  [
    startBlock,
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup' +
      ' main menu nav ol p search section summary ul',
  ],
  [startFormatting, 'b big code em font i s small strike strong tt u'],
  [startLink, 'a'],
  [startHeading, 'h1 h2 h3 h4 h5 h6'],
  [startListItem, 'li'],
  [startDefinition, 'dd dt'],
  [startVoid, 'area br embed img keygen wbr'],
  [(builder) => startVoid(builder, tags.IMG), 'image'],
  [startRule, 'hr'],
  [startParameter, 'param source track'],
  [startInput, 'input'],
  [startPreformatted, 'pre listing'],
  [startForm, 'form'],
  [startButton, 'button'],
  [startSelect, 'select'],
  [startOption, 'optgroup option'],
  [startTextarea, 'textarea'],
  [startTable, 'table'],
  [startNobr, 'nobr'],
  [startObject, 'applet marquee object'],
  [startRuby, 'rb rp rt rtc'],
  [startForeign, 'math svg'],
  [startXmp, 'xmp'],
  [startIframe, 'iframe'],
  [startRawText, 'noembed noframes'],
  [startPlaintext, 'plaintext'],
  [() => modes.IN_HEAD, 'base basefont bgsound link meta script style template title'],
  [startHtml, 'html'],
  [startBody, 'body'],
  [startFrameset, 'frameset'],
  [() => modes.DONE, 'caption col colgroup frame head tbody td tfoot th thead tr'],
]);
