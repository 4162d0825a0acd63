import { setImmediate as turn } from 'node:timers/promises';
import { DocumentError } from '../document-error.ts';
import { OcrLanguageError } from '../ocr/language-data.ts';
import { openRecogniser, type Recogniser } from '../ocr/recognise.ts';
import type { ExtractedPage } from './extract/extract-page.ts';
import { PageComposer } from './page-composer.ts';
import { isLegible } from './legible.ts';
import { hasBadText, imageShare } from './needs-recognition.ts';
import { namePages } from './page-numbers.ts';
import type { PdfText } from './read-text.ts';
import { toRecognisedPage } from './recognised-page.ts';
import { renderScan } from './scan-resolution.ts';

/** The part of the page that pictures cover at most; more are the scan itself, which often comes in strips. */
const MOST_IMAGES = 0.5;
/** Less is not enough for a page. */
const LEAST_MS = 300;

/**
 * Reads the pages of a PDF that are pictures, one after the other while there is time, and puts their text in its place. Pages
 * that stay unread are named in a warning; throws SCRAPE_PDF_OCR_REQUIRED or SCRAPE_PDF_INSUFFICIENT_TIME_ERROR when that
 * leaves nothing at all.
 */
export async function recognisePages(text: PdfText): Promise<void> {
  const { source } = text.job;
  if (source.pdf.mode === 'fast') return leaveScans(text);
  source.onPartial(text.content());
  await turn();
  const recogniser = await openForLanguages(text);
  if (recogniser === undefined) return;
  try {
    await recogniseInTime(text, recogniser);
  } finally {
    recogniser.close();
  }
}

function leaveScans(text: PdfText): void {
  const pages = text.toRecognise.map((index) => index + 1);
  if (!text.hasText) {
    throw new DocumentError(
      'SCRAPE_PDF_OCR_REQUIRED',
      'The PDF has no text, only pictures of it: use the mode auto or ocr to have it recognised',
    );
  }
  text.warnings.push(
    `${namePages(pages)} ${pages.length === 1 ? 'is a scan' : 'are scans'}, which the mode fast does not read`,
  );
}

async function openForLanguages(text: PdfText): Promise<Recogniser | undefined> {
  try {
    return await openRecogniser(text.job.source.ocrLanguages);
  } catch (error) {
    if (!(error instanceof OcrLanguageError)) throw error;
    if (!text.hasText) throw new DocumentError('SCRAPE_PDF_OCR_REQUIRED', error.message, { cause: error });
    const pages = namePages(text.toRecognise.map((index) => index + 1));
    text.warnings.push(`${pages} could not be recognised: ${error.message}`);
    return undefined;
  }
}

/** A page whose text was recognised, and how well, 0 to 1. */
interface RecognisedPage extends ExtractedPage {
  confidence: number;
}

async function recogniseInTime(text: PdfText, recogniser: Recogniser): Promise<void> {
  const { source, clock } = text.job;
  const read: RecognisedPage[] = [];
  const failed: number[] = [];
  let done = 0;
  for (const index of text.toRecognise) {
    if (clock.leftMs < LEAST_MS) break;
    const page = await recognisePage(text, recogniser, index);
    if (page === 'late') break;
    done++;
    if (page === 'failed') failed.push(index + 1);
    else if (page === 'empty') await showPictures(text, index);
    else {
      read.push(page);
      composeRecognised(text, [page]);
    }
    if (clock.isTimeToTell()) source.onPartial(text.content());
    await turn();
  }
  // Again together: what runs over pages, and headers that repeat, are only seen so.
  if (read.length > 1) composeRecognised(text, read);
  const missing = text.toRecognise.slice(done).map((index) => index + 1);
  if (missing.length > 0 && !text.hasText) {
    throw new DocumentError(
      'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
      'The timeout is too short for recognising the text of this PDF',
    );
  }
  const cut = read.filter(({ isPartial }) => isPartial).map(({ page }) => page.number);
  warn(text, { missing, failed, cut });
}

function composeRecognised(text: PdfText, pages: readonly RecognisedPage[]): void {
  compose(text, pages, new Map(pages.map(({ page, confidence }) => [page.number, confidence])));
}

function compose(
  text: PdfText,
  pages: readonly ExtractedPage[],
  recognised: ReadonlyMap<number, number>,
): void {
  const { facts, source } = text.job;
  const composer = new PageComposer(facts, { hasBlocks: source.pdf.blocks, recognised });
  text.put(composer.add(pages));
  text.put(composer.finish());
}

/** A picture without text is a picture. */
async function showPictures(text: PdfText, index: number): Promise<void> {
  if (text.pictures === undefined) return;
  const extracted = await text.job.session.extract(index);
  if (extracted === undefined) return;
  await text.pictures.load([extracted.page]);
  compose(text, [extracted], new Map());
}

/** `empty`: there is nothing to read in its picture, or less than the page has as text; `late`: the time was over before its first word. */
async function recognisePage(
  { job: { session, clock, source }, pictures }: PdfText,
  recogniser: Recogniser,
  index: number,
): Promise<RecognisedPage | 'empty' | 'late' | 'failed'> {
  const extracted = await session.extract(index);
  const raster = await renderScan(session, index);
  if (extracted === undefined || raster === undefined) return 'failed';
  try {
    const found = await recogniser.recognise({ ...raster, channels: 1 }, { remainingMs: clock.leftMs });
    const page = toRecognisedPage(found, extracted.page, raster.dpi);
    if (page.words.length === 0 && !found.isComplete) return 'late';
    const isKept =
      extracted.stats.isGarbled ||
      source.pdf.mode === 'ocr' ||
      (hasBadText(extracted) && isLegible(page.words));
    if (page.words.length === 0 || (!isKept && page.words.length < extracted.page.words.length))
      return 'empty';
    // A page that is text with pictures, not a picture of text.
    if (imageShare(extracted.page) < MOST_IMAGES) await pictures?.load([page]);
    return { ...extracted, page, isPartial: !found.isComplete, confidence: found.confidence };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return 'failed';
  }
}

interface Unread {
  missing: number[];
  failed: number[];
  cut: number[];
}

function warn({ warnings, job }: PdfText, { missing, failed, cut }: Unread): void {
  const be = (pages: readonly number[]): string => (pages.length === 1 ? 'is a scan' : 'are scans');
  if (failed.length > 0) warnings.push(`${namePages(failed)} ${be(failed)} that could not be read`);
  if (cut.length > 0) warnings.push(`${namePages(cut)} ${be(cut)} that could only be read in part`);
  if (missing.length === 0) return;
  warnings.push(
    job.source.pdf.mode === 'ocr'
      ? `The text of ${namePages(missing).toLowerCase()} was not recognised in time`
      : `${namePages(missing)} ${be(missing)} that ${missing.length === 1 ? 'was' : 'were'} not read in time`,
  );
}
