import { z } from 'zod';
import { boundedList } from '../options/bounded-list.ts';
import { requestHeadersOption } from '../options/request-headers.ts';
import {
  SIGNATURE_HEADERS,
  TIMESTAMP_HEADER,
  TIMESTAMPED_SIGNATURE_HEADER,
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_JOB_KINDS,
  webhookEventName,
  type WebhookEventName,
} from './webhook-events.ts';

const MAX_URL_LENGTH = 8192;
/** As JSON, in characters. */
const MAX_METADATA_LENGTH = 64 * 1024;

/** Names of events that stand for those of either kind of job. `cancelled` is not among them. */
const SHORT_NAMES = ['started', 'page', 'completed', 'failed'] as const;

/** These describe the body or carry the signature. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  ...[...SIGNATURE_HEADERS, TIMESTAMP_HEADER, TIMESTAMPED_SIGNATURE_HEADER].map((name) => name.toLowerCase()),
  'content-type',
  'content-encoding',
]);

/** Unlike the URL of a page it needs its scheme: what is sent there must not go unencrypted by an oversight. */
const webhookUrl = z.string().superRefine((url, context) => {
  const problem = urlProblem(url);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem, input: url });
});

function urlProblem(text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
  return /^https?:\/\/[^\u0000-\u0020]+$/i.test(text) && URL.canParse(text)
    ? undefined
    : 'must be an http or https URL, with its scheme';
}

const headers = requestHeadersOption.superRefine((map, context) => {
  for (const name of Object.keys(map)) {
    if (!RESERVED_HEADERS.has(name.toLowerCase())) continue;
    context.addIssue({ code: 'custom', message: 'cannot be set', path: [name], input: map });
  }
});

const metadata = z.record(z.string(), z.unknown()).superRefine((map, context) => {
  if (JSON.stringify(map).length <= MAX_METADATA_LENGTH) return;
  const message = `must have at most ${MAX_METADATA_LENGTH} characters in all`;
  context.addIssue({ code: 'custom', message, input: map });
});

const eventName = z.enum([...SHORT_NAMES, ...WEBHOOK_EVENT_NAMES]);

const events = boundedList(eventName, { max: 100 }).transform((names): WebhookEventName[] => [
  ...new Set(names.flatMap(fullNames)),
]);

function fullNames(name: z.output<typeof eventName>): readonly WebhookEventName[] {
  const short = SHORT_NAMES.find((each) => each === name);
  return short === undefined
    ? [name as WebhookEventName]
    : WEBHOOK_JOB_KINDS.map((kind) => webhookEventName(kind, short));
}

/**
 * Where a crawl or batch scrape sends its events (wire contract 8): an object, or a URL alone, which is `{url}`.
 *
 * The output is complete, with `events` as full names. Without `events` the four with a short name are sent. The event
 * `cancelled` is sent only to callers that ask for it by its full name, because clients that name no events are older
 * than the event. Names of the other kind of job are accepted and match nothing.
 */
export const webhookConfig = z
  .preprocess(
    (value) => (typeof value === 'string' ? { url: value } : value),
    z.strictObject({
      url: webhookUrl.meta({ description: 'An http or https URL that takes POST requests.' }),
      headers: headers.prefault({}).meta({ description: 'Headers to send with each delivery.' }),
      metadata: metadata
        .prefault({})
        .meta({ description: 'An object that comes back in each delivery as it is.' }),
      events: events.prefault([...SHORT_NAMES]).meta({
        description:
          'Events to be told of: started, page, completed, failed; or full names such as crawl.page. crawl.cancelled and batch_scrape.cancelled have to be named.',
      }),
    }),
  )
  .meta({ id: 'Webhook' });

export type WebhookConfig = z.output<typeof webhookConfig>;
