import { z } from 'zod';

/** The output of code that was run in a browser session. */
export const codeRunReply = z.object({
  success: z.literal(true),
  stdout: z.string(),
  result: z.string(),
  stderr: z.string(),
  exitCode: z.number(),
  killed: z.boolean(),
});

/** The end of a browser session: how long it was, and what it cost. */
export const sessionEndReply = z.object({
  success: z.literal(true),
  sessionDurationMs: z.int(),
  creditsBilled: z.number(),
});

/** A call that runs code in a session, for the reference. */
export const CODE_RUN_EXAMPLE = {
  params: { id: '0190aaaa-1111-7222-8333-444455556666' },
  body: { code: 'await page.title()' },
  reply: { success: true, stdout: '', result: '42', stderr: '', exitCode: 0, killed: false },
} as const;

/** A call that ends a session, for the reference. */
export const SESSION_END_EXAMPLE = {
  params: { id: '0190aaaa-1111-7222-8333-444455556666' },
  reply: { success: true, sessionDurationMs: 61000, creditsBilled: 2 },
} as const;
