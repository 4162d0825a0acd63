import { refusal, unknownMembers, type PlayedProvider } from './played-provider.ts';

const PAGE = 10;

/** Answers as searx 1.1 does, with what SearXNG adds. */
export const playedSearxng: PlayedProvider = {
  name: 'searxng',
  apiKey: undefined,
  answer({ method, path, query }, results) {
    if (method !== 'GET' || path !== '/search') return refusal(404, {});
    if (query.q === undefined || query.q === '') return refusal(400, { error: 'No query' });
    if (query.format !== 'json') return refusal(400, { error: 'only json is played' });
    const known = 'q format categories pageno language time_range safesearch';
    if (unknownMembers(query, known).length > 0) return refusal(400, { error: 'unknown parameter' });
    if (query.time_range !== undefined && !/^(?:day|week|month|year)$/.test(query.time_range))
      return refusal(400, { error: 'Invalid settings' });
    if (!/^[a-z]{2,3}(?:-[a-zA-Z]{2})?$/.test(query.language ?? 'en'))
      return refusal(400, { error: 'Invalid value for parameter language' });
    const from = (Number(query.pageno) - 1) * PAGE;
    return {
      json: {
        query: query.q,
        number_of_results: 0,
        results: results.slice(from, from + PAGE).map(({ url, title, text, date, image }, index) => ({
          url,
          title,
          content: text,
          publishedDate: date ?? null,
          engine: 'stub',
          engines: ['stub'],
          positions: [index + 1],
          score: 1 / (index + 1),
          category: query.categories,
          parsed_url: ['http', 'a.test', '/', '', '', ''],
          ...(query.categories === 'images' &&
            image && {
              img_src: image.url,
              thumbnail_src: image.url,
              resolution: `${image.width} x ${image.height}`,
              source: 'stub',
              template: 'images.html',
            }),
        })),
        answers: [],
        corrections: [],
        infoboxes: [],
        suggestions: [],
        unresponsive_engines: [],
      },
    };
  },
};
