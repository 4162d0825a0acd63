import { z } from 'zod';

/** Characters that steer a terminal or hide in a line. */
const NO_CONTROLS = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u;

/** A name that people give: one line of text. */
export const givenName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(NO_CONTROLS, 'must not have control characters');

/** The team that a call of the operator is about. */
export const teamOfOperator = z
  .guid()
  .toLowerCase()
  .optional()
  .meta({ description: 'The id of another team, for the operator; your own when absent.' });
