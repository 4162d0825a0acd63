import { z } from 'zod';
import { httpUrl, wholeNumber } from './setting-schemas.ts';

/** Variables about live sessions. */
export const SESSION_VARIABLES = {
  DECANT_SESSION_SANDBOX: z
    .enum(['full', 'bare', 'off'])
    .default('full')
    .describe(
      'Walls that must stand before code of callers runs in a session: `full` are namespaces, Landlock and a filter of system calls. `bare` does without namespaces where there are none: such code can then tell which files and folders exist, and only a watch limits its disk. `off` runs no code. `decant doctor` says which walls this machine has.',
    ),
  DECANT_SESSIONS: wholeNumber(0, 1_000)
    .optional()
    .describe(
      'Browser sessions that are active on this machine at a time, at most. Default: one for each 250 MB of memory that is free at the start, 20 at most.',
    ),
  DECANT_SESSIONS_PER_TEAM: wholeNumber(0, 1_000)
    .default(20)
    .describe('Browser sessions that a team has active at a time, at most.'),
  DECANT_INTERNAL_URL: httpUrl
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address under which other processes on the same database reach this one, for example `http://10.0.0.5:3002`: calls for a browser session go to the process that has it. Default: HOST and PORT; processes on one machine need none.',
    ),
};

/** Live sessions. */
export interface SessionConfig {
  /** The walls that must stand before code of callers runs; `off` runs none. */
  readonly sandbox: 'full' | 'bare' | 'off';
  /** The most sessions that are active at a time. */
  readonly perMachine: number;
  readonly perTeam: number;
  /** Where other processes reach this one. */
  readonly internalUrl: string | undefined;
}

const BYTES_PER_SESSION = 250_000_000;
const MAX_SESSIONS = 20;

/** The settings of live sessions, on a machine with so much free memory. */
export function sessionConfigOf(
  env: z.infer<z.ZodObject<typeof SESSION_VARIABLES>>,
  freeBytes: number,
): SessionConfig {
  const fitting = Math.max(1, Math.min(MAX_SESSIONS, Math.floor(freeBytes / BYTES_PER_SESSION)));
  return Object.freeze({
    sandbox: env.DECANT_SESSION_SANDBOX,
    perMachine: env.DECANT_SESSIONS ?? fitting,
    perTeam: env.DECANT_SESSIONS_PER_TEAM,
    internalUrl: env.DECANT_INTERNAL_URL,
  });
}
