import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../lib/service-error.ts';
import type { CrawlState } from './crawl-folder.ts';
import type { PageStyle } from './page-folder.ts';
import { flagOf, readRequest, type GivenSettings } from './read-crawl-call.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Goes on with nothing that was started otherwise than it is called now: a CONFLICT that names what differs. */
export function checkSettings(
  given: GivenSettings,
  { url, settings }: { url: string; settings: Settings },
): void {
  const { options, formats } = given;
  const { scrapeOptions, ...crawl } = readRequest(url, options, formats);
  const asked = { ...scrapeOptions, ...crawl };
  const names = [...Object.keys(options), ...(formats === undefined ? [] : ['formats'])];
  const differing = names.filter(
    (name) => !isDeepStrictEqual(plain(asked[name as keyof typeof asked]), plain(settings[name])),
  );
  refuse(differing.map((name) => `${flagOf(name)} was ${describe(name, settings[name])}`));
}

/**
 * The style of the pages that a folder has, with what is given now. A crawl that is not complete may yet leave out error
 * pages; everything else that differs is a CONFLICT.
 */
export function settleStyle(given: Partial<PageStyle>, state: CrawlState): PageStyle {
  const { skipsErrors = false, hasFrontMatter = false, chunkWords } = state;
  refuse([
    ...(given.skipsErrors === true && !skipsErrors && state.isComplete
      ? ['--skip-errors was not given']
      : []),
    ...(given.hasFrontMatter === true && !hasFrontMatter ? ['--front-matter was not given'] : []),
    ...(given.chunkWords !== undefined && given.chunkWords !== chunkWords
      ? [chunkWords === undefined ? '--chunks was not given' : `--chunks was ${chunkWords}`]
      : []),
  ]);
  return { skipsErrors: skipsErrors || given.skipsErrors === true, hasFrontMatter, chunkWords };
}

function refuse(differing: readonly string[]): void {
  if (differing.length === 0) return;
  throw new ServiceError('CONFLICT', {
    message: `This crawl was started with other settings: ${differing.join(', ')}. Leave them out to go on with it, or start another one with --output`,
  });
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function describe(name: string, value: unknown): string {
  if (value === undefined || value === null || isDeepStrictEqual(value, [])) return 'not given';
  if (name !== 'formats' || !Array.isArray(value)) return JSON.stringify(value);
  return value.map((each: { type: string }) => each.type).join(',');
}
