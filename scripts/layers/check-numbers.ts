import { globSync } from 'node:fs';
import path from 'node:path';
import type { Violation } from './violation.ts';

/** Files that are numbered one after the other: with two of one number no database opens, and no decision can be named. */
const NUMBERED = ['src/store/migrations/*.sql', 'docs/decisions/*.md'];

/** Checks that each number from 1 on is given to one file. */
export function checkNumbers(root: string): Violation[] {
  return NUMBERED.flatMap((pattern) =>
    globSync(pattern, { cwd: root })
      .toSorted()
      .flatMap((file, index) => {
        const expected = String(index + 1).padStart(4, '0');
        if (path.basename(file).startsWith(`${expected}-`)) return [];
        return [
          { file, line: 1, message: `is file ${index + 1} of its folder: its number would be ${expected}` },
        ];
      }),
  );
}
