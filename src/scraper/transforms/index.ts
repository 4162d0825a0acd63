import { consentBanners } from './consent-banners.ts';
import { excludeTags } from './exclude-tags.ts';
import { includeTags } from './include-tags.ts';
import { mainContent } from './main-content.ts';
import type { Transform } from './transform.ts';

/** The order in which a page is cut down. */
export const transforms: readonly Transform[] = [mainContent, consentBanners, includeTags, excludeTags];
