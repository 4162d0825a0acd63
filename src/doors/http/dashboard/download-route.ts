import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import type { Document } from '../../../contract/documents/document.ts';
import { teamJob } from '../../../contract/endpoints/team-job.ts';
import { jobIdParams } from '../../../contract/requests/job-id.ts';
import type { JobDocuments } from '../../../features/jobs/job-documents.ts';
import type { SignBlob } from '../../../lib/blob-reference.ts';
import type { JsonText } from '../../../lib/json/json-text.ts';
import { createPageFiles, hostFolder } from '../../../lib/page-files.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { signJsonText } from '../../../lib/json/sign-json-text.ts';
import { parseWith } from '../../../lib/validate.ts';
import { writeZip, type ZipEntry } from '../../../lib/bytes/write-zip.ts';
import { baseUrl } from '../base-url.ts';
import { checkRateLimit } from '../rate-limit.ts';
import { identify } from './identify.ts';

type DownloadApp = Pick<
  App,
  'authenticate' | 'authenticateDigest' | 'signIns' | 'checkRateLimit' | 'jobDocuments' | 'blobUrls'
>;

const TYPES: Readonly<Record<string, string>> = { zip: 'application/zip', jsonl: 'application/x-ndjson' };

/** The documents of a job as a file: a ZIP archive of Markdown, or JSON lines. Few of them are in memory at a time. */
export function addDownloadRoute(server: FastifyInstance, app: DownloadApp, http: Config['http']): void {
  server.get('/dashboard/jobs/:id/download', async function sendDownload(request, reply) {
    const caller = await identify(app, request);
    await checkRateLimit(app, teamJob, caller);
    const { id } = parseWith(jobIdParams, request.params, { subject: 'The path', code: 'INVALID_ID' });
    const { as = 'zip' } = request.query as { as?: unknown };
    const type = typeof as === 'string' && Object.hasOwn(TYPES, as) ? TYPES[as] : undefined;
    if (type === undefined) throw new ServiceError('BAD_REQUEST', { message: 'as is one of zip, jsonl' });
    const job = await app.jobDocuments(caller, id);
    const base = baseUrl(request, http);
    const sign: SignBlob = (key) => app.blobUrls.urlOf(key, base);
    const bytes =
      as === 'zip' ? writeZip(toFiles(job, sign), { modified: job.createdAt }) : toLines(job, sign);
    return reply
      .headers({
        'content-type': type,
        'content-disposition': `attachment; filename="${fileName(job, id)}.${String(as)}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Readable.from(bytes, { objectMode: false }));
  });
}

/** The host that a job began with, in letters that every system takes, and the begin of its id. */
function fileName({ target }: JobDocuments, id: string): string {
  const url = URL.parse(target ?? '');
  const host = url === null ? '' : `${hostFolder(url)}-`;
  return `${host.replaceAll(/[^\w.-]/g, '-')}${id.slice(0, 8)}`;
}

async function* toLines({ documents }: JobDocuments, sign: SignBlob): AsyncGenerator<Uint8Array> {
  for await (const document of documents) {
    yield* (await signJsonText(document, sign)).pieces;
    yield Buffer.from('\n');
  }
}

/** Pages by the paths of their addresses, and last a list of them. */
async function* toFiles(job: JobDocuments, sign: SignBlob): AsyncGenerator<ZipEntry> {
  const start = URL.parse(job.target ?? '') ?? new URL('http://unknown.invalid');
  const names = createPageFiles(start);
  names.take('index.jsonl');
  const lines: Buffer[] = [];
  for await (const text of job.documents) {
    const signed = await signJsonText(text, sign);
    const document = signed.parse() as Document;
    const { url, sourceURL, title, statusCode, scrapeId } = document.metadata;
    const { ending, content } = contentOf(document, signed);
    const at = URL.parse(url ?? '') ?? URL.parse(sourceURL ?? '') ?? start;
    const file = names.nameOf(at, [ending]) + ending;
    yield { name: file, content };
    lines.push(Buffer.from(`${JSON.stringify({ file, url, sourceURL, title, statusCode, scrapeId })}\n`));
  }
  yield { name: 'index.jsonl', content: Buffer.concat(lines) };
}

/** The Markdown of a page; where it was not asked for, all that there is. */
function contentOf({ markdown }: Document, text: JsonText): { ending: string; content: Buffer } {
  if (markdown !== undefined) return { ending: '.md', content: Buffer.from(markdown) };
  return { ending: '.json', content: Buffer.concat(text.pieces, text.bytes) };
}
