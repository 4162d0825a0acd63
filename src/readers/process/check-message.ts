import { ERRORS } from '../../contract/errors.ts';
import type { DocumentBlock, DocumentContent, DocumentPage, DocumentProperties } from '../document.ts';
import type { FromReader, RefusalCode } from './reader-messages.ts';

const MAX_MESSAGE = 2_000;
const MAX_PROPERTY = 5_000;
const MAX_CUSTOM = 200;
const MAX_WARNINGS = 100;
const PROPERTY_NAMES = [
  'title',
  'author',
  'subject',
  'keywords',
  'description',
  'language',
  'createdAt',
  'modifiedAt',
  'generator',
] as const satisfies ReadonlyArray<keyof DocumentProperties>;
const STATUSES: ReadonlySet<unknown> = new Set(['ok', 'partial', 'failed']);
const SOURCES: ReadonlySet<unknown> = new Set(['tags', 'layout', 'ocr']);

/**
 * A message as a reader may send it, with nothing in it that was not asked for: a process that a file has taken over can say
 * anything. Throws when it is none.
 */
export function checkMessage(value: unknown): FromReader {
  const message = record(value);
  switch (message['type']) {
    case 'ready':
      return { type: 'ready' };
    case 'failure':
      return { type: 'failure', message: text(message['message'], MAX_MESSAGE) };
    case 'refusal':
      return {
        type: 'refusal',
        id: number(message['id']),
        code: refusalCode(message['code']),
        message: text(message['message'], MAX_MESSAGE),
      };
    case 'partial':
    case 'content':
      return { type: message['type'], id: number(message['id']), content: content(message['content']) };
    default:
      throw new Error('A reader sent a message of no known type');
  }
}

function content(value: unknown): DocumentContent {
  const { html, properties, pages, totalPages, warnings } = record(value);
  return {
    html: text(html),
    properties: documentProperties(properties),
    ...(pages !== undefined && { pages: list(pages).map(page) }),
    ...(totalPages !== undefined && { totalPages: number(totalPages) }),
    warnings: list(warnings)
      .slice(0, MAX_WARNINGS)
      .map((warning) => text(warning, MAX_MESSAGE)),
  };
}

function documentProperties(value: unknown): DocumentProperties {
  const given = record(value);
  const known = PROPERTY_NAMES.filter((name) => given[name] !== undefined).map((name) => [
    name,
    text(given[name], MAX_PROPERTY),
  ]);
  const custom = given['custom'] === undefined ? [] : Object.entries(record(given['custom']));
  return {
    ...(Object.fromEntries(known) as DocumentProperties),
    ...(custom.length > 0 && {
      custom: Object.fromEntries(
        custom.slice(0, MAX_CUSTOM).map(([name, each]) => [name.slice(0, 200), text(each, MAX_PROPERTY)]),
      ),
    }),
  };
}

function page(value: unknown): DocumentPage {
  const { pageNumber, html, width, height, status, blocks } = record(value);
  if (!STATUSES.has(status)) throw new Error('A reader sent a page of no known status');
  return {
    pageNumber: number(pageNumber),
    html: text(html),
    width: number(width),
    height: number(height),
    status: status as DocumentPage['status'],
    blocks: list(blocks).map(block),
  };
}

function block(value: unknown): DocumentBlock {
  const { type, label, bbox, html, source, confidence } = record(value);
  if (!SOURCES.has(source)) throw new Error('A reader sent a block of no known source');
  const { layout, ocr } = record(confidence);
  return {
    type: text(type, 100),
    label: text(label, 100),
    bbox: bbox === null ? null : box(bbox),
    html: text(html),
    source: source as DocumentBlock['source'],
    confidence: { layout: share(layout), ocr: share(ocr) },
  };
}

function box(value: unknown): [number, number, number, number] {
  const [left, top, right, bottom] = list(value).map(share);
  return [left ?? 0, top ?? 0, right ?? 0, bottom ?? 0];
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('A reader sent something else than an object');
  return value as Record<string, unknown>;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('A reader sent something else than a list');
  return value;
}

function text(value: unknown, maxLength?: number): string {
  if (typeof value !== 'string') throw new Error('A reader sent something else than a text');
  return maxLength === undefined ? value : value.slice(0, maxLength);
}

function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new Error('A reader sent something else than a number');
  return value;
}

/** 0 to 1, or null where nothing is known. */
function share(value: unknown): number | null {
  if (value === null) return null;
  if (typeof value !== 'number') throw new Error('A reader sent something else than a number');
  return Math.max(0, Math.min(1, value));
}

function refusalCode(value: unknown): RefusalCode {
  const isKnown =
    typeof value === 'string' &&
    Object.hasOwn(ERRORS, value) &&
    /^(?:SCRAPE_DOCUMENT_|SCRAPE_PDF_|SCRAPE_UNSUPPORTED_FILE_ERROR$|FEATURE_NOT_AVAILABLE$)/.test(value);
  if (!isKnown) throw new Error('A reader sent no known error');
  return value as RefusalCode;
}
