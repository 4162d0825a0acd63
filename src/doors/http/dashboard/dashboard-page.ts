import type { FastifyInstance } from 'fastify';
import type { App } from '../../../app.ts';
import { jobIdParams } from '../../../contract/requests/job-id.ts';
import type { Document } from '../../../contract/documents/document.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { parseWith } from '../../../lib/validate.ts';
import { html } from '../markup.ts';
import { renderWebPage, type WebPage } from '../web/web-page.ts';
import type { WebFiles } from '../web/web-files.ts';
import { identify } from './identify.ts';
import { FRAME_HEADERS } from './marked-page.ts';

type DashboardApp = Pick<App, 'authenticate' | 'authenticateDigest' | 'signIns' | 'scrapeStatus'>;

/** The dashboard at `/`, and pages that were scraped as it shows them in a frame. */
export function addDashboard(server: FastifyInstance, app: DashboardApp, web: () => WebFiles): void {
  server.get('/', async function sendDashboard(_request, reply) {
    const { headers, html: text } = dashboardPage(web());
    return reply.headers(headers).send(text);
  });

  server.get('/dashboard/preview/:id', async function sendPreview(request, reply) {
    const caller = await identify(app, request);
    const { id } = parseWith(jobIdParams, request.params, { subject: 'The path', code: 'INVALID_ID' });
    const { rawHtml } = (await app.scrapeStatus(caller, id)).parse() as Document;
    if (rawHtml === undefined)
      throw new ServiceError('NOT_FOUND', { message: 'This scrape is kept without `rawHtml`' });
    return reply.headers(FRAME_HEADERS).send(rawHtml);
  });
}

function dashboardPage(files: WebFiles): WebPage {
  return renderWebPage(files, {
    title: 'Decant',
    module: 'dashboard/main.ts',
    styles: [
      'tokens.css',
      'dashboard/dashboard.css',
      'dashboard/explain.css',
      'dashboard/operate.css',
      'dashboard/jobs/jobs.css',
    ],
    root: './',
    framesOwnPages: true,
    body: html`<noscript>
        <p>
          The dashboard needs JavaScript. The reference of the API is at <a href="./reference">/reference</a>.
        </p>
      </noscript>
      <div id="app"></div>`,
  });
}
