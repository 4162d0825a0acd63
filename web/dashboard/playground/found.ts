import { signal } from '@preact/signals';
import { view, type Shown } from '../view.ts';
import { LongText } from './long-text.ts';
import type { Found, FoundReply } from './request.ts';
import { scrapeFound } from './run.ts';
import { TabStrip } from './tab-strip.ts';

/** Rows that are drawn at once: a map has up to a hundred thousand. */
const ROWS = 200;
const NAMES: Readonly<Record<string, string>> = {
  web: 'Pages',
  news: 'News',
  images: 'Images',
  links: 'Links',
};

const wanted = signal('');
const rows = signal(ROWS);

/** The pages that a map or a search found: lists with pages that one click scrapes, and the reply as it came. */
export function FoundPages({ reply }: { reply: FoundReply }): Shown {
  const { body, tookMs } = reply;
  const lists = Object.entries(body.data ?? { links: body.links ?? [] });
  const count = lists.reduce((sum, [, items]) => sum + items.length, 0);
  return view`
    <p class="facts-line quiet">
      <span>${count.toLocaleString()} found</span>
      <span>${Math.round(tookMs).toLocaleString()} ms</span>
      ${body.creditsUsed !== undefined && view`<span>${body.creditsUsed} ${body.creditsUsed === 1 ? 'credit' : 'credits'}</span>`}
    </p>
    ${body.warning && view`<p class="warning" role="status">${body.warning}</p>`}
    <${TabStrip} tabs=${[
      ...lists
        .filter(([, items], at) => items.length > 0 || at === 0)
        .map(([id, items]) => ({
          id: `found-${id}`,
          name: `${NAMES[id] ?? id} (${items.length.toLocaleString()})`,
          show: () => view`<${List} items=${items} />`,
        })),
      {
        id: 'found-raw',
        name: 'Reply',
        show: () => view`<${LongText} text=${JSON.stringify(body, null, 2)} />`,
      },
    ]} />`;
}

function List({ items }: { items: readonly Found[] }): Shown {
  const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown =
    words.length === 0
      ? items
      : items.filter(({ url, title = '' }) => {
          const text = `${url} ${title}`.toLowerCase();
          return words.every((word) => text.includes(word));
        });
  if (items.length === 0)
    return view`<p class="empty quiet">Nothing was found. Other words, or fewer options, may find more.</p>`;
  return view`
    ${
      items.length > 10 &&
      view`<p class="line"><label for="found-filter">Only with</label>
        <input id="found-filter" type="search" value=${wanted.value} onInput=${filter} />
        <span class="quiet" role="status">${shown.length.toLocaleString()} of ${items.length.toLocaleString()}</span></p>`
    }
    <ul class="found">${shown.slice(0, rows.value).map(item)}</ul>
    ${shown.length > rows.value && view`<p><button type="button" onClick=${() => (rows.value += ROWS * 5)}>Show more</button></p>`}`;
}

function filter({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  wanted.value = currentTarget.value;
  rows.value = ROWS;
}

function item(found: Found, at: number): Shown {
  const { url, title = '', date } = found;
  const text = found.description ?? found.snippet ?? '';
  const isWeb = /^https?:/i.test(url);
  return view`<li key=${`${at} ${url}`}>
    <div>
      ${title !== '' && view`<p class="title">${title}</p>`}
      <p class="long">${isWeb ? view`<a href=${url} rel="noopener noreferrer" target="_blank">${url}</a>` : url}</p>
      ${(text !== '' || date !== undefined) && view`<p class="quiet long">${[date, text].filter(Boolean).join(' · ')}</p>`}
      ${found.markdown !== undefined && view`<details><summary>Its Markdown</summary><${LongText} text=${found.markdown} /></details>`}
    </div>
    ${isWeb && view`<button type="button" aria-label=${`Scrape ${url}`} onClick=${() => void scrapeFound(url)}>Scrape</button>`}
  </li>`;
}
