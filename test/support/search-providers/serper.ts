import { PROVIDER_KEY, refusal, unknownMembers, type PlayedProvider } from './played-provider.ts';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

export const playedSerper: PlayedProvider = {
  name: 'serper',
  apiKey: PROVIDER_KEY,
  answer({ method, path, headers, body }, results) {
    const [, kind = ''] = /^\/(search|news|images)$/.exec(path) ?? [];
    if (method !== 'POST' || kind === '') return refusal(404, { message: 'Not found', statusCode: 404 });
    if (headers['x-api-key'] !== PROVIDER_KEY)
      return refusal(403, { message: 'Unauthorized.', statusCode: 403 });
    const unknown = unknownMembers(body, 'q gl hl location tbs num page autocorrect');
    if (typeof body.q !== 'string' || body.q === '' || unknown.length > 0)
      return refusal(400, { message: 'Missing query parameter', statusCode: 400 });
    const { num = 10, page = 1 } = body as { num?: number; page?: number };
    const list = results
      .slice((page - 1) * num, page * num)
      .map(({ url, title, text, date, image }, index) => ({
        title,
        link: url,
        position: index + 1,
        ...(kind !== 'images' && { snippet: text, ...(date !== undefined && { date: inWords(date) }) }),
        ...(kind === 'news' && { source: 'The Paper', imageUrl: image?.url }),
        ...(kind === 'images' &&
          image && {
            imageUrl: image.url,
            imageWidth: image.width,
            imageHeight: image.height,
            thumbnailUrl: 'https://encrypted.test/copy',
            source: 'A',
            domain: 'a.test',
          }),
      }));
    const name = kind === 'search' ? 'organic' : kind;
    return { json: { searchParameters: { q: body.q, type: kind }, [name]: list, credits: num > 10 ? 2 : 1 } };
  },
};

/** As Google shows dates. */
function inWords(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}
