import { TEMPLATE } from '../tags.ts';
import type { TreeBuilder } from './tree-builder.ts';
import * as modes from './tree-modes.ts';
import { resetMode } from './tree-reset-mode.ts';
import { IMPLIED_END_THOROUGH } from './tree-tag-traits.ts';

/** A `template` start tag; the template's contents become its children in the flat tree. */
export function openTemplate(builder: TreeBuilder): number {
  builder.insertElement(TEMPLATE);
  builder.formatting.insertMarker();
  builder.isFramesetOk = false;
  builder.mode = modes.IN_TEMPLATE;
  builder.templateModes.push(modes.IN_TEMPLATE);
  return modes.DONE;
}

/** A `template` end tag. */
export function closeTemplate(builder: TreeBuilder): number {
  if (!builder.open.hasTemplate()) return modes.DONE;
  builder.open.generateImpliedEndTags(-1, IMPLIED_END_THOROUGH);
  builder.open.popThrough(TEMPLATE);
  builder.formatting.clearToMarker();
  builder.templateModes.pop();
  resetMode(builder);
  return modes.DONE;
}
