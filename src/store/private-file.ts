import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';

/** The trimmed text of a file; undefined when it is absent or empty. */
export async function readPrivateFile(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Makes a file that only its owner can read, whole or not at all: a crash or a full disk leaves none behind, and of
 * several processes one wins. Returns the text that stands in it now.
 */
export async function createPrivateFile(file: string, text: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${text}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await putInPlace(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return (await readPrivateFile(file)) ?? text;
}

/** A link fails where a file is, so that the first one stays; an empty file is what a crash left and is replaced. */
async function putInPlace(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    if ((await readPrivateFile(file)) === undefined) await rename(draft, file);
  }
}
