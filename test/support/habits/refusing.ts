import { completion, failure, SAID, unless, type HabitRequest, type ServerHabit } from './habit.ts';

type Body = HabitRequest['body'];
const type = (body: Body): unknown => body['response_format']?.type;
const isStrict = (body: Body): boolean => body['response_format']?.json_schema?.strict === true;
const holdsStrict = (body: Body): boolean => 'strict' in (body['response_format']?.json_schema ?? {});
const holdsRole = (role: string) => (body: Body) =>
  body['messages'].some((message: { role: string }) => message.role === role);

function refusing(
  name: string,
  isRefused: (body: Body) => boolean,
  refusal: ReturnType<typeof failure>,
  requests: number,
): ServerHabit {
  return { name, reply: unless(isRefused, refusal), expected: 'right', requests };
}

/** Endpoints that do not take a part of the request. */
export const REFUSING_HABITS: readonly ServerHabit[] = [
  refusing(
    'json_schema 400',
    (body) => type(body) === 'json_schema',
    failure(
      400,
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    ),
    2,
  ),
  refusing(
    'any response_format 400',
    (body) => 'response_format' in body,
    { status: 400, json: { error: `response_format is not supported ${SAID}` } },
    3,
  ),
  refusing(
    'json_object 400',
    (body) => type(body) === 'json_object',
    { status: 400, json: { error: `'response_format.type' must be 'json_schema' or 'text' ${SAID}` } },
    1,
  ),
  refusing(
    'neither json_schema nor json_object',
    (body) => 'response_format' in body,
    { status: 400, json: { error: `'response_format.type' must be 'json_schema' or 'text' ${SAID}` } },
    3,
  ),
  refusing(
    'FastAPI 422',
    (body) => type(body) === 'json_schema',
    {
      status: 422,
      json: { detail: [{ type: 'literal_error', loc: ['body', 'response_format', 'type'], msg: SAID }] },
    },
    2,
  ),
  refusing(
    'grammar 500',
    (body) => type(body) === 'json_schema',
    {
      status: 500,
      json: { error: { code: 500, message: `failed to parse grammar ${SAID}`, type: 'server_error' } },
    },
    2,
  ),
  refusing(
    'strict without additionalProperties 400',
    (body) => isStrict(body) && body['response_format'].json_schema.schema.additionalProperties !== false,
    failure(400, "Invalid schema: 'additionalProperties' is required to be supplied and to be false."),
    1,
  ),
  refusing(
    'the field strict refused',
    holdsStrict,
    failure(400, 'response_format.json_schema.strict: Extra inputs are not permitted'),
    2,
  ),
  refusing(
    '404 no endpoints under strict',
    isStrict,
    failure(404, 'No endpoints found that can handle the requested parameters.', { code: 404 }),
    2,
  ),
  {
    name: 'tool_choice 400, and prose',
    reply: ({ body }) =>
      'tools' in body ? failure(400, 'tool_choice is not supported') : completion('It is a lamp.'),
    expected: 'invalid',
    requests: 3,
  },
  refusing(
    'max_tokens 400',
    (body) => 'max_tokens' in body,
    failure(
      400,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
    2,
  ),
  refusing(
    'max_completion_tokens 422',
    (body) => 'max_completion_tokens' in body,
    { status: 422, json: { detail: `max_completion_tokens: extra fields not permitted ${SAID}` } },
    1,
  ),
  refusing(
    'temperature 400',
    (body) => 'temperature' in body,
    failure(400, "Unsupported value: 'temperature' does not support 0 with this model."),
    2,
  ),
  refusing(
    'system role 400',
    holdsRole('system'),
    { status: 400, json: { object: 'error', message: `System role not supported ${SAID}`, code: 400 } },
    2,
  ),
  refusing('developer role 400', holdsRole('developer'), failure(400, 'developer role is unknown'), 1),
  refusing('stream_options 400', (body) => 'stream_options' in body, failure(400, 'stream_options'), 1),
  {
    name: 'four refusals in turn',
    reply: ({ body }) => {
      if ('max_tokens' in body) return failure(400, "Use 'max_completion_tokens' instead of max_tokens");
      if ('temperature' in body) return failure(400, "'temperature' is not supported");
      if (holdsRole('system')(body)) return failure(400, 'system role is not supported');
      return 'response_format' in body
        ? failure(400, 'something is wrong')
        : completion('{"name":"Blue Lamp","price":19.9,"tags":["home","light"]}');
    },
    expected: 'right',
    requests: 6,
  },
  {
    name: 'everything refused',
    reply: () => failure(400, 'something is wrong'),
    expected: 'not-a-model',
    requests: 3,
  },
];
