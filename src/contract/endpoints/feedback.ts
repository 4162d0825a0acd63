import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { feedbackReply, feedbackRequest } from '../requests/feedback.ts';

const anything = z.unknown().optional();

export const feedback = defineEndpoint({
  name: 'feedback',
  method: 'POST',
  path: '/v2/feedback',
  summary: 'Say how good a result was',
  description: 'Any JSON object is taken and kept for the operator of this server.',
  body: feedbackRequest.safeExtend({
    endpoint: anything.meta({
      description: 'The endpoint that gave the result: search, scrape, parse, map.',
    }),
    jobId: anything.meta({ description: 'The id of the result.' }),
  }),
  reply: feedbackReply,
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    body: {
      endpoint: 'scrape',
      jobId: '0190aaaa-1111-7222-8333-444455556666',
      rating: 'partial',
      issues: ['missing_table'],
      note: 'The price table is not in the Markdown.',
    },
    reply: { success: true, feedbackId: '0190bbbb-1111-7222-8333-444455556666', creditsRefunded: 0 },
  },
});
