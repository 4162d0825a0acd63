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

interface LogContext {
  /** Ids that every line inside `withLogFields` carries. */
  fields: Fields;
  /** The notes of the request that is worked on. */
  notes: Fields | undefined;
}

const context = new AsyncLocalStorage<LogContext>();

/**
 * Runs `work` so that each line logged inside it carries `fields` (request id, job id). `notes` are what `noteOfRequest`
 * adds to.
 */
export function withLogFields<T>(fields: Fields, work: () => T, notes?: Fields): T {
  const outer = context.getStore();
  return context.run({ fields: { ...outer?.fields, ...fields }, notes: notes ?? outer?.notes }, work);
}

/** Adds to the one line that the log gets of the request which is worked on; does nothing outside of one. */
export function noteOfRequest(fields: Fields): void {
  Object.assign(context.getStore()?.notes ?? {}, fields);
}

export function createLog({ level, stream }: LogOptions): Log {
  const destination =
    stream ??
    (process.stderr.isTTY
      ? createTerminalStream(process.stderr, { isColoured: process.stderr.hasColors() })
      : process.stderr);
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => context.getStore()?.fields ?? {},
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
