import { z } from 'zod';

/** Code for a browser session. */
export const sessionCode = z.string().min(1).max(100_000).meta({ description: 'What to run.' });
