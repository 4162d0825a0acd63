import type { Config } from '../config.ts';
import type { Log } from '../lib/log/log.ts';

/** The machine and the settings to look at; the signal ends the looking. */
export interface DoctorContext {
  config: Config;
  log: Log;
  signal: AbortSignal;
}

/** A warning is about something that works, and holds less than it could. */
type State = 'ok' | 'missing' | 'WARNING' | 'problem';

/** The finding on one part. A problem means that `decant serve` would not work. */
export interface DoctorFinding {
  part: string;
  state: State;
  /** The finding in words, and the variable that would change it. */
  note: string;
  /** The version of the program that was tried, where there is one. */
  version?: string;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
