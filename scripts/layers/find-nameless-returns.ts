import { Visitor } from 'oxc-parser';
import type { Program } from 'oxc-parser';

const FACTORY = /^(?:create|open|load|prepare)[A-Z]/;

/** Offsets of arrow functions that a factory (`createScrape`) returns: traces and profiles show them without a name. */
export function findNamelessReturns(program: Program): number[] {
  const offsets: number[] = [];
  /** Functions around the place that is visited; undefined for those without a name. */
  const around: Array<string | undefined> = [];
  const leave = (): void => void around.pop();
  new Visitor({
    FunctionDeclaration: (node) => void around.push(node.id?.name),
    'FunctionDeclaration:exit': leave,
    FunctionExpression: (node) => void around.push(node.id?.name),
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: () => void around.push(undefined),
    'ArrowFunctionExpression:exit': leave,
    ReturnStatement({ argument }) {
      const factory = around.at(-1);
      if (argument?.type !== 'ArrowFunctionExpression') return;
      if (factory !== undefined && FACTORY.test(factory)) offsets.push(argument.start);
    },
  }).visit(program);
  return offsets;
}
