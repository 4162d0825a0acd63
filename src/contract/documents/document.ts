import { z } from 'zod';
import { withMark } from '../needs.ts';
import { branding } from './branding.ts';
import { metadata } from './metadata.ts';
import { pictureElements } from './picture-elements.ts';
import { pageBlocks } from './page-blocks.ts';

const text = z.string().optional();
const texts = z.array(z.string()).optional();

const actionResults = z
  .object({
    screenshots: texts,
    scrapes: z.array(z.object({ url: z.string(), html: z.string() })).optional(),
    javascriptReturns: z
      .array(
        z.object({ type: z.string().meta({ description: 'JavaScript type name.' }), value: z.unknown() }),
      )
      .optional(),
    pdfs: texts,
  })
  .meta({ id: 'ActionResults' });

const changeTracking = z
  .object({
    previousScrapeAt: z.iso.datetime().nullable(),
    changeStatus: z.enum(['new', 'same', 'changed', 'removed']),
    visibility: z.enum(['visible', 'hidden']),
    diff: text.meta({ description: 'Unified diff of the Markdown.' }),
    json: z
      .record(z.string(), z.unknown())
      .optional()
      .meta(
        withMark(
          'formats: changeTracking with mode json',
          'Each field of the schema as `{previous, current}`.',
        ),
      ),
  })
  .meta({ id: 'ChangeTracking' });

/** One scraped page or parsed file (wire contract 4.3): besides metadata only what was asked for. */
export const document = z
  .object({
    markdown: text,
    html: text,
    rawHtml: text,
    links: texts,
    images: texts,
    summary: text.meta({ description: 'Sentences of the page.' }),
    screenshot: text.meta({ description: 'A URL or a data URI.' }),
    elements: pictureElements
      .optional()
      .meta({ description: 'Elements that can be pointed at in the screenshot, for its option `elements`.' }),
    json: z
      .unknown()
      .optional()
      .meta({ description: 'Data that follow the requested schema; null where `warning` says why.' }),
    changeTracking: changeTracking.optional(),
    attributes: z
      .array(z.object({ selector: z.string(), attribute: z.string(), values: z.array(z.string()) }))
      .optional()
      .meta({ description: 'In the order of the requested selectors.' }),
    branding: branding.optional(),
    audio: text.meta({ description: 'A URL valid for one hour.' }),
    video: text.meta({ description: 'A URL valid for one hour.' }),
    answer: text.meta({ description: 'Markdown, for the formats question and query.' }),
    highlights: text.meta({ description: 'The passages that matter, as Markdown.' }),
    actions: actionResults.optional().meta({ description: 'Present when actions were sent.' }),
    pages: z
      .array(z.object({ pageNumber: z.int().min(1), markdown: z.string() }))
      .optional()
      .meta({ description: 'Each page of a PDF, for parsers with `pages`.' }),
    blocks: z
      .array(pageBlocks)
      .optional()
      .meta({ description: 'Layout of a PDF, for parsers with `blocks`.' }),
    warning: text.meta({ description: 'Parts of the request that could not be done as asked.' }),
    metadata,
  })
  .meta({ id: 'Document' });

export type Document = z.output<typeof document>;
