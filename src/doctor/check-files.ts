import { findReaderSandbox, type ReaderSandbox } from '../readers/process/reader-sandbox.ts';
import { readLanguageData } from '../readers/ocr/language-data.ts';
import { messageOf, type DoctorContext, type DoctorFinding } from './finding.ts';

export async function checkReaders({ config }: DoctorContext): Promise<DoctorFinding> {
  const sandbox = await findReaderSandbox();
  const { maxProcesses, ocrLanguages } = config.readers;
  const unknown = await findMissingLanguages(ocrLanguages);
  if (unknown !== undefined)
    return { part: 'Files', state: 'missing', note: `${unknown} (DECANT_OCR_LANGUAGES)` };
  const held = [
    describeReaderWalls(sandbox),
    sandbox.identity ? `user ${sandbox.identity.uid}` : 'this user',
  ];
  return {
    part: 'Files',
    state: sandbox.isFiltered ? 'ok' : 'WARNING',
    note: `read in up to ${maxProcesses} processes (DECANT_READERS) with ${held.join(', ')}; scans in ${ocrLanguages.join(', ')} (DECANT_OCR_LANGUAGES)`,
  };
}

/** Says what to do for the first language that is missing. */
async function findMissingLanguages(languages: readonly string[]): Promise<string | undefined> {
  for (const language of languages) {
    try {
      await readLanguageData(language);
    } catch (error) {
      return messageOf(error);
    }
  }
  return undefined;
}

function describeReaderWalls({ isFiltered, hasOwnNetwork }: ReaderSandbox): string {
  if (isFiltered) return 'no files, programs, sockets and signals (a filter of the kernel)';
  const missing = 'the npm package koffi on Linux would close the rest';
  return hasOwnNetwork
    ? `no files and programs (by Node alone), no network but sockets with a path (${missing})`
    : `no files and programs (by Node alone), but the network of this machine (${missing})`;
}
