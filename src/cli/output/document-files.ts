import type { Document } from '../../contract/documents/document.ts';
import { chunkLines, styledMarkdown, type DocumentStyle } from './document-style.ts';
import { readBlob } from './read-blob.ts';

/** The file of one document in one format. */
export interface FormatFile {
  /** `.md`, `.links.json` */
  ending: string;
  content: string | Buffer;
}

const TEXT_ENDINGS: Readonly<Record<string, string>> = {
  html: '.html',
  rawHtml: '.raw.html',
  json: '.json',
};

/** A document as files, one a format: texts as they are, everything else as JSON; Markdown also in pieces when asked for. */
export function documentFiles(document: Document, style: DocumentStyle): FormatFile[] {
  const { metadata: _metadata, warning: _warning, ...content } = document;
  return Object.entries(content)
    .filter(([, value]) => value !== undefined)
    .flatMap(([format, value]) => {
      if (format === 'markdown') return markdownFiles(document, style);
      const file = readBlob(format, value);
      if (file) return [{ ending: `.${kebab(format)}.${file.extension}`, content: file.bytes }];
      const isText = typeof value === 'string' && format !== 'json';
      const ending = TEXT_ENDINGS[format] ?? `.${kebab(format)}.${isText ? 'txt' : 'json'}`;
      return [{ ending, content: isText ? endLine(value) : `${JSON.stringify(value, undefined, 2)}\n` }];
    });
}

function markdownFiles(document: Document, style: DocumentStyle): FormatFile[] {
  const whole = { ending: '.md', content: styledMarkdown(document, style) };
  if (style.chunkWords === undefined) return [whole];
  return [whole, { ending: '.chunks.jsonl', content: chunkLines(document, style.chunkWords) }];
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
