import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parseSync } from 'oxc-parser';
import type { Statement } from 'oxc-parser';

import { findEnvironmentReads } from './find-environment-reads.ts';
import { findImports } from './find-imports.ts';
import type { SourceImport } from './find-imports.ts';
import { findNamelessReturns } from './find-nameless-returns.ts';
import { findSubjectlessComments } from './find-subjectless-comments.ts';
import { findSubjectlessTexts } from './find-subjectless-texts.ts';

/** The facts of a file that the rules ask for; lines count from 1. */
export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly isTest: boolean;
  readonly imports: readonly SourceImport[];
  /** Whether it holds nothing but imports and re-exports. */
  readonly isBarrel: boolean;
  /** Lines of `let` and `var` outside of any block. */
  readonly mutableGlobalLines: readonly number[];
  readonly environmentLines: readonly number[];
  /** Names of its own declarations, without re-exports. */
  readonly exportedNames: readonly string[];
  /** Lines of functions without a name that factories return. */
  readonly namelessLines: readonly number[];
  /** Lines of comments with a sentence that has no subject. */
  readonly subjectlessLines: readonly number[];
  /** Lines of strings with a sentence that has no subject. */
  readonly subjectlessTextLines: readonly number[];
}

/** Parses one file of TypeScript or JavaScript; throws when it is not valid. */
export function readSourceFile(root: string, file: string): SourceFile {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { program, comments, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);

  const lineAt = createLineLookup(text);
  return {
    path: file,
    isTest: file.endsWith('.test.ts'),
    imports: findImports(program, file, lineAt),
    isBarrel: isBarrel(program.body),
    mutableGlobalLines: program.body.filter(isMutableGlobal).map((statement) => lineAt(statement.start)),
    environmentLines: findEnvironmentReads(program).map(lineAt),
    exportedNames: program.body.flatMap(exportedNamesOf),
    namelessLines: findNamelessReturns(program).map(lineAt),
    subjectlessLines: findSubjectlessComments(comments).map(lineAt),
    subjectlessTextLines: findSubjectlessTexts(program).map(lineAt),
  };
}

function exportedNamesOf(statement: Statement): string[] {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return [];
  const { declaration } = statement;
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
}

function isBarrel(statements: readonly Statement[]): boolean {
  const exportsAnything = statements.some(({ type }) => type.startsWith('Export'));
  return exportsAnything && statements.every(declaresNothing);
}

function declaresNothing(statement: Statement): boolean {
  switch (statement.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return true;
    case 'ExportNamedDeclaration':
      return statement.declaration === null;
    default:
      return false;
  }
}

function isMutableGlobal(statement: Statement): boolean {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return (
    declaration?.type === 'VariableDeclaration' && (declaration.kind === 'let' || declaration.kind === 'var')
  );
}

function createLineLookup(text: string): (offset: number) => number {
  const lineStarts = [0, ...text.matchAll(/\n/g).map(({ index }) => index + 1)];
  return (offset) => lineStarts.findLastIndex((start) => start <= offset) + 1;
}
