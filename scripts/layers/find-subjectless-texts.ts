import { Visitor } from 'oxc-parser';
import type { Program } from 'oxc-parser';

import { isSubjectless } from './is-subjectless.ts';

/** Offsets of strings and templates with a sentence that begins with What, Who, Of or Such. */
export function findSubjectlessTexts(program: Program): number[] {
  const offsets: number[] = [];
  const see = (text: string, { start }: { start: number }): void => {
    if (isSubjectless(text)) offsets.push(start);
  };
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') see(node.value, node);
    },
    TemplateLiteral: (node) => see(node.quasis.map(({ value }) => value.cooked ?? '').join('…'), node),
  }).visit(program);
  return offsets;
}
