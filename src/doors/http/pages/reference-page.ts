import { readFileSync } from 'node:fs';
import { groupByTag, type EndpointGroup } from '../../../contract/endpoint-tags.ts';
import type { EndpointDefinition } from '../../../contract/endpoint.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { fieldDocs, variantDocs, type FieldDoc, type VariantDoc } from '../../../contract/field-docs.ts';
import {
  oncePerSchema,
  toJsonSchema,
  type JsonSchema,
  type ToJsonSchema,
} from '../../../contract/json-schema.ts';
import { documentedWebhooks } from '../../../contract/requests/webhook-examples.ts';
import { webhookBody } from '../../../contract/requests/webhook-events.ts';
import { curlCommand } from './curl-command.ts';
import { html, Markup, type MarkupValue } from '../markup.ts';

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

/** The attribute of what this version refuses: it is shown in grey. */
const REFUSED = new Markup(' class="refused"');

type Side = 'request' | 'reply';

/** A named schema that several fields refer to. */
interface NamedType {
  id: string;
  side: Side;
  schema: JsonSchema;
  definitions: Record<string, JsonSchema>;
}

/** All parts of the page are made of these. */
interface Grounds {
  options: ReferencePageOptions;
  types: NamedType[];
  /** For the tables and for the types in them: each schema is written once. */
  jsonOf: ToJsonSchema;
}

/** The reference for people: one HTML page that needs no script and asks for nothing else. */
export function renderReferencePage(options: ReferencePageOptions): string {
  const { endpoints, version } = options;
  const jsonOf = oncePerSchema(toJsonSchema);
  const types = namedTypes(endpoints, jsonOf);
  const grounds = { options, types, jsonOf };
  const groups = groupByTag(endpoints);
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
        <nav id="menu">
          <a class="name" href="#top">Decant</a>
          <input type="checkbox" id="contents" /><label for="contents">Contents</label>
          <div class="contents">
            ${groups.map(menuGroup)}
            <p>Events</p>
            <ol>
              <li><a href="#webhooks">Webhooks</a></li>
            </ol>
            <p>Types</p>
            <ol>
              ${types.map(({ id }) => html`<li><a href="#${id}">${id}</a></li>`)}
            </ol>
            <p><a href="openapi.json">openapi.json</a></p>
          </div>
        </nav>
        <a class="up" href="#menu">Contents</a>
        <main id="top">
          ${introduction(options)} ${groups.map((group) => groupSections(group, grounds))}
          ${webhookSection(grounds)}
          <h2>Types</h2>
          ${types.map((type) => typeSection(type, types))}
          <footer>Decant ${version}, made from the same contract that checks every request.</footer>
        </main>
      </body>
    </html>`.text;
}

function menuGroup({ name: tag, endpoints }: EndpointGroup): Markup {
  return html`<p>${tag}</p>
    <ol>
      ${endpoints.map(
        ({ name, method, path }) => html`<li><a href="#${name}">${badge(method)}${path}</a></li>`,
      )}
    </ol>`;
}

function groupSections({ name, description, endpoints }: EndpointGroup, grounds: Grounds): Markup {
  return html`<h2 class="group">${name}</h2>
    <p>${prose(description)}</p>
    ${endpoints.map((endpoint) => endpointSection(endpoint, grounds))}`;
}

/** The requests that the service makes. */
function webhookSection({ types, jsonOf }: Grounds): Markup {
  const rows = documentedWebhooks.map(({ name, when }) => [
    html`<code>${name}</code>`,
    prose(`When ${when}.`),
  ]);
  const page = documentedWebhooks.find(({ event }) => event === 'page');
  return html`<section id="webhooks">
    <h2>Webhooks</h2>
    <p class="summary">What the <code>webhook</code> of a crawl or batch scrape is told.</p>
    <p>
      Each event is one POST request. A status of 2xx within 10 seconds means that it has arrived; otherwise
      it comes again after 1, 5 and 15 minutes. With a secret (<code>decant webhooks secret</code>) it is
      signed.
    </p>
    ${table(['Event', 'Sent'], rows.map(plainRow))}
    ${replyTable('Body', fieldDocs(jsonOf(webhookBody, 'output')), types)}
    ${page && code(JSON.stringify(page.example, null, 2))}
  </section>`;
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

function endpointSection(endpoint: EndpointDefinition, grounds: Grounds): Markup {
  const { options, types, jsonOf } = grounds;
  const { name, method, path, summary, description, credits, params, query, headers, body } = endpoint;
  return html`<section id="${name}">
    <h2>${badge(method)}<code>${path}</code></h2>
    <p class="summary">${summary}.</p>
    ${description && html`<p>${prose(description)}</p>`} ${credits && html`<p>Credits: ${credits}.</p>`}
    ${params && requestTable('Path', fieldDocs(jsonOf(params, 'input')), types)}
    ${query && requestTable('Query', fieldDocs(jsonOf(query, 'input')), types)}
    ${headers && requestTable('Header', fieldDocs(jsonOf(headers, 'input')), types)}
    ${body && requestTable('Body', fieldDocs(jsonOf(body, 'input')), types)} ${answer(endpoint, grounds)}
    <details>
      <summary>Errors</summary>
      ${errorTable(endpoint)}
    </details>
    <details open>
      <summary>Example</summary>
      ${code(curlCommand(endpoint, options))} ${code(exampleReply(endpoint))}
    </details>
  </section>`;
}

function answer({ reply, text }: EndpointDefinition, { types, jsonOf }: Grounds): Markup {
  return text
    ? html`<p>Answers with text, <code>${text.reply}</code>.</p>`
    : replyTable('Answer', fieldDocs(jsonOf(reply, 'output')), types);
}

function exampleReply({ example, text }: EndpointDefinition): string {
  return text ? String(example.reply).trimEnd() : JSON.stringify(example.reply, null, 2);
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

/** The strings that stand for an object of this schema, without those that this version refuses. */
function shorthandOf(schema: JsonSchema): string | undefined {
  const refused = variantDocs(schema, {}).flatMap(({ name, isRefused }) => (isRefused ? [name] : []));
  return schema.anyOf
    ?.find((alternative) => alternative.enum)
    ?.enum?.filter((name) => !refused.includes(String(name)))
    .map((name) => `\`${String(name)}\``)
    .join(', ');
}

function requestTable(title: string, fields: FieldDoc[], types: NamedType[]): Markup {
  const rows = refusedLast(fields).map((field) => ({
    isRefused: field.isRefused,
    cells: [
      html`<code>${field.name}</code>`,
      typeName(field.type, types),
      field.isRequired ? html`<em>required</em>` : field.default && html`<code>${field.default}</code>`,
      prose(field.rule),
    ],
  }));
  return table([title, 'Type', 'Default', 'Rule'], rows);
}

function replyTable(title: string, fields: FieldDoc[], types: NamedType[]): Markup {
  const rows = refusedLast(fields).map((field) => ({
    isRefused: field.isRefused,
    cells: [
      html`<code>${field.name}</code>`,
      typeName(field.type, types),
      field.isRequired ? 'always' : 'when it applies',
      prose(field.rule),
    ],
  }));
  return table([title, 'Type', 'Present', 'Meaning'], rows);
}

function variantTable(variants: VariantDoc[], types: NamedType[]): Markup {
  const rows = refusedLast(variants).map(({ name, description, fields, isRefused }) => ({
    isRefused,
    cells: [
      html`<code>${name}</code>`,
      prose(description),
      fields.length > 0 &&
        html`<ul>
          ${fields.map((field) => optionItem(field, types))}
        </ul>`,
    ],
  }));
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
    .map((row) => [row.status, html`<code>${row.name}</code>`, `${row.message}.`, prose(row.advice)])
    .map(plainRow);
  return table(['Status', 'code', 'Meaning', 'What to do'], rows);
}

interface Row {
  cells: MarkupValue[];
  /** This version refuses it. */
  isRefused: boolean;
}

function plainRow(cells: MarkupValue[]): Row {
  return { cells, isRefused: false };
}

/** Puts entries that this version refuses behind the others. */
function refusedLast<Each extends { isRefused: boolean }>(entries: readonly Each[]): Each[] {
  return entries.toSorted((a, b) => Number(a.isRefused) - Number(b.isRefused));
}

/** A narrow screen shows a row as a block, in which each cell carries the name of its column. */
function table(columns: string[], rows: Row[]): Markup {
  return html`<table>
    <thead>
      <tr>
        ${columns.map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ cells, isRefused }) =>
          html`<tr${isRefused && REFUSED}>
            ${cells.map((cell, index) => html`<td data-column="${columns[index] ?? ''}">${cell}</td>`)}
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
function namedTypes(endpoints: readonly EndpointDefinition[], jsonOf: ToJsonSchema): NamedType[] {
  const types = new Map<string, NamedType>();
  const collect = (root: JsonSchema, side: Side): void => {
    const { $ref, $defs: definitions = {} } = root;
    for (const [id, schema] of Object.entries(definitions)) {
      if ($ref !== `#/$defs/${id}`) types.set(id, { id, side, schema, definitions });
    }
  };
  for (const { body } of endpoints) if (body) collect(jsonOf(body, 'input'), 'request');
  for (const { reply } of endpoints) collect(jsonOf(reply, 'output'), 'reply');
  collect(jsonOf(webhookBody, 'output'), 'reply');
  return [...types.values()];
}
