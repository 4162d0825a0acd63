import { readFileSync } from 'node:fs';
import type { EndpointDefinition } from '../../../contract/endpoint.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { fieldDocs, variantDocs, type FieldDoc, type VariantDoc } from '../../../contract/field-docs.ts';
import { toJsonSchema, type JsonSchema } from '../../../contract/json-schema.ts';
import { curlCommand } from './curl-command.ts';
import { html, Markup, type MarkupValue } from './markup.ts';

export interface ReferencePageOptions {
  endpoints: readonly EndpointDefinition[];
  /** Where callers reach this service, without a trailing slash. */
  baseUrl: string;
  /** Version of the software. */
  version: string;
  /** False when authentication is switched off; true when absent. */
  isKeyRequired?: boolean;
}

const STYLE = new Markup(readFileSync(new URL('../../../../web/reference.css', import.meta.url), 'utf8'));

type Side = 'request' | 'reply';

/** A named schema that several fields refer to. */
interface NamedType {
  id: string;
  side: Side;
  schema: JsonSchema;
  definitions: Record<string, JsonSchema>;
}

/** The reference for people: one HTML page that needs no script and asks for nothing else. */
export function renderReferencePage(options: ReferencePageOptions): string {
  const { endpoints, version } = options;
  const types = namedTypes(endpoints);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Decant reference</title>
        <link rel="icon" href="data:," />
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <nav>
          <a class="name" href="#top">Decant</a>
          <ol>
            ${endpoints.map(menuItem)}
          </ol>
          <p>Types</p>
          <ol>
            ${types.map(({ id }) => html`<li><a href="#${id}">${id}</a></li>`)}
          </ol>
          <p><a href="openapi.json">openapi.json</a></p>
        </nav>
        <main id="top">
          ${introduction(options)} ${endpoints.map((endpoint) => endpointSection(endpoint, options, types))}
          <h2>Types</h2>
          ${types.map((type) => typeSection(type, types))}
          <footer>Decant ${version}, made from the same contract that checks every request.</footer>
        </main>
      </body>
    </html>`.text;
}

function menuItem({ name, method, path, isMissing }: EndpointDefinition): Markup {
  const link = html`<a href="#${name}">${badge(method)}${path}</a>`;
  return isMissing ? html`<li class="missing">${link}</li>` : html`<li>${link}</li>`;
}

function introduction(options: ReferencePageOptions): Markup {
  const isKeyRequired = options.isKeyRequired ?? true;
  const first = options.endpoints.find(({ body }) => body !== undefined);
  return html`<header>
    <h1>Decant</h1>
    <p class="lead">
      Web pages and files in, clean data for people and models out.<br />Ask for a URL; get Markdown, HTML,
      links, images and more.
    </p>
    <h2>Start</h2>
    <p>
      ${
        isKeyRequired
          ? html`Every call under <code>/v2</code> carries your key in the header
              <code>Authorization: Bearer YOUR_API_KEY</code>. <code>decant keys</code> shows it.`
          : 'Authentication is switched off on this server: no key is needed.'
      }
    </p>
    ${first && code(curlCommand(first, options))}
    <p>
      An answer other than a success is <code>{"success": false, "code": "…", "error": "…"}</code>; for an
      invalid request <code>details</code> lists every problem with its path.
    </p>
  </header>`;
}

function endpointSection(
  endpoint: EndpointDefinition,
  options: ReferencePageOptions,
  types: NamedType[],
): Markup {
  const { name, method, path, summary, description, credits, params, query, body, reply, example } = endpoint;
  return html`<section id="${name}">
    <h2>${badge(method)}<code>${path}</code></h2>
    <p class="summary">${summary}.${endpoint.isMissing && html` <em>Not in this version.</em>`}</p>
    ${description && html`<p>${prose(description)}</p>`} ${credits && html`<p>Credits: ${credits}.</p>`}
    ${params && requestTable('Path', fieldDocs(toJsonSchema(params, 'input')), types)}
    ${query && requestTable('Query', fieldDocs(toJsonSchema(query, 'input')), types)}
    ${body && requestTable('Body', fieldDocs(toJsonSchema(body, 'input')), types)}
    ${replyTable('Answer', fieldDocs(toJsonSchema(reply, 'output')), types)}
    <details>
      <summary>Errors</summary>
      ${errorTable(endpoint)}
    </details>
    <details open>
      <summary>Example</summary>
      ${code(curlCommand(endpoint, options))} ${code(JSON.stringify(example.reply, null, 2))}
    </details>
  </section>`;
}

function typeSection({ id, side, schema, definitions }: NamedType, types: NamedType[]): Markup {
  const variants = variantDocs(schema, definitions);
  const fieldTable = side === 'request' ? requestTable : replyTable;
  const names = shorthandOf(schema);
  return html`<section id="${id}" class="type">
    <h3>${id}</h3>
    ${names && html`<p>An object with a <code>type</code>, or one of these names alone: ${prose(names)}.</p>`}
    ${variants.length > 0 ? variantTable(variants, types) : fieldTable('Field', fieldDocs(schema, definitions), types)}
  </section>`;
}

/** The strings that stand for an object of this schema. */
function shorthandOf({ anyOf }: JsonSchema): string | undefined {
  return anyOf
    ?.find((alternative) => alternative.enum)
    ?.enum?.map((name) => `\`${String(name)}\``)
    .join(', ');
}

function requestTable(title: string, fields: FieldDoc[], types: NamedType[]): Markup {
  const rows = fields.map((field) => [
    html`<code>${field.name}</code>`,
    typeName(field.type, types),
    field.isRequired ? html`<em>required</em>` : field.default && html`<code>${field.default}</code>`,
    prose(field.rule),
  ]);
  return table([title, 'Type', 'Default', 'Rule'], rows);
}

function replyTable(title: string, fields: FieldDoc[], types: NamedType[]): Markup {
  const rows = fields.map((field) => [
    html`<code>${field.name}</code>`,
    typeName(field.type, types),
    field.isRequired ? 'always' : 'when it applies',
    prose(field.rule),
  ]);
  return table([title, 'Type', 'Present', 'Meaning'], rows);
}

function variantTable(variants: VariantDoc[], types: NamedType[]): Markup {
  const rows = variants.map(({ name, description, fields }) => [
    html`<code>${name}</code>`,
    prose(description),
    fields.length > 0 &&
      html`<ul>
        ${fields.map((field) => optionItem(field, types))}
      </ul>`,
  ]);
  return table(['type', 'Meaning', 'Options'], rows);
}

function optionItem(field: FieldDoc, types: NamedType[]): Markup {
  const necessity = field.isRequired ? ', required.' : field.default ? `, default ${field.default}.` : '.';
  return html`<li>
    <code>${field.name}</code> ${typeName(field.type, types)}${necessity} ${prose(field.rule)}
  </li>`;
}

function errorTable({ errors }: EndpointDefinition): Markup {
  const rows = errors
    .map((name) => ({ name, ...ERRORS[name] }))
    .toSorted((a, b) => a.status - b.status)
    .map((row) => [row.status, html`<code>${row.name}</code>`, `${row.message}.`, prose(row.advice)]);
  return table(['Status', 'code', 'Meaning', 'What to do'], rows);
}

function table(columns: string[], rows: MarkupValue[][]): Markup {
  return html`<table>
    <thead>
      <tr>
        ${columns.map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A type with a section of its own becomes a link: `Format[]`. */
function typeName(type: string, types: NamedType[]): Markup {
  const id = type.replace(/\[\]$/, '');
  return types.some((named) => named.id === id)
    ? html`<a href="#${id}">${type}</a>`
    : html`<span>${type}</span>`;
}

/** Text with `code` in backticks. */
function prose(text: string): Markup[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

function badge(method: string): Markup {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

function code(text: string): Markup {
  return html`<pre><code>${text}</code></pre>`;
}

/** Every schema with an id that a field can refer to, requests before answers; the bodies themselves have their own place. */
function namedTypes(endpoints: readonly EndpointDefinition[]): NamedType[] {
  const types = new Map<string, NamedType>();
  const collect = (root: JsonSchema, side: Side): void => {
    const { $ref, $defs: definitions = {} } = root;
    for (const [id, schema] of Object.entries(definitions)) {
      if ($ref !== `#/$defs/${id}`) types.set(id, { id, side, schema, definitions });
    }
  };
  for (const { body } of endpoints) if (body) collect(toJsonSchema(body, 'input'), 'request');
  for (const { reply } of endpoints) collect(toJsonSchema(reply, 'output'), 'reply');
  return [...types.values()];
}
