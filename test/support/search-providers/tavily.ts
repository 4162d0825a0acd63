import {
  PROVIDER_KEY,
  refusal,
  unknownMembers,
  type PlayedProvider,
  type PlayedRequest,
} from './played-provider.ts';

const KNOWN =
  'query topic search_depth max_results time_range start_date end_date include_domains exclude_domains country include_images include_image_descriptions';
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Tells a body that the documentation does not have so. */
function hasFault(body: PlayedRequest['body']): boolean {
  const { query, max_results: count = 5, topic = 'general', time_range: range = 'day', country } = body;
  const days = [body.start_date, body.end_date].filter((day) => day !== undefined) as string[];
  return [
    unknownMembers(body, KNOWN).length > 0,
    typeof query !== 'string' || query === '' || query.length > 400,
    !(count >= 0 && count <= 20),
    !['general', 'news', 'finance'].includes(topic as string),
    !/^(?:day|week|month|year)$/.test(range as string),
    !days.every((day) => DAY.test(day)),
    // Names of countries, and only of general topics.
    country !== undefined && (topic !== 'general' || !/^[a-z]{4}[a-z ]*$/.test(country as string)),
  ].includes(true);
}

export const playedTavily: PlayedProvider = {
  name: 'tavily',
  apiKey: PROVIDER_KEY,
  answer({ method, path, headers, body }, results) {
    if (method !== 'POST' || path !== '/search') return refusal(404, { detail: 'Not Found' });
    if (headers.authorization !== `Bearer ${PROVIDER_KEY}`)
      return refusal(401, { detail: { error: 'Unauthorized: missing or invalid API key.' } });
    if (hasFault(body)) return refusal(400, { detail: { error: 'Bad request' } });
    const { max_results: count = 5, topic } = body;
    const found = results.slice(0, count as number);
    return {
      json: {
        query: body.query,
        follow_up_questions: null,
        answer: null,
        images:
          body.include_images === true
            ? found.flatMap(({ title, image }) => (image ? [{ url: image.url, description: title }] : []))
            : [],
        results: found.map(({ url, title, text, date }) => ({
          title,
          url,
          content: text,
          score: 0.8,
          raw_content: null,
          // Only news have dates, as in mails.
          ...(topic === 'news' && date !== undefined && { published_date: new Date(date).toUTCString() }),
        })),
        response_time: 1.1,
        request_id: '123e4567-e89b-12d3-a456-426614174111',
      },
    };
  },
};
