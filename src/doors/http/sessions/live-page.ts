import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../../lib/service-error.ts';
import { answerError } from '../errors.ts';
import { html } from '../markup.ts';
import { renderWebPage, type WebPage } from '../web/web-page.ts';
import type { WebFiles } from '../web/web-files.ts';
import type { LiveApp } from './live-socket.ts';

const STYLES = ['tokens.css', 'live/live.css'];

/** Adds the page at the signed links of sessions; anybody may show it in a frame, as callers do. */
export function addLivePage(
  server: FastifyInstance,
  { checkView, log }: Pick<LiveApp, 'checkView' | 'log'>,
  web: () => WebFiles,
): void {
  server.get('/live/:token', async function sendLivePage(request, reply) {
    const { token } = request.params as { token: string };
    try {
      await checkView(token);
      const { headers, html: text } = viewerPage(web());
      return await reply.headers(headers).send(text);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { status, body } = answerError(error, log);
      const { headers, html: text } = problemPage(web(), body.error);
      return reply.status(status).headers(headers).send(text);
    }
  });
}

function viewerPage(files: WebFiles): WebPage {
  return renderWebPage(files, {
    title: 'Live session',
    module: 'live/main.ts',
    styles: STYLES,
    root: '../',
    isEmbeddable: true,
    body: html`<noscript class="problem"><p>The live view needs JavaScript.</p></noscript>`,
  });
}

function problemPage(files: WebFiles, problem: string): WebPage {
  return renderWebPage(files, {
    title: 'Live session',
    styles: STYLES,
    root: '../',
    isEmbeddable: true,
    body: html`<main class="problem">
      <h1>Nothing to see here</h1>
      <p>${problem}.</p>
    </main>`,
  });
}
