import { z } from 'zod';
import { RATE_LIMIT_KINDS } from './rate-limit-kinds.ts';

/** A team as the operator sees it. */
export const listedTeam = z
  .object({
    id: z.guid(),
    name: z.string(),
    created_at: z.iso.datetime(),
    isOperator: z.boolean(),
    isYours: z.boolean().meta({ description: 'Whether the key of this request belongs to it.' }),
    maxConcurrency: z.int().meta({ description: 'Pages that it may have in work at once.' }),
    active: z.int().meta({ description: 'Pages that it has in work now.' }),
    creditsGranted: z.int().nullable().meta({ description: 'Credits in total; null when unlimited.' }),
    creditsUsed: z.int(),
    rateLimits: z
      .partialRecord(z.enum(RATE_LIMIT_KINDS), z.int())
      .meta({ description: 'Requests a minute by kind; a kind without a number has no limit.' }),
    features: z
      .array(z.enum(['zeroDataRetention', 'robotsOptions', 'searchZdr', 'searchAnon']))
      .meta({ description: 'Features that are enabled for it.' }),
    keys: z.int().meta({ description: 'Live keys.' }),
    last_used_at: z.iso.datetime().nullable().meta({ description: 'When one of its keys was used last.' }),
  })
  .meta({ id: 'Team' });

export const listedTeamExample: z.input<typeof listedTeam> = {
  id: '0190aaaa-1111-7222-8333-444455556662',
  name: 'research',
  created_at: '2026-11-20T04:30:00.000Z',
  isOperator: false,
  isYours: false,
  maxConcurrency: 20,
  active: 3,
  creditsGranted: 10_000,
  creditsUsed: 420,
  rateLimits: { scrape: 100 },
  features: ['zeroDataRetention'],
  keys: 2,
  last_used_at: '2026-11-23T08:10:00.000Z',
};
