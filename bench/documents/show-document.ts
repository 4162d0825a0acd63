import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseHtml } from '../../src/html/parse.ts';
import { toMarkdown } from '../../src/html/to-markdown/to-markdown.ts';
import { openContender } from './open-contender.ts';
import type { ContenderName } from './contenders/index.ts';
import { scoreFiles, type BenchFile } from './score-files.ts';
import { expectedHtml } from './write/expected-html.ts';

/** Writes the files of one document, what is expected of them, and what the contenders make of them; returns the folder. */
export async function showDocument(
  files: readonly BenchFile[],
  contenders: readonly ContenderName[],
  signal: AbortSignal,
): Promise<string> {
  const [first] = files;
  if (first === undefined) throw new Error('There is no such document, or not in this form');
  const folder = path.join(tmpdir(), 'decant-bench-shown', first.document.name);
  await mkdir(folder, { recursive: true });
  const html = expectedHtml(first.document);
  await writeFile(path.join(folder, 'expected.html'), html);
  await writeFile(path.join(folder, 'expected.md'), toMarkdown(parseHtml(html)));
  for (const { file, form } of files) await copyFile(file, path.join(folder, `${form}${path.extname(file)}`));
  for (const name of contenders) {
    await using contender = await openContender(name);
    if (contender === undefined) continue;
    for (const { file, markdown, error } of await scoreFiles(contender, files, signal)) {
      await writeFile(path.join(folder, `${file.form}.${name}.md`), error ?? markdown);
    }
  }
  return folder;
}
