import { ENVIRONMENT_READER } from './layer-table.ts';
import type { SourceFile } from './read-source-file.ts';
import type { Violation } from './violation.ts';

/** Finds faults of a single file: top-level state, reads of the environment, nameless functions, barrels. */
export function checkFile(file: SourceFile): Violation[] {
  const at = (line: number, message: string): Violation => ({ file: file.path, line, message });
  const mayReadEnvironment = file.isTest || file.path === `src/${ENVIRONMENT_READER}`;
  return [
    ...file.mutableGlobalLines.map((line) => at(line, 'top-level let or var: hidden state')),
    ...(file.isTest ? [] : file.namelessLines).map((line) =>
      at(line, 'a factory returns a function without a name'),
    ),
    ...(mayReadEnvironment
      ? []
      : file.environmentLines.map((line) => at(line, `process.env is read in ${ENVIRONMENT_READER} only`))),
    ...(file.isBarrel ? [at(1, 'barrel: a file that only re-exports; import from where it is')] : []),
  ];
}
