import { resolveReference } from '../lib/addresses/upload-url.ts';
import { absoluteSrcset } from './absolute-srcset.ts';
import { FRAME_MARK, HIDDEN_MARK } from './marks.ts';
import { serializeHtml } from './serialize.ts';

import type { RemovalMask, Tree } from './tree.ts';

const URL_ATTRIBUTES = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'cite',
  'data',
  'background',
  'longdesc',
]);
const SRCSET_ATTRIBUTES = new Set(['srcset', 'imagesrcset', 'data-srcset']);

/**
 * Most characters that the addresses of one page may gain by becoming absolute. A small page can name one very long
 * base and hundreds of thousands of relative addresses; real pages stay far below.
 */
const MAX_GAIN = 32_000_000;

/**
 * HTML of what is kept: absolute addresses, no event handlers, no `javascript:` addresses, no marks of ours. Addresses
 * are left out once they have made the page longer by 32 million characters.
 */
export function cleanHtml(tree: Tree, removed: RemovalMask, base: URL): string {
  let room = MAX_GAIN;
  const absolute = (value: string, resolve: (value: string, base: URL) => string | undefined) => {
    const url = room > 0 ? resolve(value, base) : undefined;
    if (url !== undefined) room -= url.length - value.length;
    return url;
  };
  return serializeHtml(tree, {
    removed,
    rewriteAttribute: (_node, name, value) => {
      if (name.startsWith('on')) return undefined;
      if (URL_ATTRIBUTES.has(name)) return absolute(value, absoluteAttribute);
      if (SRCSET_ATTRIBUTES.has(name)) return absolute(value, absoluteSrcset);
      return name === HIDDEN_MARK || name === FRAME_MARK ? undefined : value;
    },
  });
}

/** An address as an attribute should hold it: absolute when it is http(s), unchanged for mail, phone and data, else dropped. */
function absoluteAttribute(value: string, base: URL): string | undefined {
  const scheme = /^[\s\u0000-\u001f]*([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
  if (scheme === 'javascript' || scheme === 'vbscript') return undefined;
  if (scheme === 'mailto' || scheme === 'tel' || scheme === 'data') return value;
  return resolveReference(value, base) ?? value;
}
