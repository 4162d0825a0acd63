import type { SourceFile } from './read-source-file.ts';
import type { Violation } from './violation.ts';

/** Exported names that stand for different things in different files: who searches for one finds the other. Also exceptions that are none. */
export function checkNames(files: readonly SourceFile[], sharedNames: ReadonlySet<string>): Violation[] {
  const places = new Map<string, string[]>();
  for (const { path, isTest, exportedNames } of files) {
    // Page scripts (JavaScript) run in pages, where nothing else of the house is.
    if (isTest || !path.endsWith('.ts')) continue;
    for (const name of exportedNames) places.set(name, [...(places.get(name) ?? []), path]);
  }
  const stale = [...sharedNames].filter((name) => (places.get(name)?.length ?? 0) < 2);
  const twice = [...places].flatMap(([name, [first = '', ...others]]) =>
    sharedNames.has(name)
      ? []
      : others.map((file) => ({ file, line: 1, message: `exports ${name}, as does ${first}` })),
  );
  return [
    ...twice,
    ...stale.map((name) => ({
      file: 'scripts/layers/shared-names.ts',
      line: 1,
      message: `excepts ${name}, which no two files export`,
    })),
  ];
}
