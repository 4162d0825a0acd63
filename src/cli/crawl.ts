import type { App } from '../app.ts';
import { createLog, type Log } from '../lib/log/log.ts';
import { ServiceError } from '../lib/service-error.ts';
import { createTerminalStream } from '../lib/log/terminal-log.ts';
import type { WorkerNote } from '../jobs/work/worker-note.ts';
import type { Command, CommandContext } from './command/command.ts';
import { askCrawls } from './crawl/ask-crawls.ts';
import { hostCrawls, type CrawlHost } from './crawl/crawl-host.ts';
import { openCrawlJob, type CrawlJob } from './crawl/crawl-job.ts';
import { createCrawlProgress, type CrawlProgress } from './crawl/crawl-progress.ts';
import { crawlReport } from './crawl/crawl-report.ts';
import { followCrawl } from './crawl/follow-crawl.ts';
import { leaveCrawl, terminalKey } from './crawl/leave-crawl.ts';
import { interruptedExitCode } from './interrupt.ts';
import { crawlHelp, readCrawlCall, USUAL_LIMIT, type CrawlCall } from './crawl/read-crawl-call.ts';
import { namedService, openServiceClient } from './command/service-client.ts';
import { shellWord } from './command/shell-word.ts';

/** Times in a row that a database which went away is opened again without a document written in between. */
const MAX_REOPENINGS = 3;

export const crawl: Command = {
  usage: 'URL [options]',
  help: crawlHelp,
  async run(context) {
    const call = readCrawlCall(context.args);
    const progress = createCrawlProgress({ out: context.stderr, usualLimit: USUAL_LIMIT });
    await using stack = new AsyncDisposableStack();
    const session = { ...context, progress, stack, log: quietLog(context, progress) };
    const service = namedService(call.service, context.config);
    if (service !== undefined) return await crawlThere(service, call, session);
    let job: CrawlJob | undefined;
    let hasReopened = false;
    for (let failures = 0; ; failures++) {
      const writtenBefore = job?.output.written ?? 0;
      try {
        const end = await inApp(session, async (app, parts) => {
          if (job === undefined) context.signal.throwIfAborted();
          job ??= await begin(app, call, session);
          parts.use(await app.workOn(job.jobId));
          return runToEnd(hostCrawls(app), job, session);
        });
        progress.print(end.report);
        if (hasReopened) endSoon();
        return end.code;
      } catch (error) {
        if (job === undefined) throw error;
        if (job.output.written > writtenBefore) failures = 0;
        hasReopened = canGoOn(error) && failures < MAX_REOPENINGS && !context.signal.aborted;
        if (hasReopened) {
          progress.print('The database has gone away and is opened again\n');
          continue;
        }
        progress.print(`What is written is kept. ${goOn(job)}`);
        endSoon();
        throw error;
      }
    }
  },
};

/** Has a service crawl, and writes what it brings. */
async function crawlThere(service: URL, call: CrawlCall, session: Session): Promise<number> {
  const { progress, signal, stack } = session;
  const host = askCrawls(stack.use(openServiceClient(service, session)), service, signal);
  const name = call.kind === 'start' ? 'Crawl' : 'Going on with crawl';
  const job = await openCrawlJob(host, call, session);
  progress.print(`${name} ${job.jobId} at ${service.origin}\n`);
  const rest = call.service === undefined ? '' : ` --service ${shellWord(call.service)}`;
  const named = { ...job, more: rest };
  try {
    const end = await runToEnd(host, named, session);
    progress.print(end.report);
    return end.code;
  } catch (error) {
    progress.print(`What is written is kept. ${goOn(named)}`);
    throw error;
  }
}

/** A process that has nothing more to do ends within this time, whatever a lost database holds up. */
const END_MS = 5_000;

interface Session extends CommandContext {
  progress: CrawlProgress;
  /** Closes the files. */
  stack: AsyncDisposableStack;
}

async function begin(app: App, call: CrawlCall, session: Session): Promise<CrawlJob> {
  const worker = app.isShared ? await app.findWorker() : undefined;
  if (worker !== undefined && worker.differing.length > 0) throw otherSettings(worker, session);
  const job = await openCrawlJob(hostCrawls(app), call, session);
  if (worker !== undefined)
    session.progress.print(`The service (${worker.name}) works on it too, with its own settings\n`);
  session.progress.print(`${call.kind === 'start' ? 'Crawl' : 'Going on with crawl'} ${job.jobId}\n`);
  return job;
}

/** Pages would be fetched by both, and come out as it happens. */
function otherSettings({ name, differing }: WorkerNote, { config }: Session): ServiceError {
  const isRemote = config.database.url !== undefined;
  const [shared, own] = isRemote
    ? ['database', 'database of its own (DATABASE_URL)']
    : ['data folder', 'data folder of its own (DECANT_DATA_DIR)'];
  return new ServiceError('CONFLICT', {
    message:
      `The service (${name}) works on the crawls of this ${shared}, and there ${differing.join(', ')} ` +
      `${differing.length === 1 ? 'is' : 'are'} not what was given here. Start the service with the same, or give this ` +
      `crawl a ${own}`,
  });
}

/** Opens the parts of a service for as long as `work` takes, and what it adds to them. */
async function inApp<T>(
  session: Session,
  work: (app: App, parts: AsyncDisposableStack) => Promise<T>,
): Promise<T> {
  await using stack = new AsyncDisposableStack();
  // Help and wrong calls do without it.
  const { openApp } = await import('../app.ts');
  const app = stack.use(await openApp({ ...session, ownPorts: () => [], canJoin: true, isWorker: false }));
  try {
    return await work(app, stack);
  } catch (error) {
    if (app.isShared && canGoOn(error)) leave(stack.move());
    throw error;
  }
}

/** Closes what a database that has gone holds up: when it is there again, or with the process. */
function leave(stack: AsyncDisposableStack): void {
  stack.disposeAsync().catch(() => undefined);
}

/** Ends the process when something that was left keeps it. */
function endSoon(): void {
  setTimeout(() => process.exit(), END_MS).unref();
}

const SIGINT_EXIT_CODE = 130;

interface CrawlEnd {
  /** Exit code. */
  code: number;
  /** The report to print when everything is closed. */
  report: string;
}

/** Writes everything that the crawl brings, until its end or Ctrl-C. */
async function runToEnd(host: CrawlHost, job: CrawlJob, { progress, signal }: Session): Promise<CrawlEnd> {
  const { jobId, output } = job;
  const end = await followCrawl(host, { jobId, output, progress, signal });
  if (end === undefined) {
    const isCancelled = await leaveCrawl(host, { jobId, output, progress, readKey: keyFor(signal) });
    return { code: interruptedExitCode(signal) ?? 1, report: isCancelled ? '' : goOn(job) };
  }
  const errors = await host.errors(jobId);
  await output.complete();
  return { code: end.status === 'completed' ? 0 : 1, report: crawlReport(end, errors, output) };
}

/** Only who pressed Ctrl-C is there to press another key. */
function keyFor(signal: AbortSignal): ReturnType<typeof terminalKey> {
  return interruptedExitCode(signal) === SIGINT_EXIT_CODE ? terminalKey() : undefined;
}

function goOn({ output, more = '' }: CrawlJob): string {
  return `To go on: ${output.goOn}${more}\n`;
}

/** The process that ran the database may have ended, and another one, such as this one, may run it now. */
function canGoOn(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'SERVICE_UNAVAILABLE';
}

/** Standard error is for the progress: of the log only what is wrong, unless more was asked for. */
function quietLog({ config, stderr }: CommandContext, progress: CrawlProgress): Log {
  const out = { write: (text: string) => progress.print(text) };
  return createLog({
    level: config.logLevel === 'info' ? 'error' : config.logLevel,
    stream:
      stderr.isTTY === true ? createTerminalStream(out, { isColoured: stderr.hasColors?.() ?? false }) : out,
  });
}
