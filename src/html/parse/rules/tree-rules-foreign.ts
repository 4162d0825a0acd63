import * as tags from '../../tags.ts';
import { MATH_NAMESPACE, SVG_NAMESPACE, type TreeBuilder } from '../tree-builder.ts';
import { DONE } from '../tree-modes.ts';
import { HOLDS_HTML } from '../tree-nodes.ts';
import {
  HTML_TRAITS,
  isMathTextIntegrationPoint,
  isSvgIntegrationPoint,
  LEAVES_FOREIGN,
} from '../tree-tag-traits.ts';

/*
 * SVG and MathML (WHATWG HTML 13.2.6.5).
 */

/** Whether a text token in the current node follows the rules for foreign content. */
export function isForeignText(builder: TreeBuilder): boolean {
  const { open, nodes } = builder;
  if (open.topNamespace === 0) return false;
  const isMathText = open.topNamespace === MATH_NAMESPACE && isMathTextIntegrationPoint(nodes.tag[open.top]!);
  return !isMathText && !isHtmlIntegrationPoint(builder);
}

/** Whether a start tag in the current node follows the rules for foreign content. */
export function isForeignStart(builder: TreeBuilder, tag: number): boolean {
  const { open, nodes } = builder;
  if (open.topNamespace === 0) return false;
  if (open.topNamespace === MATH_NAMESPACE) {
    const current = nodes.tag[open.top]!;
    const isGlyph = tag === tags.MGLYPH || tag === tags.MALIGNMARK;
    if (isMathTextIntegrationPoint(current) && !isGlyph) return false;
    if (current === tags.ANNOTATION_XML && tag === tags.SVG) return false;
  }
  return !isHtmlIntegrationPoint(builder);
}

export function textInForeign(builder: TreeBuilder): number {
  builder.insertForeignPiece(builder.tokenizer);
  builder.noteText();
  return DONE;
}

export function startInForeign(builder: TreeBuilder, tag: number): number {
  if (leavesForeign(builder, tag)) {
    leaveForeign(builder);
    return builder.mode;
  }
  const { topNamespace } = builder.open;
  if (builder.tokenizer.isSelfClosing) {
    builder.insertVoid(tag, topNamespace);
    return DONE;
  }
  const node = builder.insertElement(tag, topNamespace);
  if (topNamespace === MATH_NAMESPACE && isHtmlAnnotation(builder, tag))
    builder.nodes.flags[node]! |= HOLDS_HTML;
  return DONE;
}

/** Closes the nearest foreign element of the name; when an HTML element is nearer, its rules hold. */
export function endInForeign(builder: TreeBuilder, tag: number): number {
  const { open } = builder;
  if (tag === tags.P || tag === tags.BR) {
    leaveForeign(builder);
    return builder.mode;
  }
  const slot = open.foreignSlotOf(tag);
  if (slot === -1) return builder.mode;
  open.popTo(slot);
  return DONE;
}

function leavesForeign(builder: TreeBuilder, tag: number): boolean {
  if (tag !== tags.FONT) return ((HTML_TRAITS[tag] ?? 0) & LEAVES_FOREIGN) !== 0;
  return ['color', 'face', 'size'].some((name) => builder.tokenAttribute(name) !== undefined);
}

function leaveForeign(builder: TreeBuilder): void {
  while (isForeignText(builder)) builder.open.pop();
}

function isHtmlIntegrationPoint(builder: TreeBuilder): boolean {
  const { open, nodes } = builder;
  const tag = nodes.tag[open.top]!;
  if (open.topNamespace === SVG_NAMESPACE) return isSvgIntegrationPoint(tag);
  return (nodes.flags[open.top]! & HOLDS_HTML) !== 0;
}

/** Whether the current start tag opens an annotation that says it is HTML. */
function isHtmlAnnotation(builder: TreeBuilder, tag: number): boolean {
  if (tag !== tags.ANNOTATION_XML) return false;
  const encoding = builder.tokenAttribute('encoding')?.toLowerCase();
  return encoding === 'text/html' || encoding === 'application/xhtml+xml';
}
