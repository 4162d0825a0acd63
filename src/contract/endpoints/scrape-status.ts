import { defineEndpoint } from '../endpoint.ts';
import { jobIdParams } from '../requests/job-id.ts';
import { scrapeReply } from '../requests/scrape.ts';
import { scrape } from './scrape.ts';

export const scrapeStatus = defineEndpoint({
  name: 'scrapeStatus',
  method: 'GET',
  path: '/v2/scrape/{id}',
  summary: 'Read the result of an earlier scrape again',
  description:
    'The document for 24 hours after the scrape; its id is `metadata.scrapeId`. Failed scrapes and those with zero data retention or lockdown cannot be read again.',
  params: jobIdParams,
  reply: scrapeReply,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: { params: { id: '0190aaaa-1111-7222-8333-444455556666' }, reply: scrape.example.reply },
});
