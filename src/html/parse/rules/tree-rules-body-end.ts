import * as tags from '../../tags.ts';
import { runAdoptionAgency } from '../tree-adoption-agency.ts';
import type { TreeBuilder } from '../tree-builder.ts';
import * as modes from '../tree-modes.ts';
import { RuleTable } from './tree-rules.ts';
import { closeTemplate } from '../tree-template.ts';

/*
 * End tags "in body" (WHATWG HTML 13.2.6.4.7).
 */

function endOther(builder: TreeBuilder, tag: number): number {
  const { open } = builder;
  const slot = open.slotOf(tag);
  if (slot <= 0 || open.hasSpecialAbove(slot)) return modes.DONE;
  open.generateImpliedEndTags(tag);
  open.popTo(slot);
  return modes.DONE;
}

function endBlock(builder: TreeBuilder, tag: number): number {
  if (builder.open.isInScope(tag)) builder.closeElement(tag);
  return modes.DONE;
}

function endParagraph(builder: TreeBuilder): number {
  if (!builder.open.isInButtonScope(tags.P)) builder.insertImplied(tags.P);
  builder.closeElement(tags.P, tags.P);
  return modes.DONE;
}

function endListItem(builder: TreeBuilder): number {
  if (builder.open.isInListItemScope(tags.LI)) builder.closeElement(tags.LI, tags.LI);
  return modes.DONE;
}

function endDefinition(builder: TreeBuilder, tag: number): number {
  if (builder.open.isInScope(tag)) builder.closeElement(tag, tag);
  return modes.DONE;
}

function endHeading(builder: TreeBuilder): number {
  const { open } = builder;
  let slot = -1;
  for (let tag = tags.H1; tag <= tags.H6; tag++) slot = Math.max(slot, open.slotOf(tag));
  if (!open.isSlotInScope(slot)) return modes.DONE;
  open.generateImpliedEndTags();
  open.popTo(slot);
  return modes.DONE;
}

function endFormatting(builder: TreeBuilder, tag: number): number {
  return runAdoptionAgency(builder, tag) ? modes.DONE : endOther(builder, tag);
}

function endObject(builder: TreeBuilder, tag: number): number {
  if (!builder.open.isInScope(tag)) return modes.DONE;
  builder.closeElement(tag);
  builder.formatting.clearToMarker();
  return modes.DONE;
}

function endForm(builder: TreeBuilder): number {
  const { open, form } = builder;
  if (open.hasTemplate()) return endBlock(builder, tags.FORM);
  builder.form = 0;
  const slot = form === 0 ? -1 : open.slotOfNode(form);
  if (!open.isSlotInScope(slot)) return modes.DONE;
  open.generateImpliedEndTags();
  open.remove(form);
  return modes.DONE;
}

/** `</br>` means `<br>`, without its attributes. */
function endBreak(builder: TreeBuilder): number {
  builder.reconstructFormatting();
  builder.insertImplied(tags.BR);
  builder.open.pop();
  builder.isFramesetOk = false;
  return modes.DONE;
}

function endBody(builder: TreeBuilder): number {
  if (builder.open.isInScope(tags.BODY)) builder.mode = modes.AFTER_BODY;
  return modes.DONE;
}

function endHtml(builder: TreeBuilder): number {
  if (!builder.open.isInScope(tags.BODY)) return modes.DONE;
  builder.mode = modes.AFTER_BODY;
  return builder.mode;
}

export const endInBody = new RuleTable(endOther, [
  [
    endBlock,
    'address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header' +
      ' hgroup listing main menu nav ol pre search section summary ul',
  ],
  [endParagraph, 'p'],
  [endFormatting, 'a b big code em font i nobr s small strike strong tt u'],
  [endListItem, 'li'],
  [endDefinition, 'dd dt'],
  [endHeading, 'h1 h2 h3 h4 h5 h6'],
  [endForm, 'form'],
  [endObject, 'applet marquee object'],
  [endBreak, 'br'],
  [closeTemplate, 'template'],
  [endBody, 'body'],
  [endHtml, 'html'],
]);
