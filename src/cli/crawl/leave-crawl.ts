import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlHost } from './crawl-host.ts';
import type { CrawlOutput } from './crawl-output.ts';
import type { CrawlProgress } from './crawl-progress.ts';

/** Calls `ask` as soon as a key would be read, and resolves to it; to nothing when none is pressed in time. */
type ReadKey = (ask: () => void) => Promise<string>;

/** A command that was asked to end is ended after some more. */
const PATIENCE_MS = 15_000;

interface LeftCrawl {
  jobId: string;
  output: Pick<CrawlOutput, 'written' | 'place'>;
  progress: Pick<CrawlProgress, 'print'>;
  /** Asks for a key; undefined where nobody can press one. */
  readKey: ReadKey | undefined;
}

/**
 * Says what becomes of a crawl that its command leaves: a service that works on it goes on. On a terminal a key cancels
 * it. Resolves to whether it was cancelled.
 */
export async function leaveCrawl(
  host: Pick<CrawlHost, 'findKeeper' | 'cancel'>,
  { jobId, output, progress, readKey }: LeftCrawl,
): Promise<boolean> {
  const pages = `${output.written} ${output.written === 1 ? 'page' : 'pages'} ${output.place}.`;
  const keeper = await host.findKeeper(jobId);
  if (keeper === undefined) {
    progress.print(`${pages} `);
    return false;
  }
  progress.print(`${pages} ${keeper.name} goes on with this crawl.\n`);
  if (readKey !== undefined) {
    const key = await readKey(() =>
      progress.print('Press c to cancel it, any other key to leave it running. '),
    );
    progress.print('\n');
    if (key.toLowerCase() === 'c') {
      await host.cancel(jobId);
      progress.print('The crawl is cancelled; what is written is kept.\n');
      return true;
    }
  }
  progress.print(keeper.advice);
  return false;
}

/** Keys of the terminal; undefined when the command is not typed and read on one. */
export function terminalKey(): ReadKey | undefined {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  return async function readKey(ask) {
    // A second Ctrl-C is a key as any other.
    stdin.setRawMode(true);
    ask();
    try {
      const late = sleep(PATIENCE_MS, [], { ref: false });
      const [key] = (await Promise.race([once(stdin, 'data'), once(stdin, 'end'), late])) as [Buffer?];
      return key?.toString() ?? '';
    } finally {
      stdin.setRawMode(false);
      stdin.pause();
    }
  };
}
