import { capture } from '../browser/page/capture.ts';
import type { SessionBrowser } from '../browser/sharing/session-browser.ts';
import { Deadline } from '../lib/time/deadline.ts';
import type { Converter } from '../scraper/convert/converter.ts';

const PATIENCE_MS = 20_000;

/** Gives the Markdown of the page that a session shows, main content only, as a scrape of it would. */
export async function readPageMarkdown(
  converter: Pick<Converter, 'convert'>,
  { browser, teamId }: { browser: SessionBrowser; teamId: string },
  signal: AbortSignal,
): Promise<string> {
  using deadline = new Deadline(PATIENCE_MS, signal);
  const call = { signal: deadline.signal, timeoutMs: PATIENCE_MS };
  const live = await browser.activePage(deadline.signal);
  const { html, raw, url } = await capture(live, call);
  const request = {
    body: Buffer.from(raw ?? html),
    kind: 'html' as const,
    contentType: 'text/html; charset=utf-8',
    isRendered: true,
    contentLanguage: undefined,
    url,
    formats: [{ type: 'markdown' as const }],
    removeBase64Images: true,
    isExplained: false,
    isDiscovering: false,
    hasModel: false,
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
  };
  const { content } = await converter.convert(request, deadline, { teamId });
  const { markdown = '' } = content;
  return typeof markdown === 'string' ? markdown : String(markdown.parse());
}
