import { z } from 'zod';

/** Variables about live sessions. */
export const SESSION_VARIABLES = {
  DECANT_SESSION_SANDBOX: z
    .enum(['full', 'bare', 'off'])
    .default('full')
    .describe(
      'Walls that must stand before code of callers runs in a session: `full` are namespaces, Landlock and a filter of system calls. `bare` does without namespaces where there are none: such code can then tell which files and folders exist, and only a watch limits its disk. `off` runs no code. `decant doctor` says which walls this machine has.',
    ),
};

/** Live sessions. */
export interface SessionConfig {
  /** The walls that must stand before code of callers runs; `off` runs none. */
  readonly sandbox: 'full' | 'bare' | 'off';
}

/** The settings of live sessions. */
export function sessionConfigOf(env: z.infer<z.ZodObject<typeof SESSION_VARIABLES>>): SessionConfig {
  return Object.freeze({ sandbox: env.DECANT_SESSION_SANDBOX });
}
