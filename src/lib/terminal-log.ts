import type { DestinationStream } from 'pino';
import { terminalText } from './terminal-text.ts';

const COLOURS: Record<string, string> = {
  debug: '\u001b[90m',
  info: '\u001b[36m',
  warn: '\u001b[33m',
  error: '\u001b[31m',
};
const RESET = '\u001b[0m';
const DIM = '\u001b[2m';

/** Turns JSON log lines into `12:00:00 info  message key=value` for people. */
export function createTerminalStream(out: { write(text: string): unknown }): DestinationStream {
  return {
    write(line: string): void {
      const { level, time, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
      const name = String(level);
      const rest = Object.entries(fields)
        .map(([key, value]) => ` ${DIM}${key}=${RESET}${terminalText(format(value))}`)
        .join('');
      out.write(
        `${DIM}${String(time).slice(11, 19)}${RESET} ${COLOURS[name] ?? ''}${name.padEnd(5)}${RESET} ${terminalText(String(msg))}${rest}\n`,
      );
    },
  };
}

function format(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value !== null && typeof value === 'object' && 'stack' in value) return `\n${value.stack as string}`;
  return JSON.stringify(value);
}
