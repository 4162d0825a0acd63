import type { Document } from '../../contract/documents/document.ts';
import { isUpload } from '../../lib/addresses/upload-url.ts';
import { UsageError } from '../command/command.ts';
import type { OwnFlags } from '../option-flags.ts';
import { wholeNumberFlag } from '../command/whole-number.ts';
import { chunkMarkdown } from './chunk-markdown.ts';
import { frontMatter } from './front-matter.ts';

/** The form in which the Markdown of a document is given. */
export interface DocumentStyle {
  /** Facts about the page stand before it. */
  hasFrontMatter: boolean;
  /** It comes in pieces of so many words at most. */
  chunkWords: number | undefined;
}

/** The flags of commands that give Markdown. */
export const STYLE_FLAGS = {
  'front-matter': { type: 'boolean' },
  chunks: { type: 'string' },
} as const;

/** Reads the flags; a UsageError when no Markdown was asked for that they could mean. */
export function readStyle(own: OwnFlags, formats: readonly string[]): DocumentStyle {
  const hasFrontMatter = own['front-matter'] === true;
  const chunks = own['chunks'] as string | undefined;
  const flag = chunks !== undefined ? '--chunks' : hasFrontMatter ? '--front-matter' : undefined;
  if (flag !== undefined && !formats.includes('markdown'))
    throw new UsageError(`${flag} is about Markdown, which --format ${formats.join(',')} leaves out`);
  return {
    hasFrontMatter,
    chunkWords: chunks === undefined ? undefined : wholeNumberFlag('--chunks', chunks, 1),
  };
}

/** The Markdown of a document as a file has it. */
export function styledMarkdown(document: Document, { hasFrontMatter }: DocumentStyle): string {
  const text = document.markdown ?? '';
  return (
    (hasFrontMatter ? frontMatter(document) : '') + (text === '' || text.endsWith('\n') ? text : `${text}\n`)
  );
}

/** The pieces of a document's Markdown, each as a line of JSON. */
export function chunkLines({ markdown = '', metadata }: Document, maxWords: number): string {
  const { url = metadata.sourceURL, title } = metadata;
  return chunkMarkdown(markdown, maxWords)
    .map((chunk, index) => {
      const anchor = anchorOf(URL.parse(url ?? ''), chunk.headings.at(-1));
      return `${JSON.stringify({ url, title, index, anchor, ...chunk })}\n`;
    })
    .join('');
}

/** The address of a heading: a text fragment, which browsers find whether or not the page has an id there. */
function anchorOf(url: URL | null, heading: string | undefined): string | undefined {
  if (url === null || isUpload(url) || heading === undefined || heading === '') return undefined;
  // A dash would be read as part of the directive.
  const text = encodeURIComponent(heading.toWellFormed()).replaceAll('-', '%2D');
  const page = new URL(url);
  page.hash = '';
  return `${page.href}#:~:text=${text}`;
}
