import { view, type Shown } from '../view.ts';
import { Explain } from './explain/explain.ts';
import { LongText } from './long-text.ts';
import { Markdown } from './markdown.ts';
import { screenshotTab } from './pick.ts';
import type { ShownDocument } from './request.ts';
import type { Tab } from './tab.ts';

/** Every tab of a document, in the order of the screen: a new one is one entry. */
export const TABS: Readonly<Record<string, Tab>> = {
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
    show: ({ markdown }) => view`<${LongText} text=${markdown} />`,
  },
  page: {
    name: 'Page',
    has: hasPreview,
    show: preview,
  },
  explain: {
    name: 'Explain',
    has: ({ metadata }) => metadata.scrapeId !== undefined,
    show: ({ metadata }) => view`<${Explain} id=${metadata.scrapeId} address=${metadata['sourceURL']} />`,
  },
  screenshot: screenshotTab,
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
    show: ({ json }) => view`<${LongText} text=${JSON.stringify(json, null, 2)} />`,
  },
  metadata: {
    name: 'Metadata',
    has: () => true,
    show: ({ metadata }) => view`<dl class="facts">${Object.entries(metadata).map(fact)}</dl>`,
  },
  raw: {
    name: 'Reply',
    has: () => true,
    show: (_document, { body }) => view`<${LongText} text=${JSON.stringify(body, null, 2)} />`,
  },
};

function hasPreview({ rawHtml, metadata }: ShownDocument): boolean {
  return rawHtml !== undefined && metadata.scrapeId !== undefined;
}

/** The page as it came: no script of it runs, and nothing is fetched for it. */
function preview({ metadata }: ShownDocument): Shown {
  const address = `./dashboard/preview/${metadata.scrapeId}`;
  return view`<iframe class="page" title="The page without its scripts" sandbox="" src=${address} />`;
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
