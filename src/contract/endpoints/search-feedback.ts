import { defineEndpoint } from '../endpoint.ts';
import { feedbackReply, feedbackRequest } from '../requests/feedback.ts';
import { jobIdParams } from '../requests/job-id.ts';

export const searchFeedback = defineEndpoint({
  name: 'searchFeedback',
  method: 'POST',
  path: '/v2/search/{id}/feedback',
  summary: 'Say how good the results of a search were',
  description: 'Any JSON object is taken and kept for the operator of this server.',
  params: jobIdParams,
  body: feedbackRequest,
  reply: feedbackReply,
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    params: { id: '0190aaaa-1111-7222-8333-444455556666' },
    body: {
      rating: 'good',
      valuableSources: [{ url: 'https://example.com/guide', reason: 'Answers the question' }],
    },
    reply: { success: true, feedbackId: '0190bbbb-1111-7222-8333-444455556666', creditsRefunded: 0 },
  },
});
