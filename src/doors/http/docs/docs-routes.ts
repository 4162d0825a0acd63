import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { baseUrl } from '../base-url.ts';
import type { WebFiles } from '../web/web-files.ts';
import type { WebPage } from '../web/web-page.ts';
import type { DocsSite } from './docs-site.ts';
import { createSearchAllowance } from './search-allowance.ts';

/** Characters of a question: whoever reads the documentation needs no key, so a search must not be work. */
const MOST_ASKED = 200;

interface DocsRouteParts {
  http: Config['http'];
  web: () => WebFiles;
}

/**
 * The documentation for people (`/docs`, `/docs/crawling`), and as Markdown for programs that read it (`/docs/crawling.md`,
 * `/llms.txt`, `/llms-full.txt`). It is read and written once, when it is first asked for.
 */
export function addDocsRoutes(
  server: FastifyInstance,
  { findDocs }: Pick<App, 'findDocs'>,
  { http, web }: DocsRouteParts,
): void {
  const opened: { site?: Promise<DocsSite> } = {};
  const openSite = (): Promise<DocsSite> =>
    (opened.site ??= import('./docs-site.ts').then(({ createDocsSite }) => createDocsSite(web())));

  const mayBegin = createSearchAllowance();

  server.get('/docs', async function sendDocsIndex(request, reply) {
    const site = await openSite();
    const root = rootOf(request);
    const { q } = request.query as { q?: unknown };
    const question = typeof q === 'string' ? q.trim().slice(0, MOST_ASKED) : '';
    if (question === '') return sendPage(reply, site.index(root));
    if (!mayBegin()) {
      throw new ServiceError('RATE_LIMITED', {
        message: 'The documentation is searched too often at the moment: try again in a second',
        retryAfterSeconds: 1,
      });
    }
    return sendPage(reply, site.found(root, question, await findDocs(question)));
  });

  server.get('/docs/*', async function sendDoc(request, reply) {
    const site = await openSite();
    const name = (request.params as { '*': string })['*'].replace(/\/$/, '');
    const picture = site.docs.pictures.get(name);
    if (picture) return sendPicture(reply, picture);
    if (name.endsWith('.md')) return sendText(reply, 'text/markdown', markdownOf(site, name));
    const root = rootOf(request);
    const page = site.page(root, name);
    if (page !== undefined) return sendPage(reply, page);
    const asked = name.slice(0, MOST_ASKED).replaceAll(/[-_/.]+/g, ' ');
    const sections = mayBegin() ? await findDocs(asked) : [];
    return sendPage(reply.status(404), site.missing(root, asked, sections));
  });

  server.get('/llms.txt', async function sendOverview(request, reply) {
    return sendText(reply, 'text/plain', (await openSite()).llms.overview(baseUrl(request, http)));
  });

  server.get('/llms-full.txt', async function sendWholeText(request, reply) {
    return sendText(reply, 'text/plain', (await openSite()).llms.full(baseUrl(request, http)));
  });
}

function markdownOf({ docs }: DocsSite, file: string): string {
  const doc = docs.byName.get(file.slice(0, -'.md'.length));
  if (doc) return doc.markdown;
  throw new ServiceError('NOT_FOUND', {
    message: `There is no ${file} in the documentation; /llms.txt lists what there is`,
  });
}

function sendPage(reply: FastifyReply, { headers, html }: WebPage): FastifyReply {
  return reply.headers(headers).send(html);
}

/** Its address is the same in every version, so a browser asks again whether it changed after some hours. */
function sendPicture(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply
    .headers({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=14400',
      'x-content-type-options': 'nosniff',
    })
    .send(bytes);
}

function sendText(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply
    .headers({
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
    .send(text);
}

/** The way from the address of a request to that of the service, which may lie in a folder of a proxy's. */
function rootOf({ url }: FastifyRequest): string {
  const slashes = (url.split('?')[0] ?? '').split('/').length - 2;
  return slashes === 0 ? './' : '../'.repeat(slashes);
}
