import { z } from 'zod';

/** The elements that can be pointed at in a screenshot, for actions and for tags to keep. */
export const pictureElements = z
  .object({
    width: z.number().meta({ description: 'The width of the picture, in CSS pixels of the page.' }),
    height: z.number(),
    items: z
      .array(
        z.object({
          selector: z.string().meta({ description: 'A CSS selector that matches this element alone.' }),
          role: z
            .string()
            .meta({ description: 'The role of an element that can be used, such as `button`; else empty.' }),
          name: z.string().meta({ description: 'Its label, or its first words.' }),
          x: z.number().meta({ description: 'From the left of the picture, in CSS pixels.' }),
          y: z.number().meta({ description: 'From its top.' }),
          width: z.number(),
          height: z.number(),
        }),
      )
      .meta({ description: 'In the order of the page.' }),
  })
  .meta({ id: 'PictureElements' });

export type PictureElements = z.output<typeof pictureElements>;
