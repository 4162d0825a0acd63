import type { Document } from '../../contract/documents/document.ts';
import type { UploadedFile } from '../../contract/requests/parse.ts';
import type { Trace } from '../../scraper/trace.ts';

/** How a call is ended and watched. */
export interface Watch {
  signal: AbortSignal;
  /** Gets the steps where the work is done here. */
  trace: Trace;
  /** The trace also says why each block was removed. */
  isExplained: boolean;
}

/** The parser of files as one call takes it. */
export interface FileToRead {
  file: UploadedFile;
  /** As the contract has them, before defaults. */
  options: Record<string, unknown>;
  /** Where relative links lead; undefined: they stay as they are. */
  baseUrl: URL | undefined;
}

/** Gives documents: by work that is done here, or from a service. */
export interface Documents extends AsyncDisposable {
  /** `body` is that of POST /v2/scrape. */
  scrape(body: Record<string, unknown>, watch: Watch): Promise<Document>;
  parse(file: FileToRead, watch: Watch): Promise<Document>;
}
