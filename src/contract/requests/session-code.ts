import { z } from 'zod';
import { profile } from '../options/profile.ts';

/** The languages of code for a browser session. */
const SESSION_LANGUAGES = ['node', 'python', 'bash'] as const;

/** Code for a browser session. */
export const sessionCode = z.string().min(1).max(100_000).meta({ description: 'The code to run.' });

export const sessionLanguage = z.enum(SESSION_LANGUAGES).default('node').meta({
  description:
    '`node` and `python` have the variable `page` of Playwright; `bash` runs `agent-browser` commands.',
});

/** The time limit of a call, seconds. */
export const sessionTimeout = z
  .number()
  .min(1)
  .max(300)
  .default(30)
  .meta({ description: 'Seconds that it may take.' });

/** The life of a session, seconds. */
export const sessionLifeShape = {
  ttl: z.int().min(30).max(3600).default(600).meta({ description: 'Seconds that the session lives.' }),
  activityTtl: z
    .int()
    .min(10)
    .max(3600)
    .default(300)
    .meta({ description: 'Seconds without use after which it ends.' }),
};

/** The storage of a session's browser. */
export const sessionProfile = profile
  .optional()
  .meta({ description: 'Browser storage to begin with, saved at the end.' });
