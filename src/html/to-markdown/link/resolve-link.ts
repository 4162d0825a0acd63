import type { MarkdownOptions } from '../options.ts';

const SCRIPT_URL = /^[\s\u0000-\u001F]*(?:javascript|vbscript|data|blob|about)\s*:/i;

/** Where a link or embed leads, undefined when it leads nowhere that makes sense outside the page. */
export function resolveLink(raw: string | undefined, options: MarkdownOptions): string | undefined {
  if (raw === undefined || SCRIPT_URL.test(raw)) return undefined;
  const trimmed = raw.trim();
  if (trimmed === '') return undefined;
  return options.resolveUrl === undefined ? trimmed : options.resolveUrl(trimmed);
}
