import { findBaseUrl } from '../../html/base-url.ts';
import { decodeHtml } from '../../html/decode.ts';
import { parseHtml } from '../../html/parse.ts';
import { META, NOSCRIPT } from '../../html/tags.ts';
import type { Tree } from '../../html/tree.ts';
import { resolveHttpUrl } from '../../lib/addresses/url.ts';

/** Where a refresh can stand: the head of any real page ends well before. */
const HEAD_BYTES = 32_768;
/** A longer delay is a page that reloads itself, not one that sends its readers on. */
const MAX_DELAY_S = 10;

/**
 * Finds the address that `<meta http-equiv=refresh>` sends the readers of a page to; undefined when they stay. A
 * refresh inside noscript is meant for readers without scripts and is not followed.
 */
export function findMetaRefresh(
  body: Uint8Array,
  contentType: string | undefined,
  pageUrl: string,
): string | undefined {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, HEAD_BYTES));
  // ASCII-compatible encodings only: UTF-16 pages with a refresh are not worth a decode of every page.
  if (!/http-equiv\s*=\s*["']?\s*refresh/i.test(head.toString('latin1'))) return undefined;
  const tree = parseHtml(decodeHtml(head, contentType).text);
  const content = refreshContent(tree);
  const match =
    content === undefined
      ? null
      : /^\s*(\d*)(?:\.\d*)?\s*[;,]?\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is.exec(content);
  const target = (match?.[2] ?? match?.[3] ?? match?.[4])?.trim();
  if (!match || !target || Number(match[1] || '0') > MAX_DELAY_S) return undefined;
  const url = resolveHttpUrl(target, findBaseUrl(tree, new URL(pageUrl)));
  return url === undefined || withoutFragment(url) === withoutFragment(pageUrl) ? undefined : url;
}

function refreshContent(tree: Tree): string | undefined {
  for (let node = 1; node < tree.length;) {
    if (tree.tag[node] === NOSCRIPT) {
      node = tree.end[node] ?? tree.length;
      continue;
    }
    if (tree.tag[node] === META && tree.attribute(node, 'http-equiv')?.trim().toLowerCase() === 'refresh')
      return tree.attribute(node, 'content');
    node++;
  }
  return undefined;
}

function withoutFragment(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}
