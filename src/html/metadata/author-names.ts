import { decodeHTML } from 'entities';
import type { JsonLdItem } from '../json-ld.ts';
import { MAX_VALUE_LENGTH, cleanValue } from './text.ts';

const MAX_AUTHORS = 20;
const LONGEST_NAME = 200;
/** Addresses and numbers of a site's own bookkeeping. */
const NO_NAME = /^(?:https?:|www\.|[^\p{L}]*$)|^@?(?:admin|null|undefined|unknown)$/iu;

/** Whether a text may be a name: neither an address nor one that a site gives to nobody. */
export function isAuthorName(text: string): boolean {
  return text !== '' && !NO_NAME.test(text);
}

/**
 * The names of whoever wrote the page, by its JSON-LD: those of the first of `items` that names anybody, joined as
 * repeated values of `meta` are. `all` has the persons that an item names by their `@id` only.
 */
export function authorNames(items: readonly JsonLdItem[], all: readonly JsonLdItem[]): string | undefined {
  let byId: Map<unknown, unknown> | undefined;
  const nameOf = (value: unknown): string => {
    if (typeof value === 'string') return validName(value);
    if (typeof value !== 'object' || value === null) return '';
    const { name, '@id': id } = value as { name?: unknown; '@id'?: unknown };
    if (name === undefined && id !== undefined) {
      byId ??= new Map(all.map(({ properties }) => [properties['@id'], properties['name']]));
      return validName(byId.get(id));
    }
    return validName(Array.isArray(name) ? name[0] : name);
  };
  for (const { properties } of items) {
    const { author } = properties;
    const authors = Array.isArray(author) ? author.slice(0, MAX_AUTHORS) : [author];
    const names = new Set(authors.map(nameOf).filter((name) => name !== ''));
    if (names.size > 0) return [...names].join(', ').slice(0, MAX_VALUE_LENGTH);
  }
  return undefined;
}

function validName(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST_NAME) return '';
  const name = cleanValue(decodeHTML(value));
  return isAuthorName(name) ? name : '';
}
