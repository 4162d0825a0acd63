import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openPackageFile, readPackageFile } from '../package-files.ts';

/** As Tesseract names its files; nothing else is ever made part of a path. */
const NAME = /^[a-z]{3}(?:_[a-z]{1,10}){0,2}$/i;
/** Those of 4.0.0 hold the same network and one for an older engine as well: 40 MB and 100 ms more, not one letter better. */
const VERSION = '4.0.0_best_int';
/** A network larger than it is none of Tesseract's. */
const MAX_BYTES = 100_000_000;

/** A language that texts cannot be recognised in here: the message says what would be needed. */
export class OcrLanguageError extends Error {
  constructor(language: string, options?: ErrorOptions) {
    super(
      NAME.test(language)
        ? `Text recognition for "${language}" needs the npm package @tesseract.js-data/${language.toLowerCase()}, which is not installed`
        : `"${language}" is not the name of a language of Tesseract, such as eng, deu or chi_sim`,
      options,
    );
    this.name = 'OcrLanguageError';
  }
}

/**
 * Reads Tesseract's training of a language (`eng`, `chi_sim`): from `<language>.traineddata` in `folder` when it is
 * given and has it, else from the package of the language. Throws an OcrLanguageError when there is neither.
 */
export async function readLanguageData(language: string, folder?: string): Promise<Uint8Array> {
  if (!NAME.test(language)) throw new OcrLanguageError(language);
  if (folder !== undefined) {
    const own = await readFile(join(folder, `${language}.traineddata`)).catch(() => undefined);
    if (own !== undefined) return own;
  }
  try {
    return gunzipSync(readPackageFile(languageFile(language)), { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new OcrLanguageError(language, { cause: error });
  }
}

/** Opens a language's data for later; false when its package is not installed. */
export function openLanguageData(language: string): boolean {
  return NAME.test(language) && openPackageFile(languageFile(language));
}

function languageFile(language: string): string {
  return `@tesseract.js-data/${language.toLowerCase()}/${VERSION}/${language}.traineddata.gz`;
}
