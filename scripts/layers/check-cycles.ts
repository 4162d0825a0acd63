import type { SourceFile } from './read-source-file.ts';
import type { Violation } from './violation.ts';

/** One violation for each circle of files that import each other, also where they only do so for types. */
export function checkCycles(files: readonly SourceFile[]): Violation[] {
  const imports = new Map(files.map((file) => [file.path, file.imports.flatMap((one) => one.target ?? [])]));
  const isDone = new Set<string>();
  const violations: Violation[] = [];

  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start !== -1) {
      const circle = [...trail.slice(start), path].join(' -> ');
      violations.push({ file: path, line: 1, message: `import cycle: ${circle}` });
      return;
    }
    if (isDone.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
    isDone.add(path);
  };

  for (const { path } of files) visit(path, []);
  return violations;
}
