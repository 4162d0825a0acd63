import { TextDecoder } from 'node:util';
import { escapeText } from '../../markup.ts';
import type { Story } from '../story.ts';
import { filterHtml } from './filter-html.ts';
import { pageOfWebArchive } from './web-archive.ts';

/**
 * Reads a part in another format that stands for blocks of the text (`w:altChunk`, ECMA-376 part 1, section 17.17.2.1):
 * HTML, web archives and plain text. Others are named in the warnings.
 */
export function readChunk({ document, part }: Story, id: string | undefined): string {
  const relationship = document.file.relationshipsOf(part).get(id ?? '');
  const bytes =
    relationship === undefined || relationship.isExternal
      ? undefined
      : document.file.readIfWhole(relationship.target);
  const html = bytes === undefined ? undefined : toHtml(bytes, relationship?.target ?? '');
  if (html === undefined) {
    document.warnings.add('Parts of the document that are kept in another format are left out');
    return '';
  }
  return document.budget.take(html.length) ? html : '';
}

function toHtml(bytes: Buffer, name: string): string | undefined {
  const head = bytes.toString('latin1', 0, 2_000);
  if (/^PK\u0003\u0004|^\{\\rtf|^\u00d0\u00cf/.test(head)) return undefined;
  const isArchive =
    /^\s*(?:mime-version|content-type|from|date|subject):/im.test(head) && /multipart|text\/html/i.test(head);
  if (isArchive && !/^\s*</.test(head)) {
    const page = pageOfWebArchive(bytes);
    return page === undefined ? undefined : filterHtml(page);
  }
  const text = decodeText(bytes);
  if (/\.x?html?$/i.test(name) || /<(?:html|body|p|div|table|h[1-6])\b/i.test(head)) return filterHtml(text);
  return text
    .split(/\r?\n\s*\n|\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('');
}

function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
