import * as tags from '../../tags.ts';
import type { TreeBuilder } from '../tree-builder.ts';
import * as modes from '../tree-modes.ts';
import { RuleTable } from './tree-rules.ts';
import { closeTemplate, openTemplate } from '../tree-template.ts';

/*
 * The modes before the body (WHATWG HTML 13.2.6.4.1 to 13.2.6.4.6).
 */

export function textInitial(builder: TreeBuilder): number {
  const { tokenizer } = builder;
  tokenizer.start = builder.textAfterWhitespace();
  return tokenizer.start === tokenizer.stop ? modes.DONE : leaveInitial(builder);
}

export function leaveInitial(builder: TreeBuilder): number {
  builder.isQuirks = true;
  builder.mode = modes.BEFORE_HTML;
  return builder.mode;
}

export function textBeforeHtml(builder: TreeBuilder): number {
  const { tokenizer } = builder;
  tokenizer.start = builder.textAfterWhitespace();
  return tokenizer.start === tokenizer.stop ? modes.DONE : leaveBeforeHtml(builder);
}

export function leaveBeforeHtml(builder: TreeBuilder): number {
  builder.insertImplied(tags.HTML);
  builder.mode = modes.BEFORE_HEAD;
  return builder.mode;
}

export const startBeforeHtml = new RuleTable(leaveBeforeHtml, [
  [
    (builder, tag) => {
      builder.insertElement(tag);
      builder.mode = modes.BEFORE_HEAD;
      return modes.DONE;
    },
    'html',
  ],
]);
export const endBeforeHtml = new RuleTable(ignore, [[leaveBeforeHtml, 'head body html br']]);

export function textBeforeHead(builder: TreeBuilder): number {
  const { tokenizer } = builder;
  tokenizer.start = builder.textAfterWhitespace();
  return tokenizer.start === tokenizer.stop ? modes.DONE : leaveBeforeHead(builder);
}

export function leaveBeforeHead(builder: TreeBuilder): number {
  builder.head = builder.insertImplied(tags.HEAD);
  builder.mode = modes.IN_HEAD;
  return builder.mode;
}

export const startBeforeHead = new RuleTable(leaveBeforeHead, [
  [useBody, 'html'],
  [
    (builder, tag) => {
      builder.head = builder.insertElement(tag);
      builder.mode = modes.IN_HEAD;
      return modes.DONE;
    },
    'head',
  ],
]);
export const endBeforeHead = new RuleTable(ignore, [[leaveBeforeHead, 'head body html br']]);

export function textInHead(builder: TreeBuilder): number {
  return builder.insertLeadingWhitespace() ? leaveHead(builder) : modes.DONE;
}

export function leaveHead(builder: TreeBuilder): number {
  builder.open.pop();
  builder.mode = modes.AFTER_HEAD;
  return builder.mode;
}

function insertTitle(builder: TreeBuilder, tag: number): number {
  return insertText(builder, tag, false);
}

function insertRawText(builder: TreeBuilder, tag: number): number {
  return insertText(builder, tag, true);
}

export const startInHead = new RuleTable(leaveHead, [
  [useBody, 'html'],
  [insertVoid, 'base basefont bgsound link meta'],
  [insertTitle, 'title'],
  [insertRawText, 'noframes style script'],
  [
    function insertNoscript(builder, tag) {
      builder.insertElement(tag);
      builder.mode = modes.IN_HEAD_NOSCRIPT;
      return modes.DONE;
    },
    'noscript',
  ],
  [openTemplate, 'template'],
  [ignore, 'head'],
]);
export const endInHead = new RuleTable(ignore, [
  [
    (builder) => {
      leaveHead(builder);
      return modes.DONE;
    },
    'head',
  ],
  [leaveHead, 'body html br'],
  [closeTemplate, 'template'],
]);

export function textInNoscript(builder: TreeBuilder): number {
  return builder.insertLeadingWhitespace() ? leaveNoscript(builder) : modes.DONE;
}

export function leaveNoscript(builder: TreeBuilder): number {
  builder.open.pop();
  builder.mode = modes.IN_HEAD;
  return builder.mode;
}

export const startInNoscript = new RuleTable(leaveNoscript, [
  [useBody, 'html'],
  [() => modes.IN_HEAD, 'basefont bgsound link meta noframes style'],
  [ignore, 'head noscript'],
]);
export const endInNoscript = new RuleTable(ignore, [
  [
    (builder) => {
      leaveNoscript(builder);
      return modes.DONE;
    },
    'noscript',
  ],
  [leaveNoscript, 'br'],
]);

export function textAfterHead(builder: TreeBuilder): number {
  return builder.insertLeadingWhitespace() ? leaveAfterHead(builder) : modes.DONE;
}

export function leaveAfterHead(builder: TreeBuilder): number {
  builder.insertImplied(tags.BODY);
  builder.mode = modes.IN_BODY;
  return builder.mode;
}

export const startAfterHead = new RuleTable(leaveAfterHead, [
  [useBody, 'html'],
  [
    (builder, tag) => {
      builder.insertElement(tag);
      builder.isFramesetOk = false;
      builder.mode = modes.IN_BODY;
      return modes.DONE;
    },
    'body',
  ],
  [
    (builder, tag) => {
      builder.insertElement(tag);
      builder.mode = modes.IN_FRAMESET;
      return modes.DONE;
    },
    'frameset',
  ],
  [insertIntoClosedHead, 'base basefont bgsound link meta noframes script style template title'],
  [ignore, 'head'],
]);
export const endAfterHead = new RuleTable(ignore, [
  [leaveAfterHead, 'body html br'],
  [closeTemplate, 'template'],
]);

function insertIntoClosedHead(builder: TreeBuilder, tag: number): number {
  const { nodes, open, head } = builder;
  const newest = nodes.length - 1;
  // White space or a comment stands behind the head already, so what comes now is not the last of the page.
  if (newest !== head && nodes.parent[newest] === nodes.parent[head]) nodes.link();
  open.push(head);
  startInHead.apply(builder, tag);
  open.remove(head);
  return modes.DONE;
}

function insertVoid(builder: TreeBuilder, tag: number): number {
  builder.insertVoid(tag);
  return modes.DONE;
}

function insertText(builder: TreeBuilder, tag: number, isRaw: boolean): number {
  builder.insertRawText(tag, isRaw);
  return modes.DONE;
}

function useBody(): number {
  return modes.IN_BODY;
}

function ignore(): number {
  return modes.DONE;
}
