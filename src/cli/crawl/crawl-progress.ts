import type { CrawlLook } from '../../features/crawl/look-at-crawl.ts';
import type { TerminalOutput } from '../command/command.ts';

/** Between two lines where lines cannot be rewritten. */
const LINE_EVERY_MS = 5_000;
/** The speed is that of so long a time. */
const WINDOW_MS = 10_000;

type Counts = Pick<CrawlLook, 'done' | 'failed' | 'found' | 'limit'>;

export interface CrawlProgressOptions {
  out: TerminalOutput;
  /** The limit of a crawl for which none was asked: it tells nothing about how long it will take. */
  usualLimit: number;
  /** ms */
  now?: () => number;
}

export interface CrawlProgress {
  show(counts: Counts): void;
  /** Other text, without the line of progress in it. */
  print(text: string): void;
}

/** Says how far a crawl is: on a terminal in one line that is rewritten, else in a line now and then. */
export function createCrawlProgress({
  out,
  usualLimit,
  now = () => performance.now(),
}: CrawlProgressOptions): CrawlProgress {
  const isTerminal = out.isTTY === true;
  const speed = createSpeed();
  const shown = { text: '', at: now() };

  function clear(): void {
    if (isTerminal && shown.text !== '') out.write('\r\u001b[K');
    shown.text = '';
  }

  return {
    show(counts) {
      const time = now();
      const text = progressText(counts, {
        pagesPerSecond: speed(time, counts.done + counts.failed),
        usualLimit,
      });
      if (!isTerminal) {
        if (time - shown.at < LINE_EVERY_MS) return;
        out.write(`${text}\n`);
      } else if (text !== shown.text) out.write(`\r${text.slice(0, widthOf(out) - 1)}\u001b[K`);
      Object.assign(shown, { text, at: time });
    },
    print(text) {
      clear();
      out.write(text);
    },
  };
}

/** Some terminals say 0. */
function widthOf({ columns = 0 }: TerminalOutput): number {
  return columns > 0 ? columns : 80;
}

/** Pages a second over the last while; undefined as long as it cannot be told. */
function createSpeed(): (time: number, pages: number) => number | undefined {
  const samples: { time: number; pages: number }[] = [];
  return function speedAt(time, pages) {
    samples.push({ time, pages });
    while ((samples[1]?.time ?? Infinity) <= time - WINDOW_MS) samples.shift();
    const [first] = samples;
    if (first === undefined || time - first.time < 500) return undefined;
    return ((pages - first.pages) * 1000) / (time - first.time);
  };
}

/** `12 done, 3 failed, 240 found, 8.4 pages/s, about 2 min left`. */
export function progressText(
  counts: Counts,
  { pagesPerSecond, usualLimit }: { pagesPerSecond: number | undefined; usualLimit: number },
): string {
  const { done, failed, found, limit } = counts;
  const parts = [`${done} done`, ...(failed > 0 ? [`${failed} failed`] : []), `${found} found`];
  if (pagesPerSecond !== undefined) parts.push(`${pagesPerSecond.toFixed(1)} pages/s`);
  const left = timeLeft(limit - done - failed, pagesPerSecond);
  if (left === undefined) return parts.join(', ');
  if (found >= limit) parts.push(`about ${left} left`);
  // More pages may be found up to the limit that was asked for.
  else if (limit !== usualLimit) parts.push(`at most ${left} left`);
  return parts.join(', ');
}

function timeLeft(pages: number, pagesPerSecond: number | undefined): string | undefined {
  if (pages <= 0 || pagesPerSecond === undefined || pagesPerSecond <= 0) return undefined;
  const seconds = pages / pagesPerSecond;
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
