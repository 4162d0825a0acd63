import type { EndpointDefinition } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { ERRORS } from '../../src/contract/errors.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import { fieldDocs } from '../../src/contract/field-docs.ts';
import { toJsonSchema } from '../../src/contract/json-schema.ts';
import { markdownTable } from './markdown-table.ts';

/** `docs/api.md`: every endpoint with its fields, its errors and an example. */
export function renderApiReference(): string {
  return `# API

The running service shows this with every shape unfolded at \`/reference\`, and as OpenAPI 3.1 at \`/openapi.json\`.

${Object.values(endpoints).map(renderEndpoint).join('\n')}`;
}

function renderEndpoint(endpoint: EndpointDefinition): string {
  const { method, path, summary, description, credits, errors, isUpload, example } = endpoint;
  const paragraphs = [
    `## ${method} ${path}`,
    `${summary}. ${endpoint.isMissing ? 'Not in this version. ' : ''}${endpoint.auth === 'bearer' ? 'Needs an API key.' : 'Needs no API key.'}`,
    description,
    credits && `Credits: ${credits}`,
    ...renderFields(endpoint),
    renderErrors(errors),
    example.body !== undefined &&
      `Request${isUpload ? ', as `multipart/form-data`' : ''}:\n\n${jsonBlock(example.body)}`,
    `Answer:\n\n${jsonBlock(example.reply)}`,
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

function renderFields({ params, query, body }: EndpointDefinition): string[] {
  return [params, query, body]
    .filter((schema) => schema !== undefined)
    .map((schema) => {
      const rows = fieldDocs(toJsonSchema(schema, 'input')).map((field) => [
        `\`${field.name}\``,
        field.type,
        field.isRequired ? 'required' : (field.default && `\`${field.default}\``) || '',
        field.rule,
      ]);
      return markdownTable(['field', 'type', 'default', 'meaning'], rows);
    });
}

function renderErrors(codes: readonly ErrorCode[]): string {
  const rows = codes
    .map((code) => ({ code, ...ERRORS[code] }))
    .toSorted((a, b) => a.status - b.status)
    .map((error) => [`${error.status}`, `\`${error.code}\``, error.message, error.advice]);
  return markdownTable(['status', 'code', 'meaning', 'what to do'], rows);
}

function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
