import { signal } from '@preact/signals';
import { view, type Shown } from '../view.ts';
import { Markdown } from './markdown.ts';
import type { ScrapeReply, ShownDocument } from './request.ts';

interface Tab {
  name: string;
  has: (document: ShownDocument) => boolean;
  show: (document: ShownDocument, reply: ScrapeReply) => Shown;
}

const TABS: Readonly<Record<string, Tab>> = {
  markdown: {
    name: 'Markdown',
    has: ({ markdown }) => markdown !== undefined,
    // Beside the page itself, where there is room.
    show: (document) => view`<div class="beside">
      <article class="markdown"><${Markdown} text=${document.markdown} /></article>
      ${hasPreview(document) && preview(document)}
    </div>`,
  },
  source: {
    name: 'Source',
    has: ({ markdown }) => markdown !== undefined,
    show: ({ markdown }) => view`<pre class="source" tabindex="0">${markdown}</pre>`,
  },
  page: {
    name: 'Page',
    has: hasPreview,
    show: preview,
  },
  screenshot: {
    name: 'Screenshot',
    has: ({ screenshot }) => screenshot !== undefined,
    show: ({ screenshot }) => view`<img class="shot" alt="The page in a browser" src=${screenshot} />`,
  },
  links: {
    name: 'Links',
    has: ({ links = [] }) => links.length > 0,
    show: ({ links = [] }) => view`<ul class="links">${links.map(linkItem)}</ul>`,
  },
  images: {
    name: 'Images',
    has: ({ images = [] }) => images.length > 0,
    show: ({ images = [] }) => view`<ul class="links">${images.map(linkItem)}</ul>`,
  },
  json: {
    name: 'JSON',
    has: ({ json }) => json !== undefined,
    show: ({ json }) => view`<pre class="source" tabindex="0">${JSON.stringify(json, null, 2)}</pre>`,
  },
  metadata: {
    name: 'Metadata',
    has: () => true,
    show: ({ metadata }) => view`<dl class="facts">${Object.entries(metadata).map(fact)}</dl>`,
  },
  raw: {
    name: 'Reply',
    has: () => true,
    show: (_document, { body }) =>
      view`<pre class="source" tabindex="0">${JSON.stringify(body, null, 2)}</pre>`,
  },
};

const chosen = signal('markdown');

function hasPreview({ rawHtml, metadata }: ShownDocument): boolean {
  return rawHtml !== undefined && metadata.scrapeId !== undefined;
}

/** The page as it came: no script of it runs, and nothing is fetched for it. */
function preview({ metadata }: ShownDocument): Shown {
  const address = `./dashboard/preview/${metadata.scrapeId}`;
  return view`<iframe class="page" title="The page without its scripts" sandbox="" src=${address} />`;
}

/** The document of a reply, in tabs. */
export function Results({ reply }: { reply: ScrapeReply }): Shown {
  const document = reply.body.data;
  const tabs = Object.entries(TABS).filter(([, { has }]) => has(document));
  const [id, tab] = tabs.find(([name]) => name === chosen.value) ?? tabs[0]!;
  const { warning, metadata } = document;
  return view`
    <p class="facts-line quiet">
      ${metadata.statusCode !== undefined && view`<span>status ${metadata.statusCode}</span>`}
      <span>${Math.round(reply.tookMs)} ms</span>
      <span>${metadata.creditsUsed ?? 0} credits</span>
      ${metadata.cacheState === 'hit' && view`<span>from the cache</span>`}
    </p>
    ${warning && view`<p class="warning" role="status">${warning}</p>`}
    <div class="tabs" role="tablist" aria-label="Result" onKeyDown=${move}>
      ${tabs.map(
        ([
          name,
          { name: label },
        ]) => view`<button key=${name} id=${`tab-${name}`} type="button" role="tab" aria-selected=${name === id}
          aria-controls="result" tabindex=${name === id ? 0 : -1} onClick=${() => (chosen.value = name)}>${label}</button>`,
      )}
    </div>
    <div id="result" role="tabpanel" aria-labelledby=${`tab-${id}`}>${tab.show(document, reply)}</div>`;
}

/** Arrow keys go from tab to tab (ARIA, tabs pattern). */
function move(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const all = Array.from((event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=tab]'));
  const at = all.findIndex((each) => each === event.target);
  const next = all[(at + step + all.length) % all.length];
  next?.focus();
  next?.click();
}

/** Only addresses of the web are links; others are shown. */
function linkItem(address: string): Shown {
  return view`<li key=${address}>${
    /^https?:/i.test(address)
      ? view`<a href=${address} rel="noopener noreferrer" target="_blank">${address}</a>`
      : address
  }</li>`;
}

function fact([name, value]: [string, unknown]): Shown {
  return view`<div key=${name}><dt>${name}</dt><dd>${typeof value === 'string' ? value : JSON.stringify(value)}</dd></div>`;
}
