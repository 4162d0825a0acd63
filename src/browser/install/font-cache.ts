import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasProcessesBeside } from '../../lib/process-owner.ts';
import type { BrowserIdentity } from '../browser-identity.ts';

/** Beside the fonts: what fontconfig knows about them, for all browsers to read and none to change. */
export const FONT_CACHE = 'cache';

/** A cache of fontconfig: digest of the folder's path, kind of machine, version. */
const CACHE_FILE = /^[0-9a-f]{32}-[\w-]+\.cache-\d+$/;
/** Ten times what thirty fonts take. */
const MAX_FILE_BYTES = 2 * 2 ** 20;

/** A browser that has started and has shown no page yet. */
export interface NewBrowser {
  /** Its only folder, which is its XDG_CACHE_HOME. */
  readonly home: string;
  /** The process group that all of its processes are in. */
  readonly group: number;
  /** Undefined: it runs as the user of this process, who can write to the fonts anyway. */
  readonly identity: BrowserIdentity | undefined;
}

/**
 * Keeps what a new browser has had to find out about the fonts that `prepareFonts` has laid out: reading them is 0.16 of the
 * 0.39 s that a start takes. A browser that has shown a page may be in strange hands and could write to the home of another
 * with the same user, so nothing is kept while there is one. Resolves to whether browsers have it now.
 */
export async function keepFontCache(fontConfig: string, browser: NewBrowser): Promise<boolean> {
  const folder = dirname(fontConfig);
  const kept = join(folder, FONT_CACHE);
  const isOfFonts = startsWith(createHash('md5').update(join(folder, 'fonts')).digest('hex'));
  const found = join(browser.home, 'fontconfig');
  const names = (await namesIn(found)).filter((name) => CACHE_FILE.test(name));
  if (!names.some(isOfFonts)) return (await namesIn(kept)).some(isOfFonts);
  if (hasOthers(browser)) return false;

  const draft = await mkdtemp(`${kept}.`);
  try {
    for (const name of names) {
      await writeFile(join(draft, name), await readPlainFile(join(found, name)));
      await chmod(join(draft, name), 0o644);
    }
    if (hasOthers(browser)) return false;
    await mkdir(kept, { recursive: true });
    await chmod(kept, 0o755);
    // A kept file of the same name is replaced. It did not serve this browser, which has made its own: fontconfig is of
    // another version, or the time of the fonts' folder has changed.
    for (const name of names) await rename(join(draft, name), join(kept, name));
    return true;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const startsWith = (beginning: string) => (name: string) => name.startsWith(beginning);

async function namesIn(folder: string): Promise<string[]> {
  return (await lstat(folder).catch(() => undefined))?.isDirectory() === true ? readdir(folder) : [];
}

/** Whether its user has other processes on this machine. */
function hasOthers({ identity, group }: NewBrowser): boolean {
  return identity !== undefined && hasProcessesBeside(group, identity.uid);
}

/** Reads a plain file of at most MAX_FILE_BYTES; rejects for anything else. A link is not followed, a pipe not waited for. */
async function readPlainFile(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > MAX_FILE_BYTES)
      throw new RangeError(`${path} is no file of at most ${MAX_FILE_BYTES} bytes`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
