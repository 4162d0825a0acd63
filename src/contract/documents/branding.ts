import { z } from 'zod';

const text = z.string().optional();
const weight = z.int().optional();
const anyObject = z.record(z.string(), z.unknown()).optional();

/** The look of a site (specification, "branding"). */
export const branding = z
  .looseObject({
    colorScheme: text,
    brandName: text,
    logo: text,
    colors: z
      .object({
        primary: text,
        secondary: text,
        accent: text,
        background: text,
        textPrimary: text,
        textSecondary: text,
        link: text,
        success: text,
        warning: text,
        error: text,
      })
      .optional(),
    fonts: z.array(z.object({ family: z.string() })).optional(),
    typography: z
      .object({
        fontFamilies: z.object({ primary: text, heading: text, code: text }).optional(),
        fontSizes: z.object({ h1: text, h2: text, h3: text, body: text }).optional(),
        fontWeights: z.object({ light: weight, regular: weight, medium: weight, bold: weight }).optional(),
        lineHeights: z.object({ heading: text, body: text }).optional(),
      })
      .optional(),
    spacing: z
      .object({ baseUnit: z.int().optional(), borderRadius: text, padding: anyObject, margins: anyObject })
      .optional(),
    components: z
      .object({
        buttonPrimary: z.object({ background: text, textColor: text, borderRadius: text }).optional(),
        buttonSecondary: z
          .object({ background: text, textColor: text, borderColor: text, borderRadius: text })
          .optional(),
        input: anyObject,
      })
      .optional(),
    images: z.object({ logo: text, favicon: text, ogImage: text }).optional(),
    icons: anyObject,
    animations: anyObject,
    layout: anyObject,
    personality: anyObject,
  })
  .meta({ id: 'Branding' });

export type Branding = z.output<typeof branding>;
