import { groupByTag } from '../../../contract/endpoint-tags.ts';
import type { EndpointDefinition } from '../../../contract/endpoint.ts';
import { Components } from './openapi-components.ts';
import type { OpenApiDocument } from './openapi-model.ts';
import { ANSWER_HEADERS, openApiOperation } from './openapi-operation.ts';
import { openApiWebhooks, WEBHOOK_TAG } from './openapi-webhooks.ts';

export interface OpenApiOptions {
  /** In the order of the reference. */
  endpoints: readonly EndpointDefinition[];
  /** Base URLs without a trailing slash. */
  servers: readonly string[];
  /** Version of the software. */
  version: string;
}

/** The contract as an OpenAPI 3.1 document, for standard tools. */
export function createOpenApi({ endpoints, servers, version }: OpenApiOptions): OpenApiDocument {
  const components = new Components();
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = openApiOperation(endpoint, components);
  }
  const webhooks = openApiWebhooks(components);
  const tags = groupByTag(endpoints).map(({ name, description }) => ({ name, description }));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Decant',
      version,
      description:
        'Web pages and files in, clean model-ready data out. `x-refused` marks what this version refuses, `x-needs` the variables that an option depends on, `x-credits` what a call or an option costs, `x-advice` what to do about an error.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: servers.map((url) => ({ url })),
    tags: [...tags, WEBHOOK_TAG],
    paths,
    webhooks,
    components: {
      schemas: components.schemas,
      headers: ANSWER_HEADERS,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'Your API key.' },
        keyInAddress: {
          type: 'apiKey',
          in: 'query',
          name: 'key',
          description: 'Your API key, where no header can be sent.',
        },
      },
    },
  };
}
