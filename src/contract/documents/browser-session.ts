import { z } from 'zod';

/** The addresses of a session: their holders need no key. They are of use until the session ends. */
export const sessionUrlsShape = {
  cdpUrl: z
    .string()
    .meta({ description: 'WebSocket for clients of the DevTools protocol, usable as it is.' }),
  liveViewUrl: z.string().meta({ description: 'A page that shows the session.' }),
  interactiveLiveViewUrl: z
    .string()
    .meta({ description: 'The same page; its viewers can use mouse and keyboard.' }),
};

/** The output of code that was run in a browser session. */
export const codeRunShape = {
  stdout: z.string(),
  result: z.string().meta({
    description: 'Value of the last expression as text; after a prompt the last view of the page.',
  }),
  stderr: z.string(),
  exitCode: z.number().meta({ description: '0 means success.' }),
  killed: z.boolean().meta({ description: 'Whether it was ended because it took too long.' }),
  error: z.string().optional().meta({ description: 'Why it did not go well.' }),
};

/** The end of a browser session: how long it was, and what it cost. */
export const sessionEndShape = {
  success: z.literal(true),
  sessionDurationMs: z.int(),
  creditsBilled: z.number(),
};

/** A session as lists show it. */
export const browserSession = z
  .object({
    id: z.guid(),
    status: z.enum(['active', 'destroyed']),
    ...sessionUrlsShape,
    streamWebView: z.boolean(),
    createdAt: z.iso.datetime(),
    lastActivity: z.iso.datetime(),
  })
  .meta({ id: 'BrowserSession' });

const EXAMPLE_ID = '0190aaaa-1111-7222-8333-444455556666';

/** The addresses of a session, for the reference. */
export const SESSION_URLS_EXAMPLE = {
  cdpUrl: 'wss://example.com/cdp/AGkh3w',
  liveViewUrl: 'https://example.com/live/AWkh3w',
  interactiveLiveViewUrl: 'https://example.com/live/Amkh3w',
};

/** The output of a run, for the reference. */
export const CODE_RUN_EXAMPLE = {
  stdout: '',
  result: 'Example Domain',
  stderr: '',
  exitCode: 0,
  killed: false,
};

/** A call that ends a session, for the reference. */
export const SESSION_END_EXAMPLE = {
  params: { id: EXAMPLE_ID },
  reply: { success: true, sessionDurationMs: 61000, creditsBilled: 4 },
} as const;
