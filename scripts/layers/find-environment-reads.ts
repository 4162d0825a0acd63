import { Visitor } from 'oxc-parser';
import type { Expression, Program } from 'oxc-parser';

/** Offsets of `process.env` in its spellings: member, destructured, or by way of importing `node:process`; a variable that is taken away is not read. */
export function findEnvironmentReads(program: Program): number[] {
  const offsets: number[] = [];
  const taken = new Set<number>();
  new Visitor({
    UnaryExpression({ operator, argument }) {
      if (operator === 'delete' && argument.type === 'MemberExpression') taken.add(argument.object.end);
    },
    MemberExpression(node) {
      const { property } = node;
      const isEnv =
        (property.type === 'Identifier' && property.name === 'env') ||
        (property.type === 'Literal' && property.value === 'env');
      if (isEnv && isProcess(node.object) && !taken.has(node.end)) offsets.push(node.start);
    },
    VariableDeclarator(node) {
      if (node.id.type !== 'ObjectPattern' || node.init === null || !isProcess(node.init)) return;
      const isEnv = node.id.properties.some(
        (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'env',
      );
      if (isEnv) offsets.push(node.start);
    },
    ImportDeclaration(node) {
      if (node.importKind !== 'type' && /^(?:node:)?process$/.test(node.source.value))
        offsets.push(node.start);
    },
  }).visit(program);
  return offsets;
}

function isProcess(node: Expression): boolean {
  if (node.type === 'Identifier') return node.name === 'process';
  return node.type === 'MemberExpression' && 'name' in node.property && node.property.name === 'process';
}
