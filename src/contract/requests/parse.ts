import { z } from 'zod';
import { clientLabelsShape } from './client-labels.ts';
import { scrapeOptionsShape } from '../options/scrape-options-shape.ts';
import { settleScrapeOptions } from '../options/scrape-options.ts';

/** Largest file of POST /v2/parse (specification, limits). */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;

/** The part `file` of POST /v2/parse. */
export interface UploadedFile {
  /** As the client calls it, without folders. */
  name: string;
  /** The content type of the part; undefined when the part names none. */
  contentType: string | undefined;
  /** Bytes. */
  size: number;
  /** The whole file; it is not in memory before. */
  read(): Promise<Uint8Array>;
}

const parseOptions = z
  .strictObject({ ...scrapeOptionsShape, ...clientLabelsShape })
  .transform(settleScrapeOptions)
  .meta({
    id: 'ParseOptions',
    description:
      'Options of a scrape. Those that need a web page are refused: actions, waitFor, location, mobile, profile, enhanced proxies, and the formats screenshot, branding, changeTracking, audio and video.',
  });

/** The parts of POST /v2/parse, in any order; `options` as JSON text. */
export const parseRequest = z
  .strictObject({
    file: z
      .string()
      .min(1)
      .meta({ format: 'binary', description: 'The file, with a file name, 50 MB at most.' }),
    options: parseOptions.prefault({}),
  })
  .meta({ id: 'ParseRequest' });

/** The options as a caller writes them, before defaults. */
export type GivenParseRequest = z.input<typeof parseRequest>;
