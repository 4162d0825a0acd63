import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, type DestinationStream } from 'pino';
import { describeError } from './describe-error.ts';
import { createTerminalStream } from './terminal-log.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Fields = Record<string, unknown>;

/** Writes one line an event: JSON, or readable text when the output is a terminal. */
export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

export interface LogOptions {
  level: LogLevel;
  /** Where lines go; standard error when absent, so that standard output stays free for results. */
  stream?: DestinationStream;
}

/** Ids that every line inside `withLogFields` carries. */
const context = new AsyncLocalStorage<Fields>();

/** Runs `work` so that each line logged inside it carries `fields` (request id, job id). */
export function withLogFields<T>(fields: Fields, work: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, work);
}

export function createLog({ level, stream }: LogOptions): Log {
  const destination =
    stream ?? (process.stderr.isTTY ? createTerminalStream(process.stderr) : process.stderr);
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => context.getStore() ?? {},
      serializers: { error: describeError },
    },
    destination,
  );
  return {
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
  };
}

/** A log that drops everything, for tests and for parts used without a service around them. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
