import { signal, type Signal } from '@preact/signals';
import type { Reply } from '../api.ts';
import type { PictureElements } from './picture-elements.ts';
import { TASKS, type GroupId, type TaskId } from './tasks.ts';

/** The part of a document that the tabs show. */
export interface ShownDocument {
  markdown?: string;
  rawHtml?: string;
  screenshot?: string;
  elements?: PictureElements;
  links?: string[];
  images?: string[];
  json?: unknown;
  warning?: string;
  metadata: Record<string, unknown> & { scrapeId?: string };
}

/** The document of a page, or of a file that was sent. */
export type ScrapeReply = Reply<{ data: ShownDocument }> & { isFile?: true };

/** A page that a map or a search found. */
export interface Found {
  url: string;
  title?: string;
  description?: string;
  snippet?: string;
  date?: string;
  imageUrl?: string;
  markdown?: string;
}

/** The answer of a map or of a search, and what was asked for. */
export type FoundReply = Reply<{
  links?: Found[];
  data?: Readonly<Record<string, Found[]>>;
  warning?: string | null;
  creditsUsed?: number;
}> & { subject: string };

/** Values of options by name. */
export type Given = Readonly<Record<string, unknown>>;

/** A format by its name, or with options. */
export type Format = string | (Given & { type: string });

/** The formats that the tabs show; others are asked for by the options. */
export const SHOWN_FORMATS: readonly Format[] = ['markdown', 'links', 'images', 'rawHtml'];
/** Pages of a crawl, at most, when nobody says. */
export const USUAL_LIMIT = 100;

export const task = signal<TaskId>('scrape');
/** The text of the field: an address, or the words to look for. */
export const url = signal('');
/** The file that was dropped or chosen. */
export const file = signal<File | undefined>(undefined);
/** A field for files shows the name of one that was chosen, and not of one that was dropped. */
export const isDropped = signal(false);

/** The options that were changed, by the group that they belong to. */
const GROUPS: Readonly<Record<GroupId, Signal<Given>>> = {
  scrape: signal<Given>({}),
  map: signal<Given>({}),
  crawl: signal<Given>({}),
  search: signal<Given>({}),
  results: signal<Given>({}),
  parse: signal<Given>({}),
};

export const groupOf = (id: GroupId): Signal<Given> => GROUPS[id];
/** The options of a scrape that were changed, by name. */
const { scrape: options } = GROUPS;

/** Sets an option of a group, or takes it out. */
export function setOption(id: GroupId, name: string, value: unknown): void {
  const { [name]: _old, ...others } = GROUPS[id].value;
  GROUPS[id].value = value === undefined ? others : { ...others, [name]: value };
}

/** The formats that a scrape asks for. */
export function formatsAsked(): readonly Format[] {
  return (options.value['formats'] as readonly Format[] | undefined) ?? SHOWN_FORMATS;
}

/** The name of a format. */
export function formatName(format: Format): string {
  return typeof format === 'string' ? format : format.type;
}

/** Asks for a format, or no more. */
export function askFor(format: Format, isWanted: boolean): void {
  const others = formatsAsked().filter((each) => formatName(each) !== formatName(format));
  const formats = isWanted ? [...others, format] : others;
  const isUsual = JSON.stringify(formats) === JSON.stringify(SHOWN_FORMATS);
  setOption('scrape', 'formats', isUsual ? undefined : formats);
}

/** The options of the form that are not as they were. */
export function changedOptions(): number {
  return TASKS[task.value].groups.reduce((sum, { id }) => sum + Object.keys(GROUPS[id].value).length, 0);
}

/** The body of the request as it stands in the form; of a file, its options. */
export function requestBody(): Record<string, unknown> {
  const { scrape, map, crawl, search, results, parse } = GROUPS;
  const subject = url.value.trim();
  const scrapeOptions = { formats: SHOWN_FORMATS, ...scrape.value };
  switch (task.value) {
    case 'scrape':
      return { url: subject, ...scrapeOptions };
    case 'map':
      return { url: subject, ...map.value };
    case 'crawl':
      return crawlBody(subject, { ...crawl.value }, scrapeOptions);
    case 'search':
      return {
        query: subject,
        ...search.value,
        ...(Object.keys(results.value).length > 0 && { scrapeOptions: results.value }),
      };
    case 'parse':
      return parse.value;
  }
}

/** Nothing is kept of a whole crawl, or all of it. */
function crawlBody(subject: string, given: Given, { zeroDataRetention, ...scrapeOptions }: Given): Given {
  const isSecret = zeroDataRetention !== undefined && { zeroDataRetention };
  return { url: subject, limit: USUAL_LIMIT, ...given, ...isSecret, scrapeOptions };
}
