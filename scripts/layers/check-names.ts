import type { SourceFile } from './read-source-file.ts';
import { SHARED_NAMES } from './shared-names.ts';
import type { Violation } from './violation.ts';

/** Exported names that stand for different things in different files: who searches for one finds the other. */
export function checkNames(files: readonly SourceFile[]): Violation[] {
  const places = new Map<string, string[]>();
  for (const { path, isTest, exportedNames } of files) {
    // Page scripts (JavaScript) run in pages, where nothing else of the house is.
    if (isTest || !path.endsWith('.ts')) continue;
    for (const name of exportedNames) places.set(name, [...(places.get(name) ?? []), path]);
  }
  return [...places].flatMap(([name, [first = '', ...others]]) =>
    SHARED_NAMES.has(name)
      ? []
      : others.map((file) => ({ file, line: 1, message: `exports ${name}, as does ${first}` })),
  );
}
