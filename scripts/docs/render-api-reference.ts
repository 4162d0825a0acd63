import type { EndpointDefinition } from '../../src/contract/endpoint.ts';
import { groupByTag } from '../../src/contract/endpoint-tags.ts';
import { documentedEndpoints } from '../../src/contract/endpoints/index.ts';
import { ERRORS } from '../../src/contract/errors.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import { fieldDocs } from '../../src/contract/field-docs.ts';
import { toJsonSchema } from '../../src/contract/json-schema.ts';
import { markdownTable } from './markdown-table.ts';

/** `docs/api.md`: every endpoint with its fields, its errors and an example. */
export function renderApiReference(): string {
  const groups = groupByTag(documentedEndpoints).map(
    ({ name, description, endpoints }) =>
      `## ${name}\n\n${description}\n\n${endpoints.map(renderEndpoint).join('\n')}`,
  );
  return `# API

The running service shows this with every shape unfolded at \`/reference\`, and as OpenAPI 3.1 at \`/openapi.json\`. What a
webhook is told: [webhooks](webhooks.md).

${groups.join('\n')}`;
}

function renderEndpoint(endpoint: EndpointDefinition): string {
  const { method, path, summary, description, credits, errors, isUpload, example, text } = endpoint;
  const paragraphs = [
    `### ${method} ${path}`,
    `${summary}. ${KEY_TEXTS[endpoint.auth]}`,
    description,
    credits && `Credits: ${credits}`,
    ...renderFields(endpoint),
    renderErrors(errors),
    example.body !== undefined &&
      `Request${isUpload ? ', as `multipart/form-data`' : ''}:\n\n${jsonBlock(example.body)}`,
    text
      ? `Answer, as \`${text.reply}\`:\n\n\`\`\`text\n${String(example.reply).trim()}\n\`\`\``
      : `Answer:\n\n${jsonBlock(example.reply)}`,
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

const KEY_TEXTS: Readonly<Record<EndpointDefinition['auth'], string>> = {
  bearer: 'Needs an API key.',
  address: 'Needs an API key, as a header or as the parameter `key` of the address.',
  none: 'Needs no API key.',
};

function renderFields({ params, query, headers, body }: EndpointDefinition): string[] {
  const parts = [
    ['path', params],
    ['query', query],
    ['header', headers],
    ['body', body],
  ] as const;
  return parts.flatMap(([title, schema]) => {
    if (schema === undefined) return [];
    const rows = fieldDocs(toJsonSchema(schema, 'input')).map((field) => [
      `\`${field.name}\``,
      field.type,
      field.isRequired ? 'required' : (field.default && `\`${field.default}\``) || '',
      field.rule,
    ]);
    return [markdownTable([title, 'type', 'default', 'meaning'], rows)];
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
