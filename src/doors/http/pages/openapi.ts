import type { z } from 'zod';
import type { EndpointDefinition } from '../../../contract/endpoint.ts';
import { errorReply } from '../../../contract/error-reply.ts';
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts';
import { toJsonSchema, type JsonSchema } from '../../../contract/json-schema.ts';

export interface OpenApiOptions {
  endpoints: readonly EndpointDefinition[];
  /** Base URLs without a trailing slash. */
  servers: readonly string[];
  /** Version of the software. */
  version: string;
}

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

type Content = Record<'application/json', MediaType>;

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Array<Record<string, string[]>>;
  parameters?: OpenApiParameter[];
  requestBody?: { required: true; content: Record<string, MediaType> };
  responses: Record<string, { description: string; content: Content }>;
}

/** An OpenAPI 3.1 document, as far as we write one. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: Array<{ url: string }>;
  tags: Array<{ name: string }>;
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<string, { type: string; scheme: string; description: string }>;
  };
}

/** The contract as an OpenAPI 3.1 document, for standard tools. */
export function createOpenApi({ endpoints, servers, version }: OpenApiOptions): OpenApiDocument {
  const components = new Components();
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, components);
  }
  const tags = [
    ...new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap((one) => one.tags))),
  ];
  return {
    openapi: '3.1.1',
    info: {
      title: 'Decant',
      version,
      description: 'Web pages and files in, clean model-ready data out.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: servers.map((url) => ({ url })),
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'Your API key.' } },
    },
  };
}

const MISSING_TAG = 'not in this version';

/** The part of the service that a path belongs to. */
function tagOf(path: string): string {
  const part = /^\/(?:v2\/)?([a-z-]+)/.exec(path)?.[1] ?? '';
  return TAGS[part] ?? part;
}

const TAGS: Readonly<Record<string, string>> = {
  'concurrency-check': 'team',
  feedback: 'team',
  search: 'team',
  extract: 'team',
};

function operation(endpoint: EndpointDefinition, components: Components): OpenApiOperation {
  const { name, summary, auth, body, isUpload, isMissing, example } = endpoint;
  const parameters = [
    ...parametersOf(endpoint, 'path', components),
    ...parametersOf(endpoint, 'query', components),
  ];
  return {
    operationId: name,
    tags: [isMissing ? MISSING_TAG : tagOf(endpoint.path)],
    summary: isMissing ? `${summary} (not in this version)` : summary,
    ...descriptionOf(endpoint),
    security: auth === 'bearer' ? [{ apiKey: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [isUpload ? 'multipart/form-data' : 'application/json']: {
            schema: components.add(body, 'input'),
            example: example.body,
          },
        },
      },
    }),
    responses: responsesOf(endpoint, components),
  };
}

function descriptionOf({ description, credits }: EndpointDefinition): { description?: string } {
  const text = [description, credits && `Credits: ${credits}.`].filter(Boolean).join('\n\n');
  return text === '' ? {} : { description: text };
}

function parametersOf(
  endpoint: EndpointDefinition,
  place: 'path' | 'query',
  components: Components,
): OpenApiParameter[] {
  const part = place === 'path' ? endpoint.params : endpoint.query;
  if (part === undefined) return [];
  const { properties = {}, required = [] } = components.add(part, 'input');
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

/** The answer to a success, and one answer per status of the errors. */
function responsesOf(
  { reply, errors, example }: EndpointDefinition,
  components: Components,
): OpenApiOperation['responses'] {
  const success = { schema: components.add(reply, 'output'), example: example.reply };
  const responses: OpenApiOperation['responses'] = {
    '200': { description: 'Success', content: json(success) },
  };
  const failure = components.add(errorReply, 'output');
  for (const [status, codes] of Object.entries(
    Object.groupBy(errors, (code) => String(ERRORS[code].status)),
  )) {
    if (codes === undefined) continue;
    const examples = Object.fromEntries(codes.map((code) => [code, errorExample(code)]));
    const description = codes.map((code) => ERRORS[code].message).join('; ');
    // An error that the protocol answers with 200 shares the place of the success.
    responses[status] =
      status === '200'
        ? {
            description: `Success, or \`success: false\`: ${description}`,
            content: json({
              schema: { anyOf: [success.schema, failure] },
              examples: { success: { value: success.example }, ...examples },
            }),
          }
        : { description, content: json({ schema: failure, examples }) };
  }
  return responses;
}

function errorExample(code: ErrorCode): { value: unknown } {
  const row = ERRORS[code];
  return { value: { success: false, code, error: row.message } };
}

function json(media: MediaType): Content {
  return { 'application/json': media };
}

/** Schemas with an id, collected while the document is written. */
class Components {
  readonly schemas: Record<string, JsonSchema> = {};

  /** The schema as JSON Schema; what has an id becomes a reference. One id must not mean two things. */
  add(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $defs = {}, ...root } = pointToComponents(toJsonSchema(schema, io));
    for (const [id, definition] of Object.entries($defs)) {
      const earlier = (this.schemas[id] ??= definition);
      if (JSON.stringify(earlier) !== JSON.stringify(definition)) {
        throw new Error(`The schema id ${id} stands for two different schemas`);
      }
    }
    return root;
  }
}

/** Zod refers to `#/$defs/X`; in OpenAPI the shared schemas stand under components. */
function pointToComponents(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/');
  return JSON.parse(text) as JsonSchema;
}
