import type { DocumentContent, DocumentSource } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import { DAMAGED_ARCHIVE, openZip, type ZipArchive } from '../zip/open-zip.ts';
import { BookHtml } from './book-html.ts';
import { encryptedParts } from './encrypted-parts.ts';
import { readPackageDocument } from './package-document.ts';
import { writeChapter } from './write-chapter.ts';

/**
 * Reads a book (`.epub`, versions 2 and 3): the chapters of its spine as the sections of one page, links between them
 * included; tables of contents, scripts and styles are left out. Throws SCRAPE_DOCUMENT_ENCRYPTED for chapters behind a
 * copy protection and SCRAPE_DOCUMENT_EMPTY for no bytes.
 */
export async function readEpub({ bytes, hasImages }: DocumentSource): Promise<DocumentContent> {
  if (bytes.length === 0) throw new DocumentError('SCRAPE_DOCUMENT_EMPTY', 'The file is empty');
  const archive = await openZip(bytes);
  const warnings = archive.isDamaged ? [DAMAGED_ARCHIVE] : [];
  const { chapters, properties } = readPackageDocument(archive, warnings);
  const encrypted = encryptedParts(archive);
  if (chapters.every((name) => encrypted.has(name))) {
    throw new DocumentError('SCRAPE_DOCUMENT_ENCRYPTED', 'The book has a copy protection');
  }
  const book = new BookHtml({ archive, chapters, hasImages });
  let hasContent = false;
  for (const [index, name] of chapters.entries()) {
    if (encrypted.has(name)) {
      warnings.push(`Chapter ${index + 1} has a copy protection and is left out.`);
      continue;
    }
    const problem = addChapter(archive, name, book);
    if (problem === 'ok') hasContent = true;
    else if (problem !== 'empty') warnings.push(`Chapter ${index + 1} could not be read: ${problem}.`);
    if (book.isFull) {
      warnings.push(`The book is too large: what follows chapter ${index + 1} is left out.`);
      break;
    }
  }
  const [problem] = warnings;
  if (!hasContent && problem !== undefined)
    throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', `The file is damaged: ${problem}`);
  if (book.arePicturesLeftOut)
    warnings.push('The book has more pictures than can be shown; some are left out.');
  return { html: book.finish(), properties, warnings };
}

/** `ok`, `empty`, or what is wrong with the chapter. */
function addChapter(archive: ZipArchive, name: string, book: BookHtml): string {
  const mark = book.mark;
  try {
    const bytes = archive.read(name);
    if (bytes === undefined) return 'it is missing in the file';
    if (writeChapter(name, bytes, book)) return 'ok';
    book.forget(mark);
    return 'empty';
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    book.forget(mark);
    return error.message;
  }
}
