import { z } from 'zod';

/** The state of a page of a job, as lists show it. */
export const pageState = z.enum(['done', 'failed', 'skipped', 'waiting']);

export type ListedPageState = z.output<typeof pageState>;

/** Why a page was left out of a job. */
export const skipReason = z.enum(['robots', 'out of scope', 'duplicate', 'external']).meta({
  description:
    '`robots`: robots.txt forbids it. `out of scope`: it led away from what is crawled. `duplicate`: another page of the job is the same. `external`: the home page of another site, which is reported and not followed.',
});

export type SkipReason = z.output<typeof skipReason>;
