import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ConfigError } from '../config.ts';

/** As much as a disk that is not quite full takes. */
const PROBE_BYTES = 4_096;

/** Makes the data folder and tries to write into it. Throws a ConfigError that says what is in the way. */
export async function requireDataFolder(dataDir: string): Promise<void> {
  const probe = path.join(dataDir, `.probe-${randomUUID()}`);
  try {
    await makeFolder(dataDir);
    try {
      await writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
    } finally {
      await rm(probe, { force: true });
    }
  } catch (error) {
    throw new ConfigError(
      `The data folder ${dataDir} cannot be used: ${reasonOf(error)}. Set DECANT_DATA_DIR to a folder that this user may write to`,
      { cause: error },
    );
  }
}

/** Below a folder of the kernel, such as /proc, making all that is missing would try for ever. */
async function makeFolder(folder: string): Promise<void> {
  const above = await stat(path.dirname(folder)).catch(() => undefined);
  if (above === undefined) {
    await mkdir(folder, { recursive: true });
    return;
  }
  await mkdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  });
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'this user may not write there';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it is a file, or lies below one';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'its disk is full';
    case 'EROFS':
      return 'it is on a read-only disk';
    case 'ENOENT':
      return 'no folder can be made there';
    default:
      return message;
  }
}
