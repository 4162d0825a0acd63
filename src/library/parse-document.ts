import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Document } from '../contract/documents/document.ts';
import { parseRequest, type UploadedFile } from '../contract/requests/parse.ts';
import { toScrape } from '../features/scrape/parse-file.ts';
import { ServiceError } from '../lib/service-error.ts';
import { parseWith } from '../lib/validate.ts';
import type { Scraper } from '../scraper/open-scraper.ts';
import type { GivenDocument, ParseCallOptions } from './calls.ts';
import { refuseServiceOptions } from './service-options.ts';
import { scrapeTask } from './scrape-url.ts';

/** Reads one file; one that cannot be read or is too large is a BAD_REQUEST. */
export async function parseDocument(
  scraper: Scraper,
  given: GivenDocument,
  { signal, ...options }: ParseCallOptions = {},
  maxBytes: number,
): Promise<Document> {
  refuseServiceOptions(options);
  const file = await openFile(given);
  if (file.size > maxBytes) {
    throw new ServiceError('BAD_REQUEST', {
      message: `${file.name} is larger than ${maxBytes} bytes (DECANT_MAX_PAGE_BYTES)`,
    });
  }
  const request = parseWith(parseRequest, { file: file.name, options }, { subject: 'The call' });
  return scrapeTask(scraper, toScrape(file, request.options), { signal });
}

async function openFile(given: GivenDocument): Promise<UploadedFile> {
  if (typeof given !== 'string') {
    const { name, bytes, contentType } = given;
    return { name, contentType, size: bytes.length, read: async () => bytes };
  }
  const found = await stat(given).catch((cause: unknown) => {
    throw new ServiceError('BAD_REQUEST', { message: `${given} cannot be read`, cause });
  });
  if (!found.isFile()) throw new ServiceError('BAD_REQUEST', { message: `${given} is not a file` });
  return {
    name: path.basename(given),
    contentType: undefined,
    size: found.size,
    read: () => readFile(given),
  };
}
