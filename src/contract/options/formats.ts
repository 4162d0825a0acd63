import { z } from 'zod';
import { withMark, type MarkedMeta } from '../needs.ts';
import { boundedList } from './bounded-list.ts';
import { screenshotShape } from './screenshot-shape.ts';
import { selectorList } from './selector-list.ts';

const instruction = z.string().min(1).max(10_000);
const dataSchema = z
  .record(z.string(), z.unknown())
  .meta({ description: 'A JSON Schema that the result follows.' });

const JSON_MODE = withMark('formats: changeTracking with mode json', 'json: field by field.').description;

/** The metadata of a format that costs something: its credits beside those of the page, in words. */
interface CostlyMeta {
  description: string;
  'x-credits': string;
  [name: string]: unknown;
}

/** The price of what a language model makes, and of what a player is needed for. */
const BY_MODEL = '4 more where a language model makes it';
const DEAR = '4 more';

function plain<const Name extends string>(name: Name, meta: string | MarkedMeta | CostlyMeta) {
  const described = typeof meta === 'string' ? { description: meta } : meta;
  return z.strictObject({ type: z.literal(name) }).meta(described);
}

/** Every output format in the order of the reference (wire contract 4.1). A new one is one more member. */
const formatUnion = z.discriminatedUnion('type', [
  plain('markdown', 'The page as Markdown.'),
  plain('html', 'Cleaned HTML: main-content filter and tag filters applied, absolute URLs.'),
  plain('rawHtml', 'The HTML as received, unfiltered.'),
  plain('links', 'The links of what is kept of the page, absolute and unique.'),
  plain('images', 'The URLs of the images of what is kept of the page, with its preview images.'),
  plain(
    'summary',
    'The page in some 130 words: by a language model, or the sentences of it that say most of what its title promises.',
  ),
  z
    .object({
      type: z.literal('screenshot'),
      ...screenshotShape,
      elements: z.boolean().optional().meta({
        description:
          'Also `elements`: what can be pointed at in the picture, with selectors. Neither read from the cache nor kept in it.',
      }),
    })
    .meta(withMark('formats: screenshot', 'A picture of the page: a URL valid for 24 hours or a data URI.')),
  z
    .strictObject({
      type: z.literal('json'),
      schema: dataSchema.optional(),
      prompt: z
        .string()
        .max(10_000)
        .optional()
        .meta(withMark('formats: json without schema', 'Data to extract, in words.')),
      checkPromptInjection: z.boolean().optional().meta({
        'x-credits': '4 more for the check',
        description: 'Refuse pages that try to instruct the language model.',
      }),
    })
    .meta({
      'x-credits': BY_MODEL,
      description:
        'Data that follow a schema, of what the page states: as a language model reads it, or of its data for machines, tables, lists, labels with values. The object form needs `schema`, `prompt` or both.',
    }),
  z
    .strictObject({
      type: z.literal('changeTracking'),
      modes: boundedList(z.enum(['git-diff', 'json']), { max: 10 })
        .prefault([])
        .meta({ description: `How changes are shown. git-diff: as a unified diff. ${JSON_MODE}` }),
      schema: dataSchema.optional().meta({ description: 'For the mode json: the fields to compare.' }),
      prompt: z
        .string()
        .max(10_000)
        .optional()
        .meta({ description: 'For the mode json: what to compare, in words.' }),
      tag: z.string().nullable().default(null).meta({ description: 'Keeps separate histories of one URL.' }),
    })
    .meta({
      'x-credits': '4 more for the mode json where a language model makes it',
      description: 'Changes since the last scrape of this URL. Requires `markdown`.',
    }),
  z
    .strictObject({
      type: z.literal('attributes'),
      selectors: selectorList(
        z.strictObject({
          selector: z.string().min(1).meta({ description: 'A CSS selector.' }),
          attribute: z.string().min(1).meta({ description: 'The attribute to read.' }),
        }),
        ({ selector }) => selector,
      ),
    })
    .meta({ description: 'Attribute values of the elements that match a selector.' }),
  plain('branding', withMark('formats: branding', 'Logo, colours, fonts and components of the site.')),
  plain('audio', {
    'x-credits': DEAR,
    description:
      'The sound of the video on the page: a URL valid for one hour. MP3 where the server has an ffmpeg (`DECANT_FFMPEG_PATH`).',
  }),
  plain('video', {
    'x-credits': DEAR,
    description:
      'The video on the page: a URL valid for one hour. Players that offer no file need `DECANT_YT_DLP_PATH`.',
  }),
  z.strictObject({ type: z.literal('question'), question: instruction }).meta({
    'x-credits': BY_MODEL,
    description:
      'The answer to a question from the page: of a language model, or the passages that answer it.',
  }),
  z
    .strictObject({
      type: z.literal('highlights'),
      query: instruction.meta({ description: 'The subject that the passages should be about.' }),
    })
    .meta({
      'x-credits': BY_MODEL,
      description: 'The passages of the page that matter for a query, the best first.',
    }),
  z
    .strictObject({
      type: z.literal('query'),
      prompt: instruction,
      mode: z.enum(['freeform', 'directQuote']).default('freeform'),
    })
    .meta({
      'x-credits': BY_MODEL,
      description: 'Older form of `question`; directQuote answers as `highlights` does.',
    }),
]);

/** A picture of the whole page, as a string. */
const FULL_PAGE = 'screenshot@fullPage';

const requestedFormat = formatUnion.meta({
  id: 'Format',
  // The name alone does where every option may be left out.
  shorthand: formatUnion.options.flatMap((option) => {
    const type = option.shape.type.value;
    if (!option.safeParse({ type }).success) return [];
    return type === 'screenshot' ? [type, FULL_PAGE] : [type];
  }),
});

/** One requested format in its full form: `{type: 'markdown'}`, `{type: 'json', schema}`. */
export type RequestedFormat = z.output<typeof requestedFormat>;
export type FormatName = RequestedFormat['type'];
export type RequestedFormatOf<Name extends FormatName> = Extract<RequestedFormat, { type: Name }>;

export const formatNames: readonly FormatName[] = requestedFormat.options.map(
  (option) => option.shape.type.value,
);

/** Requested formats: names or objects, brought into object form. */
export const formatList = boundedList(requestedFormat, { max: 100, normalise: completeFormat });

/** The older form of a format, which answers in the same field. */
const OLDER_FORMS: Readonly<Partial<Record<FormatName, FormatName>>> = { query: 'question' };

/**
 * Leaves each format once, in one of its forms. When a format is asked for twice the first request with options counts,
 * since a document has one field for the format; the warnings name the other.
 */
export function distinctFormats(formats: RequestedFormat[], warnings: string[]): RequestedFormat[] {
  if (formats.length < 2) return formats;
  const byName = new Map<FormatName, RequestedFormat>();
  for (const format of formats) {
    const name = OLDER_FORMS[format.type] ?? format.type;
    const earlier = byName.get(name);
    if (earlier === undefined || isBare(earlier)) byName.set(name, format);
    else if (!isBare(format)) {
      const both =
        earlier.type === format.type
          ? `${format.type} twice`
          : `${earlier.type} and ${format.type}, which fill one field`;
      warnings.push(`formats asks for ${both}; only the first one was used.`);
    }
  }
  return [...byName.values()];
}

/** Whether every option of a format is as if it had been left out. */
function isBare(format: RequestedFormat): boolean {
  return Object.entries(format).every(
    ([name, value]) => name === 'type' || !value || (Array.isArray(value) && value.length === 0),
  );
}

/** A string `x` is `{type: 'x'}`. Only as a string may `json` come without schema and prompt (wire contract 4.1). */
function completeFormat(entry: unknown, raise: (message: string) => void): unknown {
  if (entry === FULL_PAGE) return { type: 'screenshot', fullPage: true };
  if (typeof entry === 'string') return { type: entry };
  if (isJsonWithoutTask(entry)) raise('must have a schema, a prompt or both when its type is json');
  return entry;
}

function isJsonWithoutTask(entry: unknown): boolean {
  const candidate = entry as { type?: unknown; schema?: unknown; prompt?: unknown } | null;
  return candidate?.type === 'json' && candidate.schema === undefined && candidate.prompt === undefined;
}
