import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cutSections } from './cut-sections.ts';
import { createDocsIndex, type DocsIndex } from './docs-index.ts';

/** The documentation of the package, in a checkout and in what is installed. */
const FOLDER = fileURLToPath(new URL('../../../../docs/', import.meta.url));

/** Gives the index of our documentation, which is read and made when it is first asked for. */
export function createDocs(folder = FOLDER): () => Promise<DocsIndex> {
  const made: { index?: Promise<DocsIndex> } = {};
  return function openDocs() {
    made.index ??= readDocs(folder).catch((error: unknown) => {
      delete made.index;
      throw error;
    });
    return made.index;
  };
}

async function readDocs(folder: string): Promise<DocsIndex> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  const files = await Promise.all(
    names.map(async (name) => cutSections(`docs/${name}`, await readFile(path.join(folder, name), 'utf8'))),
  );
  return createDocsIndex(files.flat());
}
