import { z } from 'zod';
import { boundedList } from './bounded-list.ts';

const pdf = z.strictObject({
  type: z.literal('pdf'),
  mode: z.enum(['fast', 'auto', 'ocr']).default('auto').meta({
    description:
      'fast: embedded text only. auto: embedded text, then text recognition where it is missing. ocr: text recognition on every page.',
  }),
  maxPages: z.int().min(1).max(10_000).optional().meta({ description: 'Read at most this many pages.' }),
  pages: z.boolean().default(false).meta({ description: 'Also return the Markdown of each page.' }),
  blocks: z.boolean().default(false).meta({ description: 'Also return the layout of each page.' }),
  pageMarkers: z.boolean().default(false).meta({ description: 'Mark page borders in the Markdown.' }),
});

const image = z.strictObject({ type: z.literal('image') });

const parser = z.discriminatedUnion('type', [pdf, image]).meta({ id: 'Parser', shorthand: ['pdf', 'image'] });

/** How PDFs and images are read. */
export const parserList = boundedList(parser, { max: 50, normalise: completeParser });

export type Parser = z.output<typeof parser>;
/** How a PDF is to be read. */
export type RequestedPdf = z.output<typeof pdf>;

/** `pdf` is `{type: 'pdf'}`, and `pageMarkdown` an older name of `pages`. */
function completeParser(entry: unknown): unknown {
  if (typeof entry === 'string') return { type: entry };
  if (typeof entry !== 'object' || entry === null || !('pageMarkdown' in entry)) return entry;
  const { pageMarkdown, ...rest } = entry;
  return { pages: pageMarkdown, ...rest };
}
