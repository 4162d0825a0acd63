import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ConversionAlone } from './convert-alone.ts';

const SCRIPT = fileURLToPath(new URL('./convert-alone.ts', import.meta.url));

/** Converts a page in a process of its own, which has only converted small pages before, and says what that took. */
export async function measureAlone(page: Uint8Array): Promise<ConversionAlone> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-bench-'));
  const file = path.join(folder.path, 'page.html');
  await writeFile(file, page);
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, file]);
  return JSON.parse(stdout) as ConversionAlone;
}
