import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { systemFinding } from '../system-state.ts';

export const systemExamine = defineEndpoint({
  name: 'systemExamine',
  method: 'POST',
  path: '/v2/system/examine',
  summary: 'Try what the service needs, as `decant doctor` does',
  description:
    'For keys of the operator. Starts a browser and a program, asks the language model, the proxies and the search providers; takes some seconds. Requests that come meanwhile, or within a minute, get the same findings.',
  body: z.strictObject({}).meta({ id: 'SystemExamination' }),
  reply: z.object({
    success: z.literal(true),
    data: z.array(systemFinding),
    examined_at: z.iso.datetime(),
  }),
  errors: ['FORBIDDEN', 'SERVICE_UNAVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    body: {},
    reply: {
      success: true,
      data: [{ part: 'Node', state: 'ok', note: 'v24.21.0 on linux-x64' }],
      examined_at: '2026-11-23T08:12:00.000Z',
    },
  },
});
