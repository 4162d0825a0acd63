import { PROVIDER_KEY, refusal, unknownMembers, type PlayedProvider } from './played-provider.ts';

const KNOWN =
  'query type numResults includeDomains excludeDomains startPublishedDate endPublishedDate category userLocation moderation contents';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const playedExa: PlayedProvider = {
  name: 'exa',
  apiKey: PROVIDER_KEY,
  answer({ method, path, headers, body }, results) {
    if (method !== 'POST' || path !== '/search') return refusal(404, { error: 'Not found' });
    if (headers['x-api-key'] !== PROVIDER_KEY)
      return refusal(401, { requestId: 'a', error: 'Invalid API key', tag: 'INVALID_API_KEY' });
    const { query, numResults = 10, userLocation } = body;
    const isWrong =
      typeof query !== 'string' ||
      query === '' ||
      unknownMembers(body, KNOWN).length > 0 ||
      !(numResults >= 1 && numResults <= 100) ||
      [body.startPublishedDate, body.endPublishedDate].some(
        (time) => time !== undefined && !TIME.test(time as string),
      ) ||
      (userLocation !== undefined && !/^[A-Z]{2}$/.test(userLocation as string));
    if (isWrong)
      return refusal(400, { requestId: 'a', error: 'Invalid request', tag: 'INVALID_REQUEST_BODY' });
    return {
      json: {
        requestId: 'b5947044c4b78efa9552a7c89b306d95',
        searchType: 'auto',
        results: results.slice(0, numResults as number).map(({ url, title, text, date, image }) => ({
          id: url,
          url,
          title,
          author: null,
          publishedDate: date ?? null,
          score: 0.2,
          ...(image && { image: image.url }),
          ...(body.contents?.highlights && { highlights: [text], highlightScores: [0.5] }),
        })),
        costDollars: { total: 0.005 },
      },
    };
  },
};
