import { view, type Shown } from '../view.ts';
import { otherTabs } from './other-tabs.ts';
import type { ScrapeReply } from './request.ts';
import { TabStrip } from './tab-strip.ts';
import { TABS } from './tabs.ts';

/** The document of a reply, in tabs. */
export function Results({ reply }: { reply: ScrapeReply }): Shown {
  const document = reply.body.data;
  const { warning, metadata } = document;
  const { statusCode, creditsUsed = 0 } = metadata;
  const named = Object.entries(TABS)
    .filter(([, { has }]) => has(document, reply))
    .map(([id, { name, show }]) => ({ id, name, show: () => show(document, reply) }));
  // The metadata come after the contents of the document.
  const at = named.findIndex(({ id }) => id === 'metadata');
  return view`
    <p class="facts-line quiet">
      ${typeof statusCode === 'number' && view`<span class=${statusCode >= 400 ? 'bad' : ''}>status ${statusCode}</span>`}
      <span>${Math.round(reply.tookMs).toLocaleString()} ms</span>
      <span>${creditsUsed} ${creditsUsed === 1 ? 'credit' : 'credits'}</span>
      ${metadata['cacheState'] === 'hit' && view`<span>from the cache</span>`}
    </p>
    ${warning && view`<p class="warning" role="status">${warning}</p>`}
    <${TabStrip} tabs=${[...named.slice(0, at), ...otherTabs(document), ...named.slice(at)]} />`;
}
