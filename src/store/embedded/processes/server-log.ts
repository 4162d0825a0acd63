import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Log } from '../../../lib/log/log.ts';

export interface ServerLog {
  /** The last lines, oldest first, as `FATAL:  text`. */
  readonly lines: readonly string[];
  /** When the last line came, on the clock of `performance.now()`. */
  readonly lastAt: number;
}

/** The reason of a failure is among so many last lines. */
const KEPT_LINES = 20;
const LINE = /^(?<severity>[A-Z]+):\s+(?<text>.*)$/;
/** A client that is refused or cut off while the server starts or stops hears so itself. */
const EXPECTED =
  /^(?:the database system is (?:starting up|shutting down|in recovery mode|not yet accepting connections)|terminating connection due to administrator command)/;

/** Forwards what the server writes to its standard error into our log. */
export function followServerLog(stream: Readable, log: Log): ServerLog {
  const lines: string[] = [];
  const followed = { lines, lastAt: performance.now() };
  createInterface({ input: stream }).on('line', (line) => {
    followed.lastAt = performance.now();
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    const { severity = 'LOG', text = line } = LINE.exec(line)?.groups ?? {};
    if (severity === 'PANIC') log.error('Database server', { text });
    else if (severity === 'FATAL' && !EXPECTED.test(text)) log.warn('Database server', { text });
    else log.debug('Database server', { text });
  });
  return followed;
}
