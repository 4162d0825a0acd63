import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BenchKind } from '../documents-section.ts';
import { generateDocuments } from '../generate/generate-documents.ts';
import { generateWorkbooks } from '../generate/generate-workbooks.ts';
import type { BenchDocument } from '../model.ts';
import { FIXTURE_FOLDER } from '../print/print-all.ts';
import type { BenchFile } from '../score-files.ts';
import { convertWithOffice } from './convert-with-office.ts';
import { writeDoc } from './doc.ts';
import { writeDocx } from './docx.ts';
import { writeOdt } from './odt.ts';
import { writeRtf } from './rtf.ts';
import { writeXlsx } from './xlsx.ts';

export type WrittenKind = Exclude<BenchKind, 'pdf'>;
type OwnKind = 'doc' | 'docx' | 'odt' | 'rtf' | 'xlsx';

const WRITERS = {
  doc: writeDoc,
  docx: (document: BenchDocument) => writeDocx(document),
  odt: writeOdt,
  rtf: writeRtf,
} as const;
/** What LibreOffice makes each kind of: never of itself, as it should write it from what it has understood. */
const SOURCES: Record<WrittenKind, OwnKind> = {
  docx: 'odt',
  odt: 'docx',
  rtf: 'docx',
  doc: 'docx',
  xls: 'xlsx',
  ods: 'xlsx',
  xlsx: 'xlsx',
};

/** The documents as files of a kind: as we write them, and as LibreOffice does; of some kinds only the latter. */
export async function writeFiles(kind: WrittenKind, isQuick: boolean): Promise<BenchFile[]> {
  const own = isOwn(kind) ? await writeOwn(kind, isQuick) : [];
  const rough = kind === 'docx' ? await writeRoughDocx(isQuick) : [];
  return [...own, ...rough, ...(await convertWithOffice(await writeOwn(SOURCES[kind], isQuick), kind))];
}

function isOwn(kind: WrittenKind): kind is OwnKind {
  return kind === 'xlsx' || kind in WRITERS;
}

/** The documents as we write them. */
export async function writeOwn(kind: OwnKind, isQuick: boolean): Promise<BenchFile[]> {
  const made: Array<{ document: BenchDocument; bytes: Buffer }> =
    kind === 'xlsx'
      ? generateWorkbooks(isQuick).map(({ document, sheets }) => ({ document, bytes: writeXlsx(sheets) }))
      : generateDocuments(isQuick).map((document) => ({ document, bytes: WRITERS[kind](document) }));
  const folder = path.join(FIXTURE_FOLDER, kind);
  await mkdir(folder, { recursive: true });
  return Promise.all(
    made.map(async ({ document, bytes }) => {
      const file = path.join(folder, `${document.name}.${kind}`);
      await writeFile(file, bytes);
      return { document, kind, file, form: 'own' };
    }),
  );
}

async function writeRoughDocx(isQuick: boolean): Promise<BenchFile[]> {
  const folder = path.join(FIXTURE_FOLDER, 'docx-rough');
  await mkdir(folder, { recursive: true });
  return Promise.all(
    generateDocuments(isQuick).map(async (document) => {
      const file = path.join(folder, `${document.name}.docx`);
      await writeFile(file, writeDocx(document, true));
      return { document, kind: 'docx', file, form: 'rough' };
    }),
  );
}
