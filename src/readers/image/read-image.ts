import { DocumentError } from '../document-error.ts';
import type { DocumentContent, DocumentPage, DocumentSource } from '../document.ts';
import { openRecogniser, type Recogniser } from '../ocr/recognise.ts';
import type { OcrPage, Raster } from '../ocr/ocr-page.ts';
import { layoutPages } from '../pdf/layout/layout-pages.ts';
import { toRecognisedPage } from '../pdf/recognised-page.ts';
import { createImageDecoder, type ImageDecoder } from './decode-image.ts';
import { decodeTiffPage, unreadableCompression } from './decode-tiff.ts';
import { withFirstFrame } from './gif-frame.ts';
import { readImageHeader, READABLE_FORMATS } from './image-header.ts';
import { readTiffPages, type TiffPage } from './tiff-pages.ts';

/** Six times a sheet of A4 at 300 dpi; decoding takes 5 bytes for each. */
const MAX_PIXELS = 40_000_000;
const MAX_PAGES = 200;
/** Copying a long file for each page of it would take its square. */
const MAX_COPIED_BYTES = 4_000_000_000;
const POINTS_PER_INCH = 72;
/** Where a picture does not tell, or tells nonsense. */
const USUAL_DPI = { screen: 96, least: 50, most: 2_400 };

/**
 * The text in a picture, by text recognition: headings, paragraphs and what else the layout of its lines tells.
 * A TIFF file with several pages gives `pages`. Throws SCRAPE_DOCUMENT_DAMAGED for what cannot be decoded,
 * SCRAPE_UNSUPPORTED_FILE_ERROR for formats and compressions that are not known here, and SCRAPE_DOCUMENT_TOO_COMPLEX for
 * too many pixels.
 */
export async function readImage(source: DocumentSource): Promise<DocumentContent> {
  const { bytes } = source;
  if (bytes.length === 0) throw new DocumentError('SCRAPE_DOCUMENT_EMPTY', 'The file is empty');
  const { format, width, height } = readImageHeader(bytes);
  if (width * height > MAX_PIXELS) {
    throw new DocumentError(
      'SCRAPE_DOCUMENT_TOO_COMPLEX',
      `The picture has ${width} x ${height} pixels; at most ${MAX_PIXELS / 1_000_000} million are read`,
    );
  }
  const tiff = format === 'tiff' ? readTiffPages(bytes) : [];
  const total = Math.max(1, tiff.length);
  const count = Math.min(total, MAX_PAGES, Math.max(1, Math.floor(MAX_COPIED_BYTES / bytes.length)));
  const frame = format === 'gif' ? withFirstFrame(bytes) : bytes;
  const pages =
    format === 'tiff' ? tiff.slice(0, count).map((page) => tiffPage(bytes, page)) : [wholeFile(frame)];
  const recogniser = await openRecogniser(source.ocrLanguages);
  try {
    return await readAll(source, { pages, total }, recogniser);
  } finally {
    recogniser.close();
  }
}

/** A page that is still to be decoded. */
interface Undecoded {
  decode(decoder: ImageDecoder): Promise<Raster | undefined>;
  /** The compression, when it is known not to be readable. */
  compression: string | undefined;
}

function tiffPage(bytes: Uint8Array, page: TiffPage): Undecoded {
  const decode = async (decoder: ImageDecoder): Promise<Raster | undefined> =>
    decodeTiffPage(bytes, page, decoder);
  return { decode, compression: unreadableCompression(page) };
}

function wholeFile(bytes: Uint8Array): Undecoded {
  return { decode: async (decoder) => decoder.decode(bytes), compression: undefined };
}

async function readAll(
  source: DocumentSource,
  { pages: undecoded, total }: { pages: readonly Undecoded[]; total: number },
  recogniser: Recogniser,
): Promise<DocumentContent> {
  const decoder = createImageDecoder();
  const pages: DocumentPage[] = [];
  const problems: string[] = [];
  let unread = total - undecoded.length;
  for (const [index, page] of undecoded.entries()) {
    if (source.remainingMs() <= 0) {
      unread += undecoded.length - index;
      break;
    }
    const raster = await page.decode(decoder);
    if (raster === undefined) {
      problems.push(problemOf(page, total === 1 ? 'The picture' : `Page ${index + 1}`));
      continue;
    }
    const found = await recogniser.recognise(raster, { remainingMs: source.remainingMs() });
    pages.push(toDocumentPage(found, raster, index + 1));
    if (total > 1) source.onPartial(toContent(pages, { total, problems, unread: total - pages.length }));
  }
  if (pages.length === 0 && problems.length > 0) throw refusalOf(undecoded);
  return toContent(pages, { total, problems, unread });
}

function problemOf({ compression }: Undecoded, name: string): string {
  return compression === undefined
    ? `${name} could not be decoded`
    : `${name} is compressed by ${compression}, which cannot be read`;
}

function refusalOf(undecoded: readonly Undecoded[]): DocumentError {
  const compression = undecoded.find((page) => page.compression !== undefined)?.compression;
  return compression === undefined
    ? new DocumentError(
        'SCRAPE_DOCUMENT_DAMAGED',
        'The picture is damaged, or is written in a way that cannot be decoded',
      )
    : new DocumentError(
        'SCRAPE_UNSUPPORTED_FILE_ERROR',
        `TIFF pictures compressed by ${compression} cannot be read; ${READABLE_FORMATS} can`,
      );
}

function toDocumentPage(found: OcrPage, raster: Raster, pageNumber: number): DocumentPage {
  const { screen, least, most } = USUAL_DPI;
  const dpi = raster.dpi >= least && raster.dpi <= most ? raster.dpi : screen;
  const [width, height] = [found.width, found.height].map((side) => (side * POINTS_PER_INCH) / dpi) as [
    number,
    number,
  ];
  const empty = { words: [], rules: [], rectangles: [], images: [], links: [], fields: [], tags: [] };
  const page = toRecognisedPage(found, { number: pageNumber, width, height, ...empty }, dpi);
  const [laidOut] = layoutPages([page], {
    totalPages: 1,
    outline: [],
    language: undefined,
  });
  return {
    pageNumber,
    html: laidOut?.html ?? '',
    width,
    height,
    status: found.isComplete ? 'ok' : 'partial',
    blocks: laidOut?.blocks ?? [],
  };
}

interface Unread {
  total: number;
  /** Sentences about the parts that could not be decoded. */
  problems: readonly string[];
  /** Pages that were not reached. */
  unread: number;
}

function toContent(pages: readonly DocumentPage[], { total, problems, unread }: Unread): DocumentContent {
  const what = total === 1 ? 'the picture' : 'the pages';
  const warnings = [...problems];
  if (pages.some((page) => page.status === 'partial')) {
    warnings.push(`Not all of the text of ${what} could be recognised`);
  }
  if (unread > 0) warnings.push(`The last ${unread} of ${total} pages were not read`);
  if (pages.length > 0 && pages.every((page) => page.html === '')) {
    warnings.push(total === 1 ? 'No text was found in the image' : 'No text was found on the pages');
  }
  if (total === 1) return { html: pages[0]?.html ?? '', properties: {}, warnings };
  return { html: '', properties: {}, pages, totalPages: total, warnings };
}
