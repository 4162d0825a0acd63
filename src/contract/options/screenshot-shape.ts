import { z } from 'zod';

/** How a screenshot is taken: members shared by the format and the action. */
export const screenshotShape = {
  fullPage: z.boolean().default(false).meta({ description: 'The whole page instead of the visible part.' }),
  quality: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Quality of the picture when it is compressed.' }),
  viewport: z
    .object({ width: z.int().min(1).max(7680), height: z.int().min(1).max(4320) })
    .optional()
    .meta({ description: 'Window size in pixels.' }),
};
