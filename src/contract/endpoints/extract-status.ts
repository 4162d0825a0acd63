import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { jobIdParams } from '../requests/job-id.ts';

export const extractStatus = defineEndpoint({
  name: 'extractStatus',
  method: 'GET',
  path: '/v2/extract/{id}',
  summary: 'Read the result of an extraction',
  description: 'This server starts no extractions, so every id is unknown to it.',
  params: jobIdParams,
  reply: z.object({
    success: z.literal(true),
    status: z.enum(['processing', 'completed', 'failed', 'cancelled']),
    data: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
      .nullable()
      .meta({ description: 'The data that were extracted.' }),
    expiresAt: z.iso.datetime(),
    creditsUsed: z.number().optional(),
    tokensUsed: z.number().optional(),
    error: z.string().optional(),
  }),
  errors: ['NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: {
    params: { id: '0190aaaa-1111-7222-8333-444455556666' },
    reply: {
      success: true,
      status: 'completed',
      data: { company: 'Example' },
      expiresAt: '2026-11-21T04:30:00.000Z',
      creditsUsed: 5,
    },
  },
});
