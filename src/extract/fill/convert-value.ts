import { decodeHTML } from 'entities';
import { cleanValue } from '../../html/metadata/text.ts';
import { isoTime } from '../../html/metadata/iso-time.ts';
import { resolveHttpUrl } from '../../lib/addresses/url.ts';
import { numberOfText } from './number-of-text.ts';
import type { Schema } from './schema.ts';

/** The circumstances of a value: what the property is called, and where addresses lead from. */
export interface ValueContext {
  /** The property's name in words. */
  readonly property: string;
  readonly base: URL;
}

const ADDRESS_WORDS =
  /(?:^|\s)(?:url|uri|link|href|website|image|photo|picture|logo|thumbnail|avatar|icon|permalink)s?(?:\s|$)/;
const TIME_WORDS = /(?:^|\s)(?:date|published|modified|updated|created|posted|time|at)(?:\s|$)/;
const PERSON_WORDS = /(?:^|\s)(?:author|writer|creator|byline|authors)$/;
const VOCABULARY = /^https?:\/\/schema\.org\/(?=\w+$)/i;
const ADDRESS = /^(?:https?:)?\/\/\S+$/i;
const MAIL = /[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:"]+/;

/** A value as a scalar of a schema's type, format and enum; undefined when it cannot be one: nothing is made up. */
export function convertScalar(value: unknown, schema: Schema, context: ValueContext): unknown {
  const { enum: values, const: only } = schema;
  if (only !== undefined) return sameWords(value, only) ? only : undefined;
  if (Array.isArray(values)) return values.find((one) => sameWords(value, one));
  switch (schema['type']) {
    case 'number':
      return numberOf(value);
    case 'integer': {
      const number = numberOf(value);
      return Number.isInteger(number) ? number : undefined;
    }
    case 'boolean':
      return booleanOf(value, context.property);
    case 'null':
      return undefined;
    default:
      return stringOf(value, schema, context);
  }
}

/** The text of a value as machines write it: of an object its name, value or address, of several texts all of them. */
export function machineText(value: unknown): string | undefined {
  if (typeof value === 'string') return cleanValue(decodeHTML(value).replaceAll(/<[^<>]*>/g, ' '));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    const texts = value
      .slice(0, 50)
      .map(machineText)
      .filter((text) => text !== undefined && text !== '');
    return texts.length === 0 ? undefined : texts.join(', ');
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, '@value': literal, value: inner, text, url, '@id': id } = value as Record<string, unknown>;
  for (const candidate of [name, literal, inner, text, url, id]) {
    if (typeof candidate === 'string' || typeof candidate === 'number') return machineText(candidate);
  }
  return undefined;
}

function stringOf(value: unknown, { format }: Schema, { property, base }: ValueContext): string | undefined {
  const isAddress =
    format === 'uri' || format === 'url' || format === 'uri-reference' || ADDRESS_WORDS.test(property);
  if (isAddress) return addressOf(value, base, format !== undefined);
  const text = machineText(value)?.replace(VOCABULARY, '');
  if (text === undefined || text === '') return undefined;
  switch (format) {
    case 'date':
      return /^\d{4}-\d{2}-\d{2}/.exec(isoTime(text))?.[0];
    case 'date-time': {
      const time = isoTime(text);
      return /^\d{4}-\d{2}-\d{2}T\S+(?:Z|[+-]\d{2}:\d{2})$/.test(time) ? time : undefined;
    }
    case 'email':
      return MAIL.exec(text)?.[0];
    default:
      // A page that gives an address where a name is asked for tells where more is to be found, not the name.
      if (ADDRESS.test(text)) return undefined;
      if (PERSON_WORDS.test(property)) return personName(text);
      return TIME_WORDS.test(property) ? isoTime(text) : text;
  }
}

/** Without what a template leaves around a name; numbers, addresses and names of fields are none. */
function personName(text: string): string | undefined {
  const name = text.replace(/^(?:by|von|par|por)\s+/i, '').replace(/^[\s,;|-]+|[\s,;|-]+$/g, '');
  return /\p{L}{2}/u.test(name) &&
    !/^@?(?:admin|null|undefined|unknown|none)$|^\w+\.\w+\.|^[^\s]+\.\w{2,4}$/i.test(name)
    ? name
    : undefined;
}

function addressOf(value: unknown, base: URL, isStrict: boolean): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const written =
    typeof first === 'object' && first !== null
      ? ((first as Record<string, unknown>)['url'] ??
        (first as Record<string, unknown>)['contentUrl'] ??
        (first as Record<string, unknown>)['@id'])
      : first;
  if (typeof written !== 'string' || /\s/.test(written.trim()) || (!isStrict && !/[/.]/.test(written)))
    return undefined;
  return resolveHttpUrl(written.trim(), base);
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const text = machineText(Array.isArray(value) ? value[0] : value);
  return text === undefined ? undefined : numberOfText(text);
}

function booleanOf(value: unknown, property: string): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = machineText(value)?.replace(VOCABULARY, '').toLowerCase() ?? '';
  if (/^(?:true|yes|1|ja|oui|si|sí|✓|✔)$/.test(text)) return true;
  if (/^(?:false|no|0|nein|non|nee|✗|✘)$/.test(text)) return false;
  if (!/stock|availab/.test(property)) return undefined;
  if (/^(?:out ?of ?stock|oos|sold ?out|discontinued|unavailable)$/.test(text)) return false;
  return /^(?:in ?stock|instock|available|limited ?availability|online ?only|in ?store ?only)$/.test(text)
    ? true
    : undefined;
}

function sameWords(value: unknown, other: unknown): boolean {
  if (value === other) return true;
  const words = wordsOf(value);
  return words !== '' && words === wordsOf(other);
}

function wordsOf(value: unknown): string {
  return (machineText(value) ?? '')
    .replace(VOCABULARY, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
