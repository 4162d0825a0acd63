import type { PageBlocks } from '../../contract/documents/page-blocks.ts';
import type { RequestedPdf } from '../../contract/options/parsers.ts';
import type { DocumentPage } from '../../readers/document.ts';
import type { FormatOutput } from '../formats/format.ts';

/** A document with pages, and the options that ask for them. */
export interface PagedDocument {
  pages: readonly DocumentPage[];
  options: RequestedPdf;
  /** The Markdown of the whole file; undefined when nobody asked for it. */
  markdown: string | undefined;
}

/** Markdown of a part of the file. */
export type ToMarkdown = (html: string) => string;

/** How far a block may lie behind the one before it, characters: the Markdown of the whole is in the same order. */
const SPAN_WINDOW = 20_000;

/** Writes the fields that are made page by page, as the options of the parser ask (wire contract 4.3). */
export function writeDocumentPages(document: PagedDocument, toMarkdown: ToMarkdown): FormatOutput {
  const { pages, options } = document;
  const output: FormatOutput = {};
  const { pageMarkers } = options;
  const isMarked = pageMarkers && document.markdown !== undefined && pages.length > 1;
  if (options.pages || isMarked) {
    const texts = pages.map(({ pageNumber, html }) => ({ pageNumber, markdown: toMarkdown(html) }));
    if (options.pages) output.pages = texts;
    if (isMarked) output.markdown = joinPages(texts);
  }
  if (options.blocks) output.blocks = writeBlocks(document, output.markdown ?? document.markdown, toMarkdown);
  return output;
}

/** A rule and a comment that names the page that begins: between pages only. */
function joinPages(pages: ReadonlyArray<{ pageNumber: number; markdown: string }>): string {
  return pages
    .map(({ pageNumber, markdown }, index) =>
      index === 0 ? markdown : `---\n\n<!-- Page ${pageNumber} -->\n\n${markdown}`,
    )
    .join('\n\n');
}

function writeBlocks(
  { pages }: PagedDocument,
  markdown: string | undefined,
  toMarkdown: ToMarkdown,
): PageBlocks[] {
  let from = 0;
  return pages.map(({ pageNumber, width, height, status, blocks }) => ({
    pageNumber,
    width,
    height,
    status,
    items: blocks.map((block, index) => {
      const content = block.html === '' ? '' : toMarkdown(block.html).trim();
      const span = findSpan(markdown, content, from);
      if (span) from = span[1];
      return {
        id: `p${pageNumber}-b${index + 1}`,
        type: block.type,
        label: block.label,
        bbox: block.bbox && [...block.bbox],
        content,
        markdownSpan: span,
        readingOrder: index,
        source: block.source,
        confidence: { ...block.confidence },
      };
    }),
  }));
}

/** Where the Markdown of a block stands in that of the whole; null when it reads otherwise there, such as joined to its neighbour. */
function findSpan(markdown: string | undefined, content: string, from: number): [number, number] | null {
  if (markdown === undefined || content === '') return null;
  const window = markdown.slice(from, from + SPAN_WINDOW + content.length);
  const at = window.indexOf(content);
  return at === -1 ? null : [from + at, from + at + content.length];
}
