import { z } from 'zod';
import { JOB_ID_EXAMPLE } from './job-examples.ts';

/** The status of a job. */
export const jobState = z.enum(['scraping', 'completed', 'failed', 'cancelled']);

/** A crawl or batch scrape in a list, without its documents. */
export const listedJob = z
  .object({
    id: z.guid(),
    kind: z.enum(['crawl', 'batch_scrape']),
    status: jobState,
    target: z.string().nullable().meta({
      description: 'Start URL of a crawl, first URL of a batch; null under zero data retention.',
    }),
    created_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    done: z.int().meta({ description: 'Pages scraped.' }),
    failed: z.int().meta({ description: 'Pages that were tried and have no document.' }),
    waiting: z.int().meta({ description: 'Pages known and not done yet, those at work among them.' }),
    limit: z.int().meta({ description: 'Pages to try, at most.' }),
  })
  .meta({ id: 'TeamJob' });

export const listedJobExample = {
  ...JOB_ID_EXAMPLE,
  kind: 'crawl',
  status: 'scraping',
  target: 'https://example.com/docs',
  created_at: '2026-11-20T04:30:00.000Z',
  ended_at: null,
  done: 12,
  failed: 1,
  waiting: 30,
  limit: 100,
};
