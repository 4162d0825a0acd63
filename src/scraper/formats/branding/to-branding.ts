import type { BrandingFacts } from '../../../browser/branding-facts.ts';
import type { Branding } from '../../../contract/documents/branding.ts';
import { resolveHttpUrl } from '../../../lib/addresses/url.ts';
import { chooseColors } from './choose-colors.ts';
import { chooseLogo } from './choose-logo.ts';
import { findBrandName } from './find-brand-name.ts';
import { createPalette } from './palette.ts';
import { readAnimations } from './read-animations.ts';
import { readComponents } from './read-components.ts';
import { readIcons } from './read-icons.ts';
import { readLayout } from './read-layout.ts';
import { readPersonality } from './read-personality.ts';
import { readSpacing } from './read-spacing.ts';
import { readBrandFonts, readTypography } from './read-typography.ts';
import { withoutAbsent } from './without-absent.ts';

export interface BrandingPage {
  /** The URL of the page, for addresses that are not whole. */
  url: string;
  metadata: { favicon?: string | undefined; ogImage?: string | undefined };
}

/** The look of a site, from what one of its pages shows. Members that the page does not tell are left out. */
export function toBranding(facts: BrandingFacts, { url, metadata }: BrandingPage): Branding {
  const palette = createPalette(facts);
  const colors = chooseColors(facts, palette);
  const brandName = findBrandName(facts.assets);
  const logo = chooseLogo(facts.assets, brandName);
  const fonts = readBrandFonts(facts.styles.texts);
  const typography = readTypography(facts.styles);
  const spacing = readSpacing(facts.styles);
  const images = withoutAbsent({
    logo,
    favicon: absolute(metadata.favicon, url),
    ogImage: absolute(metadata.ogImage, url),
  });
  return withoutAbsent({
    colorScheme: palette.isDark ? 'dark' : 'light',
    brandName,
    logo,
    colors,
    fonts,
    typography,
    spacing,
    components: readComponents(facts.styles, palette, colors.primary),
    images,
    icons: readIcons(facts.styles.icons),
    animations: readAnimations(facts),
    layout: readLayout(facts.styles),
    personality: readPersonality(facts, palette, { colors, spacing }),
  });
}

function absolute(address: string | undefined, base: string): string | undefined {
  return address === undefined ? undefined : resolveHttpUrl(address, new URL(base));
}
