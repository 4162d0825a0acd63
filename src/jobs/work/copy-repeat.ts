import type { Metadata } from '../../contract/documents/metadata.ts';
import { decompressZstd } from '../../lib/bytes/compress.ts';
import { JsonText } from '../../lib/json/json-text.ts';
import { Places } from '../../lib/turns/places.ts';
import { statement, type Queryable } from '../../store/database.ts';
import type { JobContext } from '../model/job-context.ts';
import { pageKey } from '../model/page-key.ts';
import { PAGE_STATE, type PageState } from '../model/page-state.ts';

/** The most bytes of documents that are copied in this process at a time; a larger one is copied alone. */
const MAX_BYTES = 64_000_000;

const FIND = statement(
  'page_first',
  `select state, error_code as code, error as message, scrape_id as "scrapeId", document_bytes as bytes
   from page where job_id = $1 and url_key = $2`,
);
const READ = statement(
  'page_first_document',
  'select document, credits from scrape where id = $1 and document is not null',
);

interface FirstRow {
  state: PageState;
  code: string | null;
  message: string | null;
  scrapeId: string | null;
  bytes: number | null;
}

/** A page of a batch that has been there before under the same URL. */
export interface Repeat {
  job: JobContext;
  url: URL;
  /** The members of the document's metadata that are its own. */
  own: Pick<Metadata, 'scrapeId' | 'sourceURL'>;
  signal: AbortSignal;
}

/** The end of the first page of a URL, as its repeats take it over. */
export type FirstEnd =
  | { kind: 'waiting' }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'document'; of: string; json: JsonText; metadata: Metadata; credits: number; memory: Disposable };

/**
 * Gives a page that its batch names again the document or failure of the first one, so that nothing is fetched twice;
 * undefined when nothing of the first one is kept.
 */
export type CopyRepeat = (repeat: Repeat) => Promise<FirstEnd | undefined>;

export function createCopyRepeat(db: Queryable): CopyRepeat {
  const copies = new Places({ count: MAX_BYTES });

  return async function copyRepeat({ job, url, own, signal }) {
    const { key } = pageKey(url, job.comparison, job.seal);
    const { rows } = await db.query<FirstRow>(FIND, [job.id, Buffer.from(key, 'base64url')]);
    const [first] = rows;
    if (first === undefined) return undefined;
    const { state, code, message, scrapeId, bytes } = first;
    if (state < PAGE_STATE.done) return { kind: 'waiting' };
    if (state === PAGE_STATE.failed && code !== null && message !== null)
      return { kind: 'failed', code, message: job.seal.open(message) };
    if (state !== PAGE_STATE.done || scrapeId === null) return undefined;
    using opening = new DisposableStack();
    opening.use(await copies.take({ teamId: job.teamId, weight: bytes ?? 0 }, signal));
    const { rows: documents } = await db.query<{ document: Buffer; credits: number }>(READ, [scrapeId]);
    const [kept] = documents;
    if (kept === undefined) return undefined;
    const whole = await decompressZstd(job.seal.openBytes(kept.document));
    const copy = withOwn(whole, own);
    return { kind: 'document', of: scrapeId, credits: kept.credits, ...copy, memory: opening.move() };
  };
}

const METADATA = '"metadata":{';

/**
 * Replaces members of a document's metadata, which stands behind everything large: no text of a document holds its name
 * with quotes that are not escaped.
 */
function withOwn(document: Buffer, own: Repeat['own']): { json: JsonText; metadata: Metadata } {
  const at = document.lastIndexOf(METADATA);
  const tail = JSON.parse(`{${document.toString('utf8', at)}`) as { metadata: Metadata };
  const metadata = { ...tail.metadata, ...own };
  const written = JSON.stringify({ ...tail, metadata }).slice(1);
  return { json: new JsonText([document.subarray(0, at), Buffer.from(written)]), metadata };
}
