import { z } from 'zod';
import { SESSION_END_EXAMPLE, sessionEndShape } from '../documents/browser-session.ts';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';

export const browserEnd = defineEndpoint({
  name: 'browserEnd',
  method: 'DELETE',
  path: '/v2/browser',
  aliases: ['/v2/interact'],
  summary: 'End the browser session that the body names',
  description: 'The same with the id in the body. Unknown keys are ignored.',
  body: z
    .object({
      id: z.guid().toLowerCase().meta({ description: 'Id of the session.' }),
      ...clientLabelsShape,
    })
    .meta({ id: 'BrowserEndRequest' }),
  reply: z.object({ ...sessionEndShape, status: z.literal('destroyed') }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: {
    body: { id: SESSION_END_EXAMPLE.params.id },
    reply: { ...SESSION_END_EXAMPLE.reply, status: 'destroyed' },
  },
});
