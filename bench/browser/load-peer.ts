import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A package of the project's development dependencies, or of the folder that DECANT_BENCH_PEERS names where it is not
 * installed.
 */
export async function loadPeer<Part>(name: string, load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const folder = process.env['DECANT_BENCH_PEERS'];
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND' || folder === undefined) throw error;
    const { resolve } = createRequire(path.join(folder, 'package.json'));
    return (await import(pathToFileURL(resolve(name)).href)) as Part;
  }
}
