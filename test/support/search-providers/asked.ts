import type { SearchAsk } from '../../../src/features/search/providers/provider.ts';
import type { PlayedResult } from './played-provider.ts';

const MINUTE_MS = 60_000;
export const DAY_MS = 1_440 * MINUTE_MS;
/** The time of all that is asked for. */
export const now = Date.now();

/** Something that is asked for, with results that fit it and others. */
export interface Asked {
  /** Members of the request beside the limit. */
  body: Record<string, unknown>;
  fit: Partial<PlayedResult>;
  misfit: Partial<PlayedResult>;
  /** The words for it in a query. */
  text?: string;
  /** The words for it in a warning. */
  warned?: RegExp;
}

const image = (width: number, height: number): Partial<PlayedResult> => ({
  image: { url: 'https://a.test/a.png', width, height },
});
const dated = (ms: number): Partial<PlayedResult> => ({ date: new Date(now - ms).toISOString() });
const american = (ms: number): string => {
  const date = new Date(now - ms);
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
};
export const GOOD_HOST = { url: 'https://good.test/a' };
export const BAD_HOST = { url: 'https://bad.test/a' };
const within = (tbs: string, fitMs: number, misfitMs: number): Asked => ({
  body: { query: 'lamp', tbs, sources: ['news'] },
  fit: dated(fitMs),
  misfit: dated(misfitMs),
  warned: /range of time/,
});
const ofImages = (query: string): Asked => ({
  body: { query, sources: ['images'] },
  fit: image(640, 480),
  misfit: image(64, 48),
  text: query.replace('lamp ', ''),
  warned: /images|imagesize:|larger:/,
});
const ofCategory = (category: string, url: string, text: string): Asked => ({
  body: { query: 'lamp', categories: [category] },
  fit: { url },
  misfit: BAD_HOST,
  text,
});

/** Everything that can be asked for. */
export const ASKED: Readonly<Record<SearchAsk, Asked>> = {
  phrases: {
    body: { query: '"blue lamp" table' },
    fit: { text: 'A blue lamp on a table.' },
    misfit: { text: 'A lamp of blue glass on a table.' },
    text: '"blue lamp"',
    warned: /quotes/,
  },
  excluded: {
    body: { query: 'lamp -red' },
    fit: { title: 'Blue lamp' },
    misfit: { title: 'Red lamp' },
    text: '-red',
  },
  alternatives: {
    body: { query: 'lamp OR light' },
    fit: { title: 'A light' },
    misfit: { title: 'A chair' },
    text: 'lamp OR light',
    warned: /\bOR\b/,
  },
  site: { body: { query: 'lamp site:good.test' }, fit: GOOD_HOST, misfit: BAD_HOST, text: 'site:good.test' },
  filetype: {
    body: { query: 'lamp filetype:pdf' },
    fit: { url: 'https://a.test/a.pdf' },
    misfit: { url: 'https://a.test/a.html' },
    text: 'filetype:pdf',
  },
  inurl: {
    body: { query: 'lamp inurl:shop' },
    fit: { url: 'https://a.test/shop/a' },
    misfit: { url: 'https://a.test/blog/a' },
    text: 'inurl:shop',
  },
  allinurl: {
    body: { query: 'allinurl:shop blue' },
    fit: { url: 'https://a.test/shop/blue' },
    misfit: { url: 'https://a.test/shop/red' },
    text: 'allinurl:shop blue',
  },
  intitle: {
    body: { query: 'lamp intitle:blue' },
    fit: { title: 'Blue lamp' },
    misfit: { title: 'Red lamp' },
    text: 'intitle:blue',
  },
  allintitle: {
    body: { query: 'allintitle:blue lamp' },
    fit: { title: 'A blue lamp' },
    misfit: { title: 'A blue chair' },
    text: 'allintitle:blue lamp',
  },
  related: {
    body: { query: 'lamp related:a.test' },
    fit: { text: 'Copper, brass and shades of glass.' },
    misfit: { title: 'A chair', text: 'Oak with four legs.' },
    text: 'related:a.test',
    warned: /related:/,
  },
  imagesize: ofImages('lamp imagesize:640x480'),
  larger: ofImages('lamp larger:600x400'),
  includeDomains: {
    body: { query: 'lamp', includeDomains: ['good.test'] },
    fit: GOOD_HOST,
    misfit: BAD_HOST,
    text: 'site:good.test',
  },
  excludeDomains: {
    body: { query: 'lamp', excludeDomains: ['bad.test'] },
    fit: GOOD_HOST,
    misfit: BAD_HOST,
    text: '-site:bad.test',
  },
  'range:hour': within('qdr:h', 5 * MINUTE_MS, 180 * MINUTE_MS),
  'range:day': within('qdr:d', MINUTE_MS, 3 * DAY_MS),
  'range:week': within('qdr:w', MINUTE_MS, 9 * DAY_MS),
  'range:month': within('qdr:m', MINUTE_MS, 60 * DAY_MS),
  'range:year': within('qdr:y', MINUTE_MS, 600 * DAY_MS),
  'range:custom': within(
    `cdr:1,cd_min:${american(20 * DAY_MS)},cd_max:${american(10 * DAY_MS)}`,
    15 * DAY_MS,
    2 * DAY_MS,
  ),
  sortByDate: { body: { query: 'lamp', tbs: 'sbd:1', sources: ['news'] }, ...dates() },
  country: { body: { query: 'lamp', country: 'DE' }, fit: {}, misfit: {}, warned: /country/ },
  location: { body: { query: 'lamp', location: 'Berlin,Germany' }, fit: {}, misfit: {}, warned: /location/ },
  'category:github': ofCategory('github', 'https://github.com/a/b', 'site:github.com'),
  'category:research': ofCategory('research', 'https://arxiv.org/abs/1', 'site:arxiv.org'),
  'category:pdf': ofCategory('pdf', 'https://a.test/a.pdf', 'filetype:pdf'),
  safe: { body: { query: 'lamp', safe: true }, fit: {}, misfit: {}, warned: /safe/ },
  news: { body: { query: 'lamp', sources: ['news'] }, fit: {}, misfit: {}, warned: /news/ },
  images: {
    body: { query: 'lamp', sources: ['images'] },
    fit: image(3, 2),
    misfit: image(3, 2),
    warned: /images/,
  },
};

function dates(): Pick<Asked, 'fit' | 'misfit'> {
  return { fit: dated(DAY_MS), misfit: dated(30 * DAY_MS) };
}
