import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSectionQuestions } from './asked-before.ts';
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
  const [documents, questions] = await Promise.all([
    readFiles(folder, '.md'),
    readFiles(path.join(folder, 'questions'), '.txt'),
  ]);
  return createDocsIndex(
    documents.flatMap(({ name, text }) => cutSections(`docs/${name}`, text)),
    new Map(questions.flatMap(({ text }) => [...readSectionQuestions(text)])),
  );
}

async function readFiles(folder: string, ending: string): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending)).toSorted();
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(path.join(folder, name), 'utf8') })),
  );
}
