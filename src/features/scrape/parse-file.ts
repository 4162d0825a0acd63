import type { Caller } from '../../accounts/caller.ts';
import type { UploadedFile } from '../../contract/requests/parse.ts';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { uploadUrl } from '../../lib/addresses/upload-url.ts';
import { kindOfUpload } from '../../readers/detect/kind-of-upload.ts';
import { formats } from '../../scraper/formats/index.ts';
import type { PackedDocument } from '../../scraper/packed-document.ts';
import type { KeepMemory, RunScrape, ScrapeTask } from './run-scrape.ts';

interface FileToParse {
  file: UploadedFile;
  options: ScrapeOptions;
}

/** Parses an uploaded file. Rejects with PARSE_UNSUPPORTED_OPTIONS, UNSUPPORTED_FILE_TYPE, or as a scrape does. */
export type ParseFile = (
  caller: Caller,
  given: FileToParse,
  signal: AbortSignal,
  keepMemory?: KeepMemory,
) => Promise<PackedDocument>;

/** POST /v2/parse: one uploaded file, one document. */
export function createParseFile(runScrape: RunScrape): ParseFile {
  return async function parseFile(caller, { file, options }, signal, keepMemory) {
    try {
      return await runScrape(caller, { kind: 'parse', ...toScrape(file, options) }, signal, keepMemory);
    } catch (error) {
      throw asRefusal(error, file);
    }
  };
}

/** A file that cannot be read is the caller's mistake here, also when only a look inside could tell. */
function asRefusal(error: unknown, { name, contentType }: UploadedFile): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'SCRAPE_UNSUPPORTED_FILE_ERROR') return error;
  return new ServiceError('UNSUPPORTED_FILE_TYPE', {
    message: `${name} cannot be parsed: ${error.message}`,
    details: { fileName: name, contentType },
    cause: error,
  });
}

/**
 * A file as something to scrape. Throws PARSE_UNSUPPORTED_OPTIONS for options that need a web page, and UNSUPPORTED_FILE_TYPE
 * for files that hold no text.
 */
export function toScrape(
  { name, contentType, size, read }: UploadedFile,
  given: ScrapeOptions,
): Required<Omit<ScrapeTask, 'kind'>> {
  checkOptions(given);
  const upload = kindOfUpload(name, contentType);
  if (upload.isRefused) {
    throw new ServiceError('UNSUPPORTED_FILE_TYPE', {
      message: `${name} cannot be parsed: ${upload.reason}`,
      details: { fileName: name, contentType },
    });
  }
  const url = uploadUrl(name);
  // Options about cached copies mean nothing for a file (wire contract 5.12).
  const { minAge: _minAge, ...rest } = given;
  const options: ScrapeOptions = { ...rest, lockdown: false, storeInCache: false, proxy: 'basic' };
  return { url, sourceUrl: url.href, file: { contentType: upload.contentType, size, read }, options };
}

/** Refuses options that need a web page, and names them (wire contract 5.12). */
function checkOptions(options: ScrapeOptions): void {
  const refused = [
    ...options.formats.filter(({ type }) => !formats[type].isOfFile).map(({ type }) => `the format ${type}`),
    options.actions.length > 0 && 'actions',
    options.waitFor > 0 && 'waitFor',
    options.location !== undefined && 'location',
    options.mobile && 'mobile',
    options.profile !== undefined && 'profile',
    options.proxy === 'enhanced' && 'the proxy enhanced',
  ].filter((name) => name !== false);
  if (refused.length === 0) return;
  throw new ServiceError('PARSE_UNSUPPORTED_OPTIONS', {
    message: `An uploaded file is not a web page: ${refused.join(', ')} cannot be used with it`,
    details: { options: refused },
  });
}
