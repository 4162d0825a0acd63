import { open } from 'node:fs/promises';
import type { Document } from '../../contract/documents/document.ts';
import { hostFolder, createPageFiles } from '../../lib/page-files.ts';
import { readBlob } from './read-blob.ts';

/** Writes the pictures and recordings of a document into new files of the current folder; has their names in their place. */
export async function savePictures(document: Document): Promise<Document> {
  const saved: Record<string, string> = {};
  for (const [format, value] of Object.entries(document)) {
    const blob = readBlob(format, value);
    if (blob !== undefined)
      saved[format] = await writeNew(`${nameOf(document)}.${format}`, blob.extension, blob.bytes);
  }
  return { ...document, ...saved };
}

/** `docs.example-guide-start` for `https://docs.example/guide/start`. */
function nameOf({ metadata }: Document): string {
  const url = URL.parse(metadata.url ?? metadata.sourceURL ?? '') ?? new URL('https://page.invalid');
  const path = createPageFiles(url).nameOf(url, []);
  return `${hostFolder(url)}-${path}`.replaceAll('/', '-').slice(0, 100);
}

/** Nothing is ever overwritten: the next number is taken. */
async function writeNew(name: string, extension: string, bytes: Uint8Array): Promise<string> {
  for (let number = 1; ; number++) {
    const file = `${name}${number === 1 ? '' : `-${number}`}.${extension}`;
    try {
      await using handle = await open(file, 'wx');
      await handle.writeFile(bytes);
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
