import type { Tree } from './tree.ts';

/** One typed node of a page's JSON-LD: schema.org type names without prefix, and its properties as written. */
export interface JsonLdItem {
  types: readonly string[];
  properties: Readonly<Record<string, unknown>>;
}

const MAX_TOTAL_LENGTH = 2_000_000;
const MAX_SCRIPTS = 100;
const MAX_ITEMS = 1000;

/**
 * The items that a page describes itself with: the top-level nodes of its `application/ld+json` scripts (given in
 * document order), those in `@graph`, and their main entities. Broken scripts are passed over, as browsers and search
 * engines do; so is what exceeds 100 scripts, 2 million characters or 1,000 items.
 */
export function readJsonLd(tree: Tree, scripts: readonly number[]): JsonLdItem[] {
  const roots: unknown[] = [];
  let budget = MAX_TOTAL_LENGTH;
  for (const script of scripts.slice(0, MAX_SCRIPTS)) {
    const text = scriptText(tree, script);
    if (text.length > budget) break;
    budget -= text.length;
    roots.push(parseLoosely(text));
  }
  return itemsOf(roots);
}

function itemsOf(roots: readonly unknown[]): JsonLdItem[] {
  const items: JsonLdItem[] = [];
  // A stack with the first value on top keeps document order without recursion.
  const stack = roots.toReversed();
  while (stack.length > 0 && items.length < MAX_ITEMS) {
    const value = stack.pop();
    if (Array.isArray(value)) {
      for (let i = Math.min(value.length, MAX_ITEMS) - 1; i >= 0; i--) stack.push(value[i]);
    } else if (isRecord(value)) {
      const types = typesOf(value['@type']);
      if (types.length > 0) items.push({ types, properties: value });
      stack.push(...[value['@graph'], value['mainEntityOfPage'], value['mainEntity']].filter(isContainer));
    }
  }
  return items;
}

function typesOf(value: unknown): string[] {
  const names = Array.isArray(value) ? value.slice(0, 10) : [value];
  return names
    .filter((name) => typeof name === 'string')
    .map((name) => name.replace(/^(?:schema:|https?:\/\/schema\.org\/)/, ''));
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function scriptText(tree: Tree, script: number): string {
  let text = '';
  for (let node = script + 1; node < tree.end[script]!; node++) text += tree.text(node);
  return text;
}

/** Real pages wrap the JSON in comments or CDATA, end it with a semicolon, and leave line breaks inside strings. */
function parseLoosely(text: string): unknown {
  const parsed = tryParse(text);
  if (parsed !== undefined) return parsed;
  const bare = text
    .replaceAll('<![CDATA[', '')
    .replaceAll(']]>', '')
    .replaceAll(/\p{Cc}/gu, ' ');
  const start = bare.search(/[[{]/);
  const end = Math.max(bare.lastIndexOf('}'), bare.lastIndexOf(']')) + 1;
  return start === -1 ? undefined : tryParse(bare.slice(start, end));
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
