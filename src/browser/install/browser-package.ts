import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { readTar, type TarFile } from './read-tar.ts';

/** The npm package that carries a browser, its libraries and a font as Brotli archives. None of its code is run. */
export interface BrowserPackage {
  version: string;
  /** Where the archives are. */
  folder: string;
}

/** Far more than any of the small archives holds. */
const MAX_ARCHIVE_BYTES = 64 * 2 ** 20;

/** Rejects when it is not installed. */
export async function findBrowserPackage(): Promise<BrowserPackage> {
  // Resolves to `build/index.js`.
  const root = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, folder: join(root, 'bin') };
}

/** The files of one of its small archives: `al2023` (libraries), `swiftshader`, `fonts`. */
export async function readPackedFiles(
  { folder }: BrowserPackage,
  name: 'al2023' | 'swiftshader' | 'fonts',
): Promise<TarFile[]> {
  const packed = await readFile(join(folder, `${name}.tar.br`));
  return readTar(await promisify(brotliDecompress)(packed, { maxOutputLength: MAX_ARCHIVE_BYTES }));
}
