import { documentedWebhooks, type DocumentedWebhook } from '../../../contract/requests/webhook-examples.ts';
import {
  SIGNATURE_HEADERS,
  TIMESTAMP_HEADER,
  TIMESTAMPED_SIGNATURE_HEADER,
  webhookBody,
} from '../../../contract/requests/webhook-events.ts';
import type { Components } from './openapi-components.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from './openapi-model.ts';

/** The part of the reference that tells what the service sends. */
export const WEBHOOK_TAG = {
  name: 'Webhooks',
  description: 'POST requests to the `webhook` of a crawl or batch scrape.',
};

const SIGNATURE = `sha256=${'0123456789abcdef'.repeat(4)}`;

const HEADERS: ReadonlyArray<[name: string, description: string, example: string]> = [
  ...SIGNATURE_HEADERS.map((name): [string, string, string] => [
    name,
    'With a secret: `sha256=` and the HMAC-SHA256 of the body in hexadecimal.',
    SIGNATURE,
  ]),
  [TIMESTAMP_HEADER, 'With a secret: when the attempt was made, in seconds since 1970.', '1795408200'],
  [
    TIMESTAMPED_SIGNATURE_HEADER,
    'With a secret: `sha256=` and the HMAC-SHA256 of the timestamp, a dot and the body.',
    SIGNATURE,
  ],
];

/** Every delivery of a webhook, as OpenAPI 3.1 tells of requests that a service makes. */
export function openApiWebhooks(components: Components): OpenApiDocument['webhooks'] {
  const schema = components.add(webhookBody, 'output');
  const parameters = HEADERS.map(([name, description, example]): OpenApiParameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
    example,
  }));
  const operation = ({ name, when, example }: DocumentedWebhook): OpenApiOperation => ({
    operationId: `on ${name}`.replaceAll(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [WEBHOOK_TAG.name],
    summary: `\`${name}\` is delivered`,
    description: `Sent when ${when}. Answer with a status of 2xx within 10 seconds; otherwise it comes again after 1, 5 and 15 minutes, with the same \`webhookId\`.`,
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'It has arrived; the body of the answer is ignored.' },
      default: { description: 'It is tried again.' },
    },
  });
  return Object.fromEntries(
    documentedWebhooks.map((webhook) => [webhook.name, { post: operation(webhook) }]),
  );
}
