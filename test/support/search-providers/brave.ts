import {
  PROVIDER_KEY,
  refusal,
  unknownMembers,
  type PlayedAnswer,
  type PlayedProvider,
  type PlayedRequest,
} from './played-provider.ts';

const MAX_COUNTS: Readonly<Record<string, number>> = { web: 20, news: 50, images: 200 };
const KNOWN =
  'q country search_lang count offset safesearch freshness text_decorations result_filter spellcheck';
const KNOWN_OF_IMAGES = 'q country search_lang count safesearch spellcheck';

const invalid = (detail: string): PlayedAnswer =>
  refusal(422, { type: 'ErrorResponse', error: { code: 'VALIDATION', detail, status: 422 } });

/** The parameter that the documentation does not have so; '' when there is none. */
function problemOf({ q = '', ...query }: PlayedRequest['query'], kind: string): string {
  const { count = '20', offset = '0', freshness = 'pd', country = 'US' } = query;
  const faults = {
    q: q.length === 0 || q.length > 400 || q.split(/\s+/).length > 50,
    count: !isWithin(count, 1, MAX_COUNTS[kind]!),
    offset: !isWithin(offset, 0, 9),
    freshness: !/^(?:p[dwmy]|\d{4}-\d\d-\d\dto\d{4}-\d\d-\d\d)$/.test(freshness),
    country: !/^[A-Z]{2}$/.test(country),
  };
  const fault = Object.entries(faults).find(([, isFault]) => isFault);
  if (fault !== undefined) return fault[0];
  return unknownMembers(query, kind === 'images' ? KNOWN_OF_IMAGES : KNOWN).join();
}

function isWithin(text: string, min: number, max: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
}

export const playedBrave: PlayedProvider = {
  name: 'brave',
  apiKey: PROVIDER_KEY,
  answer({ method, path, query, headers }, results) {
    const [, kind = ''] = /^\/res\/v1\/(web|news|images)\/search$/.exec(path) ?? [];
    if (method !== 'GET' || kind === '') return refusal(404, { type: 'ErrorResponse' });
    if (headers['x-subscription-token'] !== PROVIDER_KEY)
      return refusal(422, {
        type: 'ErrorResponse',
        error: { code: 'SUBSCRIPTION_TOKEN_INVALID', status: 422 },
      });
    const problem = problemOf(query, kind);
    if (problem !== '') return invalid(problem);
    const { q, count = '20', offset = '0' } = query;
    // The offset counts pages.
    const from = Number(offset) * Number(count);
    const more = { original: q, more_results_available: results.length > from + Number(count) };
    const list = results.slice(from, from + Number(count)).map(({ url, title, text, date, image }) => ({
      title,
      url,
      description: text,
      ...(date !== undefined && { page_age: date.replace(/Z$/, ''), age: '2 days ago' }),
      ...(kind === 'images'
        ? image && {
            source: 'a.test',
            thumbnail: { src: 'https://imgs.search.brave.test/copy', width: 500, height: 300 },
            properties: { url: image.url, width: image.width, height: image.height },
          }
        : { thumbnail: { src: image?.url ?? 'https://imgs.search.brave.test/copy' } }),
    }));
    if (kind !== 'web') return { json: { type: kind, query: more, results: list } };
    return {
      json: {
        type: 'search',
        query: more,
        ...(list.length > 0 && { web: { type: 'search', results: list } }),
      },
    };
  },
};
