import path from 'node:path';

import { Visitor } from 'oxc-parser';
import type { Argument, Program } from 'oxc-parser';

/** One import of any kind. `target` is a path relative to the root, absent for packages and Node's own modules. */
export interface SourceImport {
  readonly specifier: string;
  readonly target?: string;
  readonly isTypeOnly: boolean;
  readonly line: number;
}

/** Everything that a file names: imports and re-exports, static, dynamic and of types, and files for threads. */
export function findImports(
  program: Program,
  file: string,
  lineAt: (offset: number) => number,
): SourceImport[] {
  const imports: SourceImport[] = [];
  const add = (specifier: string | undefined, offset: number, isTypeOnly = false): void => {
    if (specifier === undefined) return;
    const target = specifier.startsWith('.') && path.posix.join(path.posix.dirname(file), specifier);
    imports.push({ specifier, isTypeOnly, line: lineAt(offset), ...(target && { target }) });
  };

  new Visitor({
    ImportDeclaration(node) {
      const isTypeEach = node.specifiers.map(
        (one) => one.type === 'ImportSpecifier' && one.importKind === 'type',
      );
      const areAllTypes = isTypeEach.length > 0 && isTypeEach.every(Boolean);
      add(node.source.value, node.start, node.importKind === 'type' || areAllTypes);
    },
    ExportNamedDeclaration(node) {
      add(node.source?.value, node.start, node.exportKind === 'type');
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.start, node.exportKind === 'type');
    },
    ImportExpression(node) {
      add(literalText(node.source), node.start);
    },
    TSImportType(node) {
      add(node.source.value, node.start, true);
    },
    // `new URL('./worker.ts', import.meta.url)`: how a thread's or a child process's file is named. It loads nothing
    // into this process, so it makes no cycle.
    NewExpression(node) {
      const isUrl = node.callee.type === 'Identifier' && node.callee.name === 'URL';
      const specifier = literalText(node.arguments[0]);
      if (isUrl && specifier !== undefined && /^\.\.?\/.*\.ts$/.test(specifier))
        add(specifier, node.start, true);
    },
  }).visit(program);
  return imports;
}

function literalText(node: Argument | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}
