import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtempDisposable, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { DocumentKind } from '../../../src/readers/document-files.ts';
import { FIXTURE_FOLDER } from '../print/print-all.ts';
import type { BenchFile } from '../score-files.ts';

const TIMEOUT_MS = 240_000;
/** What LibreOffice calls the kinds. */
const FILTERS = {
  docx: 'docx:MS Word 2007 XML',
  odt: 'odt:writer8',
  rtf: 'rtf:Rich Text Format',
  doc: 'doc:MS Word 97',
  xlsx: 'xlsx:Calc MS Excel 2007 XML',
  xls: 'xls:MS Excel 97',
  ods: 'ods:calc8',
} as const;

export type OfficeKind = keyof typeof FILTERS;

/** The same files as another program writes them, kept between runs; none where LibreOffice is not installed. */
export async function convertWithOffice(
  sources: readonly BenchFile[],
  kind: OfficeKind & DocumentKind,
): Promise<BenchFile[]> {
  const folder = path.join(FIXTURE_FOLDER, 'office');
  await mkdir(folder, { recursive: true });
  const jobs = sources.map(({ document, file }) => {
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
    return { document, source: file, file: path.join(folder, `${document.name}-${hash}.${kind}`) };
  });
  const missing = jobs.filter(({ file }) => !existsSync(file));
  if (missing.length > 0) {
    await using draft = await mkdtempDisposable(path.join(tmpdir(), 'decant-bench-office-'));
    const inputs = missing.map(({ source }) => source);
    const profile = `-env:UserInstallation=file://${draft.path}/profile`;
    try {
      await promisify(execFile)(
        'soffice',
        [profile, '--headless', '--convert-to', FILTERS[kind], '--outdir', draft.path, ...inputs],
        { timeout: TIMEOUT_MS },
      );
    } catch {
      return [];
    }
    for (const { source, file } of missing) {
      const written = path.join(draft.path, `${path.parse(source).name}.${kind}`);
      if (existsSync(written)) await rename(written, file);
    }
  }
  return jobs
    .filter(({ file }) => existsSync(file))
    .map(({ document, file }) => ({ document, kind, file, form: 'LibreOffice' }));
}
