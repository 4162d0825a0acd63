// The rules of ARCHITECTURE.md that a compiler does not see: which way imports lead, who may name which package,
// import cycles, barrels, top-level state, readers of the environment, comments and texts without a subject (comments of
// bin/ and web/ too), files of one number. The rules' data is in layers/layer-table.ts and layers/rooms.ts.
import { globSync } from 'node:fs';
import path from 'node:path';

import { checkCycles } from './layers/check-cycles.ts';
import { checkFile } from './layers/check-file.ts';
import { checkNames } from './layers/check-names.ts';
import { checkNumbers } from './layers/check-numbers.ts';
import { checkPackages } from './layers/check-packages.ts';
import { checkRooms } from './layers/check-rooms.ts';
import { checkRows } from './layers/check-rows.ts';
import { checkSubjects } from './layers/check-subjects.ts';
import { readSourceFile, type SourceFile } from './layers/read-source-file.ts';
import { ROOMS, type Rooms } from './layers/rooms.ts';
import { SHARED_NAMES } from './layers/shared-names.ts';
import type { Violation } from './layers/violation.ts';

export interface LayerReport {
  readonly fileCount: number;
  readonly violations: readonly Violation[];
}

/** Checks everything under `root/src`, and the comments that ship beside it; a tree without a file is a violation, not a success. */
export function checkLayers(root: string, rooms: Rooms = ROOMS, sharedNames = SHARED_NAMES): LayerReport {
  const files = readSourceFiles(root, 'src/**');
  const beside = readSourceFiles(root, '{bin,web}/**');
  if (files.length === 0) {
    return { fileCount: 0, violations: [{ file: 'src', line: 0, message: 'saw no file' }] };
  }
  const violations = [
    ...files.flatMap((file) => [...checkRows(file), ...checkPackages(file), ...checkFile(file)]),
    ...[...files, ...beside].flatMap(checkSubjects),
    ...checkCycles(files),
    ...checkNames(files, sharedNames),
    ...checkRooms(files, rooms),
    ...checkNumbers(root),
  ];
  return { fileCount: files.length + beside.length, violations };
}

function readSourceFiles(root: string, folder: string): SourceFile[] {
  return globSync(`${folder}/*.{ts,mts,js,mjs}`, { cwd: root })
    .map((file) => readSourceFile(root, file.split(path.sep).join('/')))
    .toSorted((a, b) => a.path.localeCompare(b.path));
}

if (process.argv[1] === import.meta.filename) {
  const { fileCount, violations } = checkLayers(path.resolve(process.argv[2] ?? '.'));
  for (const { file, line, message } of violations) process.stdout.write(`${file}:${line} ${message}\n`);
  process.stdout.write(`${fileCount} files, ${violations.length} violations\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
