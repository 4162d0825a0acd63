import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseBrowserIdentity } from '../../../src/browser/browser-identity.ts';
import { openBrowser, type Browser } from '../../../src/browser/start/open-browser.ts';
import { findBenchBrowser } from '../../browser/find-bench-browser.ts';
import type { BenchDocument } from '../model.ts';
import { printSettings, type PdfLayout } from './layouts.ts';
import { printDocument } from './print-document.ts';

/** A document in one of its layouts. */
export interface PrintedDocument {
  document: BenchDocument;
  layout: PdfLayout;
  file: string;
}

/** Kept between runs: printing takes longer than reading. */
export const FIXTURE_FOLDER = path.join(tmpdir(), 'decant-bench-documents');
const SCRIPTS = ['./measure-blocks.js', './plan-pages.ts', './place-blocks.js', './shuffle-pages.js'].map(
  (name) => readFileSync(fileURLToPath(new URL(name, import.meta.url))),
);
const TEMPLATE = readFileSync(fileURLToPath(new URL('./printed-html.ts', import.meta.url)));
/** Part of the names of the kept files: another one when something else than the files above has changed. */
const EDITION = 1;
const TABS = 2;

/** Prints the documents, or takes them from the last run; those that cannot be set in a layout are missing. */
export async function printAll(
  documents: readonly BenchDocument[],
  layouts: readonly PdfLayout[],
  signal: AbortSignal,
): Promise<PrintedDocument[]> {
  await mkdir(FIXTURE_FOLDER, { recursive: true });
  const jobs = layouts.flatMap((layout) =>
    documents.map((document) => {
      const settings = printSettings(layout, document);
      const hash = createHash('sha256').update(TEMPLATE);
      for (const script of SCRIPTS) hash.update(script);
      hash.update(JSON.stringify([EDITION, document, settings]));
      const file = path.join(
        FIXTURE_FOLDER,
        `${document.name}-${layout}-${hash.digest('hex').slice(0, 16)}.pdf`,
      );
      return { document, layout, settings, file };
    }),
  );
  const missing = jobs.filter(({ file }) => !existsSync(file));
  if (missing.length > 0) {
    await using browser = await startPrinter();
    const queue = [...missing];
    await Promise.all(
      Array.from({ length: TABS }, async () => {
        await using context = await browser.newContext();
        const { session } = await context.newPage();
        await session.send('Page.enable');
        for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
          signal.throwIfAborted();
          const bytes = await printDocument(session, job.document, job.settings);
          // An empty file says that it cannot be set.
          await writeFile(`${job.file}.part`, bytes ?? '');
          await rename(`${job.file}.part`, job.file);
        }
      }),
    );
  }
  const sizes = await Promise.all(jobs.map(async ({ file }) => (await stat(file)).size));
  return jobs
    .filter((_, index) => sizes[index]! > 0)
    .map(({ document, layout, file }) => ({ document, layout, file }));
}

/** The browser that prints, with the fonts of the service. */
export async function startPrinter(): Promise<Browser> {
  const found = await findBenchBrowser();
  const { executable, libraryPath, fontConfig } = found;
  return openBrowser({
    browser: { executable, ...(libraryPath !== undefined && { libraryPath }) },
    identity: chooseBrowserIdentity(),
    fontConfig,
  });
}
