import { buildZip } from '../../../test/support/documents/build-zip.ts';
import { openZip } from '../../../src/readers/zip/open-zip.ts';
import { createRandom } from '../../pages/random.ts';
import { mutate } from './mutate.ts';

const ZIP_MAGIC = 0x04034b50;

/** What a seed makes of a file. Of archives mostly one part is changed: packed bytes that are, only trouble who unpacks them. */
export async function mutateFile(bytes: Buffer, seed: number): Promise<Buffer> {
  const isArchive = bytes.length > 4 && bytes.readUInt32LE(0) === ZIP_MAGIC;
  return isArchive && seed % 4 !== 0 ? mutatePart(bytes, seed) : mutate(bytes, seed);
}

async function mutatePart(bytes: Buffer, seed: number): Promise<Buffer> {
  const archive = await openZip(bytes);
  const parts = archive.names
    .filter((name) => !name.endsWith('/'))
    .map((name) => [name, archive.read(name) ?? Buffer.alloc(0)] as const);
  const chosen = createRandom(seed).int(0, parts.length - 1);
  return buildZip(
    Object.fromEntries(
      parts.map(([name, content], index) => [name, index === chosen ? mutate(content, seed) : content]),
    ),
    { stored: ['mimetype'] },
  );
}
