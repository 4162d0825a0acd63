import { lstat, readdir, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A versioned macOS library, `libicudata.77.1.dylib`: programs ask for it as `libicudata.77.dylib`. */
const MACOS_LIBRARY = /^(?<major>lib[^.]+\.\d+)(?:\.\d+)+\.dylib$/;

/**
 * Makes the library links that npm packages cannot hold and that the package's install script would make if npm still
 * ran it: those of `pg-symlinks.json`, and on macOS those that this list forgets. False when the folder is read-only.
 */
export async function linkLibraries(native: string): Promise<boolean> {
  try {
    for (const [link, target] of [...(await listedLinks(native)), ...(await macosLinks(native))]) {
      if (!(await exists(link))) await create(target, link);
    }
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EROFS' || error.code === 'EACCES'))
      return false;
    throw error;
  }
}

async function listedLinks(native: string): Promise<Array<[link: string, target: string]>> {
  const list = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as Array<{
    source: string;
    target: string;
  }>;
  const packageFolder = dirname(native);
  return list.map(({ source, target }) => [join(packageFolder, target), basename(source)]);
}

async function macosLinks(native: string): Promise<Array<[link: string, target: string]>> {
  const files = await readdir(join(native, 'lib'));
  return files.flatMap((file) => {
    const major = MACOS_LIBRARY.exec(file)?.groups?.['major'];
    return major === undefined ? [] : [[join(native, 'lib', `${major}.dylib`), file] as [string, string]];
  });
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

async function create(target: string, link: string): Promise<void> {
  try {
    await symlink(target, link);
  } catch (error) {
    // Another process that starts at the same time made it.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
