import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The part of Node's diagnostic report that says why a process does not end. */
interface DiagnosticReport {
  readonly libuv?: readonly {
    readonly type: string;
    readonly is_active: boolean;
    readonly is_referenced?: boolean;
  }[];
}

/**
 * What a process that did not end was doing, from the diagnostic report in the folder. Node writes that from its event
 * loop, so a loop in JavaScript leaves none.
 */
export function explainHang(folder: string): string {
  const [file] = globSync('report.*.json', { cwd: folder });
  if (file === undefined) return 'an endless loop after the last test printed above';
  const report = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as DiagnosticReport;

  const handles = (report.libuv ?? [])
    .filter((handle) => handle.is_active && handle.is_referenced === true)
    .map((handle) => handle.type);
  return `what keeps it alive: ${[...new Set(handles)].join(', ') || 'a test that waits'}`;
}
