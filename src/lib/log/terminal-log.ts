import type { DestinationStream } from 'pino';
import { terminalText } from './terminal-text.ts';

const LEVEL_COLOURS: Record<string, string> = { debug: '90', info: '36', warn: '33', error: '31' };
const GREEN = '32';
const YELLOW = '33';
const RED = '31';
const DIM = '2';

type Paint = (colour: string, text: string) => string;
type LogLine = Record<string, unknown>;

const inColour: Paint = (colour, text) => `\u001b[${colour}m${text}\u001b[0m`;
const plain: Paint = (_colour, text) => text;

/**
 * Turns JSON log lines into lines for people: `12:00:00 info  message key=value`, and shorter ones for requests and
 * jobs.
 */
export function createTerminalStream(
  out: { write(text: string): unknown },
  { isColoured }: { isColoured: boolean },
): DestinationStream {
  const paint = isColoured ? inColour : plain;
  return {
    write(line: string): void {
      const { level, time, msg, ...fields } = JSON.parse(line) as LogLine;
      const clock = paint(DIM, String(time).slice(11, 19));
      const message = String(msg);
      const isTold = level === 'info';
      const text =
        isTold && message === 'request answered'
          ? requestText(fields, paint)
          : isTold && message.startsWith('job ')
            ? jobText(message.slice('job '.length), fields, paint)
            : plainText(String(level), message, { fields, paint });
      out.write(`${clock} ${text}\n`);
    },
  };
}

/** `scrape  200  0.09 s  example.com/docs  1 credit  REQUEST-ID` */
function requestText(fields: LogLine, paint: Paint): string {
  const { kind, method, route, status, durationMs, target, credits, code, reason, requestId } = fields;
  const name = kind === 'none' ? `${String(method)} ${route === 'none' ? '?' : String(route)}` : String(kind);
  const number = Number(status);
  return columns([
    name.padEnd(7),
    paint(number < 400 ? GREEN : number < 500 ? YELLOW : RED, String(status)),
    seconds(durationMs),
    textOf(target),
    typeof credits === 'number' && credits > 0 ? counted(credits, 'credit') : '',
    [code, reason]
      .filter((each) => each !== undefined)
      .map(textOf)
      .join(' '),
    paint(DIM, textOf(requestId)),
  ]);
}

/** `crawl   completed  JOB-ID  docs.example.com  100 pages, 5 of them error pages, 3 errors  8.10 s` */
function jobText(event: string, fields: LogLine, paint: Paint): string {
  const { kind, jobId, target, limit, pages, errorPages, errors, code, durationMs } = fields;
  const counts = [
    ...(limit === undefined ? [] : [`limit ${textOf(limit)}`]),
    ...(pages === undefined ? [] : [counted(pages, 'page')]),
    ...(typeof errorPages === 'number' && errorPages > 0
      ? [`${errorPages} of them ${errorPages === 1 ? 'an error page' : 'error pages'}`]
      : []),
    ...(typeof errors === 'number' && errors > 0 ? [counted(errors, 'error')] : []),
  ];
  const colour = event === 'failed' ? RED : event === 'cancelled' ? YELLOW : GREEN;
  return columns([
    textOf(kind).replace('batch_scrape', 'batch').padEnd(7),
    paint(colour, event),
    textOf(jobId),
    textOf(target),
    counts.join(', '),
    textOf(code),
    durationMs === undefined ? '' : seconds(durationMs),
  ]);
}

function counted(count: unknown, unit: string): string {
  return `${textOf(count)} ${unit}${count === 1 ? '' : 's'}`;
}

function plainText(
  level: string,
  message: string,
  { fields, paint }: { fields: LogLine; paint: Paint },
): string {
  const rest = Object.entries(fields)
    .map(([key, value]) => ` ${paint(DIM, `${key}=`)}${textOf(value)}`)
    .join('');
  return `${paint(LEVEL_COLOURS[level] ?? '0', level.padEnd(5))} ${terminalText(message)}${rest}`;
}

function columns(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('  ');
}

function seconds(ms: unknown): string {
  return `${(Number(ms) / 1000).toFixed(2)} s`;
}

/** As a terminal may be given it. */
function textOf(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return terminalText(value);
  if (value !== null && typeof value === 'object' && 'stack' in value)
    return terminalText(`\n${value.stack as string}`);
  return terminalText(JSON.stringify(value));
}
