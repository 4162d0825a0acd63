import {
  PROVIDER_KEY,
  refusal,
  unknownMembers,
  type PlayedProvider,
  type PlayedRequest,
} from './played-provider.ts';

const KNOWN =
  'query origin limit sources tbs country location safe includeDomains excludeDomains categories timeout';

/** Tells a body that the documentation does not have so. */
function hasFault(body: PlayedRequest['body']): boolean {
  const { query, limit = 10, includeDomains, excludeDomains } = body;
  return [
    unknownMembers(body, KNOWN).length > 0,
    !(limit >= 1 && limit <= 100),
    !(query?.length >= 1 && query.length <= 500),
    Boolean(includeDomains && excludeDomains),
  ].includes(true);
}

export const playedFirecrawl: PlayedProvider = {
  name: 'firecrawl',
  apiKey: PROVIDER_KEY,
  answer({ method, path, headers, body }, results) {
    if (method !== 'POST' || path !== '/v2/search')
      return refusal(404, { success: false, error: 'Not found' });
    if (headers.authorization !== `Bearer ${PROVIDER_KEY}`)
      return refusal(401, { success: false, error: 'Unauthorized' });
    if (hasFault(body)) return refusal(400, { success: false, error: 'Bad Request', details: [] });
    const { limit = 10, sources } = body;
    const source = (sources as Array<{ type: string }> | undefined)?.[0]?.type ?? 'web';
    const list = results.slice(0, limit).map(({ url, title, text, date, image }, index) => ({
      url,
      title,
      position: index + 1,
      ...(source === 'web' && { description: text }),
      ...(source === 'news' && { snippet: text, date: date ?? null, imageUrl: image?.url }),
      ...(source === 'images' &&
        image && { imageUrl: image.url, imageWidth: image.width, imageHeight: image.height }),
    }));
    return {
      json: {
        success: true,
        id: '0190aaaa-1111-7222-8333-444455556666',
        creditsUsed: 2,
        warning: null,
        data: { [source]: list },
      },
    };
  },
};
