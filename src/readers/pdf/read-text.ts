import type { DocumentContent, DocumentPage, DocumentProperties, DocumentSource } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import type { ExtractedPage } from './extract/extract-page.ts';
import { hasBadText, needsRecognition } from './needs-recognition.ts';
import { PageComposer } from './page-composer.ts';
import { namePages } from './page-numbers.ts';
import type { PdfFacts } from './pdf-page.ts';
import type { PdfSession } from './pdf-session.ts';
import { FilePictures } from './pictures/file-pictures.ts';
import type { ReadingClock } from './reading-clock.ts';

/** Pages that are held in memory at once; also those that are looked at together for running headers. */
const CHUNK_PAGES = 100;
/** A file with more pages that cannot be read has made them up. */
const MAX_FAILED = 1_000;
const MAX_HTML_LENGTH = 50_000_000;

export interface PdfJob {
  source: DocumentSource;
  session: PdfSession;
  facts: PdfFacts;
  clock: ReadingClock;
  properties: DocumentProperties;
}

/** The progress of reading a PDF: first its text, then the text that is recognised in its pictures. */
export class PdfText {
  readonly job: PdfJob;
  /** Pages whose text can only be recognised, from 0. */
  readonly toRecognise: number[] = [];
  /** Sentences of later stages. */
  readonly warnings: string[] = [];
  /** Undefined when pictures are not wanted. */
  readonly pictures: FilePictures | undefined;
  readonly #pages = new Map<number, DocumentPage>();
  readonly #failed: number[] = [];
  readonly #partial: number[] = [];
  /** Where reading ended before the last page that is wanted. */
  #stop: { from: number; why: string } | undefined;
  /** The length of the HTML so far. */
  #length = 0;

  constructor(job: PdfJob) {
    this.job = job;
    this.pictures = job.source.hasImages ? new FilePictures(job.session, job.clock) : undefined;
  }

  /** Reads the text of all pages that are wanted, as far as the time goes. */
  async read(): Promise<void> {
    const { source, facts, clock, session } = this.job;
    const composer = new PageComposer(facts, { hasBlocks: source.pdf.blocks });
    for (let first = 0; first < this.#wanted && this.#stop === undefined; first += CHUNK_PAGES) {
      const end = Math.min(this.#wanted, first + CHUNK_PAGES);
      const chunk = await this.#extract(first, end);
      await this.#loadPictures(chunk);
      this.put(composer.add(chunk));
      if (this.#length > MAX_HTML_LENGTH)
        this.#stop ??= { from: end, why: 'were left out: the text is too long' };
      if (clock.isTimeToTell()) source.onPartial(this.content());
    }
    this.put(composer.finish());
    if (this.#pages.size === 0) {
      throw new DocumentError('SCRAPE_PDF_INSUFFICIENT_TIME_ERROR', 'The timeout is too short for this PDF');
    }
    // The pages that were found in a damaged file may all be empty.
    const isNothing = session.isRebuilt && !this.hasText && this.toRecognise.length === 0;
    if (this.#pages.size === this.#failed.length || isNothing) throw this.#noPage();
  }

  get #wanted(): number {
    return Math.min(this.job.facts.totalPages, this.job.source.pdf.maxPages ?? Infinity);
  }

  #noPage(): DocumentError {
    return this.job.session.hasCrashed
      ? new DocumentError('SCRAPE_DOCUMENT_TOO_COMPLEX', 'The PDF needs too much memory to be read')
      : new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is damaged: none of its pages can be read');
  }

  /** Adds pages, in the place of what was read of them before. */
  put(pages: readonly DocumentPage[]): void {
    for (const page of pages) {
      this.#length += page.html.length - (this.#pages.get(page.pageNumber)?.html.length ?? 0);
      this.#pages.set(page.pageNumber, page);
    }
  }

  get hasText(): boolean {
    return this.#length > 0;
  }

  content(): DocumentContent {
    const { facts, properties } = this.job;
    return {
      html: '',
      properties,
      pages: [...this.#pages.values()].toSorted((a, b) => a.pageNumber - b.pageNumber),
      totalPages: facts.totalPages,
      warnings: this.#allWarnings(),
    };
  }

  async #extract(from: number, to: number): Promise<ExtractedPage[]> {
    const { session, clock, source } = this.job;
    const chunk: ExtractedPage[] = [];
    for (let index = from; index < to; index++) {
      if (clock.isOver) {
        this.#stop = { from: index, why: 'were not read in time' };
        break;
      }
      const extracted = await session.extract(index);
      if (extracted === undefined || (session.isRebuilt && extracted.stats.isScrambled)) {
        this.#failed.push(index + 1);
        this.put([failedPage(index + 1)]);
        if (this.#failed.length < MAX_FAILED) continue;
        this.#stop = { from: index + 1, why: 'could not be read' };
        break;
      }
      if (extracted.isPartial) this.#partial.push(index + 1);
      if (wantsRecognition(extracted, source.pdf.mode)) this.toRecognise.push(index);
      chunk.push(extracted);
    }
    return chunk;
  }

  /** A page that is itself a picture is read in place of it. */
  async #loadPictures(chunk: readonly ExtractedPage[]): Promise<void> {
    if (this.pictures === undefined) return;
    const scans = new Set(this.toRecognise);
    await this.pictures.load(chunk.map(({ page }) => page).filter(({ number }) => !scans.has(number - 1)));
  }

  #allWarnings(): string[] {
    const warnings: string[] = [];
    const { isRebuilt, pageCount } = this.job.session;
    if (isRebuilt) {
      const count = pageCount - this.#failed.length;
      const pages = count === 1 ? '1 page' : `${count} pages`;
      warnings.push(`The file is damaged: ${pages} could be recovered`);
    }
    if (this.#failed.length > 0) warnings.push(`${namePages(this.#failed)} could not be read`);
    if (this.#partial.length > 0) {
      warnings.push(`${namePages(this.#partial)} could only be read in part`);
    }
    if (this.#stop !== undefined && this.#stop.from < this.#wanted) {
      warnings.push(`Pages ${this.#stop.from + 1}-${this.#wanted} ${this.#stop.why}`);
    }
    const { warning } = this.pictures ?? {};
    if (warning !== undefined) warnings.push(warning);
    return [...warnings, ...this.warnings];
  }
}

/** Bad text behind a picture is better than none: the mode fast keeps it. */
function wantsRecognition(page: ExtractedPage, mode: DocumentSource['pdf']['mode']): boolean {
  return mode === 'ocr' || needsRecognition(page) || (mode === 'auto' && hasBadText(page));
}

function failedPage(pageNumber: number): DocumentPage {
  return { pageNumber, html: '', width: 0, height: 0, status: 'failed', blocks: [] };
}
