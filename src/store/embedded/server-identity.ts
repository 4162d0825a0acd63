import { stat } from 'node:fs/promises';

/** The user that the server process runs as. */
export interface ServerIdentity {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. This id is nobody else's: a browser or parser that escaped its sandbox under
 * another id cannot reach the database files. It needs no entry in /etc/passwd.
 */
const DEDICATED_ID = 61_801;

/**
 * Undefined when the server may run as this process does. As root: whoever owns the database folder, or else the data
 * folder (a mounted volume stays usable to its owner), or the dedicated id when that is root too.
 */
export async function chooseServerIdentity(folders: readonly string[]): Promise<ServerIdentity | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const folder of folders) {
    const owner = await ownerOf(folder);
    if (owner !== undefined) return owner;
  }
  return { uid: DEDICATED_ID, gid: DEDICATED_ID };
}

async function ownerOf(folder: string): Promise<ServerIdentity | undefined> {
  try {
    const { uid, gid } = await stat(folder);
    return uid === 0 ? undefined : { uid, gid };
  } catch {
    return undefined;
  }
}
