import { checkSchema } from '../../../json-schema/check-schema.ts';
import { prepareSchema } from '../../../json-schema/prepare-schema.ts';
import type { Deadline } from '../../../lib/time/deadline.ts';
import type { AskForJson } from '../../../models/ask-for-json.ts';
import type { ReadWords, SitePaths, WordedOptions } from './crawl-words.ts';

/** Addresses and sections that a model is shown. */
const MAX_PATHS = 50;
const MAX_SECTIONS = 40;
const MAX_PATH_LENGTH = 200;
const MAX_UNKNOWN = 8;

const list = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 500 }, maxItems: 20 };
const flag = { type: 'boolean' };
const SCHEMA = prepareSchema(
  checkSchema({
    type: 'object',
    properties: {
      includePaths: {
        ...list,
        description: 'RE2 patterns searched in the path; only such pages are crawled',
      },
      excludePaths: { ...list, description: 'RE2 patterns searched in the path; such pages are left out' },
      limit: { type: 'integer', minimum: 1, maximum: 1_000_000, description: 'Pages at most' },
      maxDiscoveryDepth: { type: 'integer', minimum: 0, maximum: 1_000, description: 'Links from the start' },
      delay: { type: 'number', exclusiveMinimum: 0, maximum: 60, description: 'Seconds between pages' },
      sitemap: { enum: ['skip', 'include', 'only'] },
      crawlEntireDomain: { ...flag, description: 'Also pages beside and above the path of the start' },
      allowExternalLinks: { ...flag, description: 'Also pages of other sites' },
      allowSubdomains: flag,
      ignoreQueryParameters: { ...flag, description: 'One page for a path, whatever its query' },
      deduplicateSimilarURLs: flag,
      notUnderstood: {
        ...list,
        description: 'Words of the instruction, exactly as they stand in it, that no option can say',
      },
    },
    additionalProperties: false,
  }),
);

const INSTRUCTIONS = `You turn an instruction for a crawl of a web site into the options of the crawl.
Give only options that the instruction asks for; leave all others out. Patterns are regular expressions of RE2
without look-around, searched in the path of an address with its leading slash: ^/blog(?:/|$) is the section /blog.
Use the paths that the site really has.`;

export interface ModelReading {
  askForJson: AskForJson;
  deadline: Deadline;
  teamId: string;
}

/** Reads a prompt by a language model, which is shown paths of the site; rejects as `AskForJson` does. */
export async function readByModel(
  prompt: string,
  { start, site }: { start: URL; site: SitePaths },
  { askForJson, deadline, teamId }: ModelReading,
): Promise<ReadWords> {
  const question = {
    instructions: INSTRUCTIONS,
    task: `The crawl starts at ${start.pathname}. The instruction: ${JSON.stringify(prompt)}`,
    page: describePaths([...site.listed, ...site.linked]),
    schema: SCHEMA,
  };
  const { value } = await askForJson(question, { deadline, teamId });
  const { notUnderstood = [], ...options } = value as WordedOptions & { notUnderstood?: string[] };
  const said = prompt.toLowerCase();
  return {
    options: withoutEmptyLists(options),
    // A phrase that nobody wrote is not repeated.
    unknown: notUnderstood.filter((phrase) => said.includes(phrase.toLowerCase())).slice(0, MAX_UNKNOWN),
    warnings: [],
  };
}

function withoutEmptyLists({ includePaths, excludePaths, ...others }: WordedOptions): WordedOptions {
  return {
    ...others,
    ...(includePaths !== undefined && includePaths.length > 0 && { includePaths }),
    ...(excludePaths !== undefined && excludePaths.length > 0 && { excludePaths }),
  };
}

/** The sections of a site with their sizes, and some of its paths from all over it. */
function describePaths(urls: readonly URL[]): string {
  if (urls.length === 0) return 'No path of the site is known.';
  const sections = new Map<string, number>();
  for (const { pathname } of urls) {
    const [, first = '', second] = pathname.split('/');
    for (const section of second === undefined ? [`/${first}`] : [`/${first}`, `/${first}/${second}`])
      sections.set(section, (sections.get(section) ?? 0) + 1);
  }
  const largest = [...sections].toSorted(([, a], [, b]) => b - a).slice(0, MAX_SECTIONS);
  const step = Math.max(1, Math.floor(urls.length / MAX_PATHS));
  const some = urls.filter((_url, at) => at % step === 0).slice(0, MAX_PATHS);
  const short = (path: string): string => path.slice(0, MAX_PATH_LENGTH);
  return [
    'Sections of the site and how many of its known pages are in them:',
    ...largest.map(([section, count]) => `${short(section)} ${count}`),
    'Some of its paths:',
    ...some.map(({ pathname }) => short(pathname)),
  ].join('\n');
}
