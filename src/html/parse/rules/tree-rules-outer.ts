import * as tags from '../../tags.ts';
import type { TreeBuilder } from '../tree-builder.ts';
import * as modes from '../tree-modes.ts';
import { RuleTable } from './tree-rules.ts';
import { closeTemplate } from '../tree-template.ts';

/*
 * Templates, framesets and what follows the body (WHATWG HTML 13.2.6.4.18 to .23).
 */

/** Makes the contents of the template follow the rules of `mode` from here on. */
function becomes(mode: number): (builder: TreeBuilder) => number {
  return (builder) => {
    builder.templateModes[builder.templateModes.length - 1] = mode;
    builder.mode = mode;
    return mode;
  };
}

export const startInTemplate = new RuleTable(becomes(modes.IN_BODY), [
  [() => modes.IN_HEAD, 'base basefont bgsound link meta noframes script style template title'],
  [becomes(modes.IN_TABLE), 'caption colgroup tbody tfoot thead'],
  [becomes(modes.IN_COLUMN_GROUP), 'col'],
  [becomes(modes.IN_TABLE_BODY), 'tr'],
  [becomes(modes.IN_ROW), 'td th'],
]);
export const endInTemplate = new RuleTable(ignore, [[closeTemplate, 'template']]);

/** White space behind the body still goes into it; anything else opens it again. */
export function textAfterBody(builder: TreeBuilder): number {
  if (builder.textAfterWhitespace() < builder.tokenizer.stop) builder.mode = modes.IN_BODY;
  return modes.IN_BODY;
}

function reopenBody(builder: TreeBuilder): number {
  builder.mode = modes.IN_BODY;
  return builder.mode;
}

export const startAfterBody = new RuleTable(reopenBody, [[() => modes.IN_BODY, 'html']]);
export const endAfterBody = new RuleTable(reopenBody, [
  [
    (builder) => {
      builder.mode = modes.AFTER_AFTER_BODY;
      return modes.DONE;
    },
    'html',
  ],
]);
export const endAfterAfterBody = new RuleTable(reopenBody, []);

/** Framesets keep white space and drop all other text. */
export function textInFrameset(builder: TreeBuilder): number {
  builder.insertWhitespaceOnly();
  return modes.DONE;
}

/** Behind a frameset page, white space follows the rules for the body, formatting and all. */
export function textAfterAfterFrameset(builder: TreeBuilder): number {
  if (builder.textAfterWhitespace() > builder.tokenizer.start) builder.reconstructFormatting();
  return textInFrameset(builder);
}

export const startInFrameset = new RuleTable(ignore, [
  [() => modes.IN_BODY, 'html'],
  [
    (builder, tag) => {
      builder.insertElement(tag);
      return modes.DONE;
    },
    'frameset',
  ],
  [
    (builder, tag) => {
      builder.insertVoid(tag);
      return modes.DONE;
    },
    'frame',
  ],
  [() => modes.IN_HEAD, 'noframes'],
]);
export const endInFrameset = new RuleTable(ignore, [
  [
    (builder) => {
      const { open } = builder;
      if (open.topTag === tags.HTML) return modes.DONE;
      open.pop();
      if (open.topTag !== tags.FRAMESET) builder.mode = modes.AFTER_FRAMESET;
      return modes.DONE;
    },
    'frameset',
  ],
]);

export const startAfterFrameset = new RuleTable(ignore, [
  [() => modes.IN_BODY, 'html'],
  [() => modes.IN_HEAD, 'noframes'],
]);
export const endAfterFrameset = new RuleTable(ignore, [
  [
    (builder) => {
      builder.mode = modes.AFTER_AFTER_FRAMESET;
      return modes.DONE;
    },
    'html',
  ],
]);

function ignore(): number {
  return modes.DONE;
}
