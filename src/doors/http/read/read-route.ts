import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '../../../app.ts';
import { scrapeRequest } from '../../../contract/requests/scrape.ts';
import { withLogFields } from '../../../lib/log/log.ts';
import { PackedJson } from '../../../lib/json/packed-json.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { textOfJsonString } from '../../../lib/json/text-of-json-string.ts';
import { parseWith } from '../../../lib/validate.ts';
import type { PackedDocument } from '../../../scraper/packed-document.ts';
import { bearerToken } from '../bearer-token.ts';
import type { Draining } from '../draining.ts';
import { answerError } from '../errors.ts';
import { keepUntilClosed } from '../keep-until-closed.ts';
import type { RequestLog } from '../request-log.ts';
import { readAddress } from './read-address.ts';

export type ReadApp = Pick<App, 'authenticate' | 'checkRateLimit' | 'scrape' | 'log'>;

/**
 * `GET /read/https://...`: the page's main content as Markdown, for clients that can only open a link. The request is a
 * scrape with no options: same key, limits, cache and credits.
 */
export function addReadRoute(
  server: FastifyInstance,
  app: ReadApp,
  { draining, requests }: { draining: Pick<Draining, 'signalFor'>; requests: RequestLog },
  { isKeyRequired }: { isKeyRequired: boolean },
): void {
  server.route({
    method: 'GET',
    url: '/read/*',
    // HEAD would fetch the page and be charged for nothing.
    exposeHeadRoute: false,
    errorHandler(error, request, reply) {
      requests.failed(request, error);
      refuse(error, reply, app);
    },
    async handler(request, reply) {
      reply.headers(HEADERS);
      const takesKey = isKeyRequired && bearerToken(request) === undefined;
      const { target, key } = readAddress(request.raw.url ?? '', { takesKey });
      const caller = await app.authenticate(key ?? bearerToken(request)).catch(hintAtKey);
      await app.checkRateLimit(caller.team, 'scrape');
      const input = parseWith(scrapeRequest, { url: target });
      const signal = draining.signalFor(reply.raw);
      const keep = (memory: Disposable): void => keepUntilClosed(reply.raw, memory);
      const notes = requests.begun(request, 'read', { body: input });
      const work = () => app.scrape(caller, input, signal, keep);
      return sendMarkdown(reply, await withLogFields({ requestId: request.id }, work, notes));
    },
  });
}

/** The address may hold a key: it is kept by no cache and told to no page that is linked. */
const HEADERS = {
  'content-type': 'text/markdown; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
} as const;

function hintAtKey(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'UNAUTHORIZED') throw error;
  throw new ServiceError(error.code, { message: `${error.message}, or end the address with ?key=<API_KEY>` });
}

function sendMarkdown(
  reply: FastifyReply,
  { markdown = '', metadata, warning }: PackedDocument,
): FastifyReply {
  reply.header('x-scrape-id', metadata.scrapeId).header('x-credits-used', metadata.creditsUsed);
  const notes = notesOf(metadata.statusCode, warning);
  if (typeof markdown === 'string') return reply.send(markdown + notes);
  if (markdown instanceof PackedJson) return reply.send(Readable.from(withNotes(markdown, notes)));
  throw new TypeError('Markdown is neither text nor JSON');
}

/** Status and warning, which a caller of the API reads beside the Markdown, must not be lost here. */
function notesOf(status: number | undefined, warning: string | undefined): string {
  const notes = [
    ...(status !== undefined && status >= 400 ? [`The page answered ${status}.`] : []),
    ...(warning === undefined ? [] : [warning]),
  ];
  return notes.map((note) => `\n<!-- ${note.replaceAll('--', '- -')} -->\n`).join('');
}

function* withNotes(markdown: PackedJson, notes: string): Generator<Buffer> {
  yield* textOfJsonString(markdown);
  if (notes !== '') yield Buffer.from(notes);
}

function refuse(error: unknown, reply: FastifyReply, { log }: ReadApp): void {
  const { status, headers, body } = answerError(error, log);
  const code = body.code === undefined ? '' : ` (${body.code})`;
  void reply.status(status).headers(headers).type('text/plain; charset=utf-8').send(`${body.error}${code}\n`);
}
