import type { EndpointDefinition } from '../../../contract/endpoint.ts';
import { tagOf } from '../../../contract/endpoint-tags.ts';
import { errorReply } from '../../../contract/error-reply.ts';
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts';
import type { Components } from './openapi-components.ts';
import type { OpenApiMedia, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './openapi-model.ts';

const JSON_TYPE = 'application/json';

/** Headers of answers, by their key under components. */
export const ANSWER_HEADERS = {
  RequestId: {
    description: 'Names the request in the log of the service.',
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
} as const;

/** Statuses whose answers may say when to try again. */
const LATER: ReadonlySet<string> = new Set(['429', '503']);

const SECURITY: Readonly<Record<EndpointDefinition['auth'], OpenApiOperation['security']>> = {
  bearer: [{ apiKey: [] }],
  address: [{ apiKey: [] }, { keyInAddress: [] }],
  none: [],
};

/** An endpoint as an operation of OpenAPI. */
export function openApiOperation(endpoint: EndpointDefinition, components: Components): OpenApiOperation {
  const { name, summary, auth, body, isUpload, example } = endpoint;
  const parameters = (['path', 'query', 'header'] as const).flatMap((place) =>
    parametersOf(endpoint, place, components),
  );
  const media = body && { schema: components.add(body, 'input'), example: example.body };
  return {
    operationId: name,
    tags: [tagOf(endpoint)],
    summary,
    description: descriptionOf(endpoint),
    ...(endpoint.credits !== undefined && { 'x-credits': endpoint.credits }),
    security: SECURITY[auth],
    ...(parameters.length > 0 && { parameters }),
    ...(media && {
      requestBody: { required: true, content: { [isUpload ? 'multipart/form-data' : JSON_TYPE]: media } },
    }),
    responses: responsesOf(endpoint, components),
  };
}

function descriptionOf({ description, credits }: EndpointDefinition): string {
  return [description, credits && `Credits: ${credits}.`].filter(Boolean).join('\n\n');
}

function parametersOf(
  endpoint: EndpointDefinition,
  place: OpenApiParameter['in'],
  components: Components,
): OpenApiParameter[] {
  const [part, examples = {}] = {
    path: [endpoint.params, endpoint.example.params] as const,
    query: [endpoint.query, endpoint.example.query] as const,
    header: [endpoint.headers, endpoint.example.headers] as const,
  }[place];
  if (part === undefined) return [];
  const { properties = {}, required = [] } = components.add(part, 'input');
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
    ...(examples[name] !== undefined && { example: writtenExample(examples[name], schema) }),
  }));
}

/** Gives the value that an address holds as text. */
function writtenExample(text: string, { type }: { type?: unknown }): string | number {
  return type === 'integer' ? Number(text) : text;
}

/** The answer to a success, and one answer per status of the errors. */
function responsesOf(endpoint: EndpointDefinition, components: Components): OpenApiOperation['responses'] {
  const { reply, errors, example, text } = endpoint;
  const success = { schema: components.add(reply, 'output'), example: example.reply };
  const responses: Record<string, OpenApiResponse> = {
    '200': response('200', 'Success', { [text?.reply ?? JSON_TYPE]: success }),
  };
  const byStatus = Object.groupBy(errors, (code) => String(ERRORS[code].status));
  for (const [status, codes = []] of Object.entries(byStatus)) {
    const failure = failureMedia(codes, text?.error, components);
    const description = codes.map((code) => ERRORS[code].message).join('; ');
    // An error that the protocol answers with 200 shares the place of the success.
    responses[status] =
      status === '200'
        ? response(
            status,
            `Success, or ${text?.error ? 'a line of text' : '`success: false`'}: ${description}`,
            besideSuccess(success, failure, text),
          )
        : response(status, description, { [text?.error ?? JSON_TYPE]: failure });
  }
  return responses;
}

function response(
  status: string,
  description: string,
  content: Record<string, OpenApiMedia>,
): OpenApiResponse {
  const headers = {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(LATER.has(status) && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
  };
  return { description, headers, content };
}

function besideSuccess(
  success: OpenApiMedia,
  failure: OpenApiMedia,
  text: EndpointDefinition['text'],
): Record<string, OpenApiMedia> {
  if (text?.error !== undefined) return { [text.reply]: success, [text.error]: failure };
  return {
    [JSON_TYPE]: {
      schema: { anyOf: [success.schema, failure.schema] },
      examples: { success: { value: success.example }, ...failure.examples },
    },
  };
}

/** The errors of one status: JSON, or a line of text where the endpoint answers with text. */
function failureMedia(
  codes: readonly ErrorCode[],
  textType: string | undefined,
  components: Components,
): OpenApiMedia {
  const exampleOf = (code: ErrorCode): unknown => {
    const { message } = ERRORS[code];
    return textType === undefined ? { success: false, code, error: message } : `${message} (${code})\n`;
  };
  return {
    schema: textType === undefined ? components.add(errorReply, 'output') : { type: 'string' },
    examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
  };
}
