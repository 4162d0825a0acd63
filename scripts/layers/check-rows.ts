import { DEVELOPMENT_FOLDERS, LAYERS } from './layer-table.ts';
import type { SourceImport } from './find-imports.ts';
import type { SourceFile } from './read-source-file.ts';
import type { Violation } from './violation.ts';

/** Imports that lead up or sideways in the layer table, and files that have no row in it. */
export function checkRows(file: SourceFile): Violation[] {
  const from = partOf(file.path);
  if (from === undefined) {
    return [
      {
        file: file.path,
        line: 1,
        message: 'is in no row of the layer table (scripts/layers/layer-table.ts)',
      },
    ];
  }
  return file.imports.flatMap((source) => {
    const message = explainImport(file, from, source);
    return message === undefined ? [] : [{ file: file.path, line: source.line, message }];
  });
}

/** A folder or file that the table orders: `lib`, `doors/http`, `main.ts`. */
interface Part {
  readonly name: string;
  readonly row: number;
}

function explainImport(
  file: SourceFile,
  from: Part,
  { target, specifier }: SourceImport,
): string | undefined {
  if (target === undefined) return undefined;
  if (!target.startsWith('src/')) return explainImportFromOutside(file, target);
  if (target.endsWith('.test.ts')) return `imports the test ${specifier}`;
  const to = partOf(target);
  if (to === undefined || to.name === from.name || to.row > from.row) return undefined;
  const direction = to.row === from.row ? 'sideways' : 'upward';
  return `${direction} import: ${from.name} may not import from ${to.name} (${specifier})`;
}

function explainImportFromOutside(file: SourceFile, target: string): string | undefined {
  const [folder = ''] = target.split('/');
  const isAllowed = !DEVELOPMENT_FOLDERS.includes(folder) || (file.isTest && folder === 'test');
  return isAllowed ? undefined : `imports ${target}, which is not part of the product`;
}

function partOf(path: string): Part | undefined {
  const [, first = '', second = ''] = path.split('/');
  for (const [row, { parts: names }] of LAYERS.entries()) {
    if (names.includes(first)) return { name: first, row };
    // A file's test belongs to its row: `config.test.ts` to that of `config.ts`.
    const tested = first.replace(/\.test\.ts$/, '.ts');
    if (names.includes(tested)) return { name: tested, row };
    if (names.includes(`${first}/*`) && second !== '') return { name: `${first}/${second}`, row };
  }
  return undefined;
}
