import { z } from 'zod';
import { ERRORS } from './errors.ts';

/** The sentence of each code that says what to do. */
const ADVICE = Object.fromEntries(Object.entries(ERRORS).map(([code, { advice }]) => [code, advice]));

/** Body of every answer that is not a success (wire contract 3.3). */
export const errorReply = z
  .object({
    success: z.literal(false),
    error: z.string().meta({ description: 'The fault, for people.' }),
    code: z.string().meta({ description: 'The fault, for programs.', 'x-advice': ADVICE }),
    details: z.unknown().optional().meta({
      description: 'More for programs; of an invalid request a list of `{path, code, message, keys?}`.',
    }),
  })
  .meta({ id: 'Error' });

export type ErrorReply = z.output<typeof errorReply>;
