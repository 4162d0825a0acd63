import { z } from 'zod';

const ratio = z.number().min(0).max(1);

const block = z.object({
  id: z.string(),
  type: z.string(),
  label: z.string(),
  bbox: z
    .tuple([ratio, ratio, ratio, ratio])
    .nullable()
    .meta({ description: '[x0, y0, x1, y1] as shares of the page.' }),
  content: z.string(),
  markdownSpan: z
    .tuple([z.int().min(0), z.int().min(0)])
    .nullable()
    .meta({ description: '[from, to] in the Markdown.' }),
  readingOrder: z.int(),
  source: z.string(),
  confidence: z.object({ layout: z.number().nullable(), ocr: z.number().nullable() }),
});

/** Layout of one page of a PDF, for parsers with `blocks` (wire contract 4.3). */
export const pageBlocks = z
  .object({
    pageNumber: z.int().min(1),
    width: z.number(),
    height: z.number(),
    status: z.enum(['ok', 'partial', 'failed']),
    items: z.array(block),
  })
  .meta({ id: 'PageBlocks' });

export type PageBlocks = z.output<typeof pageBlocks>;
