import { rmdir } from 'node:fs/promises';
import { targetUrl } from '../../contract/options/target-url.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { withoutCredentials } from '../../lib/addresses/url.ts';
import { parseWith } from '../../lib/validate.ts';
import { createCrawlFolder, openCrawlFolder, readCrawlState } from './crawl-folder.ts';
import { folderOutput, lineOutput, type CrawlOutput } from './crawl-output.ts';
import { hostFolder } from '../../lib/page-files.ts';
import { UsageError } from '../command/command.ts';
import type { CrawlHost } from './crawl-host.ts';
import { checkSettings, settleStyle } from './differing-settings.ts';
import type { PageStyle } from './page-folder.ts';
import { flagOf, type CrawlCall, type GivenSettings } from './read-crawl-call.ts';

/** A crawl that runs or has run, and where its documents go. */
export interface CrawlJob {
  jobId: string;
  output: CrawlOutput;
  /** The rest of the command that goes on with it. */
  more?: string;
}

type Crawls = Pick<CrawlHost, 'start' | 'about'>;

/** Starts a crawl, or finds the one to go on with. A ServiceError says what is in the way. */
export async function openCrawlJob(
  host: Crawls,
  call: CrawlCall,
  { stdout, stack }: { stdout: { write(text: string): unknown }; stack: AsyncDisposableStack },
): Promise<CrawlJob> {
  if (call.kind === 'resume folder') return resumeFolder(host, call, stack);
  if (call.isJson) {
    const [jobId, skip] =
      call.kind === 'start'
        ? [await host.start(call), 0]
        : [(await findCrawl(host, call.jobId, call.given)).jobId, call.skip];
    return { jobId, output: lineOutput(stdout, { jobId, skip, style: call.style }) };
  }
  return call.kind === 'start' ? start(host, call, stack) : resumeJob(host, call, stack);
}

async function start(
  host: Crawls,
  call: Extract<CrawlCall, { kind: 'start' }>,
  stack: AsyncDisposableStack,
): Promise<CrawlJob> {
  const { input, output, style } = call;
  const url = new URL(input.url);
  const folder = output ?? hostFolder(url);
  // Before the crawl: nothing is fetched for a folder that cannot be written.
  const isNew = await createCrawlFolder(folder);
  const jobId = await host.start(call).catch(async (error: unknown) => {
    if (isNew) await rmdir(folder).catch(() => undefined);
    throw error;
  });
  return openFolder(folder, { jobId, url: withoutCredentials(url).href, style }, stack);
}

async function resumeJob(
  host: Crawls,
  call: Extract<CrawlCall, { kind: 'resume job' }>,
  stack: AsyncDisposableStack,
): Promise<CrawlJob> {
  const { jobId, url } = await findCrawl(host, call.jobId, call.given);
  if (url === undefined)
    throw new UsageError(
      'The service does not say where this crawl began: --json prints its pages, and --resume FOLDER goes on in the folder that it was started with',
    );
  const folder = call.output ?? hostFolder(url);
  const state = await readCrawlState(folder);
  if (state?.jobId !== jobId) {
    await createCrawlFolder(folder);
    return openFolder(folder, { jobId, url: withoutCredentials(url).href, style: call.style }, stack);
  }
  return openFolder(folder, { jobId, url: state.url, style: settleStyle(call.style, state) }, stack);
}

async function resumeFolder(
  host: Crawls,
  { place, output, style, given }: Extract<CrawlCall, { kind: 'resume folder' }>,
  stack: AsyncDisposableStack,
): Promise<CrawlJob> {
  const isFolder = output === undefined && (await readCrawlState(place)) !== undefined;
  const folder =
    output ?? (isFolder ? place : hostFolder(new URL(parseWith(targetUrl, place, { subject: 'URL' }))));
  const state = await readCrawlState(folder);
  if (state === undefined) {
    throw new ServiceError('NOT_FOUND', { message: `${folder} has no crawl to go on with` });
  }
  try {
    await findCrawl(host, state.jobId, given);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
    const kept = `${state.written} pages are in ${folder}`;
    throw new ServiceError('NOT_FOUND', {
      message: state.isComplete
        ? `This crawl is complete: ${kept}`
        : `This crawl cannot go on: it ended more than 24 hours ago, or is in another database; ${kept}. ` +
          `Start it again with another --output`,
    });
  }
  return openFolder(folder, { ...state, style: settleStyle(style, state) }, stack);
}

async function openFolder(
  folder: string,
  crawl: { jobId: string; url: string; style: PageStyle },
  stack: AsyncDisposableStack,
): Promise<CrawlJob> {
  const files = stack.use(await openCrawlFolder(folder, crawl));
  return { jobId: crawl.jobId, output: folderOutput(files, folder) };
}

/** The crawl to go on with; a CONFLICT when other settings are given than it was started with. */
async function findCrawl(
  host: Crawls,
  jobId: string,
  given: GivenSettings,
): Promise<{ jobId: string; url: URL | undefined }> {
  const { url, settings } = await host.about(jobId);
  if (url !== undefined && settings !== undefined) checkSettings(given, { url, settings });
  else refuseSettings(given);
  return { jobId, url: url === undefined ? undefined : new URL(url) };
}

/** A service does not tell the settings of a crawl: what is given now could differ from them. */
function refuseSettings({ options, formats }: GivenSettings): void {
  const flags = [...Object.keys(options).map(flagOf), ...(formats === undefined ? [] : ['--format'])];
  if (flags.length === 0) return;
  throw new UsageError(
    `A crawl of a service goes on with the settings that it was started with: leave out ${flags.join(', ')}`,
  );
}
